"""A presentation shows the same numbers otherwise, and says so where it cannot."""

from dataclasses import replace

import numpy as np
import pytest

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.language.case import case_from_json, case_to_json, parse_case, same_case
from adspec.language.containers import CONTAINERS
from adspec.language.presentation import METHODS, OPERATORS, PRESENTATIONS, NotShown
from adspec.language.primitives import VOCABULARY
from adspec.language.spaces import leaves
from adspec.law import judge
from adspec.observation import observe
from adspec.properties import LAWS
from adspec.search.cases import NUMPY, make_case

ARRAYS = [np.array(2.0), np.zeros((0, 3)), np.array([1.0, 2.0]), np.array([[1.0, 1.0], [2.0, 2.0]])]


@pytest.mark.parametrize("array", ARRAYS, ids=str)
@pytest.mark.parametrize("name", PRESENTATIONS)
def test_an_array_shown_otherwise_is_the_same_array(name, array):
    shown = PRESENTATIONS[name].array(np.array(array))
    assert np.shape(shown) == array.shape
    assert np.array_equal(shown, array)


# ------------------------------------------------------------------ arrays


def test_a_broadcast_view_has_a_stride_of_zero_where_entries_repeat():
    view = PRESENTATIONS["broadcast"].array
    assert view(np.array([[1.0, 2.0], [1.0, 2.0]])).strides == (0, 8)
    assert view(np.array([[1.0, 1.0], [2.0, 2.0]])).strides[1] == 0
    assert view(np.ones((2, 3))).strides == (0, 0)
    assert view(np.array([1.0, 2.0])).strides == (8,)


def test_fortran_order_leaves_a_0d_array_alone():
    assert PRESENTATIONS["fortran"].array(np.zeros((2, 3))).flags.f_contiguous
    assert PRESENTATIONS["fortran"].array(np.array(1.0)).shape == ()


def test_a_0d_array_becomes_a_number_of_its_own_precision():
    python, numpy = PRESENTATIONS["python_numbers"].array, PRESENTATIONS["numpy_scalars"].array
    assert type(python(np.array(2.0))) is float
    assert type(python(np.array(2j))) is complex
    assert isinstance(python(np.array(2.0, np.float32)), np.ndarray)
    assert type(numpy(np.array(2.0, np.float32))) is np.float32


# ------------------------------------------------------------------ operators and methods


class Seen:
    """What stands on the right of an operator, and remembers what stood on the left."""

    def __init__(self, dtype):
        self.dtype = np.dtype(dtype)

    __array_ufunc__ = None

    def __rmul__(self, other):
        return type(other), other


@pytest.mark.parametrize(
    ("dtype", "scalar"), [("float64", np.float64), ("float32", np.float32), ("complex64", np.float32)]
)
def test_a_python_float_on_the_left_becomes_a_scalar_that_does_not_widen(dtype, scalar):
    ops = PRESENTATIONS["numpy_scalars"].ops({"multiply": np.multiply})
    assert ops["multiply"](2.0, Seen(dtype)) == (scalar, 2.0)


def test_an_integer_exponent_stays_one():
    assert PRESENTATIONS["numpy_scalars"].ops({"pow": np.power})["pow"](np.float64(3.0), 2) == 9.0


@pytest.mark.parametrize("table", ["operators", "methods", "numpy_scalars"])
def test_what_an_engine_does_not_provide_stays_absent(table):
    assert PRESENTATIONS[table].ops({}) == {}


@pytest.mark.parametrize("name", [*METHODS, *OPERATORS])
def test_what_is_spelled_otherwise_is_a_word_of_the_language(name):
    assert name in VOCABULARY


def test_values_without_an_order_are_not_shown():
    with pytest.raises(NotShown, match="not supported between instances"):
        OPERATORS["less"](object(), 1.0)


@pytest.mark.parametrize("name", METHODS)
def test_a_method_of_numpy_is_its_function(name):
    a = np.array([[1.5, 2.5], [0.5, -1.0]])
    args = {
        "astype": ("float32",), "clip": (0.0, 1.0), "dot": (a,), "permute_dims": ((1, 0),), "repeat": (2,),
        "reshape": ((4,),), "swapaxes": (0, 1), "take": ([3, 0],),
    }.get(name, ())  # fmt: skip
    given = ([True, False], a.ravel()) if name == "compress" else (a, *args)
    axis = {"axis": 0} if name.startswith("cumulative") else {}
    assert np.array_equal(METHODS[name](*given, **axis), NUMPY[name](*given, **axis))


def test_axes_that_are_not_reversed_are_transposed_by_number():
    a = np.zeros((2, 1, 3))
    assert METHODS["permute_dims"](a, (2, 1, 0)).shape == (3, 1, 2)
    assert METHODS["permute_dims"](a, (2, 0, 1)).shape == (3, 2, 1)


@pytest.mark.parametrize("params", [{"include_initial": True}, {"correction": 1}])
def test_a_parameter_that_only_the_function_has_is_not_shown(params):
    with pytest.raises(NotShown):
        METHODS["cumulative_sum"](np.ones(3), **params)


def test_a_method_that_an_engines_values_lack_is_not_shown():
    compress = PRESENTATIONS["methods"].ops({"compress": np.compress})["compress"]
    with pytest.raises(NotShown, match="int has no compress"):
        compress([True], 1)


def test_what_is_not_shown_is_neither_a_pass_nor_a_failure():
    text = "def f(x):\n    a = compress([True], x)\n    return a\nx = [1.0]\nu_x = [1.0]\nv_0 = [1.0]"
    bare = replace(ENGINE, ops={**ENGINE.ops, "compress": _refusing})
    [truth] = [law for law in LAWS if law.name == "truth_push"]
    verdict = judge(truth, observe(bare, parse_case(text)))
    assert (verdict.status, verdict.reason) == ("unsupported", "push: NotShown: an array has no compress")


def _refusing(*_):
    raise NotShown("an array has no compress")


NUMBERS = parse_case("""
def f(x):
    a = positive(x)
    return a

x = 2.0
u_x = 1.0
v_0 = 3.0
presentation = 'python_numbers'
""")


def test_a_cotangent_lives_where_the_value_lives():
    obs = observe(ENGINE, NUMBERS)
    assert (type(obs.x[0]), type(obs.u[0]), type(obs.v)) == (float, float, np.ndarray)


# ------------------------------------------------------------------ containers


@pytest.mark.parametrize("n", [1, 2, 3, 11])
@pytest.mark.parametrize("name", CONTAINERS)
def test_what_is_packed_is_unpacked_in_its_order(name, n):
    container = CONTAINERS[name]

    tree = container.pack(list(range(n)))

    assert container.unpack(tree, n) == list(range(n)) == leaves(tree)


def test_containers_are_what_they_are_named_after():
    assert CONTAINERS["list"].pack("abc") == ["a", "b", "c"]
    assert CONTAINERS["nested_tuples"].pack("abc") == (("a", "b"), ("c",))
    assert CONTAINERS["nested_tuples"].pack("a") == (("a",),)
    assert CONTAINERS["dict"].pack("ab") == {"p0": "a", "p1": "b"}
    assert list(CONTAINERS["dict"].pack("ab")) == ["p1", "p0"], "against the order of its keys"


def test_a_container_is_written_as_python():
    assert CONTAINERS["dict"].written(("x0", "x1")) == "{'p1': x1, 'p0': x0}"
    assert CONTAINERS["nested_tuples"].written(("x0", "x1")) == "((x0,), (x1,))"


# f(x0, x1) = x0 x1 at (2, 3), u = (1, 10), v = 1: J u = 3 + 20, Jᵀ v = (3, 2).
PRODUCT = """
def f(x0, x1):
    a = multiply(x0, x1)
    return a

x0 = 2.0
x1 = 3.0
u_x0 = 1.0
u_x1 = 10.0
v_0 = 1.0
presentation = {name!r}
"""


@pytest.mark.parametrize("name", CONTAINERS)
def test_a_case_in_a_container_reads_back(name):
    case = parse_case(PRODUCT.format(name=name).strip())

    assert case.presentation == name
    assert same_case(case, case_from_json(case_to_json(case)))
    assert same_case(case, parse_case(str(case)))


@pytest.mark.parametrize("name", CONTAINERS)
def test_a_derivative_in_containers_is_that_of_the_arrays(name):
    obs = observe(ENGINE, parse_case(PRODUCT.format(name=name).strip()))

    assert [float(a) for a in (*obs.Ju, *obs.JTv)] == [23.0, 3.0, 2.0]
    assert [float(a) for a in obs.grad] == [3.0, 2.0]
    assert (float(obs.value_and_grad[0]), *map(float, obs.value_and_grad[1])) == (6.0, 3.0, 2.0)


def test_a_method_of_numpys_own_is_not_given_an_engines_values():
    plain = make_case(VOCABULARY["clip"], (1.0, 0.5, 2.0), held=(0, 2))
    case = replace(plain, presentation="methods")
    assert [a.tolist() for a in observe(ENGINE, case).Ju] == [0.0]


def test_a_method_that_numpys_numbers_lack_is_not_held_against_an_engine():
    text = (
        "def f(x):\n    a = maximum(x, x)\n    b = dot(a, x)\n    return b\n\nx = 1.0\nu_x = 1.0\nv_0 = 1.0"
    )
    case = replace(parse_case(text), presentation="methods")
    rule = next(rule for rule in LAWS if rule.name == "primal")
    assert judge(rule, observe(ENGINE, case)).status == "unsupported"
