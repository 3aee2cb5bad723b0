"""Elementwise rules against mpmath, at plain points and at the edges of floating point.

The expected slope is a central difference of mpmath's *values* at 500 digits. The tolerance is
a few roundings of the result, plus what one rounding of x does to the slope (its condition).
"""

import mpmath
import numpy as np
import pytest
from mpmath import mp

import adspec.reference_engine as engine
from adspec.reference_engine import numpy as ad

EPS = np.finfo(float).eps
POINTS = (
    0.5,
    -0.5,
    0.999,
    -0.75,
    1.5,
    3.0,
    -2.25,
    20.0,
    -20.0,
    300.0,
    -700.0,
    1e-8,
    -1e-8,
    1e-160,
    1e150,
    5e-324,
)


@pytest.fixture(autouse=True)
def digits():
    with mp.workdps(500):
        yield


# fmt: off
VALUES = {
    "abs":        mp.fabs,
    "acos":       mp.acos,
    "acosh":      mp.acosh,
    "asin":       mp.asin,
    "asinh":      mp.asinh,
    "atan":       mp.atan,
    "atanh":      mp.atanh,
    "cbrt":       lambda x: mp.sign(x) * mp.cbrt(abs(x)),
    "cos":        mp.cos,
    "cosh":       mp.cosh,
    "deg2rad":    mp.radians,
    "exp":        mp.exp,
    "exp2":       lambda x: mp.mpf(2) ** x,
    "expm1":      mp.expm1,
    "fabs":       mp.fabs,
    "log":        mp.log,
    "log10":      mp.log10,
    "log1p":      lambda x: mp.log(1 + x),
    "log2":       lambda x: mp.log(x, 2),
    "negative":   lambda x: -x,
    "rad2deg":    mp.degrees,
    "reciprocal": lambda x: 1 / x,
    "relu":       lambda x: max(x, 0),
    "sigmoid":    lambda x: 1 / (1 + mp.exp(-x)),
    "log_sigmoid": lambda x: -mp.log(1 + mp.exp(-x)),
    "sin":        mp.sin,
    "sinc":       mp.sincpi,
    "sinh":       mp.sinh,
    "softplus":   lambda x: mp.log(1 + mp.exp(x)),
    "sqrt":       mp.sqrt,
    "square":     lambda x: x * x,
    "tan":        mp.tan,
    "tanh":       mp.tanh,
    "special.digamma": lambda x: mp.digamma(x) if x > 0 else 1j,
    "special.erf": mp.erf,
    "special.erfc": mp.erfc,
    "special.erfinv": mp.erfinv,
    "special.gammaln": lambda x: mp.loggamma(x) if x > 0 else 1j,
    "special.i0": lambda x: mp.besseli(0, x),
    "special.i1": lambda x: mp.besseli(1, x),
    "special.ndtr": mp.ncdf,
    "special.log_ndtr": lambda x: mp.log(mp.ncdf(x)),
    "special.logit": lambda x: mp.log(x / (1 - x)),
}
# fmt: on


def function_of(name):
    found = ad
    for part in name.split("."):
        found = getattr(found, part)
    return found


def difference(f, x):
    """Return f′(x) with some 100 correct digits, None where f is not real about x."""
    h = mp.mpf(10) ** -40 * min(abs(x) or 1, 1)
    try:
        high, low = f(x + h), f(x - h)
    except (ValueError, ZeroDivisionError, mpmath.libmp.NoConvergence):
        return None
    if high is None or low is None or mp.im(high) != 0 or mp.im(low) != 0:
        return None
    slope = (high - low) / (2 * h)
    return slope if mp.isfinite(slope) else None


def close(found, f, x, roundings):
    """Assert that f′(x) was found, up to some roundings of it and of x."""
    expected = difference(f, mp.mpf(x))
    moved = difference(f, mp.mpf(x) * (1 + mp.mpf(EPS)))
    if expected is None or moved is None or abs(expected) > np.finfo(float).max:
        pytest.skip("not a real finite slope")
    allowed = (
        roundings * (EPS * abs(expected) + abs(moved - expected)) + 4 * np.finfo(float).smallest_subnormal
    )
    assert abs(mp.mpf(float(found)) - expected) <= allowed, f"{found!r} for {mp.nstr(expected, 20)}"


@pytest.mark.parametrize("x", POINTS)
@pytest.mark.parametrize("name", VALUES)
def test_push_and_pull_give_the_slope(name, x):
    f = function_of(name)
    with np.errstate(all="ignore"):
        _, pushed = engine.jvp(f, (x,), (1.0,))
        _, pull = engine.vjp(f, x)
        (pulled,) = pull(1.0)
    assert pushed == pulled or np.isnan(pushed)
    close(pushed, VALUES[name], x, 4)


SMOOTH = [
    "sin",
    "exp",
    "tanh",
    "sigmoid",
    "softplus",
    "sinc",
    "log1p",
    "expm1",
    "atan",
    "asinh",
    "sqrt",
    "log",
]


@pytest.mark.parametrize("x", [0.5, -0.75, 3.0, 20.0, 1e-8, 300.0])
@pytest.mark.parametrize("name", SMOOTH)
def test_second_derivatives(name, x):
    with np.errstate(all="ignore"):
        found = engine.grad(engine.grad(function_of(name)))(x)
    close(found, lambda t: difference(VALUES[name], t), x, 16)


@pytest.mark.parametrize("z", [0.5 + 0.25j, -1.5 + 2j, 0.25 - 3j])
@pytest.mark.parametrize(
    "name",
    [
        "acos",
        "acosh",
        "asin",
        "asinh",
        "atan",
        "atanh",
        "cos",
        "cosh",
        "exp",
        "expm1",
        "log",
        "log10",
        "log1p",
        "log2",
        "reciprocal",
        "sin",
        "sinc",
        "sinh",
        "sqrt",
        "square",
        "tan",
        "tanh",
    ],
)
def test_analytic_functions_have_their_complex_derivative(name, z):
    f = VALUES[name]
    h = mp.mpf(10) ** -50
    expected = complex((f(mp.mpmathify(z) + h) - f(mp.mpmathify(z) - h)) / (2 * h))
    found = engine.holomorphic_grad(function_of(name))(z)
    assert abs(found - expected) <= 16 * EPS * max(abs(expected), abs(z) * abs(expected) ** 2)


@pytest.mark.parametrize("name", ["ceil", "floor", "round", "trunc", "sign"])
def test_steps_have_derivative_zero(name):
    assert engine.grad(function_of(name))(1.25) == 0.0
    assert engine.jvp(function_of(name), (1.25,), (1.0,))[1] == 0.0


PARAMETERS = [
    ("gammainc", 0, lambda a, x: mp.gammainc(a, 0, x, regularized=True), (0.5, 0.25)),
    ("gammainc", 0, lambda a, x: mp.gammainc(a, 0, x, regularized=True), (2.5, 30.0)),
    ("gammaincc", 0, lambda a, x: mp.gammainc(a, x, mp.inf, regularized=True), (17.0, 3.0)),
    ("betainc", 0, lambda a, b, x: mp.betainc(a, b, 0, x, regularized=True), (0.5, 2.0, 0.25)),
    ("betainc", 1, lambda a, b, x: mp.betainc(a, b, 0, x, regularized=True), (9.0, 0.5, 0.9375)),
    ("zeta", 0, mp.zeta, (1.5, 0.25)),
    ("zeta", 1, mp.zeta, (20.0, 3.0)),
    ("beta", 0, mp.beta, (2.0, 1e-6)),
    ("betaln", 1, lambda a, b: mp.log(mp.beta(a, b)), (0.5, 3.0)),
    ("rel_entr", 0, lambda a, b: a * mp.log(a / b), (1.0, 1.0 + EPS)),
    ("kl_div", 1, lambda a, b: a * mp.log(a / b) - a + b, (1.0, 1.0 + EPS)),
    ("xlogy", 0, lambda a, b: a * mp.log(b), (0.0, 3.0)),
]


@pytest.mark.parametrize(("name", "argument", "value", "point"), PARAMETERS)
def test_slopes_towards_parameters(name, argument, value, point):
    found = engine.grad(function_of(f"special.{name}"), argument)(*point)
    along = lambda t: value(*(t if i == argument else mp.mpf(x) for i, x in enumerate(point)))
    with mp.workdps(60):
        step = mp.mpf(10) ** -25
        x = mp.mpf(point[argument])
        expected = (along(x + step) - along(x - step)) / (2 * step)
    # Integrals and series of some hundred terms: two hundred roundings.
    assert abs(found - expected) <= 200 * EPS * abs(expected)
