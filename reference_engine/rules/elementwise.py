"""The derivatives of elementwise functions of one argument.

A row is a primitive and its slope f′, as a function of the output y and the
argument x. Each slope is written in the form that keeps its digits: 1/cosh²
rather than 1 - tanh², (1-x)(1+x) rather than 1 - x², and so on.

At a kink the slope is one between both sides: abs and fabs take 0.
"""

# ruff: noqa: D103 -- the row of the table that names a way says what it is

from __future__ import annotations

import math
from typing import Any

from adspec.reference_engine import numpy as ad
from adspec.reference_engine.rule import Each, Rule, flat, same, scale
from adspec.reference_engine.tracing import dtype_of

LOG2 = math.log(2.0)
LOG10 = math.log(10.0)
DEGREE = math.pi / 180.0


def quotient(denominator: Any) -> Rule:
    """Return the rule of a function with f′ = 1 / denominator(y, x).

    Dividing by the denominator rounds once where multiplying by f′ rounds twice.
    """
    return zero_first(same(lambda u, y, x: ad.divide(u, denominator(y, x))))


def zero_first(rule: Rule) -> Rule:
    """Return the rule with 0 · ∞ = 0 in its pushes: a zero tangent asks nothing.

    Only for slopes that are infinite where the value is finite (the root at 0).
    The pulls go without: `walk_back` looks after all of them at once.
    """

    def careful(i: int, u: Any, y: Any, *args: Any, **params: Any) -> Any:
        way = rule.push[i]
        assert way is not None, "a flat argument has no infinite slope"
        return settled(u, way(u, y, *args, **params))

    return Rule(push=Each(careful), pull=rule.pull, elementwise=True)


def settled(u: Any, result: Any) -> Any:
    """Return the result, zero where it is not finite and u is zero."""
    if ad.all(ad.isfinite(result)):
        return result
    return ad.where(ad.equal(u, 0) & ~ad.isfinite(result), ad.zeros_like(u), result)


def is_complex(x: Any) -> bool:
    return dtype_of(x).kind == "c"


def abs_push(u: Any, y: Any, x: Any) -> Any:
    if is_complex(x):
        return ad.real(ad.conj(direction(x, y)) * u)
    return u * ad.sign(x)


def abs_pull(v: Any, y: Any, x: Any) -> Any:
    return v * (ad.conj(direction(x, y)) if is_complex(x) else ad.sign(x))


def direction(z: Any, length: Any) -> Any:
    """Return z / |z|, and 0 at 0."""
    return ad.divide(z, ad.where(ad.equal(length, 0), 1.0, length))


def angle_push(u: Any, _y: Any, z: Any) -> Any:
    """Math: Im(conj(z) u) / |z|², one |z| at a time lest its square overflow."""
    size = ad.abs(z)
    return ad.imag(ad.conj(direction(z, size)) * u) / size


def angle_pull(v: Any, _y: Any, z: Any) -> Any:
    size = ad.abs(z)
    return -1j * v * ad.conj(direction(z, size)) / size


def imag_push(u: Any, _y: Any, _z: Any) -> Any:
    return ad.imag(u)


def imag_pull(v: Any, _y: Any, _z: Any) -> Any:
    return -1j * v if is_complex(_z) else 0 * v


def real_push(u: Any, _y: Any, _z: Any) -> Any:
    return ad.real(u)


def real_pull(v: Any, _y: Any, _z: Any) -> Any:
    return v


def asinh_root(_y: Any, x: Any) -> Any:
    return ad.sqrt(1 + x * x) if is_complex(x) else ad.hypot(x, 1.0)


def atan_square(_y: Any, x: Any) -> Any:
    return 1 + x * x if is_complex(x) else ad.square(ad.hypot(x, 1.0))


def tan_slope(y: Any, x: Any) -> Any:
    """Math: 1 + y², or 1 / cos² where y may be close to ±i."""
    return ad.sech2(1j * x) if is_complex(x) else 1 + y * y


def sinc_slope(_y: Any, x: Any) -> Any:
    return ad.sinc_derivative(x, order=1)


def next_sinc_slope(_y: Any, x: Any, *, order: int) -> Any:
    return ad.sinc_derivative(x, order=order + 1)


# fmt: off
RULES: dict[str, Rule] = {
    "acos":            quotient(lambda _y, x: -(ad.sqrt(1 - x) * ad.sqrt(1 + x))),
    "acosh":           quotient(lambda _y, x: ad.sqrt(x - 1) * ad.sqrt(x + 1)),
    "asin":            quotient(lambda _y, x: ad.sqrt(1 - x) * ad.sqrt(1 + x)),
    "asinh":           quotient(asinh_root),
    "atan":            quotient(atan_square),
    "atanh":           quotient(lambda _y, x: (1 - x) * (1 + x)),
    "cbrt":            quotient(lambda y, _x: 3 * ad.square(y)),
    "ceil":            flat(),
    "cos":             scale(lambda _y, x: -ad.sin(x)),
    "cosh":            scale(lambda _y, x: ad.sinh(x)),
    "deg2rad":         scale(lambda _y, _x: DEGREE),
    "exp":             scale(lambda y, _x: y),
    "exp2":            scale(lambda y, _x: y * LOG2),
    "expm1":           scale(lambda _y, x: ad.exp(x)),
    "fabs":            scale(lambda _y, x: ad.sign(x)),
    "floor":           flat(),
    "log":             quotient(lambda _y, x: x),
    "log10":           quotient(lambda _y, x: x * LOG10),
    "log1p":           quotient(lambda _y, x: 1 + x),
    "log2":            quotient(lambda _y, x: x * LOG2),
    "negative":        same(lambda u, _y, _x: -u),
    "positive":        same(lambda u, _y, _x: u),
    "rad2deg":         scale(lambda _y, _x: 1 / DEGREE),
    "reciprocal":      scale(lambda y, _x: -ad.square(y)),
    "round":           flat(),
    "sign":            flat(),
    "sin":             scale(lambda _y, x: ad.cos(x)),
    "sinc":            scale(sinc_slope),
    "sinh":            scale(lambda _y, x: ad.cosh(x)),
    "sqrt":            quotient(lambda y, _x: 2 * y),
    "square":          scale(lambda _y, x: 2 * x),
    "tan":             scale(tan_slope),
    "tanh":            scale(lambda _y, x: ad.sech2(x)),
    "trunc":           flat(),
    "nan_to_num":      same(lambda u, _y, x, **_: ad.where(ad.isfinite(x), u, 0)),  # u may be infinite
    "sech2":           scale(lambda y, x: -2 * y * ad.tanh(x)),
    "sinc_derivative": scale(next_sinc_slope),
    # complex numbers
    "abs":             Rule(push=(abs_push,), pull=(abs_pull,), elementwise=True),
    "angle":           Rule(push=(angle_push,), pull=(angle_pull,), elementwise=True),
    "conj":            same(lambda u, _y, _x: ad.conj(u)),
    "imag":            Rule(push=(imag_push,), pull=(imag_pull,), elementwise=True),
    "real":            Rule(push=(real_push,), pull=(real_pull,), elementwise=True),
    # neural
    "relu":            scale(lambda _y, x: ad.greater(x, 0)),
    "soft_sign":       scale(lambda _y, x: ad.reciprocal(ad.square(1 + ad.abs(x)))),
    "sigmoid":         scale(lambda _y, x: 0.25 * ad.sech2(0.5 * x)),
    "softplus":        scale(lambda _y, x: ad.sigmoid(x)),
    "log_sigmoid":     scale(lambda _y, x: ad.sigmoid(-x)),
}
# fmt: on
