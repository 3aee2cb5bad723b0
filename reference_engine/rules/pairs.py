"""The derivatives of elementwise functions of two arguments and more.

A row is a primitive and one slope per argument, as a function of the output y
and the arguments. Where two arguments tie for the maximum or minimum they share
the derivative equally; at the edge of a clip x takes half of it.
"""

# ruff: noqa: D103 -- the row of the table that names a way says what it is

from __future__ import annotations

from typing import Any

from adspec.reference_engine import numpy as ad
from adspec.reference_engine.rule import Rule, flat, same, scale
from adspec.reference_engine.rules.elementwise import LOG2, zero_first
from adspec.reference_engine.tracing import Traced, dtype_of, plain


def passed_on(u: Any, *_: Any) -> Any:
    return u


def weight(apart: Any) -> Any:
    """Return the part of exp a in exp a + exp b, from a - b."""
    return ad.sigmoid(apart)


def over(u: Any, _y: Any, _a: Any, b: Any) -> Any:
    return ad.divide(u, b)


def over_twice(u: Any, y: Any, _a: Any, b: Any) -> Any:
    """Math: -u a / b², as -(u / b) y: b² may overflow."""
    return -ad.divide(u, b) * y


def share(y: Any, mine: Any, other: Any) -> Any:
    """Return the part of the derivative that goes to `mine`: 1, 1/2 or 0."""
    y, mine, other = plain(y), plain(mine), plain(other)
    won = ad.equal(mine, y)
    return ad.where(won & ad.equal(other, y), 0.5, won).astype(dtype_of(y))


def pow_base(_y: Any, x: Any, p: Any) -> Any:
    """Math: p x^(p-1), and 0 for p = 0 whatever x, where x^(-1) may be infinite.

    A traced exponent is moved only where x = 0 as well: elsewhere the derivative
    with respect to it needs the true exponent.
    """
    idle = ad.equal(p, 0)
    if isinstance(p, Traced):
        idle = idle & ad.equal(x, 0)
    return p * ad.pow(x, ad.where(idle, 1, p - 1) if ad.any(idle) else p - 1)


def pow_exponent(y: Any, x: Any, _p: Any) -> Any:
    """Math: x^p log x, continued by 0 to x = 0."""
    return y * ad.log(ad.where(ad.equal(x, 0), 1, x))


def turn(c: Any, b: Any, a: Any) -> Any:
    """Math: c b / (a² + b²)^(3/2), where 1 - a² / (a² + b²) would cancel."""
    length = ad.hypot(a, b)
    safe = ad.where(ad.equal(length, 0), 1.0, length)
    return ad.divide(ad.divide(c, safe) * ad.divide(b, safe), safe)


def over_square(c: Any, a: Any, b: Any) -> Any:
    """Math: c / (a² + b²), one length at a time lest its square overflow."""
    size = ad.hypot(a, b)
    return ad.divide(ad.divide(c, size), size)


def clip_share(y: Any, x: Any, lo: Any, hi: Any) -> Any:
    held = ad.maximum(plain(x), plain(lo))
    return share(held, x, lo) * share(y, held, hi)


def low_share(y: Any, x: Any, lo: Any, hi: Any) -> Any:
    held = ad.maximum(plain(x), plain(lo))
    return share(held, lo, x) * share(y, held, hi)


def high_share(y: Any, x: Any, lo: Any, hi: Any) -> Any:
    return share(y, hi, ad.maximum(plain(x), plain(lo)))


def chosen(u: Any, _y: Any, condition: Any, *_: Any) -> Any:
    return ad.where(condition, u, 0)


def not_chosen(u: Any, _y: Any, condition: Any, *_: Any) -> Any:
    return ad.where(condition, 0, u)


def same_sign(_y: Any, a: Any, b: Any) -> Any:
    return ad.sign(a) * ad.copysign(1.0, plain(b))


POWER = zero_first(scale(pow_base, pow_exponent))
LARGER = scale(share, lambda y, a, b: share(y, b, a))

# fmt: off
RULES: dict[str, Rule] = {
    "add":          same(passed_on, passed_on),
    "subtract":     same(passed_on, lambda u, *_: -u),
    "multiply":     same(lambda u, _y, _a, b: u * b, lambda u, _y, a, _b: u * a),
    "divide":       same(over, over_twice),
    "pow":          POWER,
    "float_power":  POWER,
    "remainder":    scale(lambda *_: 1, lambda _y, a, b: -ad.floor_divide(plain(a), plain(b))),
    "fmod":         scale(lambda *_: 1, lambda _y, a, b: -ad.trunc(ad.divide(plain(a), plain(b)))),
    "floor_divide": flat(2),
    "heaviside":    scale(lambda *_: 0, lambda _y, a, _b: ad.equal(plain(a), 0)),
    "copysign":     scale(same_sign, None),
    "hypot":        scale(lambda _y, a, b: ad.hypot_slope(a, b), lambda _y, a, b: ad.hypot_slope(b, a)),
    "hypot_slope":  scale(lambda _y, a, b: turn(b, b, a), lambda _y, a, b: -turn(a, b, a)),
    "atan2":        scale(lambda _y, a, b: over_square(b, a, b), lambda _y, a, b: -over_square(a, a, b)),
    "logaddexp":    scale(lambda _y, a, b: weight(a - b), lambda _y, a, b: weight(b - a)),
    "logaddexp2":   scale(lambda _y, a, b: weight(LOG2 * (a - b)), lambda _y, a, b: weight(LOG2 * (b - a))),
    "maximum":      LARGER,
    "minimum":      LARGER,
    "fmax":         LARGER,
    "fmin":         LARGER,
    "where":        same(None, chosen, not_chosen),
    "clip":         scale(clip_share, low_share, high_share),
}
# fmt: on
