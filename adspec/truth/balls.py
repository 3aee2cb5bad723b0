"""Balls: real and complex numbers with a certified radius, in NumPy object arrays.

NumPy does the shapes, flint the numbers. A float becomes a ball of radius zero, so it is
exactly what the engine gets. Comparisons are exact or refused: two balls that overlap raise
`Ambiguous`, except where both are single points; hence a tie of exact inputs *is* a tie.
The precision is global state of flint; `precision` wraps it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np
from flint import acb, arb, ctx

from adspec.language.spaces import Array

NAN = arb.nan()
BALLS = (arb, acb)


class Ambiguous(ArithmeticError):  # noqa: N818 -- the name of a kind of point
    """Two balls overlap, so that this precision cannot say which is larger."""


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Run flint at `bits` bits."""
    before = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = before


@cache
def power_of_two(exponent: int) -> arb:
    """Return 2 to an exponent: exact at every precision."""
    return arb(2) ** exponent


# ------------------------------------------------------------------ conversion


def _ball(number: Any) -> Any:
    return acb(number.real, number.imag) if isinstance(number, complex) else arb(number)


_balls = np.frompyfunc(_ball, 1, 1)


def exact(value: Any) -> Any:
    """Return floats and complex numbers as an object array of exact balls; anything else as it is."""
    if isinstance(value, (tuple, list, slice)):  # an index may hold arrays of several lengths
        return value
    array = np.asarray(value)
    if array.dtype.kind not in "fc":
        return value
    wide = array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)
    return as_array(_balls(wide.astype(object)))


_exact_integers = np.frompyfunc(lambda e: arb(e) if type(e) is int else e, 1, 1)


def exact_integers(array: Array) -> Any:
    """Return an object array with exact balls in place of Python integers."""
    return as_array(_exact_integers(array))


def as_array(value: Any) -> Any:
    """Return a bare ball as a 0-d object array; arrays and everything else as they are."""
    if isinstance(value, BALLS):
        array = np.empty((), dtype=object)
        array[()] = value
        return array
    return value


def listed(value: Any) -> list[Any]:
    """Return the entries of an array, or of what becomes one; methods cost a tenth of NumPy's functions."""
    array = value if isinstance(value, np.ndarray) else np.asarray(value)
    return array.ravel().tolist()


def is_balls(value: Any) -> bool:
    """Return whether a value is an object array (which holds balls)."""
    return isinstance(value, np.ndarray) and value.dtype == object


# ------------------------------------------------------------------ decidable comparisons


def is_complex(value: Any) -> bool:
    """Return whether any entry is a complex ball: those of a part that is real need not be."""
    return any(isinstance(e, acb) for e in listed(value))


def is_nan(a: Any) -> bool:
    """Return whether a ball says nothing."""
    return isinstance(a, BALLS) and not a.is_finite() and not (isinstance(a, arb) and a.is_exact())


def less(a: Any, b: Any) -> bool:
    """Return whether a < b.

    Raises: Ambiguous where the balls overlap and are not single points.
    """
    if a < b:
        return True
    if a >= b:
        return False
    raise Ambiguous(f"{a} < {b}")


def equals(a: Any, b: Any) -> bool:
    """Return whether a = b.

    Raises: Ambiguous where the balls overlap and are not single points.
    """
    if a == b:
        return True
    if a != b:
        return False
    raise Ambiguous(f"{a} = {b}")


def is_same_number(a: Any, b: Any) -> bool:
    """Return whether two balls are certainly the same number; of two wide balls a != b is no answer."""
    return bool(a == b)


def sign(a: Any) -> int:
    """Return -1, 0 or 1."""
    return (1 if less(0, a) else 0) - (1 if less(a, 0) else 0)


def or_nan(f: Callable[..., Any]) -> Callable[..., Any]:
    """Return `f` with a nan ball among its arguments answered by nan, before any comparison."""

    def guarded(*args: Any) -> Any:
        return NAN if any(map(is_nan, args)) else f(*args)

    return guarded


_LIFTED: dict[Any, Callable[..., Any]] = {}


def lift(f: Callable[..., Any], arguments: int) -> Callable[..., Any]:
    """Return `f` as an elementwise function of broadcast object arrays."""
    lifted: Callable[..., Any] = np.frompyfunc(f, arguments, 1)
    _LIFTED[lifted] = f
    return lifted


def lowered(lifted: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function of single balls that was lifted (50 times as fast on one ball)."""
    return _LIFTED.get(lifted, lifted)
