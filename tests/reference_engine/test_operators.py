"""The operators: what they return, how often they call f, what they refuse."""

import numpy as np
import pytest

import adspec.reference_engine as engine
from adspec.reference_engine import numpy as ad


class Counted:
    """A function that counts its calls."""

    def __init__(self, f):
        self.f = f
        self.calls = 0

    def __call__(self, *args):
        self.calls += 1
        return self.f(*args)


def loss(x):
    return x[0] * x[1] + x[0] ** 2 + ad.sin(x[2])


POINT = np.array([1.0, 2.0, 0.5])
GRADIENT = np.array([4.0, 1.0, np.cos(0.5)])


def test_jvp_returns_value_and_directional_derivative():
    y, Ju = engine.jvp(loss, (POINT,), (np.array([1.0, 1.0, 0.0]),))
    assert y == 3.0 + np.sin(0.5)
    assert Ju == 5.0


def test_vjp_returns_one_cotangent_per_primal():
    y, pull = engine.vjp(lambda a, b: a * b, np.array([1.0, 2.0]), np.array([3.0, 4.0]))
    a, b = pull(np.array([1.0, 10.0]))
    assert y.tolist() == [3.0, 8.0]
    assert a.tolist() == [3.0, 40.0]
    assert b.tolist() == [1.0, 20.0]


def test_grad_of_a_sum_of_products():
    assert engine.grad(loss)(POINT).tolist() == GRADIENT.tolist()


def test_value_and_grad_agrees_with_value_and_grad():
    y, gradient = engine.value_and_grad(loss)(POINT)
    assert y == 3.0 + np.sin(0.5)
    assert gradient.tolist() == GRADIENT.tolist()


@pytest.mark.parametrize(
    ("argnum", "expected"), [(0, 3.0), (1, 2.0), (-1, 2.0), ((0, 1), (3.0, 2.0)), ((1,), (2.0,))]
)
def test_argnum_names_one_argument_or_several(argnum, expected):
    assert expected == engine.grad(lambda a, b: a * b, argnum)(2.0, 3.0)


def product(a, b):
    return ad.sum(a * a * b)


PAIR = np.array([1.0, 2.0]), np.array([3.0, 5.0])


def test_a_tuple_of_arguments_has_a_jacobian_each():
    by_a, by_b = engine.jacobian(lambda a, b: a * b, (0, 1))(*PAIR)
    assert (by_a.tolist(), by_b.tolist()) == ([[3.0, 0.0], [0.0, 5.0]], [[1.0, 0.0], [0.0, 2.0]])


def test_a_tuple_of_arguments_has_a_hessian_of_blocks():
    # d²/da² = 2b, d²/da db = 2a, d²/db² = 0
    (aa, ab), (ba, bb) = engine.hessian(product, (0, 1))(*PAIR)
    assert (aa.tolist(), bb.tolist()) == ([[6.0, 0.0], [0.0, 10.0]], [[0.0, 0.0], [0.0, 0.0]])
    assert ab.tolist() == ba.T.tolist() == [[2.0, 0.0], [0.0, 4.0]]


def test_a_tuple_of_arguments_is_moved_along_a_tuple():
    along_a, along_b = engine.hvp(product, (0, 1))(*PAIR, (np.array([1.0, 0.0]), np.array([0.0, 1.0])))
    assert (along_a.tolist(), along_b.tolist()) == ([6.0, 4.0], [2.0, 0.0])


def test_a_tuple_of_arguments_has_slopes_each():
    slopes = engine.elementwise_grad(lambda a, b: a * b, (1, 0))(*PAIR)
    assert [s.tolist() for s in slopes] == [[1.0, 2.0], [3.0, 5.0]]
    assert engine.holomorphic_grad(lambda a, b: a * b, (0, 1))(1j, 2 + 0j) == (2 + 0j, 1j)


@pytest.mark.parametrize("mode", [None, "forward", "reverse"])
def test_the_jacobian_of_containers_is_a_container_of_blocks(mode):
    f = lambda t: {"sum": t[0] + t[1], "three": 3.0 * t[1]}
    blocks = engine.jacobian(f, mode=mode)((2.0, np.array([1.0, 2.0])))
    assert blocks["sum"][0].tolist() == [1.0, 1.0]
    assert blocks["sum"][1].tolist() == [[1.0, 0.0], [0.0, 1.0]]
    assert blocks["three"][0].tolist() == [0.0, 0.0]
    assert blocks["three"][1].tolist() == [[3.0, 0.0], [0.0, 3.0]]


@pytest.mark.parametrize("argnum", [(0, 0), (1, -1)])
def test_an_argument_named_twice_is_refused(argnum):
    with pytest.raises(TypeError, match="named twice"):
        engine.grad(lambda a, b: a * b, argnum)(1.0, 2.0)


def test_keyword_arguments_reach_the_function_untouched():
    assert engine.grad(lambda x, power: x**power)(3.0, power=2) == 6.0


def test_an_argnum_that_does_not_exist_is_refused():
    with pytest.raises(TypeError, match="Argnum 2"):
        engine.grad(lambda a, b: a * b, 2)(1.0, 2.0)


@pytest.mark.parametrize("mode", [None, "forward", "reverse"])
def test_the_jacobian_has_the_shape_of_output_and_input(mode):
    J = engine.jacobian(lambda x: ad.stack([x[0, 0] * x[1, 2], x[0, 1]]), mode=mode)(
        np.arange(6.0).reshape(2, 3)
    )
    expected = np.zeros((2, 2, 3))
    expected[0, 0, 0], expected[0, 1, 2], expected[1, 0, 1] = 5.0, 0.0, 1.0
    assert J.tolist() == expected.tolist()


def test_an_unknown_mode_is_refused():
    with pytest.raises(ValueError, match="Mode 'backward'"):
        engine.jacobian(loss, mode="backward")


def test_the_hessian_of_a_cubic():
    H = engine.hessian(lambda x: x[0] ** 2 * x[1])(np.array([2.0, 3.0]))
    assert H.tolist() == [[6.0, 4.0], [4.0, 0.0]]


def test_hvp_is_the_hessian_times_a_vector():
    u = np.array([1.0, -1.0])
    assert engine.hvp(lambda x: x[0] ** 2 * x[1])(np.array([2.0, 3.0]), u).tolist() == [2.0, 4.0]


def test_linearize_pushes_any_number_of_tangents():
    y, push = engine.linearize(lambda a, b: a * b, 2.0, 3.0)
    assert (y, push(1.0, 0.0), push(0.0, 1.0), push(1.0, 1.0)) == (6.0, 3.0, 2.0, 5.0)


def test_elementwise_grad_is_the_slope_of_each_entry():
    x = np.array([0.5, 2.0])
    assert engine.elementwise_grad(ad.log)(x).tolist() == [2.0, 0.5]


def test_holomorphic_grad_is_the_complex_derivative():
    assert engine.holomorphic_grad(lambda z: z * z)(1 + 2j) == 2 + 4j


def test_the_gradient_of_the_squared_modulus_is_bilinear():
    assert engine.grad(lambda z: ad.abs(z) ** 2)(1 + 2j) == pytest.approx(2 - 4j)


def test_pulling_a_complex_square_takes_no_conjugate():
    _, pull = engine.vjp(lambda z: z * z, 1 + 2j)
    assert (pull(1.0 + 0j)[0], pull(1j)[0]) == (2 + 4j, -4 + 2j)


# ---- calls of f


@pytest.mark.parametrize(
    ("use", "calls"),
    [
        (lambda f: engine.jvp(f, (POINT,), (POINT,)), 1),
        (lambda f: [engine.vjp(f, POINT)[1](1.0)] * 3, 1),
        (lambda f: [engine.linearize(f, POINT)[1](POINT)] * 3, 1),
        (lambda f: engine.grad(f)(POINT), 1),
        (lambda f: engine.value_and_grad(f)(POINT), 1),
        (lambda f: engine.jacobian(f, mode="forward")(POINT), 1),
        (lambda f: engine.jacobian(f, mode="reverse")(POINT), 1),
        (lambda f: engine.hessian(f)(POINT), 1),
        (lambda f: engine.hvp(f)(POINT, POINT), 1),
        (lambda f: engine.grad(engine.checkpoint(f))(POINT), 2),
    ],
    ids=[
        "jvp",
        "vjp",
        "linearize",
        "grad",
        "value_and_grad",
        "forward",
        "reverse",
        "hessian",
        "hvp",
        "checkpoint",
    ],
)
def test_f_is_called_as_often_as_promised(use, calls):
    counted = Counted(loss)
    use(counted)
    assert calls == counted.calls


def test_a_pullback_gives_the_same_bits_twice():
    _, pull = engine.vjp(loss, POINT)
    assert pull(1.0)[0].tobytes() == pull(1.0)[0].tobytes()


# ---- what is refused


@pytest.mark.parametrize(
    ("f", "x", "message"),
    [
        (lambda x: x, np.ones(2), r"shape \(2,\), dtype float64.*jacobian"),
        (lambda x: x, np.ones(1), r"shape \(1,\)"),
        (lambda x: x, 1 + 2j, r"complex128.*holomorphic_grad"),
        (ad.argmax, np.ones(2), "int64"),
        (lambda x: (x[0], x[1]), np.ones(2), "of type tuple"),
    ],
    ids=["vector", "size 1", "complex", "integer", "tuple"],
)
def test_grad_refuses_what_is_no_real_scalar(f, x, message):
    with pytest.raises(TypeError, match=message):
        engine.grad(f)(x)


@pytest.mark.parametrize("x", [3, np.arange(3), "text", None, True, np.array([object()])])
def test_only_floating_point_inputs_have_derivatives(x):
    with pytest.raises(TypeError, match="floating-point"):
        engine.vjp(lambda x: x, x)


@pytest.mark.parametrize(
    ("v", "error"),
    [
        (np.ones(2), ValueError),
        (np.ones((3, 1)), ValueError),
        (1.0, ValueError),
        (np.ones(3) * 1j, TypeError),
        ((np.ones(3),), TypeError),
        (np.array(["a", "b", "c"]), TypeError),
        (None, TypeError),
    ],
    ids=["short", "column", "scalar", "complex", "tuple", "text", "nothing"],
)
def test_a_cotangent_of_another_space_is_refused(v, error):
    _, pull = engine.vjp(ad.sin, np.ones(3))
    with pytest.raises(error, match="Cotangent"):
        pull(v)


def test_a_tangent_of_another_space_is_refused():
    with pytest.raises(ValueError, match=r"Tangent of shape \(2,\)"):
        engine.jvp(ad.sin, (np.ones(3),), (np.ones(2),))


def test_as_many_tangents_as_primals():
    with pytest.raises(TypeError, match="1 where 2"):
        engine.jvp(lambda a, b: a * b, (1.0, 2.0), (1.0,))


def test_a_holomorphic_derivative_wants_a_complex_argument():
    with pytest.raises(TypeError, match="analytic"):
        engine.holomorphic_grad(lambda z: z * z)(1.0)


def test_an_output_that_is_no_number_is_refused():
    with pytest.raises(TypeError, match="NoneType"):
        engine.vjp(lambda _: None, 1.0)


def test_assignment_to_a_traced_value_is_refused():
    def f(x):
        x[0] = 1.0
        return x

    with pytest.raises(TypeError, match="In-place assignment"):
        engine.vjp(f, np.ones(2))


@pytest.mark.parametrize("convert", [float, int, complex, np.sin, np.asarray])
def test_what_would_lose_the_derivative_is_refused(convert):
    with pytest.raises(TypeError):
        engine.grad(lambda x: convert(x) * 1.0)(1.0)


def test_a_primitive_without_a_rule_is_named_with_argument_and_mode():
    rules = {**engine.RULES, "sin": engine.Rule(push=(), pull=())}
    with pytest.raises(engine.MissingRuleError, match="sin, argument 0: no pull rule"):
        engine.with_rules(rules).grad(ad.sin)(1.0)
    del rules["sin"]
    with pytest.raises(engine.MissingRuleError, match="sin: no push rule"):
        engine.with_rules(rules).jvp(ad.sin, (1.0,), (1.0,))


def test_a_derivative_that_is_not_known_is_named_with_primitive_argument_and_mode():
    pytest.importorskip("scipy")
    with pytest.raises(engine.MissingRuleError, match=r"special.jv, argument 0: no pull rule"):
        engine.grad(lambda n: ad.special.jv(n, 1.0))(1.5)
    with pytest.raises(engine.MissingRuleError, match=r"special.jv, argument 0: no push rule"):
        engine.jvp(lambda n: ad.special.jv(n, 1.0), (1.5,), (1.0,))


@pytest.mark.parametrize("argnum", ["a", 1.0, [0, 1], None])
def test_an_argnum_that_is_no_number_is_refused(argnum):
    with pytest.raises(TypeError, match="tuple of numbers"):
        engine.grad(lambda a, b: a * b, argnum)(1.0, 2.0)
