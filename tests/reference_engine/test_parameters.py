"""Second derivatives towards the parameters of special functions, against mpmath's differences."""

import mpmath
import numpy as np
import pytest

from adspec.reference_engine import grad, hessian, vjp
from adspec.reference_engine import numpy as ad

pytest.importorskip("scipy")

# fmt: off
FUNCTIONS = {
    "gammainc":  (ad.special.gammainc,  lambda a, x: mpmath.gammainc(a, 0, x, regularized=True)),
    "gammaincc": (ad.special.gammaincc, lambda a, x: mpmath.gammainc(a, x, regularized=True)),
    "betainc":   (ad.special.betainc,   lambda a, b, x: mpmath.betainc(a, b, 0, x, regularized=True)),
    "zeta":      (ad.special.zeta,      mpmath.zeta),
}
POINTS = {
    "gammainc":  [(0.25, 0.3), (2.0, 0.1), (2.0, 5.0), (30.0, 25.0)],
    "gammaincc": [(0.25, 2.0), (3.0, 1.5)],
    "betainc":   [(1.5, 3.0, 0.25), (0.5, 0.75, 0.9), (8.0, 2.0, 0.75)],
    "zeta":      [(2.0, 1.5), (1.125, 0.5), (7.0, 3.0)],
}
# fmt: on


@pytest.mark.parametrize(("name", "point"), [(n, p) for n, points in POINTS.items() for p in points])
def test_second_derivatives_towards_parameters_have_ten_digits(name, point):
    ours, theirs = FUNCTIONS[name]

    found = hessian(lambda x: ours(*(x[i] for i in range(len(point)))))(ad.asarray(point))

    with mpmath.workdps(40):
        places = [(i, j) for i in range(len(point)) for j in range(len(point))]
        order = lambda i, j: tuple((k == i) + (k == j) for k in range(len(point)))
        wanted = [float(mpmath.diff(theirs, point, order(*place))) for place in places]
    assert found.ravel().tolist() == pytest.approx(wanted, rel=1e-10)


@pytest.mark.parametrize(
    ("a", "b"), [(308.0, 0.00107), (937.0, 1.5e-8), (1e6, 20.0), (3.0, 1e8), (41.0, 96.0)]
)
def test_the_beta_function_has_its_digits_where_logarithms_of_gamma_functions_cancel(a, b):
    with mpmath.workdps(40):
        value = mpmath.beta(a, b)
        logarithm, slope = float(mpmath.log(value)), float(mpmath.diff(mpmath.beta, (a, b), (1, 0)))
    assert ad.special.betaln(a, b) == pytest.approx(logarithm, rel=4e-15)
    assert ad.special.beta(a, b) == pytest.approx(float(value), rel=1e-13)
    assert grad(ad.special.beta)(a, b) == pytest.approx(slope, rel=1e-13)


@pytest.mark.parametrize("f", [ad.special.gammainc, ad.special.gammaincc, ad.special.xlogy, ad.special.jv])
def test_float32_stays_float32_beside_a_python_float(f):
    y, pull = vjp(lambda x: f(0.5, x), np.array([2.0, 3.0], np.float32))
    assert (y.dtype, pull(y)[0].dtype) == (np.float32, np.float32)


def test_the_slope_of_beta_is_finite_beside_a_pole_in_float32():
    # near the pole B(a, b) is 1/a + 1/b: ∂B/∂b ≈ -1/b², whatever a
    a, b = np.array([3e-7, 2.0], np.float32), np.array([1e-5, 1e-5], np.float32)
    _, pull = vjp(lambda b: ad.special.beta(a, b), b)
    assert pull(np.ones(2, np.float32))[0].tolist() == pytest.approx([-1e10, -1e10], rel=1e-3)


@pytest.mark.parametrize(("a", "x"), [(133.0, 130.0), (20.5, 25.0), (1e4, 1e4 + 3)])
def test_the_density_of_the_gamma_distribution_keeps_its_digits_where_its_exponents_cancel(a, x):
    with mpmath.workdps(40):
        wanted = float(mpmath.diff(lambda t: mpmath.gammainc(a, 0, t, regularized=True), x))
    assert grad(ad.special.gammainc, 1)(a, x) == pytest.approx(wanted, rel=4e-15)


@pytest.mark.parametrize(
    ("f", "theirs", "x"),
    [(ad.special.exp1, mpmath.e1, 714.0), (ad.special.expi, mpmath.ei, 712.0)],
)
def test_exponential_integrals_have_a_slope_where_exp_leaves_the_floats(f, theirs, x):
    with mpmath.workdps(40):
        wanted = float(mpmath.diff(theirs, x))
    assert grad(f)(x) == pytest.approx(wanted, rel=1e-9)
    assert 0 < abs(wanted) < np.inf


def test_the_density_of_the_gamma_distribution_keeps_its_digits_far_from_its_peak():
    with mpmath.workdps(40):
        wanted = float(mpmath.diff(lambda t: mpmath.gammainc(64.25, 0, t, regularized=True), 0.0078125))
    assert grad(ad.special.gammainc, 1)(64.25, 0.0078125) == pytest.approx(wanted, rel=3e-13)
