"""NumPy code and autograd functions lifted: the same values, through custom primitives and branches."""

import autograd.numpy as anp
import autograd.scipy.special as asp
import numpy as np
import pytest
from autograd.extend import defvjp, primitive
from autograd.tracer import Box

from adspec.lifting import autograd_front, numpy_front
from adspec.lifting.graph import UnsupportedError

X = np.array([0.5, 1.5, 2.5])


@primitive
def mine(x):
    return np.where(x > 1, np.log1p(np.abs(x)), x)


defvjp(mine, lambda *_: lambda v: v)


def branching(x):
    return x * 2 if x[0] > 0 else x


FUNCTIONS = {
    "elementwise": lambda np: lambda x: np.tanh(x) * np.exp(-x) + np.log1p(x) ** 3 / np.sqrt(x),
    "reductions": lambda np: lambda x: np.sum(x) + np.mean(x) + np.max(x) + np.var(x) + np.prod(x),
    "norm": lambda np: lambda x: np.linalg.norm(x) + np.sqrt(np.dot(x, x)),
    "joining": lambda np: lambda x: np.concatenate([x, x * 2])[::-1] + np.stack([x, x]).ravel(),
    "where": lambda np: lambda x: np.where(x > 1, x, np.maximum(x, 0.75)),
    "solve": lambda np: lambda x: np.linalg.solve(np.outer(x, x) + np.eye(3), x),
    "einsum": lambda np: lambda x: np.einsum("i,j->ij", x, x) @ x,
    "a branch": lambda _: branching,
}


def value(lifted):
    return np.asarray(lifted.values[lifted.outputs[0]], dtype=object).astype(float)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_plain_numpy_code_has_its_value(name):
    f = FUNCTIONS[name](np)
    assert np.allclose(value(numpy_front.lift(f, [X], lambda y: [y])), f(X), rtol=1e-14)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_for_autograd_has_its_value(name):
    f = FUNCTIONS[name](anp)
    assert np.allclose(value(autograd_front.lift(f, [X], lambda y: [y])), f(X), rtol=1e-14)


def test_what_autograd_made_for_itself_and_scipy_are_words():
    f = lambda x: anp.array([x[0] * 2, 1.0]).sum() + asp.logsumexp(x) + asp.gammaln(x)[0]
    assert np.allclose(value(autograd_front.lift(f, [X], lambda y: [y])), f(X), rtol=1e-14)


def test_a_primitive_of_the_users_is_read_from_what_it_wraps():
    lifted = autograd_front.lift(lambda x: mine(x) + 1, [X], lambda y: [y])
    assert np.allclose(value(lifted), mine(X) + 1, rtol=1e-14)
    assert lifted.rules == 1
    assert {s.primitive for s in lifted.steps} >= {"log1p", "where", "add"}


def test_a_branch_is_guarded():
    assert autograd_front.lift(branching, [X], lambda y: [y]).frozen


def test_autograd_knows_no_more_boxes_afterwards():
    before = dict(Box.type_mappings)
    autograd_front.lift(branching, [X], lambda y: [y])
    assert Box.type_mappings == before


@pytest.mark.parametrize(
    "f",
    [lambda x: float(x[0]) * x, np.asarray, lambda x: np.interp(x, X, X)],
    ids=["float", "array", "interp"],
)
def test_what_loses_the_thread_is_named_with_its_line(f):
    with pytest.raises(UnsupportedError, match="unsupported"):
        numpy_front.lift(f, [X], lambda y: [y])


def test_the_line_of_an_operation_is_the_users():
    def f(x):
        a = np.exp(x)
        return a + 1

    lifted = numpy_front.lift(f, [X], lambda y: [y])
    assert [lifted.places[s.name].text for s in lifted.steps] == ["a = np.exp(x)", "return a + 1"]
