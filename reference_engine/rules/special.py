"""The derivatives of special functions.

A row is a primitive and its slopes. Towards the order of a Bessel function
no closed form is known: there is no rule, and to ask for one is an error, not a zero.

Source: NIST Digital Library of Mathematical Functions; chapters 5 (gamma), 6 and 7
(exponential integrals, erf), 8 (incomplete gamma and beta), 10 (Bessel), 25 (zeta).
"""

# ruff: noqa: D103 -- the row of the table that names a way says what it is

from __future__ import annotations

import math
from typing import Any

from adspec.reference_engine import numpy as ad
from adspec.reference_engine.numpy import special as sp
from adspec.reference_engine.rule import Rule, Way, scale, times
from adspec.reference_engine.rules.elementwise import quotient

ROOT_PI = math.sqrt(math.pi)
ROOT_2 = math.sqrt(2.0)
ROOT_2PI = math.sqrt(2.0 * math.pi)


def towards_second(slope: Way) -> Rule:
    """Return the rule of a function whose derivative towards its first argument is not known."""
    ways = {1: times(slope)}
    return Rule(push=ways, pull=ways, elementwise=True)


def gauss(x: Any) -> Any:
    """Return exp(-x²)."""
    return ad.exp(-ad.square(x))


def density(x: Any) -> Any:
    """Return the standard normal density."""
    return ad.exp(-0.5 * ad.square(x)) / ROOT_2PI


def log_ndtr_slope(_y: Any, x: Any) -> Any:
    """Math: φ/Φ = √(2/π) / erfcx(-x/√2), without the difference of two large logarithms; φ where Φ = 1."""
    far = ad.greater(x, 10.0)
    near = math.sqrt(2.0 / math.pi) / sp.erfcx(ad.where(far, 0.0, x) / -ROOT_2)
    return ad.where(far, density(x), near)


def log_ratio(a: Any, b: Any) -> Any:
    """Return log(a / b), accurate near a = b as well."""
    near = ad.less(ad.abs(a - b), 0.5 * ad.abs(b))
    step = ad.where(near, ad.divide(a - b, b), 0.0)
    return ad.where(near, ad.log1p(step), ad.log(ad.divide(a, ad.where(near, a, b))))


def ratio(a: Any, b: Any) -> Any:
    """Return a / b, and 0 for a = 0 whatever b."""
    return ad.divide(a, ad.where(ad.equal(a, 0) & ad.equal(b, 0), 1.0, b))


def apart(_y: Any, a: Any, b: Any) -> Any:
    """Return 1 - a / b, and 1 for a = 0 whatever b."""
    none = ad.equal(a, 0)
    return ad.where(none, 1.0, ad.divide(b - a, ad.where(none, 1.0, b)))


def digamma_step(a: Any, b: Any) -> Any:
    """Return ψ(a) - ψ(a + b), by Taylor's series where b is small beside a.

    Math: below 1, where powers of 1/a overflow, by ψ(a) = ψ(a + 1) - 1/a
    """
    low = ad.greater(a, 0) & ad.less(a, 1)
    base, pole = ad.where(low, a + 1, a), ad.where(low, a, 1.0)
    near = ad.less(ad.abs(b), 0.05 * ad.abs(base))
    step, center, series = ad.where(near, b, 0.0), ad.where(near, base, 1.0), 0.0
    for k in range(11, 0, -1):
        series = step / k * (sp.polygamma(k, center) + series)
    apart = sp.digamma(base) - sp.digamma(base + ad.where(near, 0.0, b))
    return ad.where(near, -series, apart) - ad.where(low, b / (pole + b) / pole, 0.0)


def beta_slope(y: Any, a: Any, b: Any) -> Any:
    return y * digamma_step(a, b)


def falling(x: Any, sign: float, terms: int = 32) -> Any:
    """Return Σ signᵏ (2k-1)!! / (2x²)ᵏ from k = 1, exact to double precision from x = 6.5.

    What 2x·f(x) leaves when its leading term 1 is taken away, f being dawsn or erfcx.
    """
    inverse = ad.square(ad.reciprocal(x)) * (0.5 * sign)
    series = 0.0
    for k in range(terms, 0, -1):
        series = (2 * k - 1) * inverse * (1 + series)
    return series


def dawsn_slope(y: Any, x: Any) -> Any:
    """Math: 1 - 2x y."""
    far = ad.greater(ad.abs(x), 6.5)
    return ad.where(far, -falling(ad.where(far, x, 10.0), 1.0), 1 - 2 * ad.where(far, 0.0, x) * y)


def erfcx_slope(y: Any, x: Any) -> Any:
    """Math: 2x y - 2/√π."""
    far = ad.greater(x, 6.5)
    close = 2 * ad.where(far, 0.0, x) * y - 2 / ROOT_PI
    return ad.where(far, 2 / ROOT_PI * falling(ad.where(far, x, 10.0), -1.0), close)


def bessel_step(x: Any) -> Any:
    """Return exp(-|x|) (I₀(x) - |I₁(x)|), by its asymptotic series beyond 20."""
    size = ad.abs(x)
    far = ad.greater(size, 20.0)
    inverse = ad.reciprocal(ad.where(far, size, 40.0))
    series = 0.0
    for weight in reversed(BESSEL_STEPS):
        series = (series + weight) * inverse
    tail = series * ad.sqrt(inverse / (2 * math.pi))
    return ad.where(far, tail, sp.i0e(x) - ad.abs(sp.i1e(x)))


def hankel(nu: int, terms: int) -> list[float]:
    """Return the coefficients of the asymptotic series of exp(-x) Iν(x) √(2πx).

    Source: DLMF 10.40.1
    """
    coefficients = [1.0]
    for k in range(1, terms):
        coefficients.append(-coefficients[-1] * (4 * nu * nu - (2 * k - 1) ** 2) / (8 * k))
    return coefficients


BESSEL_STEPS = [a - b for a, b in zip(hankel(0, 39), hankel(1, 39), strict=True)][1:]


def i1_slope(_y: Any, x: Any) -> Any:
    """Math: (I₀ + I₂) / 2, with I₂ = 0 where SciPy underflows to NaN."""
    return 0.5 * (sp.i0(x) + sp.iv(2, ad.where(ad.less(ad.abs(x), 1e-100), 0.0, x)))


def i1e_slope(y: Any, x: Any) -> Any:
    """Math: exp(-|x|) (I₀ - |I₁|) - exp(-|x|) I₁ / x."""
    tiny = ad.less(ad.abs(x), 1e-8)
    part = ad.where(tiny, 0.5 - ad.abs(x) / 2, ad.divide(y, ad.where(tiny, 1.0, x)))
    return bessel_step(x) - part


def ndtri_slope(y: Any, x: Any) -> Any:
    """Math: 1 / φ(y), in the lower tail by φ(y) = x (log Φ)′(y)."""
    low = ad.less(y, -1.0)
    direct = ROOT_2PI * ad.exp(0.5 * ad.square(ad.where(low, 0.0, y)))
    deep = ad.where(low, x, 1.0) * log_ndtr_slope(None, ad.where(low, y, -1.0))
    return ad.where(low, ad.reciprocal(deep), direct)


def spence_slope(_y: Any, x: Any) -> Any:
    """Math: log(x) / (1 - x), near x = 1 as -Σ (-t)ᵏ / (k + 1) with t = x - 1."""
    t = x - 1
    near = ad.less(ad.abs(t), 0.03)
    small, far = ad.where(near, t, 0.0), ad.where(near, 1.0, t)
    series = 0.0
    for k in range(12, -1, -1):
        series = 1 / (k + 1) - small * series
    return -ad.where(near, series, ad.divide(ad.log(ad.where(near, 1.0, x)), far))


# fmt: off
RULES: dict[str, Rule] = {
    "special.dawsn":     scale(dawsn_slope),
    "special.digamma":   scale(lambda _y, x: sp.polygamma(1, x)),
    "special.entr":      scale(lambda _y, x: -ad.log(x) - 1),
    "special.erf":       scale(lambda _y, x: 2 / ROOT_PI * gauss(x)),
    "special.erfc":      scale(lambda _y, x: -2 / ROOT_PI * gauss(x)),
    "special.erfcx":     scale(erfcx_slope),
    "special.erfinv":    scale(lambda y, _x: ROOT_PI / 2 * ad.exp(ad.square(y))),
    "special.exp1":      scale(lambda _y, x: -ad.divide(ad.exp(-x), x)),
    "special.expi":      scale(lambda _y, x: ad.exp(x / 2) * ad.divide(ad.exp(x / 2), x)),
    "special.gamma":     scale(lambda y, x: y * sp.digamma(x)),
    "special.gammaln":   scale(lambda _y, x: sp.digamma(x)),
    "special.i0":        scale(lambda _y, x: sp.i1(x)),
    "special.i0e":       scale(lambda _y, x: -ad.sign(x) * bessel_step(x)),
    "special.i1":        scale(i1_slope),
    "special.i1e":       scale(i1e_slope),
    "special.j0":        scale(lambda _y, x: -sp.j1(x)),
    "special.j1":        scale(lambda _y, x: 0.5 * (sp.j0(x) - sp.jv(2, x))),
    "special.log_ndtr":  scale(log_ndtr_slope),
    "special.logit":     quotient(lambda _y, x: x * (1 - x)),
    "special.ndtr":      scale(lambda _y, x: density(x)),
    "special.ndtri":     scale(ndtri_slope),
    "special.spence":    scale(spence_slope),
    "special.y0":        scale(lambda _y, x: -sp.y1(x)),
    "special.y1":        scale(lambda _y, x: 0.5 * (sp.y0(x) - sp.yv(2, x))),
    # two arguments and more
    "special.beta":      scale(beta_slope, lambda y, a, b: beta_slope(y, b, a)),
    "special.betaln":    scale(lambda _y, a, b: digamma_step(a, b), lambda _y, a, b: digamma_step(b, a)),
    "special.iv":        towards_second(lambda _y, n, x: 0.5 * (sp.iv(n - 1, x) + sp.iv(n + 1, x))),
    "special.jv":        towards_second(lambda _y, n, x: 0.5 * (sp.jv(n - 1, x) - sp.jv(n + 1, x))),
    "special.yv":        towards_second(lambda _y, n, x: 0.5 * (sp.yv(n - 1, x) - sp.yv(n + 1, x))),
    "special.polygamma": towards_second(lambda _y, n, x: sp.polygamma(n + 1, x)),
    "special.kl_div":    scale(lambda _y, a, b: log_ratio(a, b), apart),
    "special.rel_entr":  scale(lambda _y, a, b: log_ratio(a, b) + 1, lambda _y, a, b: -ratio(a, b)),
    "special.xlogy":     scale(lambda _y, _a, x: ad.log(x), lambda _y, a, x: ratio(a, x)),
    "special.xlog1py":   scale(lambda _y, _a, x: ad.log1p(x), lambda _y, a, x: ratio(a, 1 + x)),
}
# fmt: on
