"""The derivatives of special functions.

A row is a primitive and its slopes. `MISSING` in the place of a slope says that no
closed form is known: to ask for that derivative is an error, not a zero.

Source: NIST Digital Library of Mathematical Functions; chapters 5 (gamma), 6 and 7
(exponential integrals, erf), 8 (incomplete gamma and beta), 10 (Bessel), 25 (zeta).
"""

from __future__ import annotations

import math
from typing import Any

from adspec.reference_engine import numpy as ad
from adspec.reference_engine.numpy import special as sp
from adspec.reference_engine.rule import Rule, scale
from adspec.reference_engine.rules.elementwise import quotient
from adspec.reference_engine.tracing import MissingRule

ROOT_PI = math.sqrt(math.pi)
ROOT_2 = math.sqrt(2.0)
ROOT_2PI = math.sqrt(2.0 * math.pi)


def MISSING(*_: Any) -> Any:
    raise MissingRule(
        "Special function: no closed form is known for the derivative with respect to its "
        "parameter. Treat the parameter as a constant, or add a rule."
    )


def gauss(x: Any) -> Any:
    """Return exp(-x²)."""
    return ad.exp(-ad.square(x))


def density(x: Any) -> Any:
    """Return the standard normal density."""
    return ad.exp(-0.5 * ad.square(x)) / ROOT_2PI


def log_ndtr_slope(_y: Any, x: Any) -> Any:
    """Math: φ/Φ = √(2/π) / erfcx(-x/√2), without the difference of two large logarithms"""
    return math.sqrt(2.0 / math.pi) / sp.erfcx(x / -ROOT_2)


def gammainc_slope(_y: Any, a: Any, x: Any) -> Any:
    return ad.exp(sp.xlogy(a - 1, x) - x - sp.gammaln(a))


def betainc_slope(_y: Any, a: Any, b: Any, x: Any) -> Any:
    return ad.exp(sp.xlogy(a - 1, x) + sp.xlog1py(b - 1, -x) - sp.betaln(a, b))


def log_ratio(a: Any, b: Any) -> Any:
    """Return log(a / b), accurate near a = b as well."""
    near = ad.less(ad.abs(a - b), 0.5 * ad.abs(b))
    step = ad.where(near, ad.divide(a - b, b), 0.0)
    return ad.where(near, ad.log1p(step), ad.log(ad.divide(a, ad.where(near, a, b))))


def ratio(a: Any, b: Any) -> Any:
    """Return a / b, and 0 for a = 0 whatever b."""
    return ad.divide(a, ad.where(ad.equal(a, 0) & ad.equal(b, 0), 1.0, b))


def spence_slope(_y: Any, x: Any) -> Any:
    """Math: log(x) / (1 - x), near x = 1 as -Σ (-t)ᵏ / (k + 1) with t = x - 1"""
    t = x - 1
    near = ad.less(ad.abs(t), 0.03)
    small, far = ad.where(near, t, 0.0), ad.where(near, 1.0, t)
    series = 0.0
    for k in range(12, -1, -1):
        series = 1 / (k + 1) - small * series
    return -ad.where(near, series, ad.divide(ad.log(ad.where(near, 1.0, x)), far))


RULES: dict[str, Rule] = {
    # fmt: off
    "special.dawsn":    scale(lambda y, x: 1 - 2 * x * y),
    "special.digamma":  scale(lambda _y, x: sp.polygamma(1, x)),
    "special.entr":     scale(lambda _y, x: -ad.log(x) - 1),
    "special.erf":      scale(lambda _y, x: 2 / ROOT_PI * gauss(x)),
    "special.erfc":     scale(lambda _y, x: -2 / ROOT_PI * gauss(x)),
    "special.erfcx":    scale(lambda y, x: 2 * x * y - 2 / ROOT_PI),
    "special.erfinv":   scale(lambda y, _x: ROOT_PI / 2 * ad.exp(ad.square(y))),
    "special.exp1":     quotient(lambda _y, x: -x * ad.exp(x)),
    "special.expi":     scale(lambda _y, x: ad.divide(ad.exp(x), x)),
    "special.gamma":    scale(lambda y, x: y * sp.digamma(x)),
    "special.gammaln":  scale(lambda _y, x: sp.digamma(x)),
    "special.i0":       scale(lambda _y, x: sp.i1(x)),
    "special.i0e":      scale(lambda y, x: sp.i1e(x) - ad.sign(x) * y),
    "special.i1":       scale(lambda _y, x: 0.5 * (sp.i0(x) + sp.iv(2, x))),
    "special.i1e":      scale(lambda y, x: 0.5 * (sp.i0(x) + sp.iv(2, x)) * ad.exp(-ad.abs(x)) - ad.sign(x) * y),
    "special.j0":       scale(lambda _y, x: -sp.j1(x)),
    "special.j1":       scale(lambda _y, x: 0.5 * (sp.j0(x) - sp.jv(2, x))),
    "special.log_ndtr": scale(log_ndtr_slope),
    "special.logit":    quotient(lambda _y, x: x * (1 - x)),
    "special.ndtr":     scale(lambda _y, x: density(x)),
    "special.ndtri":    scale(lambda y, _x: ROOT_2PI * ad.exp(0.5 * ad.square(y))),
    "special.spence":   scale(spence_slope),
    "special.y0":       scale(lambda _y, x: -sp.y1(x)),
    "special.y1":       scale(lambda _y, x: 0.5 * (sp.y0(x) - sp.yv(2, x))),
    # two arguments and more
    "special.beta":     scale(lambda y, a, b: y * (sp.digamma(a) - sp.digamma(a + b)), lambda y, a, b: y * (sp.digamma(b) - sp.digamma(a + b))),
    "special.betaln":   scale(lambda _y, a, b: sp.digamma(a) - sp.digamma(a + b), lambda _y, a, b: sp.digamma(b) - sp.digamma(a + b)),
    "special.betainc":  scale(MISSING, MISSING, betainc_slope),
    "special.gammainc": scale(MISSING, gammainc_slope),
    "special.gammaincc": scale(MISSING, lambda y, a, x: -gammainc_slope(y, a, x)),
    "special.iv":       scale(MISSING, lambda _y, n, x: 0.5 * (sp.iv(n - 1, x) + sp.iv(n + 1, x))),
    "special.jv":       scale(MISSING, lambda _y, n, x: 0.5 * (sp.jv(n - 1, x) - sp.jv(n + 1, x))),
    "special.yv":       scale(MISSING, lambda _y, n, x: 0.5 * (sp.yv(n - 1, x) - sp.yv(n + 1, x))),
    "special.polygamma": scale(MISSING, lambda _y, n, x: sp.polygamma(n + 1, x)),
    "special.kl_div":   scale(lambda _y, a, b: log_ratio(a, b), lambda _y, a, b: ad.divide(b - a, b)),
    "special.rel_entr": scale(lambda _y, a, b: log_ratio(a, b) + 1, lambda _y, a, b: -ad.divide(a, b)),
    "special.xlogy":    scale(lambda _y, _a, x: ad.log(x), lambda _y, a, x: ratio(a, x)),
    "special.xlog1py":  scale(lambda _y, _a, x: ad.log1p(x), lambda _y, a, x: ratio(a, 1 + x)),
    "special.zeta":     scale(MISSING, lambda _y, s, q: -s * sp.zeta(s + 1, q)),
    # fmt: on
}
