"""The one constructor of cases gives plain, distinct, well-formed tangents and cotangents."""

import numpy as np
import pytest

from adspec.language.primitives import VOCABULARY
from adspec.language.primitives.row import Fixed
from adspec.search.cases import NUMPY, form_case, make_case


def lines(case):
    return [str(e) for e in case.program.equations]


def test_one_array_is_called_x():
    case = make_case(VOCABULARY["sin"], (np.array([1.0, 2.0]),))
    assert (str(case.program), case.wrt) == ("def f(x):\n    a = sin(x)\n    return a", ("x",))


def test_several_arrays_are_numbered_and_literals_stay_in_the_equation():
    case = make_case(VOCABULARY["clip"], (np.array([1.0]), Fixed(-1.0), np.array(2.0)))
    assert (lines(case), case.wrt) == (["a = clip(x0, -1.0, x1)"], ("x0", "x1"))


def test_parameters_stay_in_the_equation():
    case = make_case(VOCABULARY["sum"], (np.ones((2, 3)),), {"axis": (0, 1), "keepdims": True})
    assert (lines(case), case.v[0].shape) == (["a = sum(x, axis=(0, 1), keepdims=True)"], (1, 1))


def test_a_held_argument_has_no_tangent():
    case = make_case(VOCABULARY["multiply"], (np.array(2.0), np.array(3.0)), held=(1,))
    assert (case.wrt, list(case.held)) == (("x0",), ["x1"])


def test_masks_are_held():
    case = make_case(VOCABULARY["where"], (np.array([True, False]), np.ones(2), np.zeros(2)))
    assert (case.wrt, list(case.held)) == (("x1", "x2"), ["x0"])


def test_an_integer_result_multiplies_the_first_input():
    case = make_case(VOCABULARY["argsort"], (np.array([3.0, 1.0, 2.0]),))
    assert (lines(case)[1:], case.run(NUMPY, case.x).tolist()) == (["b = multiply(a, x)"], [3.0, 2.0, 0.0])


def test_a_boolean_result_chooses_between_the_first_input_and_its_negative():
    case = make_case(VOCABULARY["greater"], (np.array([1.0, 4.0]), np.array([2.0, 3.0])))
    assert case.run(NUMPY, case.x).tolist() == [-1.0, 4.0]


def test_a_tuple_is_taken_apart_and_its_integers_left_out():
    case = make_case(VOCABULARY["lax.top_k"], (np.array([1.0, 3.0, 2.0]), Fixed(2)))
    assert (lines(case)[1:], case.program.outputs) == (["b = getitem(a, 0)"], ("b",))


def test_a_tuple_of_arrays_gives_an_output_each():
    case = make_case(VOCABULARY["unstack"], (np.array([1.0, 2.0]),), {"axis": 0})
    assert (case.program.outputs, [float(y) for y in case.run(NUMPY, case.x)]) == (("b", "c"), [1.0, 2.0])


def test_a_symmetric_argument_is_prepared_in_the_program():
    case = make_case(VOCABULARY["linalg.eigvalsh"], (np.array([[2.0, 1.0], [0.0, 2.0]]),))
    # the symmetric part [[2, 1/2], [1/2, 2]] has eigenvalues 2 ± 1/2
    assert case.run(NUMPY, case.x) == pytest.approx([1.5, 2.5])


@pytest.mark.parametrize("name", ["linalg.eigh", "linalg.svd", "linalg.qr"])
@pytest.mark.parametrize("kind", ["float64", "complex128"])
def test_the_observable_of_factors_does_not_depend_on_their_phases(name, kind):
    row = VOCABULARY[name]
    case = form_case(row, row.forms[1], dtype=kind)
    phase = np.array([-1.0, 1.0, 1j if kind == "complex128" else -1.0])

    def turned(x, **params):
        first, *middle, last = row.value(x, **params)
        columns = first if name != "linalg.eigh" else last
        phases = phase[: columns.shape[-1]]
        if name == "linalg.eigh":
            return first, last * phases
        return first * phases, *middle, last / phases[:, None]

    ops = {**NUMPY, name: turned}
    for plain, other in zip(_results(case, NUMPY), _results(case, ops), strict=True):
        assert other == pytest.approx(plain, abs=1e-14)


def _results(case, ops):
    y = case.run(ops, case.x)
    return y if isinstance(y, tuple) else (y,)


@pytest.mark.parametrize("name", VOCABULARY)
def test_no_two_entries_of_a_tangent_or_cotangent_are_alike(name):
    row = VOCABULARY[name]
    case = form_case(row, row.forms[0])
    for vectors in (case.u, case.v):
        entries = np.concatenate([np.ravel(a) for a in vectors])[:9]
        assert len(set(entries.tolist())) == len(entries)
        assert np.all(entries != 0)


def test_tangents_and_cotangents_follow_the_offset():
    row = VOCABULARY["sin"]
    first, second = (form_case(row, row.forms[1], offset=k) for k in (0, 1))
    assert second.x[0][:2].tolist() == first.x[0][1:].tolist()
    assert second.u[0][:2].tolist() == first.u[0][1:].tolist()
    assert second.v[0][:2].tolist() == first.v[0][1:].tolist()


def test_complex_arguments_lie_on_no_axis():
    row = VOCABULARY["log"]
    x = form_case(row, row.forms[2], dtype="complex128").x[0]
    assert np.all((x.real != 0) & (x.imag != 0))


def test_a_float32_point_has_float32_tangents_and_cotangents():
    row = VOCABULARY["matmul"]
    case = form_case(row, row.forms[1], dtype="float32")
    assert {a.dtype.name for a in (*case.x, *case.u, *case.v)} == {"float32"}
