"""Intervals: what the truth says of an array, entry by entry.

An entry is right when it lies in [lo, hi] widened by the allowance. Away from kinks lo = hi;
at a kink they are the ends of the hull of the one-sided derivatives. The floor is the absolute
error below which a wrong entry is a loss of digits and not a wrong rule. Infinite ends say that
there is nothing to judge: no float holds the answer, or it does not exist. Where nothing is
known they are nan.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from adspec.language.spaces import Array


@dataclass(frozen=True, slots=True)
class Interval:
    """Bounds, allowance and floor of an array; complex arrays are shown as (…, 2) real parts.

    Shapes: lo, hi, allowance and floor have the shape of the real view of the array.
    """

    lo: Array
    hi: Array
    allowance: Array
    floor: Array


def point(value: Any, allowance: Any, floor: Any = 0.0) -> Interval:
    """Return the interval of one value with lo = hi; scalars are broadcast."""
    real = real_view(value)
    spread = [np.broadcast_to(np.asarray(a, dtype=np.float64), real.shape) for a in (allowance, floor)]
    return Interval(real, real, *spread)


def real_view(value: Any) -> Array:
    """Return a float64 view of an array; a complex one gets a last axis of real and imaginary part."""
    array = np.asarray(value)
    if np.iscomplexobj(array):
        return np.stack([array.real, array.imag], axis=-1).astype(np.float64)
    return array.astype(np.float64)


def blurred(interval: Interval, width: float) -> Interval:
    """Return the interval with `width` more allowance, for what an engine may flush to zero."""
    return replace(interval, allowance=interval.allowance + width) if width else interval
