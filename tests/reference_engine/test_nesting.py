"""Derivatives of derivatives, in every mixture of modes."""

import itertools
import math

import numpy as np
import pytest

import adspec.reference_engine as engine
from adspec.reference_engine import numpy as ad


def by_push(f):
    return lambda x: engine.jvp(f, (x,), (ad.ones_like(x),))[1]


def by_pull(f):
    return lambda x: engine.vjp(f, x)[1](ad.ones_like(x))[0]


def by_tape(f):
    return lambda x: engine.linearize(f, x)[1](ad.ones_like(x))


WAYS = (by_push, by_pull, by_tape)


def test_an_inner_derivative_does_not_see_the_outer_variable():
    inner = lambda x: engine.grad(lambda y: x + y)(1.0)
    assert engine.grad(lambda x: x * inner(x))(3.0) == 1.0


@pytest.mark.parametrize(("outer", "inner"), list(itertools.product(WAYS, WAYS)))
def test_no_perturbation_confusion(outer, inner):
    # d/dx (x · d/dy (x y)) = d/dx x² = 2x
    f = lambda x: x * inner(lambda y: x * y)(2.0)
    assert outer(f)(3.0) == 6.0


@pytest.mark.parametrize(("outer", "inner"), list(itertools.product(WAYS, WAYS)))
def test_second_derivatives_agree_in_every_mixture(outer, inner):
    f = lambda x: ad.exp(2.0 * x)
    assert outer(inner(f))(0.5) == pytest.approx(4 * math.e, rel=4e-16)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("depth", range(1, 9))
def test_the_nth_derivative_of_a_power(way, depth):
    f = lambda x: x**10
    for _ in range(depth):
        f = way(f)
    assert f(2.0) == math.perm(10, depth) * 2.0 ** (10 - depth)


@pytest.mark.parametrize("depth", range(1, 7))
def test_the_nth_derivative_of_a_sine(depth):
    f = ad.sin
    for level in range(depth):
        f = WAYS[level % 3](f)
    assert f(0.7) == pytest.approx(math.sin(0.7 + depth * math.pi / 2), rel=1e-14)


def test_a_curried_derivative():
    # d/dx d/dy (x² y³) at (2, 3) = 2x · 3y² = 108
    g = engine.grad(lambda x: engine.grad(lambda y: x**2 * y**3)(3.0))
    assert g(2.0) == 108.0


def test_a_pullback_is_linear_and_can_be_differentiated():
    # J^T v is linear in v: its derivative along w is J^T w
    x = np.array([0.5, 1.5])
    _, pull = engine.vjp(ad.sin, x)
    _, Ju = engine.jvp(lambda v: pull(v)[0], (np.ones(2),), (np.array([2.0, 0.0]),))
    assert Ju.tolist() == (np.array([2.0, 0.0]) * np.cos(x)).tolist()


def test_a_derivative_through_the_shape_of_a_broadcast():
    f = lambda x: ad.sum((x + np.zeros((2, 1))) ** 3)
    assert engine.hessian(f)(np.array([1.0, 2.0])).tolist() == [[12.0, 0.0], [0.0, 24.0]]


def test_a_jacobian_inside_a_gradient():
    f = lambda x: ad.sum(engine.jacobian(lambda y: y * y)(x))
    assert engine.grad(f)(np.array([1.0, 2.0])).tolist() == [2.0, 2.0]
