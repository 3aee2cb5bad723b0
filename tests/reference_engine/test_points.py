"""Choices at kinks and ties, and finite answers wherever the truth is finite."""

import math

import numpy as np
import pytest

import adspec.reference_engine as engine
from adspec.reference_engine import numpy as ad

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # values at poles warn, as in NumPy


def slopes(f, *xs):
    return engine.grad(lambda *xs: ad.sum(f(*xs)), tuple(range(len(xs))))(*xs)


# ---- kinks and ties: in the hull, documented, forward as in reverse


@pytest.mark.parametrize(
    ("f", "x", "expected"),
    [
        (ad.abs, 0.0, 0.0),
        (ad.fabs, 0.0, 0.0),
        (ad.relu, 0.0, 0.0),
        (lambda x: ad.maximum(x, 0.0), 0.0, 0.5),
        (lambda x: ad.minimum(0.0, x), 0.0, 0.5),
        (lambda x: ad.fmax(x, x), 3.0, 1.0),
        (lambda x: ad.fmax(x, np.nan), 3.0, 1.0),
        (lambda x: ad.clip(x, 0.0, 1.0), 0.0, 0.5),
        (lambda x: ad.clip(x, 0.0, 1.0), 1.0, 0.5),
        (lambda x: ad.clip(x, 0.0, 1.0), 0.5, 1.0),
        (lambda x: ad.clip(x, 0.0), -1.0, 0.0),
        (lambda x: ad.clip(0.5, 0.0, x), 0.25, 1.0),
        (lambda x: ad.hypot(x, 0.0), 0.0, 0.0),
        (ad.nn.leaky_relu, 0.0, 1.0),
        (ad.nn.elu, 0.0, 1.0),
    ],
)
def test_kinks(f, x, expected):
    assert engine.grad(f)(x) == expected
    assert engine.jvp(f, (x,), (1.0,))[1] == expected


@pytest.mark.parametrize(
    ("f", "x", "expected"),
    [
        (ad.max, [1.0, 1.0, 0.0], [0.5, 0.5, 0.0]),
        (ad.min, [2.0, 1.0, 1.0, 1.0], [0.0, 1 / 3, 1 / 3, 1 / 3]),
        (ad.ptp, [1.0, 1.0], [0.0, 0.0]),
        (lambda x: ad.sort(x)[0], [2.0, 1.0, 1.0], [0.0, 1.0, 0.0]),
        (ad.median, [3.0, 1.0, 2.0], [0.0, 0.0, 1.0]),
        (ad.median, [3.0, 1.0], [0.5, 0.5]),
        (lambda x: ad.quantile(x, 0.25), [0.0, 4.0, 8.0], [0.5, 0.5, 0.0]),
        (lambda x: ad.lax.top_k(x, 2)[0], [1.0, 5.0, 3.0], [0.0, 1.0, 1.0]),
    ],
)
def test_ties_and_orders(f, x, expected):
    assert slopes(f, np.array(x))[0].tolist() == expected


# ---- no NaN trap


@pytest.mark.parametrize(
    ("f", "x", "expected"),
    [
        (lambda x: ad.where(x > 0, ad.log(x), 0.0), [-1.0, 0.0, 2.0], [0.0, 0.0, 0.5]),
        (lambda x: ad.where(x > 0, ad.sqrt(x), 0.0), [-1.0, 0.0, 4.0], [0.0, 0.0, 0.25]),
        (lambda x: ad.where(x != 0, 1 / x, 0.0), [0.0, 2.0], [0.0, -0.25]),
        (lambda x: ad.where(x != 0, ad.sin(x) / x, 1.0), [0.0], [0.0]),
        (lambda x: ad.where(x > 0, x * ad.log(x), 0.0), [0.0, 1.0], [0.0, 1.0]),
        (lambda x: x**0, [0.0, 2.0], [0.0, 0.0]),
        (lambda x: x**1, [0.0], [1.0]),
        (lambda x: x**2, [0.0], [0.0]),
        (lambda x: x**0.0, [0.0], [0.0]),
        (lambda x: 0.0**x, [2.0], [0.0]),
        (ad.prod, [0.0, 2.0, 3.0], [6.0, 0.0, 0.0]),
        (ad.prod, [0.0, 0.0, 3.0], [0.0, 0.0, 0.0]),
        (ad.cumulative_prod, [2.0, 0.0, 3.0], [1.0, 8.0, 0.0]),
        (ad.std, [2.0, 2.0], [0.0, 0.0]),
        (ad.linalg.norm, [0.0, 0.0], [0.0, 0.0]),
        (ad.linalg.norm, [3e-160, 4e-160], [0.6, 0.8]),
        (ad.linalg.norm, [3e180, 4e180], [0.6, 0.8]),
        (ad.sinc, [0.0], [0.0]),
        (ad.tanh, [0.0, 1e4], [1.0, 0.0]),
        (ad.sigmoid, [-1e4, 1e4], [0.0, 0.0]),
        (ad.softplus, [-1e4, 1e4], [0.0, 1.0]),
        (lambda x: ad.logaddexp(x, 1e4), [1e4, -1e4], [0.5, 0.0]),
        (ad.logsumexp, [1000.0, 1000.0, -np.inf], [0.5, 0.5, 0.0]),
        (ad.special.xlogy, [0.0], None),
        (lambda b: ad.special.rel_entr(0.0, b), [0.0, 2.0], [0.0, 0.0]),
        (lambda b: ad.special.kl_div(0.0, b), [0.0, 2.0], [1.0, 1.0]),
    ],
)
def test_finite_truth_finite_answer(f, x, expected):
    if expected is None:
        assert slopes(f, np.array(x), np.array([2.0]))[1].tolist() == [0.0]
    else:
        assert slopes(f, np.array(x))[0] == pytest.approx(expected, rel=1e-15)


def test_a_pull_of_a_unit_vector_is_not_spoilt_by_infinite_slopes_elsewhere():
    _, pull = engine.vjp(ad.sqrt, np.array([0.0, 4.0]))
    assert pull(np.array([0.0, 1.0]))[0].tolist() == [0.0, 0.25]
    assert pull(np.array([1.0, 0.0]))[0].tolist() == [math.inf, 0.0]
    assert engine.jvp(ad.sqrt, (np.array([0.0, 4.0]),), (np.array([0.0, 1.0]),))[1].tolist() == [0.0, 0.25]


@pytest.mark.parametrize(
    ("f", "x", "expected"),
    [
        (lambda x: x**2, 0.0, 2.0),
        (lambda x: x**1, 0.0, 0.0),
        (lambda x: x**0, 0.0, 0.0),
        (lambda x: x**2.5, 0.0, 0.0),
        (ad.sinc, 0.0, -(math.pi**2) / 3),
        (ad.tanh, 0.0, 0.0),
        (ad.sigmoid, 800.0, 0.0),
        (lambda x: ad.where(x > 0, ad.sqrt(x), x * x), -1.0, 2.0),
    ],
)
def test_second_derivatives_are_finite_too(f, x, expected):
    assert engine.grad(engine.grad(f))(x) == pytest.approx(expected, rel=4e-15, abs=1e-300)


def test_the_third_derivative_of_tanh_at_zero():
    assert engine.grad(engine.grad(engine.grad(ad.tanh)))(0.0) == -2.0


def test_the_hessian_of_a_product_with_one_and_with_two_zeros():
    H = engine.hessian(ad.prod)
    assert H(np.array([0.0, 2.0, 3.0])).tolist() == [[0.0, 3.0, 2.0], [3.0, 0.0, 0.0], [2.0, 0.0, 0.0]]
    assert H(np.array([0.0, 0.0, 3.0])).tolist() == [[0.0, 3.0, 0.0], [3.0, 0.0, 0.0], [0.0, 0.0, 0.0]]


def test_the_determinant_of_a_singular_matrix_has_its_minors_as_derivative():
    a = np.array([[1.0, 2.0], [2.0, 4.0]])
    assert engine.grad(ad.linalg.det)(a).tolist() == [[4.0, -2.0], [-2.0, 1.0]]
    assert engine.hessian(ad.linalg.det)(a)[0, 0].tolist() == [[0.0, 0.0], [0.0, 1.0]]


@pytest.mark.parametrize("scale", [1e-160, 1.0, 1e150])
def test_angles_and_lengths_at_any_scale(scale):
    y, x = 3.0 * scale, 4.0 * scale
    assert slopes(ad.hypot, y, x) == pytest.approx((0.6, 0.8), rel=1e-15)
    assert slopes(ad.atan2, y, x) == pytest.approx((0.16 / scale, -0.12 / scale), rel=1e-15)
    assert slopes(ad.divide, y, x) == pytest.approx((0.25 / scale, -0.1875 / scale), rel=1e-15)


def test_the_slope_of_sinc_near_zero():
    assert engine.grad(ad.sinc)(1e-8) == pytest.approx(-(math.pi**2) / 3 * 1e-8, rel=1e-15)


def test_the_slope_of_sinc_at_a_subnormal_number():
    subnormal = 5e-324  # what such numbers are multiples of
    assert engine.grad(ad.sinc)(1e-310) == pytest.approx(-(math.pi**2) / 3 * 1e-310, rel=0, abs=4 * subnormal)


def test_a_saturated_softmax_keeps_its_digits():
    # d p₁ / d x₁ = p₁ (1 - p₁), where 1 - p₁ = exp(-40) is lost in p₁
    _, Ju = engine.jvp(ad.softmax, (np.array([40.0, 0.0]),), (np.array([1.0, 0.0]),))
    assert Ju == pytest.approx([math.exp(-40), -math.exp(-40)], rel=1e-14)


@pytest.mark.parametrize("axis", [(0, 1), None, 0])
def test_a_softmax_over_any_axes_keeps_its_digits(axis):
    # J u = Σ pᵢ (u₀ - uᵢ) at the first entry, where p₀ is nearly 1: 3/(3 + e⁴⁰) for u = (1, 0, 0, 0)
    x, u = np.array([[40.0], [0.0], [0.0], [0.0]]), np.array([[1.0], [0.0], [0.0], [0.0]])
    for f in (ad.log_softmax, ad.softmax):
        _, Ju = engine.jvp(lambda x, f=f: f(x, axis=axis), (x,), (u,))
        assert Ju[0, 0] == pytest.approx(3 / (3 + math.exp(40)), rel=1e-14)


def test_heaviside_passes_on_what_stands_at_zero():
    # heaviside(a, b) is b where a is 0, and constant elsewhere.
    a, b = np.array([0.0, 2.0, -1.0]), np.array([0.5, 3.0, -0.25])
    assert [slope.tolist() for slope in slopes(ad.heaviside, a, b)] == [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]


def test_the_pull_of_log_softmax_keeps_its_digits_where_one_probability_is_nearly_1():
    """Of two entries: v₁ p₂ - v₂ p₁ and its negative, no term of which cancels."""
    v, p = (-6290000.0, 1.0), 1 / (1 + math.exp(-5.0))
    wanted = v[0] * math.exp(-5.0) * p - v[1] * p
    _, pull = engine.vjp(ad.nn.log_softmax, np.array([2.0, -3.0]))
    assert pull(np.array(v))[0].tolist() == pytest.approx([wanted, -wanted], rel=1e-15)


def test_the_determinant_of_a_small_matrix_that_is_nearly_singular_is_a_polynomial():
    """Its mixed derivatives are 1, 0 and -1, whatever the entries."""
    a = np.array([[1.9, 0.33], [5.7, 0.99 + 1e-9]])
    found = engine.hessian(lambda x: ad.linalg.det(ad.reshape(x, (2, 2))))(a.ravel())
    assert found.tolist() == [[0, 0, 0, 1], [0, 0, -1, 0], [0, -1, 0, 0], [1, 0, 0, 0]]


def test_log_softmax_and_logsumexp_keep_the_digits_of_what_is_added_to_the_largest():
    """Of two entries: log(1 + e⁻ᵈ) over the larger, be the power of the smaller one lost in the sum."""
    assert ad.nn.log_softmax(np.array([2.0, -3.0]))[0] == pytest.approx(-math.log1p(math.exp(-5)), rel=4e-16)
    assert ad.special.logsumexp(np.array([0.0, -40.0])) == pytest.approx(math.exp(-40), rel=4e-16)
    assert ad.special.logsumexp(np.zeros((0, 3)), 0).tolist() == [-math.inf] * 3
    assert ad.special.logsumexp(np.array([2.0, 2.0])) == pytest.approx(2 + math.log(2), rel=4e-16)


def test_a_norm_has_second_derivatives_where_an_entry_is_0():
    """Of |x|: (1 - x xᵀ/|x|²)/|x|."""
    assert engine.hessian(ad.linalg.norm)(np.array([0.0, 2.0])).tolist() == [[0.5, 0.0], [0.0, 0.0]]


def test_the_largest_singular_value_has_second_derivatives_where_the_others_are_0():
    """Of [[x, y]] stacked on itself: |(x, y)| √2, a norm again; and x apart, as [[1 + t, 0], [1 - t, 0]]."""
    twice = lambda x: ad.linalg.norm(ad.stack([x, x]), 2)
    wanted = np.sqrt(2) * np.array([[0.16, -0.12], [-0.12, 0.09]]) / 0.125
    assert engine.hessian(twice)(np.array([0.3, 0.4])) == pytest.approx(wanted, rel=1e-14)
    apart = lambda t: ad.linalg.norm(ad.stack([ad.stack([1 + t, 0.0]), ad.stack([1 - t, 0.0])]), 2)
    assert engine.hessian(apart)(0.0) == pytest.approx(np.sqrt(2), rel=1e-14)  # of √(2 + 2t²)
