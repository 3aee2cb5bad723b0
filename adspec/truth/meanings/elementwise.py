"""Elementwise primitives of one argument, on balls.

Real and complex balls answer to the same method names, so one line serves both.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import methodcaller
from typing import Any

from flint import acb, arb

from adspec.truth.balls import less, lift, or_nan, sign

HALF = arb(0.5)
LARGEST = float.fromhex("0x1.fffffffffffffp+1023")


def _one(f: Callable[[Any], Any]) -> Callable[..., Any]:
    return lift(f, 1)


def _method(name: str) -> Callable[..., Any]:
    return lift(methodcaller(name), 1)


def _abs(x: Any) -> Any:
    return abs(x)


def _cbrt(x: Any) -> Any:
    return -((-x).root(3)) if less(x, 0) else x.root(3)


def _round(x: Any) -> Any:
    up = (x + HALF).floor()
    is_tie = up == x + HALF
    return up - 1 if is_tie and not (up / 2).is_integer() else up


def _trunc(x: Any) -> Any:
    return x.ceil() if less(x, 0) else x.floor()


def _nan_to_num(x: Any) -> Any:
    if x.is_finite():
        return x
    return arb(0) if x.is_nan() else arb(LARGEST) * (1 if x > 0 else -1)


def _part(which: str) -> Callable[[Any], Any]:
    def part(x: Any) -> Any:
        if isinstance(x, acb):
            return getattr(x, which)
        return x if which == "real" else x * 0

    return part


def _conj(x: Any) -> Any:
    return x.conjugate() if isinstance(x, acb) else x


def _angle(x: Any) -> Any:
    return arb.atan2(_part("imag")(x), _part("real")(x))


conj = _one(_conj)
absolute = _one(_abs)

# fmt: off
MEANINGS: dict[str, Callable[..., Any]] = {
    "negative":   _one(lambda x: -x),
    "positive":   _one(lambda x: x),
    "square":     _one(lambda x: x * x),
    "reciprocal": _one(lambda x: 1 / x),
    "sqrt":       _method("sqrt"),
    "cbrt":       _one(or_nan(_cbrt)),
    "exp":        _method("exp"),
    "exp2":       _one(lambda x: (x * arb.const_log2()).exp()),
    "expm1":      _method("expm1"),
    "log":        _method("log"),
    "log2":       _one(lambda x: x.log() / arb.const_log2()),
    "log10":      _one(lambda x: x.log() / arb.const_log10()),
    "log1p":      _method("log1p"),
    "sin":        _method("sin"),
    "cos":        _method("cos"),
    "tan":        _method("tan"),
    "asin":       _method("asin"),
    "acos":       _method("acos"),
    "atan":       _method("atan"),
    "sinh":       _method("sinh"),
    "cosh":       _method("cosh"),
    "tanh":       _method("tanh"),
    "asinh":      _method("asinh"),
    "acosh":      _method("acosh"),
    "atanh":      _method("atanh"),
    "sinc":       _method("sinc_pi"),
    "deg2rad":    _one(lambda x: x * arb.pi() / 180),
    "rad2deg":    _one(lambda x: x * 180 / arb.pi()),
    "abs":        absolute,
    "fabs":       absolute,
    "sign":       _one(or_nan(lambda x: arb(sign(x)))),
    "floor":      _method("floor"),
    "ceil":       _method("ceil"),
    "trunc":      _one(or_nan(_trunc)),
    "round":      _one(or_nan(_round)),
    "nan_to_num": _one(_nan_to_num),
    "real":       _one(_part("real")),
    "imag":       _one(_part("imag")),
    "conj":       conj,
    "angle":      _one(_angle),
}
# fmt: on
