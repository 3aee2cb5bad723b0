"""Domains: where an argument may live, and the plain values that search takes there.

A pool starts with the plainest number. All its numbers are short in binary, so that float32
holds them and a person can recompute with them, and no two of them, nor two of their absolute
values, are equal: arrays filled from one pool have no ties by accident.
"""

from __future__ import annotations

from adspec.language.primitives.row import Domain

_MAGNITUDES = (1.0, 2.0, 0.5, 1.5, 3.0, 0.25, 1.25, 2.5, 0.75, 3.5, 2.25, 0.625, 1.75, 2.75, 0.375, 1.125)
_NEGATIVE_AT = (3, 5, 7, 9, 11, 13, 15)
_PLAIN = tuple(-m if i in _NEGATIVE_AT else m for i, m in enumerate(_MAGNITUDES))
_UNIT = (0.5, 0.25, -0.75, 0.125, -0.375, 0.625, -0.875, 0.1875, -0.3125, 0.4375, -0.5625, 0.6875, -0.8125)
# Odd quarters: no multiple of a half, so neither floor nor round nor a division by halves jumps there.
_QUARTERS = (0.75, 0.25, 1.25, -1.75, 2.25, -2.75, 3.25, -3.75, 4.25, -4.75, 5.25, -5.75, 6.25)
_ABOVE_MINUS_ONE = (1.0, 2.0, 0.5, -0.75, 3.0, -0.25, 1.25, -0.625, 2.5, -0.375, 2.25, -0.125, 1.75)
_HALVES = (2.0, 1.5, -0.5, 1.0, -2.5, 3.0, -3.5, 4.0, -4.5)

REAL = Domain(name="real", pool=_PLAIN)
NONZERO = Domain(name="nonzero", pool=_PLAIN, holes=(0.0,))
POSITIVE = Domain(name="positive", pool=_MAGNITUDES, lo=0.0, closed=False)
NONNEGATIVE = Domain(name="nonnegative", pool=_MAGNITUDES, lo=0.0)
UNIT = Domain(name="(-1, 1)", pool=_UNIT, lo=-1.0, hi=1.0, closed=False)
CLOSED_UNIT = Domain(name="[-1, 1]", pool=_UNIT, lo=-1.0, hi=1.0)
PROBABILITY = Domain(name="(0, 1)", pool=tuple(abs(p) for p in _UNIT), lo=0.0, hi=1.0, closed=False)
ABOVE_ONE = Domain(name="above 1", pool=tuple(1.0 + m for m in _MAGNITUDES), lo=1.0)
ABOVE_MINUS_ONE = Domain(name="above -1", pool=_ABOVE_MINUS_ONE, lo=-1.0, closed=False)
FRACTIONAL = Domain(name="no multiple of 1/2", pool=_QUARTERS)
HALVES = Domain(name="multiples of 1/2", pool=_HALVES, holes=(0.0,))
LOWER = Domain(name="lower bound", pool=(-1.0, -2.0, 0.125, -0.5, -3.0, -1.75), hi=0.125)
UPPER = Domain(name="upper bound", pool=(1.75, 2.125, 3.25, 0.875, 4.0, 1.375), lo=0.875)
