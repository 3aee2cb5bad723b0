"""Fits: whether numbers are those of an interval, and whether they were cut to fewer digits on the way."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from adspec.language.spaces import Array
from adspec.truth.interval import Interval, real_view

SINGLE = np.finfo(np.float32)


def fits(found: Sequence[Array], intervals: Sequence[Interval]) -> bool:
    """Return whether arrays lie in intervals, wherever these say something."""
    return all(map(_fits, found, intervals))


def _fits(found: Array, interval: Interval) -> bool:
    view = real_view(found)
    if view.shape != interval.lo.shape:
        return False
    known = np.isfinite(interval.lo) & np.isfinite(interval.hi) & np.isfinite(interval.allowance)
    return not np.any(known & ~(_off(view, interval) <= interval.allowance))


def is_cut(found: Array, interval: Interval) -> bool:
    """Return whether all entries are float32 numbers, and some off by what rounding to them costs."""
    view = real_view(found)
    with np.errstate(all="ignore"):
        is_short = np.array_equal(view, view.astype(np.float32), equal_nan=True)
    size, off = np.maximum(np.abs(interval.lo), np.abs(interval.hi)), _off(view, interval)
    cut = np.isfinite(size) & (off > interval.allowance) & (off <= size * SINGLE.eps)
    return bool(is_short and np.any(cut))


def _off(view: Array, interval: Interval) -> Array:
    with np.errstate(all="ignore"):
        return np.asarray(np.maximum(interval.lo - view, view - interval.hi))
