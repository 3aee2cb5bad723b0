"""Slopes of special functions towards their parameters, for which no closed form is known.

The incomplete gamma and beta functions are probabilities. Moving a parameter a moves
the density w by w · (ln t - mean of ln t), so the slope is the integral of that over
one side of x: the side on which the bracket keeps its sign, lest it cancel. More of a
moves the density up, so the slope is negative, and is had from its logarithm: the
density alone may be no float. The integrals are taken by the double exponential
rule, with s = exp(τ - exp(-τ)).

Source: Takahasi and Mori 1974, Double exponential formulas for numerical integration
"""

# ruff: noqa: PLR0913, PLR0917 -- integrands take s and all that the density has

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.reference_engine.numpy.betas import log_beta
from adspec.reference_engine.numpy.kernels import of_scipy, widened
from adspec.reference_engine.tracing import Primitive

digamma, gammaln = of_scipy("digamma"), of_scipy("gammaln")

STEP = 1 / 64


def integral(f: Any, reach: Any, *parameters: Any) -> Any:
    """Return ∫₀^∞ f(s, *parameters) ds, entry by entry, for an f that is over at s = reach."""
    top = np.log(np.clip(np.nanmax(reach, initial=1.0), 1.0, 1e12)) + 1
    tau = np.arange(-4.0, top, STEP)
    nodes = np.exp(tau - np.exp(-tau))
    weights = STEP * (1 + np.exp(-tau)) * nodes
    values = f(nodes, *(np.asarray(p)[..., None] for p in parameters))
    return np.where(np.isfinite(values), values, 0.0) @ weights


def gamma_tail(s: Any, a: Any, x: Any, mean: Any, way: Any) -> Any:
    """Return the integrand at t = x exp(±s), the density without its value at x."""
    return np.exp(a * way * s - x * np.expm1(way * s)) * (np.log(x) + way * s - mean)


@widened
def gammainc_slope(a: Any, x: Any) -> Any:
    """Return ∂P(a, x)/∂a.

    Math: ∫₀ˣ w (ln t - ψ(a)) dt = -∫ₓ^∞ w (ln t - ψ(a)) dt, w = tᵃ⁻¹ e⁻ᵗ / Γ(a)
    """
    a = np.maximum(a, 1e-300)  # the limit, where 0 · ∞ would stand
    mean = digamma(a)
    far = np.maximum(x, 0.5)
    way = np.where(np.log(far) < mean, -1.0, 1.0)
    reach = np.where(way < 0, 50 / a, np.log1p((a + 50) / far))
    tail = np.log(np.abs(integral(gamma_tail, reach, a, far, mean, way)))
    slope = -np.exp(a * np.log(far) - far - gammaln(a) + tail)
    inside = np.where(x < 0.5, gamma_series(a, x), slope)
    return np.where((x > 0) & np.isfinite(x), inside, 0.0)


def gamma_series(a: Any, x: Any) -> Any:
    """Return ∂P(a, x)/∂a for x < 1/2, by Taylor's series, whose parts all have one sign.

    Math: P = xᵃ/Γ(1+a) (1 + a Σ (-x)ⁿ / (n! (a+n)))
    """
    inner, rest, term = np.ones_like(x), np.zeros_like(x), np.ones_like(x)
    for n in range(1, 20):
        term = term * -x / n
        inner = inner + a * term / (a + n)
        rest = rest + n * term / (a + n) ** 2
    parts = (np.log(x) - digamma(1 + a)) * inner + rest
    return -np.exp(a * np.log(x) - gammaln(1 + a) + np.log(-parts))


def beta_side(s: Any, a: Any, b: Any, x: Any, rest: Any, mean: Any) -> Any:
    """Return the integrand at t = x exp(-s), the density without its value at x."""
    # log (1 - t) - log (1 - x), by what 1 - t grows: it does not cancel where x is nearly 1
    growth = np.log1p(-x / rest * np.expm1(-s))
    return np.exp(-a * s + (b - 1) * growth) * (np.log(x) - s - mean)


def beta_other_side(s: Any, a: Any, b: Any, x: Any, rest: Any, mean: Any) -> Any:
    """Return the integrand at 1 - t = rest exp(-s), the density without its value at x."""
    growth = np.log1p(-rest / x * np.expm1(-s))
    return np.exp((a - 1) * growth - b * s) * (np.log(x) + growth - mean)


def beta_slope(a: Any, b: Any, x: Any, rest: Any) -> Any:
    """Return ∂I_x(a, b)/∂a, where rest = 1 - x.

    Math: ∫₀ˣ w (ln t - m) dt = -∫ₓ¹ w (ln t - m) dt, m = ψ(a) - ψ(a + b)
    """
    mean = digamma(a) - digamma(a + b)
    density = (a - 1) * np.log(x) + (b - 1) * np.log(rest) - log_beta(a, b)
    below = x * integral(beta_side, 50 / a, a, b, x, rest, mean)
    above = rest * integral(beta_other_side, 50 / b, a, b, x, rest, mean)
    slope = -np.exp(density + np.log(np.where(np.log(x) < mean, -below, above)))
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
