"""Values of every kind: containers, dtypes, shapes without entries or axes, views, Python numbers."""

from typing import NamedTuple

import numpy as np
import pytest

import adspec.reference_engine as engine
from adspec.reference_engine import numpy as ad


class Pair(NamedTuple):
    left: object
    right: object


class Box:
    def __init__(self, inside):
        self.inside = inside


# ---- containers


def test_cotangents_have_the_structure_of_their_primals():
    def f(tree):
        (a, b), c = tree["ab"], tree["c"][0]
        return a * b + c

    gradient = engine.grad(f)({"ab": (2.0, 3.0), "c": [5.0]})
    assert gradient == {"ab": (3.0, 2.0), "c": [1.0]}


def test_outputs_may_be_nested():
    y, Ju = engine.jvp(lambda x: {"a": [x, x * x], "b": (3.0,)}, (2.0,), (1.0,))
    assert y == {"a": [2.0, 4.0], "b": (3.0,)}
    assert Ju == {"a": [1.0, 4.0], "b": (0.0,)}


def test_cotangents_of_a_dict_go_by_key_not_by_order():
    _, pull = engine.vjp(lambda x: {"a": x, "b": 10.0 * x}, 1.0)
    assert pull({"b": 1.0, "a": 0.0}) == (10.0,)


def test_named_tuples_stay_named():
    gradient = engine.grad(lambda p: p.left * p.right)(Pair(2.0, 3.0))
    assert gradient == Pair(3.0, 2.0)


def test_a_class_can_be_registered_as_a_container():
    engine.register_container(Box, lambda box: ("inside", [box.inside]), lambda _, parts: Box(*parts))
    assert engine.grad(lambda box: box.inside * box.inside)(Box(3.0)).inside == 6.0


@pytest.mark.parametrize("v", [(1.0, 1.0), {"a": 1.0}, {"a": 1.0, "c": 1.0}, {"a": (1.0,), "b": 1.0}])
def test_a_cotangent_of_another_structure_is_refused(v):
    _, pull = engine.vjp(lambda x: {"a": x, "b": x}, 1.0)
    with pytest.raises(TypeError, match="Cotangent"):
        pull(v)


# ---- dtypes


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.complex64, np.complex128])
def test_a_dtype_goes_through_both_modes(dtype):
    x = np.ones(3, dtype)
    f = lambda x: ad.sum(2.0 * ad.sin(x) / (x + 1) ** 2, keepdims=True)
    y, Ju = engine.jvp(f, (x,), (x,))
    _, pull = engine.vjp(f, x)
    assert {y.dtype, Ju.dtype, pull(y)[0].dtype} == {np.dtype(dtype)}


def test_a_wider_constant_does_not_widen_the_gradient():
    x = np.ones(2, np.float32)
    assert engine.grad(lambda x: ad.sum(x * np.ones(2)))(x).dtype == np.float32


def test_a_real_argument_of_a_complex_function_has_a_real_gradient():
    # d/dx Re((x + i)²) = 2x
    gradient = engine.grad(lambda x: ad.real((x + 1j) ** 2))(3.0)
    assert (gradient, np.asarray(gradient).dtype) == (6.0, np.dtype(float))


def test_python_numbers_stay_weak():
    y, pull = engine.vjp(lambda a, x: a * x, 2.0, np.ones(2, np.float32))
    a, x = pull(np.ones(2, np.float32))
    assert (y.dtype, a.dtype, x.dtype) == (np.float32, np.float64, np.float32)


# ---- shapes


@pytest.mark.parametrize("shape", [(), (0,), (0, 3), (1, 1)])
def test_shapes_without_entries_or_axes_are_kept(shape):
    x = np.zeros(shape)
    y, Ju = engine.jvp(ad.cos, (x,), (x,))
    _, pull = engine.vjp(ad.cos, x)
    assert {np.shape(y), np.shape(Ju), np.shape(pull(y)[0])} == {shape}


def test_a_0_d_array_gets_a_0_d_array():
    (cotangent,) = engine.vjp(ad.sin, np.zeros(()))[1](1.0)
    assert isinstance(cotangent, np.ndarray)
    assert cotangent.shape == ()


def test_a_cotangent_is_summed_over_what_was_broadcast():
    _, pull = engine.vjp(lambda a, b: a * b, np.ones((2, 1)), np.ones(3))
    a, b = pull(np.ones((2, 3)))
    assert a.tolist() == [[3.0], [3.0]]
    assert b.tolist() == [2.0, 2.0, 2.0]


def test_an_unused_input_gets_zeros():
    _, pull = engine.vjp(lambda a, _: a, 1.0, np.ones((2, 0)))
    assert pull(1.0)[1].shape == (2, 0)
    assert engine.grad(lambda a, _: a, 1)(1.0, np.ones(2)).tolist() == [0.0, 0.0]


def test_a_constant_output_pushes_zeros():
    y, Ju = engine.jvp(lambda _: np.ones((2, 3)), (1.0,), (1.0,))
    assert (y.shape, Ju.tolist()) == ((2, 3), np.zeros((2, 3)).tolist())


# ---- presentations


@pytest.mark.parametrize(
    "x",
    [
        np.arange(6.0)[::-2],
        np.arange(9.0).reshape(3, 3).T[:, 1],
        np.broadcast_to(2.0, 3),
        np.asfortranarray(np.ones((2, 2))),
    ],
    ids=["reversed", "column", "stride zero", "Fortran"],
)
def test_views_are_as_good_as_arrays(x):
    assert engine.grad(lambda x: ad.sum(x * x))(x).tolist() == (2 * x).tolist()


@pytest.mark.parametrize("scalar", [2.0, 2, np.float64(2), np.int64(2), np.array(2.0), np.array([2.0])])
@pytest.mark.parametrize(
    ("f", "slope"),
    [
        (lambda s, x: s + x, 1.0),
        (lambda s, x: s - x, -1.0),
        (lambda s, x: s * x, 2.0),
        (lambda s, x: s / x, -8.0),
        (lambda s, x: s**x, np.log(2.0) * np.sqrt(2.0)),
    ],
    ids=["+", "-", "*", "/", "**"],
)
def test_numbers_and_arrays_may_stand_on_the_left(scalar, f, slope):
    gradient = engine.grad(lambda x: ad.sum(f(scalar, x)))(np.array([0.5]))
    assert gradient == pytest.approx([slope])


def test_operators_and_functions_are_the_same():
    x = np.array([0.5, 2.0])
    operators = lambda x: -(x @ x) + abs(x)[0] - x[::-1][1] / 2.0 + (x.T.reshape(2, 1) ** 2).sum()
    functions = lambda x: (
        ad.negative(ad.matmul(x, x))
        + ad.getitem(ad.abs(x), 0)
        - ad.divide(ad.getitem(ad.flip(x), 1), 2.0)
        + ad.sum(ad.pow(ad.reshape(ad.permute_dims(x), (2, 1)), 2))
    )
    assert engine.grad(operators)(x).tolist() == engine.grad(functions)(x).tolist() == [0.5, 0.0]


def test_a_list_is_a_container_and_a_list_of_traced_values_can_be_an_array():
    gradient = engine.grad(lambda parts: ad.sum(ad.array([parts, parts]) ** 2))([1.0, 2.0])
    assert gradient == [4.0, 8.0]


def test_iteration_unpacking_and_length():
    def f(x):
        a, b = x
        return a * b * len(x) + sum(x)

    assert engine.grad(f)(np.array([3.0, 5.0])).tolist() == [11.0, 7.0]


def test_branches_are_taken_by_value():
    f = lambda x: x * x if x > 1 else -x
    assert (engine.grad(f)(3.0), engine.grad(f)(0.5)) == (6.0, -1.0)


def test_an_unknown_function_is_named():
    with pytest.raises(AttributeError, match=r"numpy\.frobnicate"):
        ad.frobnicate  # noqa: B018 -- looking it up is the test
