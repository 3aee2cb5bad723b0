"""A wrong rule is named: which argument, and which mistake, read off several cases and never off one."""

# ruff: noqa: ARG005 - a pull is handed the answer and the arguments, whether it reads them or not

import autograd.numpy as anp
import numpy as np
import pytest
from autograd.extend import defvjp, primitive

from adspec.rule import check

X = np.array([0.5, 1.5, -2.0])


def tanh_with(pull):
    """Return tanh with this pull (y, x, v)."""
    f = primitive(np.tanh)
    defvjp(f, lambda y, x: lambda v: pull(y, x, v))
    return f


@pytest.mark.parametrize(
    ("pull", "mistake"),
    [
        (lambda y, x, v: 2 * v * (1 - y**2), "twice"),
        (lambda y, x, v: v * (1 - y), "square"),
        (lambda y, x, v: v * (1 - x**2), "input for output"),
        (lambda y, x, v: v / (1 - y**2), "inverted"),
        (lambda y, x, v: 1 - y**2 + 0 * v, "swallowed"),
        (lambda y, x, v: v + 0 * x, "passed on"),
        (lambda y, x, v: v * (1 - anp.tanh(y) ** 2), "output for input"),
    ],
)
def test_the_mistake_is_named(pull, mistake):
    [cause] = check(tanh_with(pull), X, engine="autograd").causes
    assert cause.mistake == mistake


def test_an_inner_derivative_that_is_missing_is_a_missing_factor():
    f = primitive(lambda x: np.sqrt(1 + x**2))
    defvjp(f, lambda y, x: lambda v: v / y)
    [cause] = check(f, X, engine="autograd").causes
    assert cause.diagnosis.startswith("a factor is missing: x (in 6")


def test_what_no_row_knows_is_not_named():
    [cause] = check(tanh_with(lambda y, x, v: v * anp.cos(3 * x)), X, engine="autograd").causes
    assert (cause.mistake, cause.diagnosis) == ("", "")


def test_a_cotangent_that_is_not_summed_names_its_argument_though_the_engine_raises():
    f = primitive(lambda x, s: x * s)
    defvjp(f, lambda y, x, s: lambda v: v * s, lambda y, x, s: lambda v: v * x)
    [cause] = check(f, X, 0.5, engine="autograd").causes
    assert (cause.law, cause.cause.argument, cause.cause.mode) == ("tangent_space", 1, "pull")
    assert (cause.left, cause.right, cause.mistake) == ((3,), (), "not summed")
    assert "truth_pull" in cause.falls_with


def test_each_wrong_argument_is_a_cause_of_its_own():
    f = primitive(lambda x, y: np.sin(x) * y)
    defvjp(f, lambda a, x, y: lambda v: v * anp.sin(x), lambda a, x, y: lambda v: v * anp.cos(x) * y)
    causes = check(f, X, X[::-1], engine="autograd").causes
    assert [(c.cause.argument, c.mistake) for c in causes] == [(0, "swapped"), (1, "swapped")]


def test_a_pull_that_raises_shows_what_it_should_have_answered():
    report = check(tanh_with(lambda y, x, v: v[7]), X, engine="autograd")
    [cause] = report.causes
    [x], [v] = cause.case.x, cause.case.v
    assert cause.answers[0].value == pytest.approx(v / np.cosh(x) ** 2)
    assert "pull: IndexError" in str(report)
