"""Derivatives within programs: exact by closed forms, silent at kinks, and the same in every order."""

import math
from fractions import Fraction

import numpy as np
import pytest

from adspec.language.case import parse_case
from adspec.search.nesting import nesting_cases, tower
from adspec.truth import second_order, truth_of

EXP = "def g(z):\n    a = multiply(2.0, z)\n    b = exp(a)\n    return b"
POWER = "def g(z):\n    a = pow(z, 10.0)\n    return a"
ROUNDOFF = 2.0**-52


def scalar(lines, x, returned="a"):
    """Return the case of a program over one number."""
    body = "\n".join(f"    {line}" for line in lines.splitlines())
    return parse_case(f"def f(x):\n{body}\n    return {returned}\n\nx = {x}\nu_x = 1.0\nv_0 = 1.0")


def derivative(body, point="x"):
    return f"def g_a(b):\n    c = {body}\n    return c\na = grad(g_a, {point})"


def number(interval):
    assert interval.lo == interval.hi
    return float(interval.lo)


# ------------------------------------------------------------------ closed forms


@pytest.mark.parametrize("n", range(1, 6))
@pytest.mark.parametrize("way", ["push", "pull", "grad"])
def test_the_nth_derivative_of_an_exponential(way, n):
    truth = truth_of(tower(EXP, (way,), 0.5, n))
    found = number(truth.y[0]), number(truth.Ju[0]), number(truth.JTv[0])
    assert found == pytest.approx([2**k * math.e for k in (n, n + 1, n + 1)], rel=2 * ROUNDOFF)


@pytest.mark.parametrize("n", [1, 3, 5])
def test_the_nth_derivative_of_a_power_is_exact(n):
    truth = truth_of(tower(POWER, ("push",), 0.5, n))
    exact = [math.perm(10, k) * Fraction(1, 2) ** (10 - k) for k in (n, n + 1)]
    assert [number(truth.y[0]), number(truth.Ju[0])] == list(map(float, exact))


def test_a_derivative_within_is_that_of_its_own_variable():
    # d/dx (x · d/dy (x + y)) = 1, and with y at x: d/dx (x · d/dy (x·y)) = 2x
    one = scalar(f"{derivative('add(x, b)', '2.0')}\nd = multiply(x, a)", 1.0, "d")
    two = scalar(f"{derivative('multiply(x, b)')}\nd = multiply(x, a)", 3.0, "d")
    assert [number(truth_of(case).Ju[0]) for case in (one, two)] == [1.0, 6.0]


def test_the_second_derivative_of_a_derivative():
    # d³/dx³ of x⁴ = 24x, of which `second_order` sees the derivative within as its f
    case = scalar(derivative("pow(b, 4)"), 0.5)
    [interval] = second_order(case, (np.asarray(1.0),))
    assert number(interval) == 24 * 0.5


def test_a_gradient_has_one_entry_per_entry_of_its_point():
    # ∇ Σ x₁·e^{a·y} = x₁·a·e^{a·y}
    [case] = [c for c in nesting_cases() if len(c.x) == 2 and len(c.v) == 2]
    x0, x1 = case.x
    a = np.sin(x0)
    wanted = x1 * a * np.exp(a * x0)
    assert truth_of(case).y[1].lo == pytest.approx(wanted, rel=4 * ROUNDOFF)


# ------------------------------------------------------------------ kinks


@pytest.mark.parametrize(
    "lines",
    [
        derivative("abs(b)", "0.0"),  # an engine may answer anything from -1 to 1, as a value
        (
            "def g_a(b):\n    c = abs(b)\n    d = negative(b)\n    e = abs(d)\n"
            "    h = subtract(c, e)\n    return h\na = grad(g_a, 0.0)"
        ),  # the kinks cancel, and still tell
        (
            "def g_a(b):\n    def g_c(d):\n        e = abs(d)\n        return e\n    c = push(g_c, 0.0, b)\n"
            "    return c\na = push(g_a, x, 1.0)"
        ),
    ],
)
def test_a_derivative_taken_at_a_kink_is_not_judged(lines):
    truth = truth_of(scalar(lines, 1.0))
    assert not truth.judged
    assert np.isnan(truth.y[0].lo)
    assert "a derivative within the program is taken at a kink" in truth.reason


@pytest.mark.parametrize(
    "lines",
    [
        "def g_a(b):\n    return b\ndef h_a(c):\n    return x\na = branch(g_a, h_a, x, x)",  # c > 0 ends here
        "def g_a(b):\n    c = abs(b)\n    d = square(c)\n    return d\na = iterate(g_a, x, times=2)",
    ],
)
def test_a_kink_within_a_body_is_a_kink_on_the_way(lines):
    truth = truth_of(scalar(lines, 0.0))
    assert not truth.judged


@pytest.mark.parametrize("x", [2.0, -2.0])
def test_away_from_its_border_a_branch_is_judged(x):
    [case] = [c for c in nesting_cases() if "branch" in c.program.primitives() and c.x[0] == x]
    truth = truth_of(case)
    assert truth.judged
    assert number(truth.Ju[0]) == (2 * x if x > 0 else 3.0)


# ------------------------------------------------------------------ allowances


def test_cancellation_within_a_body_widens_the_allowance():
    plain = truth_of(scalar(derivative("multiply(b, b)"), 1.0))
    lossy = truth_of(
        scalar(
            "def g_a(b):\n    c = multiply(b, 1e8)\n    d = multiply(b, b)\n    e = add(c, d)\n"
            "    h = subtract(e, c)\n    return h\na = grad(g_a, x)",
            1.0,
        )
    )
    assert number(plain.y[0]) == number(lossy.y[0]) == 2.0
    assert lossy.y[0].allowance > 1e6 * plain.y[0].allowance


def test_what_was_asked_before_changes_nothing():
    # Noise is drawn once in a process; drawn at a lower precision it lost digits that deep towers need.
    truth_of(tower(EXP, ("push",), 0.5, 1)).Ju  # noqa: B018
    [Ju] = truth_of(tower(EXP, ("push",), 0.5, 5)).Ju
    assert Ju.allowance < 1e-12 * Ju.lo
