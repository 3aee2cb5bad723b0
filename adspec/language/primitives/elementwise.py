"""Elementwise primitives of one argument.

A row: name, statement, meaning in NumPy, domain; then where it has kinks, and whether it is
judged on complex arguments and whether it is constant between its jumps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.language.primitives import forms
from adspec.language.primitives.domains import (
    ABOVE_MINUS_ONE,
    ABOVE_ONE,
    CLOSED_UNIT,
    FRACTIONAL,
    NONZERO,
    POSITIVE,
    REAL,
    UNIT,
)
from adspec.language.primitives.row import Domain, Primitive

# On the axes, where imaginary parts vanish, but off every branch cut except that of arcosh.
_ON_AXES = (forms.rung(complex(0.5, 0.0)), forms.rung(complex(0.0, 0.5)))
_ON_CUT = {"rungs": (forms.rung(complex(-2.0, 0.0)),)}


def _row(name: str, says: str, value: Callable[..., Any], domain: Domain = REAL, **more: Any) -> Primitive:
    """Return the row of an elementwise primitive of one argument."""
    rungs = (*(_ON_AXES if more.get("complex") else ()), *more.pop("rungs", ()))
    return Primitive(
        name=name,
        family="elementwise",
        says=says,
        value=value,
        forms=forms.UNARY,
        domains=(domain,),
        rungs=rungs,
        elementwise=True,
        **more,
    )


_STEPS = {"kinks": (0.0, 1.0, -1.0), "constant": True}

ROWS: tuple[Primitive, ...] = (
    _row("negative", "−x", np.negative, complex=True),
    _row("positive", "+x", np.positive, complex=True),
    _row("square", "x²", np.square, complex=True),
    _row("sin", "sin x", np.sin, complex=True),
    _row("cos", "cos x", np.cos, complex=True),
    _row("exp", "eˣ", np.exp, complex=True),
    _row("log", "ln x", np.log, POSITIVE, complex=True, **_ON_CUT),
    _row("sqrt", "√x", np.sqrt, POSITIVE, complex=True, **_ON_CUT),
    _row("tanh", "tanh x", np.tanh, complex=True),
    _row("abs", "|x|, the modulus of complex x", np.abs, NONZERO, kinks=(0.0,), complex=True),
    _row("reciprocal", "1/x", np.reciprocal, NONZERO, complex=True),
    _row("tan", "tan x", np.tan, complex=True),
    _row("sinh", "sinh x", np.sinh, complex=True),
    _row("cosh", "cosh x", np.cosh, complex=True),
    _row("asin", "arcsin x", np.asin, CLOSED_UNIT, complex=True),
    _row("acos", "arccos x", np.acos, CLOSED_UNIT, complex=True),
    _row("atan", "arctan x", np.atan, complex=True),
    _row("asinh", "arsinh x", np.asinh, complex=True),
    _row("acosh", "arcosh x", np.acosh, ABOVE_ONE, complex=True),
    _row("atanh", "artanh x", np.atanh, UNIT, complex=True),
    _row("expm1", "eˣ − 1", np.expm1, complex=True),
    _row("log1p", "ln(1 + x)", np.log1p, ABOVE_MINUS_ONE, complex=True, **_ON_CUT),
    _row("log2", "log₂ x", np.log2, POSITIVE, complex=True, **_ON_CUT),
    _row("log10", "log₁₀ x", np.log10, POSITIVE, complex=True, **_ON_CUT),
    _row("exp2", "2ˣ", np.exp2),
    _row("cbrt", "the real cube root of x", np.cbrt, NONZERO),
    _row("sinc", "sin(πx)/(πx), 1 at 0", np.sinc),
    _row("deg2rad", "x·π/180", np.deg2rad),
    _row("rad2deg", "x·180/π", np.rad2deg),
    _row("fabs", "|x| of real x", np.fabs, NONZERO, kinks=(0.0,)),
    _row("nan_to_num", "x, with 0 for NaN and the largest number for infinity", np.nan_to_num),
    _row("sign", "the sign of x", np.sign, NONZERO, kinks=(0.0,), constant=True),
    _row("floor", "the largest integer ≤ x", np.floor, FRACTIONAL, **_STEPS),
    _row("ceil", "the smallest integer ≥ x", np.ceil, FRACTIONAL, **_STEPS),
    _row("trunc", "x rounded to an integer towards 0", np.trunc, FRACTIONAL, **_STEPS),
    _row(
        "round",
        "x rounded to the nearest even integer",
        np.round,
        FRACTIONAL,
        kinks=(0.5, -1.5),
        constant=True,
    ),
)
