"""Bounds: what the truth says of a flat list of real entries, and how they become intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from flint import arb

from adspec.language.spaces import Array
from adspec.truth.interval import Interval


@dataclass(frozen=True, kw_only=True, slots=True)
class Bounds:
    """Lower and upper ends, allowance and floor of flat real entries, as float64; nan where unknown."""

    lo: Array
    hi: Array
    allowance: Array
    floor: Array


def floats(balls: Sequence[Any]) -> Array:
    """Return the midpoints of real balls; nan where a ball is not finite."""
    return np.asarray(
        [float(b) if isinstance(b, arb) and b.is_finite() else np.nan for b in balls], dtype=np.float64
    )


def representable(values: Array, dtype: Any) -> Array:
    """Return values with infinity in place of what overflows the dtype, 0 of what underflows it completely.

    A result that underflows may be 0 in the engine too, and must not be anything large.
    """
    low, high = _ends(np.dtype(dtype))
    size = np.abs(values)
    kept = np.where(size < low, 0.0, values)
    return np.where(size > high, np.copysign(np.inf, values), kept)


@cache
def _ends(dtype: Any) -> tuple[float, float]:
    """Return the smallest and largest positive number of a dtype."""
    kind = np.finfo(dtype)
    return float(kind.smallest_subnormal), float(kind.max)


def split(like: Sequence[Array], bounds: Bounds, dtype: Any) -> tuple[Interval, ...]:
    """Return one interval per array of `like`, complex ones with a last axis of two."""
    intervals, position = [], 0
    lo, hi = (representable(end, dtype) for end in (bounds.lo, bounds.hi))
    for a in like:
        shape = (*a.shape, 2) if np.iscomplexobj(a) else a.shape
        part = slice(position, position + math.prod(shape))
        position = part.stop
        ends = [end[part].reshape(shape) for end in (lo, hi, bounds.allowance, bounds.floor)]
        intervals.append(Interval(*ends))
    return tuple(intervals)


def nothing(like: Sequence[Array]) -> tuple[Interval, ...]:
    """Return intervals that say nothing."""
    shapes = [(*a.shape, 2) if np.iscomplexobj(a) else a.shape for a in like]
    return tuple(Interval(*(np.full(shape, np.nan) for _ in range(4))) for shape in shapes)
