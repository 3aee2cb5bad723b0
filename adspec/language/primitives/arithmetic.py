"""Elementwise primitives of two and more arguments, with their ties.

Forms broadcast in every position and put a Python number on either side, so that operators
and reflected operators are reached too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.language.primitives.domains import FRACTIONAL, HALVES, LOWER, NONZERO, POSITIVE, REAL, UPPER
from adspec.language.primitives.forms import BINARY, SCALARS, form, rung
from adspec.language.primitives.row import Domain, Fixed, Form, Primitive


def _row(
    name: str, says: str, value: Callable[..., Any], domains: tuple[Domain, ...] = (REAL,), **more: Any
) -> Primitive:
    """Return the row of an elementwise primitive of several arguments."""
    words = {"forms": BINARY, "elementwise": True, **more}
    return Primitive(name=name, family="elementwise", says=says, value=value, domains=domains, **words)


def _static(*exponents: float) -> tuple[Form, ...]:
    return tuple(form((3,), Fixed(p)) for p in exponents)


_POWER_RUNGS = (
    *(rung(0.0, Fixed(p)) for p in (0, 1, 2, 3, 0.0, 1.0, 2.0, 0.5, -1)),
    *(rung(-2.0, Fixed(p)) for p in (0, 1, 2, 3, -1, -2.0)),
    rung(0.0, 0.0),
    rung(0.0, 1.0),
    rung(0.0, 2.0),
    rung(-2.0, 2.0),
    rung(1.0, 0.0),
    rung(2.0, Fixed(-0.5)),
    rung(1e-160, Fixed(2)),
)
_AXES = (rung(1.0, 0.0), rung(-1.0, 0.0), rung(0.0, -1.0))
_CLIP_RUNGS = tuple(
    rung(x, Fixed(-1.0), Fixed(1.5))
    for x in (-1.0, 1.5, float(np.nextafter(1.5, 2)), float(np.nextafter(1.5, 1)))
)
_MASK = Fixed([True, False, True])
_PAIRED: dict[str, Any] = {"elementwise": False}  # the edge points that fit are written out as rungs


ROWS: tuple[Primitive, ...] = (
    _row("add", "a + b", np.add, forms=BINARY + SCALARS, complex=True),
    _row("multiply", "a·b", np.multiply, forms=BINARY + SCALARS, complex=True),
    _row("subtract", "a − b", np.subtract, forms=BINARY + SCALARS, complex=True),
    _row("divide", "a/b", np.divide, (REAL, NONZERO), forms=BINARY + SCALARS, complex=True),
    _row(
        "pow",
        "aᵇ, also with a static integer or float exponent",
        np.pow,
        (POSITIVE, REAL),
        forms=BINARY + _static(2, 3, -1, 0.5, 1) + SCALARS[1:],
        rungs=_POWER_RUNGS,
        complex=True,
        **_PAIRED,
    ),
    _row("float_power", "aᵇ in at least float64", np.float_power, (POSITIVE, REAL)),
    _row("maximum", "the larger of a and b", np.maximum),
    _row("minimum", "the smaller of a and b", np.minimum),
    _row("fmax", "the larger of a and b, not NaN", np.fmax),
    _row("fmin", "the smaller of a and b, not NaN", np.fmin),
    _row("atan2", "the angle of (b, a)", np.atan2, (REAL, NONZERO), rungs=_AXES),
    _row("hypot", "√(a² + b²)", np.hypot),
    _row("logaddexp", "ln(eᵃ + eᵇ)", np.logaddexp),
    _row("logaddexp2", "log₂(2ᵃ + 2ᵇ)", np.logaddexp2),
    _row("copysign", "|a| with the sign of b", np.copysign, (NONZERO, NONZERO)),
    _row(
        "heaviside",
        "0 for a < 0, b for a = 0, else 1",
        np.heaviside,
        (NONZERO, REAL),
        rungs=(rung([0.0, 2.0, -1.0], [0.5, 3.0, -0.25], held=(0,)),),
    ),
    _row("remainder", "a − b·⌊a/b⌋", np.remainder, (FRACTIONAL, HALVES), forms=BINARY + SCALARS[:1]),
    _row(
        "floor_divide",
        "⌊a/b⌋",
        np.floor_divide,
        (FRACTIONAL, HALVES),
        forms=BINARY + SCALARS[:1],
        constant=True,
    ),
    _row(
        "clip",
        "x between two bounds: clip(x, min, max)",
        np.clip,
        (REAL, LOWER, UPPER),
        forms=(
            form((), Fixed(-1.75), Fixed(1.75)),
            form((3,), Fixed(-1.125), Fixed(1.75)),
            form((2, 3), Fixed(-1.125), Fixed(1.75)),
            form((3,), Fixed(-1.125), Fixed(None)),
            form((3,), (), ()),
            form((2, 3), (3,), (2, 1)),
            form((0,), Fixed(-1.125), Fixed(1.75)),
        ),
        rungs=_CLIP_RUNGS,
        **_PAIRED,
    ),
    _row(
        "where",
        "b where the condition holds, else c: where(condition, b, c)",
        np.where,
        forms=(
            form(_MASK, (3,), (3,)),
            form(_MASK, (), (3,)),
            form(_MASK, (3,), ()),
            form(Fixed([[True], [False]]), (2, 3), (3,)),
            form(_MASK, (2, 3), (1,)),
            form(Fixed([[True, False, True], [False, False, True]]), (3,), (2, 3)),
        ),
        complex=True,
        **_PAIRED,
    ),
)
COMPARISONS = tuple(
    _row(name, says, value, constant=True)
    for name, says, value in (
        ("equal", "whether a = b", np.equal),
        ("greater", "whether a > b", np.greater),
        ("greater_equal", "whether a ≥ b", np.greater_equal),
        ("less", "whether a < b", np.less),
        ("less_equal", "whether a ≤ b", np.less_equal),
        ("not_equal", "whether a ≠ b", np.not_equal),
    )
)
ROWS = (*ROWS, *COMPARISONS)
