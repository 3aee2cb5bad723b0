"""Second derivatives of special functions towards their parameters, for which no closed form is known.

Differentiated twice, the density w of a probability gets the factor (ln t - m)² - m′, with m the
mean of ln t. That factor changes its sign, so the integral is taken over the side of x on which less
of it cancels. What one of the two derivatives is towards x has a closed form: see the rules.
"""

# ruff: noqa: PLR0913 -- integrands take s and all that the density has

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.reference_engine.numpy.kernels import of_scipy, widened
from adspec.reference_engine.numpy.parameters import BERNOULLI, TERMS, integral
from adspec.reference_engine.tracing import Primitive

digamma, gammaln, betaln = of_scipy("digamma"), of_scipy("gammaln"), of_scipy("betaln")
polygamma = of_scipy("polygamma")


def trigamma(a: Any) -> Any:
    """Return ψ′(a)."""
    return polygamma(1, a)


# ------------------------------------------------------------------ gamma


def gamma_side(s: Any, a: Any, x: Any, way: Any) -> Any:
    """Return the integrand at t = x exp(±s), the density without its value at x."""
    away = np.log(x) + way * s - digamma(1 + a)
    factor = a * (np.square(away) - trigamma(1 + a)) + 2 * away
    return np.exp(a * way * s - x * np.expm1(way * s)) * factor


@widened
def gammainc_bend(a: Any, x: Any) -> Any:
    """Return ∂²P(a, x)/∂a².

    Math: ∫₀ˣ tᵃ⁻¹ e⁻ᵗ / Γ(1+a) (a ((ln t - ψ)² - ψ′) + 2 (ln t - ψ)) dt, with ψ at 1 + a; it has no
    pole at a = 0. The integral over all t is 0.
    """
    inside = np.where(x > 0, x, 1.0)
    way = np.where((np.log(inside) < digamma(1 + a)) & (a > 0.5), -1.0, 1.0)
    reach = np.where(way < 0, 50 / np.maximum(a, 0.5), np.log1p((a + 50) / inside))
    side = integral(gamma_side, reach, a, inside, way)
    return np.where(x > 0, -way * np.exp(a * np.log(inside) - inside - gammaln(1 + a)) * side, 0.0)


# ------------------------------------------------------------------ beta


def beta_logs(s: Any, a: Any, b: Any, x: Any, rest: Any, *, below: bool) -> tuple[Any, Any, Any]:
    """Return ln t, ln (1 - t) and the density without its value at x.

    Math: t = x exp(-s) below x, 1 - t = rest exp(-s) above it
    """
    if below:
        growth = np.log1p(-x / rest * np.expm1(-s))
        return np.log(x) - s, np.log(rest) + growth, np.exp(-a * s + (b - 1) * growth)
    growth = np.log1p(-rest / x * np.expm1(-s))
    return np.log(x) + growth, np.log(rest) - s, np.exp((a - 1) * growth - b * s)


def same(low: Any, _high: Any, a: Any, b: Any) -> Any:
    """Return the factor of the density in ∂²/∂a²."""
    return np.square(low - digamma(a) + digamma(a + b)) - trigamma(a) + trigamma(a + b)


def mixed(low: Any, high: Any, a: Any, b: Any) -> Any:
    """Return the factor of the density in ∂²/∂a∂b."""
    total = digamma(a + b)
    return (low - digamma(a) + total) * (high - digamma(b) + total) + trigamma(a + b)


def beta_bend(factor: Any, a: Any, b: Any, x: Any, rest: Any) -> Any:
    """Return the integral of the density times a factor over [0, x], where rest = 1 - x."""

    def integrand(*, below: bool) -> Any:
        def at(s: Any, a: Any, b: Any, x: Any, rest: Any) -> Any:
            low, high, density = beta_logs(s, a, b, x, rest, below=below)
            return density * factor(low, high, a, b)

        return at

    density = np.exp((a - 1) * np.log(x) + (b - 1) * np.log(rest) - betaln(a, b))
    below = x * integral(integrand(below=True), 50 / a, a, b, x, rest)
    above = rest * integral(integrand(below=False), 50 / b, a, b, x, rest)
    return np.where((x > 0) & (x < 1), density * np.where(x < a / (a + b), below, -above), 0.0)


@widened
def betainc_bend_aa(a: Any, b: Any, x: Any) -> Any:
    """Return ∂²I_x(a, b)/∂a²."""
    return beta_bend(same, a, b, x, 1 - x)


@widened
def betainc_bend_ab(a: Any, b: Any, x: Any) -> Any:
    """Return ∂²I_x(a, b)/∂a∂b."""
    return beta_bend(mixed, a, b, x, 1 - x)


@widened
def betainc_bend_bb(a: Any, b: Any, x: Any) -> Any:
    """Return ∂²I_x(a, b)/∂b², from I_x(a, b) = 1 - I_{1-x}(b, a)."""
    return -beta_bend(same, b, a, 1 - x, x)


# ------------------------------------------------------------------ zeta


@widened
def zeta_bend(s: Any, q: Any) -> Any:
    """Return ∂²ζ(s, q)/∂s².

    Math: Σ ln²(q + k) (q + k)⁻ˢ, the tail by the Euler-Maclaurin formula
    """
    k = q[..., None] + np.arange(TERMS)
    total = np.sum(np.square(np.log(k)) * k ** -s[..., None], axis=-1)
    n = q + TERMS
    log, power, pole = np.log(n), n**-s, 1 / (s - 1)
    total += n * power * pole * (np.square(log + pole) + np.square(pole)) + np.square(log) * power / 2
    rising, slope, curve = s, np.ones_like(s), np.zeros_like(s)  # s (s+1) ⋯ (s+2k-2) and its derivatives
    for k2, weight in enumerate(BERNOULLI):
        scale = weight * power / n ** (2 * k2 + 1)
        total += scale * (curve - 2 * slope * log + rising * np.square(log))
        for step in (2 * k2 + 1, 2 * k2 + 2):
            curve = curve * (s + step) + 2 * slope
            rising, slope = rising * (s + step), slope * (s + step) + rising
    return total


gamma_bend = Primitive("special.gammainc_bend", gammainc_bend)
beta_bend_aa = Primitive("special.betainc_bend_aa", betainc_bend_aa)
beta_bend_ab = Primitive("special.betainc_bend_ab", betainc_bend_ab)
beta_bend_bb = Primitive("special.betainc_bend_bb", betainc_bend_bb)
zeta_curve = Primitive("special.zeta_bend", zeta_bend)
