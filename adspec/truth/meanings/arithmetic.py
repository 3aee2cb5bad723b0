"""Elementwise primitives of two and more arguments, on balls."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from flint import acb, arb

from adspec.language.spaces import Array
from adspec.truth.balls import equals, is_nan, less, lift, or_nan


def _two(f: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lift(f, 2)


def larger(a: Any, b: Any) -> Any:
    """Return the larger of two balls; the same ball twice is no question."""
    if a is b:
        return a
    if is_nan(a) or is_nan(b):
        return a if is_nan(a) else b
    return b if less(a, b) else a


def smaller(a: Any, b: Any) -> Any:
    """Return the smaller of two balls."""
    if a is b:
        return a
    if is_nan(a) or is_nan(b):
        return a if is_nan(a) else b
    return b if less(b, a) else a


def _not_nan(f: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return a maximum or minimum for which a nan is no number."""
    return lambda a, b: b if is_nan(a) else a if is_nan(b) else f(a, b)


maximum, minimum = _two(larger), _two(smaller)


def clip(x: Any, min: Any = None, max: Any = None) -> Any:
    """Return x between two bounds, either of which may be None."""
    low = x if min is None else maximum(x, min)
    return low if max is None else minimum(low, max)


def _subtract(a: Any, b: Any) -> Any:
    """Return a − b: exactly 0 of the same ball twice, as in a distance to oneself."""
    return a * 0 if a is b and a.is_finite() else a - b


def _logaddexp(a: Any, b: Any) -> Any:
    """Return ln(eᵃ + eᵇ); true for either order, so the choice of the larger is no decision."""
    big, small = (a, b) if a.mid() >= b.mid() else (b, a)
    if not big.is_finite() and big.is_exact():  # -inf twice, or +inf
        return big
    return big + (small - big).exp().log1p()


def _logaddexp2(a: Any, b: Any) -> Any:
    two = arb.const_log2()
    return _logaddexp(a * two, b * two) / two


def _copysign(a: Any, b: Any) -> Any:
    return -abs(a) if less(b, 0) else abs(a)


def _heaviside(a: Any, b: Any) -> Any:
    return b if equals(a, 0) else arb(0) if less(a, 0) else arb(1)


def _floor_divide(a: Any, b: Any) -> Any:
    return (arb(a) / b).floor()


def _compare(f: Callable[[Any, Any], bool]) -> Callable[..., Any]:
    """Return a comparison of arrays whose answer is a Boolean array; nan compares false."""
    lifted = lift(lambda a, b: False if is_nan(a) or is_nan(b) else f(a, b), 2)
    return lambda a, b: np.asarray(lifted(a, b), dtype=bool)


def where(condition: Any, a: Any, b: Any) -> Array:
    """Return a where the condition holds, else b."""
    return np.asarray(np.where(np.asarray(condition, dtype=bool), a, b))


# fmt: off
MEANINGS: dict[str, Callable[..., Any]] = {
    "add":           _two(operator.add),
    "subtract":      _two(_subtract),
    "multiply":      _two(operator.mul),
    "divide":        _two(operator.truediv),
    "pow":           _two(operator.pow),
    "float_power":   _two(operator.pow),
    "maximum":       maximum,
    "minimum":       minimum,
    "fmax":          _two(_not_nan(larger)),
    "fmin":          _two(_not_nan(smaller)),
    "atan2":         _two(arb.atan2),
    "hypot":         _two(lambda a, b: (a * a + b * b).sqrt()),
    "logaddexp":     _two(or_nan(_logaddexp)),
    "logaddexp2":    _two(or_nan(_logaddexp2)),
    "copysign":      _two(or_nan(_copysign)),
    "heaviside":     _two(or_nan(_heaviside)),
    "floor_divide":  _two(_floor_divide),
    "remainder":     _two(lambda a, b: a - b * _floor_divide(a, b)),
    "lax.complex":   _two(acb),
    "clip":          clip,
    "where":         where,
    "equal":         _compare(equals),
    "not_equal":     _compare(lambda a, b: not equals(a, b)),
    "less":          _compare(less),
    "less_equal":    _compare(lambda a, b: not less(b, a)),
    "greater":       _compare(lambda a, b: less(b, a)),
    "greater_equal": _compare(lambda a, b: not less(a, b)),
}
# fmt: on
