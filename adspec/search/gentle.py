"""Gentle points: where the derivative of an equation can be judged, told from values alone.

A program is worth showing where its values are neither huge nor tiny, and where no equation
stands at a kink, a jump or an edge, is flat or is steep. Three values along one direction tell:
with h = 1e-6 a kink leaves |f(x+hd) − 2f(x) + f(x−hd)| ≈ h·jump, while a smooth f leaves h²·f″.
A steep smooth point may be taken for a kink; then the program goes another way, and nothing is lost.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from adspec.language.literals import Literal, as_argument
from adspec.language.primitives.row import Fixed, Primitive, Shape
from adspec.language.spaces import Array

STEP = 1e-6
BEND = 0.05  # a smaller jump of the slope is no kink of the vocabulary
SIZES = (1e-3, 1e3)
SLOPES = (1e-3, 1e4)
ROUNDING = 1e-13  # of a value's size: what the second difference of a smooth function may be off by


def gentle_value(
    row: Primitive, args: Sequence[Array | Fixed], params: Mapping[str, Literal], *, kinks: bool = False
) -> Array | None:
    """Return the value of a call, None where it is not a gentle array; `kinks` do not matter where allowed.

    Cost: three calls of the NumPy meaning.
    """
    options = {key: as_argument(value) for key, value in params.items()}
    literals = [as_argument(a.value, np.float64) if isinstance(a, Fixed) else None for a in args]

    def f(*arrays: Array) -> Any:
        moving = iter(arrays)
        filled = (c if isinstance(a, Fixed) else next(moving) for a, c in zip(args, literals, strict=True))
        return row.value(*filled, **options)

    arrays = [a for a in args if not isinstance(a, Fixed)]
    return gentle_array(f, arrays, kinks=kinks, constant=row.constant)


def gentle_array(
    f: Callable[..., Any], x: Sequence[Array], *, kinks: bool = False, constant: bool = False
) -> Array | None:
    """Return f(*x), None where it is not a gentle array.

    Cost: three calls of f.
    """
    try:
        value = f(*x)
    except ValueError:  # a matrix is singular, an iteration does not converge
        return None
    if not isinstance(value, (np.ndarray, np.generic)) or value.dtype.kind not in "fc":
        return None
    y = np.asarray(value)
    return y if is_sized(y) and (kinks or is_smooth(f, x, y, constant=constant)) else None


def is_sized(y: Array) -> bool:
    """Return whether all values are finite and the largest lies within SIZES."""
    return bool(np.all(np.isfinite(y))) and SIZES[0] <= np.max(np.abs(y), initial=0.0) <= SIZES[1]


def is_smooth(f: Callable[..., Any], x: Sequence[Array], y: Array, *, constant: bool = False) -> bool:
    """Return whether f(*x) = y has no kink here and a slope within SLOPES (any small one where `constant`).

    Cost: two calls of f.
    """
    d = [_direction(a.shape, a.dtype.kind, i) for i, a in enumerate(x)]
    ahead, behind = (np.asarray(f(*(a + h * b for a, b in zip(x, d, strict=True)))) for h in (STEP, -STEP))
    bend = np.abs(ahead - 2 * y + behind)
    slope = np.max(np.abs(ahead - behind), initial=0.0) / (2 * STEP)
    straight = bool(np.all(bend <= BEND * STEP + ROUNDING * np.abs(y)))  # False for NaN
    return straight and (constant or bool(SLOPES[0] <= slope <= SLOPES[1]))


@cache
def _direction(shape: Shape, kind: str, position: int) -> Array:
    """Return a direction in which no two entries move alike, nor entries of two arguments."""
    places = np.arange(math.prod(shape))
    steps = (places * 0.618034 + position * 0.236068) % 1.0
    signs = np.where(places % 2 == position % 2, 1.0, -1.0)
    real = (signs * (0.5 + steps)).reshape(shape)
    return np.asarray(real if kind != "c" else real * (1.0 - 0.7j))
