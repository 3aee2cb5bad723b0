"""The truth of special functions and activations against mpmath's own derivative, bit for bit."""

import mpmath
import numpy as np
import pytest
from mpmath import mp

from adspec.truth import truth_of

# fmt: off
ONE_ARGUMENT = {
    "erf":      (mp.erf,                                    (0.5, -3.0, 5.0)),
    "erfc":     (mp.erfc,                                   (0.5, -3.0, 20.0)),
    "erfcx":    (lambda x: mp.exp(x * x) * mp.erfc(x),      (0.5, -3.0, 20.0)),
    "erfinv":   (mp.erfinv,                                 (0.5, -0.75)),
    "expit":    (lambda x: 1 / (1 + mp.exp(-x)),            (0.5, -20.0, 20.0)),
    "logit":    (lambda x: mp.log(x / (1 - x)),             (0.5, 0.125)),
    "ndtr":     (mp.ncdf,                                   (0.5, -20.0)),
    "log_ndtr": (lambda x: mp.log(mp.ncdf(x)),              (0.5, -20.0)),
    "ndtri":    (lambda p: mp.sqrt(2) * mp.erfinv(2 * p - 1), (0.25, 0.875)),
    "gamma":    (mp.gamma,                                  (0.5, 3.0, -1.5, 100.0)),
    "gammaln":  (lambda x: mp.log(abs(mp.gamma(x))),        (0.5, 3.0, -1.5)),
    "digamma":  (mp.digamma,                                (0.5, 3.0, -1.5)),
    "i0":       (lambda x: mp.besseli(0, x),                (0.5, -3.0)),
    "i0e":      (lambda x: mp.exp(-x) * mp.besseli(0, x),   (0.5, 30.0)),
    "i1":       (lambda x: mp.besseli(1, x),                (0.5, -3.0)),
    "i1e":      (lambda x: mp.exp(-x) * mp.besseli(1, x),   (0.5, 30.0)),
    "j0":       (lambda x: mp.besselj(0, x),                (0.5, -3.0, 50.0)),
    "j1":       (lambda x: mp.besselj(1, x),                (0.5, -3.0)),
    "y0":       (lambda x: mp.bessely(0, x),                (0.5, 3.0)),
    "y1":       (lambda x: mp.bessely(1, x),                (0.5, 3.0)),
    "entr":     (lambda x: -x * mp.log(x),                  (0.5, 3.0)),
    "expi":     (mp.ei,                                     (0.5, -3.0)),
    "exp1":     (mp.e1,                                     (0.5, 20.0)),
    "spence":   (lambda x: mp.polylog(2, 1 - x),            (0.5, 3.0)),
    "dawsn":    (lambda x: mp.sqrt(mp.pi) / 2 * mp.exp(-x * x) * mp.erfi(x), (0.5, -3.0)),
}
TWO_ARGUMENTS = {
    "beta":      (mp.beta,                                             (0.5, 3.0)),
    "betaln":    (lambda a, b: mp.log(mp.beta(a, b)),                  (0.5, 3.0)),
    "gammainc":  (lambda s, x: mp.gammainc(s, 0, x, regularized=True), (0.5, 3.0)),
    "gammaincc": (lambda s, x: mp.gammainc(s, x, regularized=True),    (0.5, 3.0)),
    "rel_entr":  (lambda a, b: a * mp.log(a / b),                      (0.5, 3.0)),
    "kl_div":    (lambda a, b: a * mp.log(a / b) - a + b,              (0.5, 3.0)),
    "xlogy":     (lambda a, b: a * mp.log(b),                          (-0.5, 3.0)),
    "xlog1py":   (lambda a, b: a * mp.log1p(b),                        (-0.5, 3.0)),
    "zeta":      (mp.zeta,                                             (2.5, 0.75)),
}
WITH_AN_ORDER = {
    "polygamma": (mp.polygamma, (0.5, 3.0)),
    "jn":        (mp.besselj,   (0.5, 3.0)),
    "yn":        (mp.bessely,   (0.5, 3.0)),
}
# fmt: on


@pytest.fixture(autouse=True)
def digits():
    with mpmath.workdps(60):
        yield


def same(found, derivative):
    """Return whether a float is the derivative but for the last bit (mpmath's own is a difference, too)."""
    return float(found) == pytest.approx(float(derivative), rel=3e-16, abs=0)


@pytest.mark.parametrize(("name", "x"), [(n, x) for n, (_, points) in ONE_ARGUMENT.items() for x in points])
def test_a_function_of_one_argument(case, name, x):
    truth = truth_of(case(f"special.{name}(x)", x))
    expected = mpmath.diff(ONE_ARGUMENT[name][0], mpmath.mpf(x))
    assert same(truth.Ju[0].lo, expected)
    assert same(truth.JTv[0].hi, expected)


@pytest.mark.parametrize("name", TWO_ARGUMENTS)
def test_a_function_of_two_arguments(case, name):
    f, (a, b) = TWO_ARGUMENTS[name]
    truth = truth_of(case(f"special.{name}(x0, x1)", (a, b)))
    for position, pulled in enumerate(truth.JTv):
        order = (1, 0) if position == 0 else (0, 1)
        assert same(pulled.lo, mpmath.diff(f, (mpmath.mpf(a), mpmath.mpf(b)), order))


@pytest.mark.parametrize("order", [0, 1, 2])
@pytest.mark.parametrize("name", WITH_AN_ORDER)
def test_a_function_with_an_integer_order(case, name, order):
    f, points = WITH_AN_ORDER[name]
    for x in points:
        truth = truth_of(case(f"special.{name}({order}, x)", x))
        assert same(truth.Ju[0].lo, mpmath.diff(lambda t: f(order, t), mpmath.mpf(x)))


def test_the_incomplete_beta_function(case):
    a, b, x = (mpmath.mpf(p) for p in (0.5, 3.0, 0.25))
    truth = truth_of(case("special.betainc(x0, x1, x2)", (0.5, 3.0, 0.25)))
    slope = x ** (a - 1) * (1 - x) ** (b - 1) / mp.beta(a, b)
    assert same(truth.JTv[2].lo, slope)
    by_a = mpmath.diff(lambda t: mp.betainc(t, b, 0, x, regularized=True), a)
    assert same(truth.JTv[0].lo, by_a)


@pytest.mark.parametrize("name", ["gammainc", "gammaincc"])
def test_an_incomplete_gamma_function_has_no_value_where_both_arguments_are_zero(case, name):
    # P(a, 0) = 0 for every a > 0, P(0, x) = 1 for every x > 0.
    body = f"special.{name}(x0, x1)"
    assert np.isnan(truth_of(case(body, (0.0, 0.0))).y[0].lo)
    assert float(truth_of(case(body, (1.0, 0.0))).y[0].lo) == (0.0 if name == "gammainc" else 1.0)


def test_xlogy_is_flat_in_its_second_argument_where_the_first_is_zero(case):
    truth = truth_of(case("special.xlogy(x0, x1)", (0.0, 2.0)))
    assert [float(t.lo) for t in truth.JTv] == [float(mp.log(2)), 0.0]


@pytest.mark.parametrize(
    ("text", "x", "slope"),
    [
        ("nn.softplus(x)", -700.0, lambda x: 1 / (1 + mp.exp(-x))),
        ("nn.sigmoid(x)", -700.0, lambda x: mp.exp(-x) / (1 + mp.exp(-x)) ** 2),
        ("nn.silu(x)", 1.5, lambda x: mpmath.diff(lambda t: t / (1 + mp.exp(-t)), x)),
        ("nn.mish(x)", 1.5, lambda x: mpmath.diff(lambda t: t * mp.tanh(mp.log(1 + mp.exp(t))), x)),
        ("nn.gelu(x, approximate=False)", 1.5, lambda x: mp.ncdf(x) + x * mp.npdf(x)),
        ("nn.soft_sign(x)", -1.5, lambda x: 1 / (1 + abs(x)) ** 2),
        ("nn.elu(x)", -1.5, mp.exp),
        ("nn.hard_silu(x)", 1.5, lambda x: (2 * x + 3) / 6),
    ],
)
def test_an_activation(case, text, x, slope):
    assert same(truth_of(case(text, x)).Ju[0].lo, slope(mpmath.mpf(x)))


def test_softmax_pulls_back_to_a_tangent_of_the_simplex(case):
    truth = truth_of(case("nn.softmax(x)", np.array([1.0, 2.0, 0.5]), v=np.array([1.0, -0.5, 2.0])))
    p = [mp.exp(t) / sum(map(mp.exp, (1, 2, 0.5))) for t in (1, 2, 0.5)]
    inner = p[0] * 1 - p[1] / 2 + p[2] * 2
    assert truth.JTv[0].lo.tolist() == [float(q * (w - inner)) for q, w in zip(p, (1, -0.5, 2), strict=True)]
