"""Pairings of arrays that are known up to intervals: how far ⟨w, a⟩ may be off."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from adspec.language.spaces import Array
from adspec.truth.interval import Interval, point, real_view


def paired(weights: Sequence[Array], intervals: Sequence[Interval]) -> Interval:
    """Return the interval of ⟨w, a⟩ = Σ Re(conj(w)·a) for arrays a within `intervals`.

    Math: each entry adds |w| times its width: a zero weight annihilates even an unknown entry.
    """
    ends, spreads = np.zeros(2), np.zeros(2)
    for weight, interval in zip(weights, intervals, strict=True):
        w = real_view(weight)
        with np.errstate(all="ignore"):
            ends += [_sum(w, np.where(w > 0, *side)) for side in _sides(interval)]
            spreads += [_sum(np.abs(w), interval.allowance), _sum(np.abs(w), interval.floor)]
    lo, hi = ends
    return Interval(*(point(value, 0.0).lo for value in (lo, hi, *spreads)))


def _sides(interval: Interval) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    return (interval.lo, interval.hi), (interval.hi, interval.lo)


def _sum(weight: Array, values: Array) -> float:
    return float(np.sum(np.where(weight == 0, 0.0, weight * values)))
