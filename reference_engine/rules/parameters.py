"""The derivatives of special functions that have a parameter, once and twice.

Towards the parameter a slope is an integral, and so is its slope; what is mixed has a closed form.

Source: NIST Digital Library of Mathematical Functions; chapters 8 (incomplete gamma and beta), 25 (zeta).
"""

# ruff: noqa: D103 -- the row of the table that names a way says what it is

from __future__ import annotations

import math
from typing import Any

from adspec.reference_engine import numpy as ad
from adspec.reference_engine.numpy import special as sp
from adspec.reference_engine.numpy.bends import (
    beta_bend_aa,
    beta_bend_ab,
    beta_bend_bb,
    gamma_bend,
    zeta_curve,
)
from adspec.reference_engine.numpy.betas import LARGE, stirling
from adspec.reference_engine.numpy.parameters import (
    beta_parameter_a,
    beta_parameter_b,
    gamma_parameter,
    zeta_parameter,
)
from adspec.reference_engine.rule import Rule, scale
from adspec.reference_engine.rules.special import digamma_step

ROOT_2PI = math.sqrt(2 * math.pi)


def alone(primitive: Any) -> Any:
    """Return the primitive as a slope, which is given y as well."""
    return lambda _y, *args: primitive(*args)


def gamma_density(a: Any, x: Any) -> Any:
    """Return the density of the gamma distribution divided by a, which has no pole at a = 0.

    Math: xᵃ⁻¹ e⁻ˣ / Γ(a + 1); with Γ by Stirling's series, (x/a)ᵃ⁻¹ eᵃ⁻ˣ / (a √(2πa) exp(1/12a - …)),
    whose exponents are small near x = a, where those of the former would cancel.
    """
    is_large = ad.greater(a, LARGE)
    small, large = ad.where(is_large, LARGE, a), ad.where(is_large, a, LARGE)
    plainly = ad.exp(sp.xlogy(small - 1, x) - x - sp.gammaln(small + 1))
    apart = (x - large) / large
    is_near = ad.less(ad.abs(apart), 0.5)  # else 1 + apart would cancel
    near, far = ad.where(is_near, apart, 0.0), ad.where(is_near, 1.0, x / large)
    power = (large - 1) * (ad.log1p(near) + ad.log(far)) - large * apart - stirling(large)
    return ad.where(is_large, ad.exp(power) / (ROOT_2PI * large * ad.sqrt(large)), plainly)


def gammainc_slope(_y: Any, a: Any, x: Any) -> Any:
    return a * gamma_density(a, x)


def gammaincc_slope(y: Any, a: Any, x: Any) -> Any:
    return -gammainc_slope(y, a, x)


def betainc_slope(_y: Any, a: Any, b: Any, x: Any) -> Any:
    return ad.exp(sp.xlogy(a - 1, x) + sp.xlog1py(b - 1, -x) - sp.betaln(a, b))


def gamma_mixed(_y: Any, a: Any, x: Any) -> Any:
    """Math: w(x) (ln x - ψ(a)), with a ψ(a) = a ψ(a + 1) - 1."""
    return gamma_density(a, x) * (a * (ad.log(x) - sp.digamma(a + 1)) + 1)


def beta_mixed_a(y: Any, a: Any, b: Any, x: Any) -> Any:
    """Math: w(x) (ln x - mean of ln t)."""
    return betainc_slope(y, a, b, x) * (ad.log(x) - digamma_step(a, b))


def beta_mixed_b(y: Any, a: Any, b: Any, x: Any) -> Any:
    """Math: w(x) (ln(1 - x) - mean of ln(1 - t))."""
    return betainc_slope(y, a, b, x) * (ad.log1p(-x) - digamma_step(b, a))


def zeta_mixed(_y: Any, s: Any, q: Any) -> Any:
    """Math: ∂/∂s of -s ζ(s + 1, q)."""
    return -sp.zeta(s + 1, q) - s * zeta_parameter(s + 1, q)


# fmt: off
RULES: dict[str, Rule] = {
    "special.betainc":   scale(alone(beta_parameter_a), alone(beta_parameter_b), betainc_slope),
    "special.gammainc":  scale(alone(gamma_parameter), gammainc_slope),
    "special.gammaincc": scale(lambda _y, a, x: -gamma_parameter(a, x), gammaincc_slope),
    "special.zeta":      scale(alone(zeta_parameter), lambda _y, s, q: -s * sp.zeta(s + 1, q)),
    # slopes towards parameters
    "special.gammainc_slope":  scale(alone(gamma_bend), gamma_mixed),
    "special.betainc_slope_a": scale(alone(beta_bend_aa), alone(beta_bend_ab), beta_mixed_a),
    "special.betainc_slope_b": scale(alone(beta_bend_ab), alone(beta_bend_bb), beta_mixed_b),
    "special.zeta_slope":      scale(alone(zeta_curve), zeta_mixed),
}
# fmt: on
