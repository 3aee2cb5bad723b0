"""Slopes of special functions towards their parameters, for which no closed form is known.

The incomplete gamma and beta functions are probabilities. Moving a parameter a moves
the density w by w · (ln t - mean of ln t), so the slope is the integral of that over
one side of x: the side on which the bracket keeps its sign, lest it cancel. The
integrals are taken by the double exponential rule, with s = exp(τ - exp(-τ)).

Source: Takahasi and Mori 1974, Double exponential formulas for numerical integration
"""

# ruff: noqa: PLR0913, PLR0917 -- integrands take s and all that the density has

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.reference_engine.numpy.kernels import of_scipy
from adspec.reference_engine.tracing import Primitive

digamma, gammaln, betaln = of_scipy("digamma"), of_scipy("gammaln"), of_scipy("betaln")

STEP = 1 / 64


def integral(f: Any, reach: Any, *parameters: Any) -> Any:
    """Return ∫₀^∞ f(s, *parameters) ds, entry by entry, for an f that is over at s = reach."""
    top = np.log(np.clip(np.nanmax(reach, initial=1.0), 1.0, 1e12)) + 1
    tau = np.arange(-4.0, top, STEP)
    nodes = np.exp(tau - np.exp(-tau))
    weights = STEP * (1 + np.exp(-tau)) * nodes
    values = f(nodes, *(np.asarray(p)[..., None] for p in parameters))
    return np.where(np.isfinite(values), values, 0.0) @ weights


def widened(function: Any) -> Any:
    """Return the function computed in double precision, rounded to its arguments' dtype."""

    def rounded(*args: Any) -> Any:
        arrays = [np.asarray(x) for x in args]
        dtype = np.result_type(*(x for x in arrays if x.dtype.kind == "f"))
        wide = np.broadcast_arrays(*(x.astype(np.float64) for x in arrays))
        with np.errstate(all="ignore"):
            return function(*wide).astype(dtype)[()]

    return rounded


def gamma_tail(s: Any, a: Any, x: Any, mean: Any, way: Any) -> Any:
    """Return the integrand at t = x exp(±s), the density without its value at x."""
    return np.exp(a * way * s - x * np.expm1(way * s)) * (np.log(x) + way * s - mean)


@widened
def gammainc_slope(a: Any, x: Any) -> Any:
    """Return ∂P(a, x)/∂a.

    Math: ∫₀ˣ w (ln t - ψ(a)) dt = -∫ₓ^∞ w (ln t - ψ(a)) dt, w = tᵃ⁻¹ e⁻ᵗ / Γ(a)
    """
    mean = digamma(a)
    way = np.where(np.log(x) < mean, -1.0, 1.0)
    density = np.exp(a * np.log(x) - x - gammaln(a))
    reach = np.where(way < 0, 50 / a, np.log1p((a + 50) / x))
    slope = -way * density * integral(gamma_tail, reach, a, x, mean, way)
    return np.where((x > 0) & np.isfinite(x), slope, 0.0)


def beta_side(s: Any, a: Any, b: Any, x: Any, rest: Any, mean: Any) -> Any:
    """Return the integrand at t = x exp(-s), without the density's factor xᵃ."""
    # 1 - t as rest + x (1 - exp(-s)), which does not cancel where x is nearly 1
    return np.exp(-a * s + (b - 1) * np.log(rest - x * np.expm1(-s))) * (np.log(x) - s - mean)


def beta_other_side(s: Any, a: Any, b: Any, x: Any, rest: Any, mean: Any) -> Any:
    """Return the integrand at 1 - t = rest exp(-s), without the density's factor restᵇ."""
    logarithm = np.log(x - rest * np.expm1(-s))
    return np.exp((a - 1) * logarithm - b * s) * (logarithm - mean)


def beta_slope(a: Any, b: Any, x: Any, rest: Any) -> Any:
    """Return ∂I_x(a, b)/∂a, where rest = 1 - x.

    Math: ∫₀ˣ w (ln t - m) dt = -∫ₓ¹ w (ln t - m) dt, m = ψ(a) - ψ(a + b)
    """
    mean = digamma(a) - digamma(a + b)
    below = np.exp(a * np.log(x) - betaln(a, b)) * integral(beta_side, 50 / a, a, b, x, rest, mean)
    above = np.exp(b * np.log(rest) - betaln(a, b)) * integral(beta_other_side, 50 / b, a, b, x, rest, mean)
    slope = np.where(np.log(x) < mean, below, -above)
    return np.where((x > 0) & (x < 1), slope, 0.0)


@widened
def betainc_slope_a(a: Any, b: Any, x: Any) -> Any:
    """Return ∂I_x(a, b)/∂a."""
    return beta_slope(a, b, x, 1 - x)


@widened
def betainc_slope_b(a: Any, b: Any, x: Any) -> Any:
    """Return ∂I_x(a, b)/∂b, from I_x(a, b) = 1 - I_{1-x}(b, a)."""
    return -beta_slope(b, a, 1 - x, x)


# Bernoulli numbers B₂, B₄, … divided by (2k)!
BERNOULLI = (
    1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160, -691 / 1307674368000,
    1 / 74724249600, -3617 / 10670622842880000, 43867 / 5109094217170944000,
)  # fmt: skip
TERMS = 12


@widened
def zeta_slope(s: Any, q: Any) -> Any:
    """Return ∂ζ(s, q)/∂s.

    Math: -Σ ln(q + k) (q + k)⁻ˢ, the tail by the Euler-Maclaurin formula
    """
    k = q[..., None] + np.arange(TERMS)
    total = -np.sum(np.log(k) * k ** -s[..., None], axis=-1)
    n = q + TERMS
    log, power = np.log(n), n**-s
    total -= n * power / (s - 1) * (log + 1 / (s - 1)) + log * power / 2
    rising, slope = s, np.ones_like(s)  # s (s+1) ⋯ (s+2k-2), and its derivative
    for k2, weight in enumerate(BERNOULLI):
        scale = weight * power / n ** (2 * k2 + 1)
        total += scale * (slope - rising * log)
        for step in (2 * k2 + 1, 2 * k2 + 2):
            rising, slope = rising * (s + step), slope * (s + step) + rising
    return total


gamma_parameter = Primitive("special.gammainc_slope", gammainc_slope)
beta_parameter_a = Primitive("special.betainc_slope_a", betainc_slope_a)
beta_parameter_b = Primitive("special.betainc_slope_b", betainc_slope_b)
zeta_parameter = Primitive("special.zeta_slope", zeta_slope)
