"""The step of the differences, and the precision at which it is exact."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from adspec.language.spaces import Array
from adspec.truth.balls import listed

STEP = 80  # h = 2⁻⁸⁰: h² is beyond 45 digits, and 300 bits leave 140 for a difference
SECOND = 24  # the second, smaller step is h·2⁻²⁴


def magnitudes(arrays: Sequence[Any]) -> Array:
    """Return the finite non-zero sizes of all real coordinates of some arrays, as one flat array."""
    numbers = [number for a in arrays for number in listed(a)]
    parts = [p for z in numbers for p in ((z.real, z.imag) if type(z) is complex else (z,))]
    return np.asarray([abs(p) for p in parts if 0 < abs(p) < math.inf], dtype=np.float64)


def step_exponent(sizes: Array, moves: Array) -> int:
    """Return e such that 2⁻ᵉ is the step for moves of these sizes, and of size 1, among such entries.

    Math: h = 2⁻⁸⁰ · min(1, smallest |x|) / max(1, largest |u|), rounded down to a power of two.
    """
    smallest = min(1.0, float(sizes.min(initial=1.0)))
    largest = max(1.0, float(moves.max(initial=1.0)))
    return STEP + math.frexp(largest)[1] + 1 - math.frexp(smallest)[1]


def bits_for(sizes: Array, moves: Array, exponent: int) -> int:
    """Return the precision at which x ± hu is exact, and a difference of values has digits enough."""
    highest = math.frexp(max(1.0, float(sizes.max(initial=1.0))))[1]
    lowest = math.frexp(min(1.0, float(moves.min(initial=1.0))))[1]
    exact = highest - lowest + exponent + SECOND + 53
    return max(300, exact + 60) + exponent - STEP
