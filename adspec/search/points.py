"""Wide points: arrays whose entries spread over sixteen powers of ten, each named by one integer.

Plain points come from the pools of the domains. Wide ones are log-uniform: their distance from
zero, or from an end of the domain, runs from 1e-8 to 1e8, with both signs. They come from a Weyl
sequence rather than a random generator and are rounded to three digits, so that one integer
names the same array on every machine, and the digits stay short.
"""

from __future__ import annotations

import math

import numpy as np

from adspec.language.primitives.row import Domain, Shape
from adspec.language.spaces import Array

# Irrational steps, one each for the exponent, the sign and the anchor of an entry.
_STEPS = (math.sqrt(5) / 2 - 0.5, math.sqrt(2) - 1.0, math.sqrt(3) - 1.0)


def wide(domain: Domain, shape: Shape, k: int, reach: float = 8.0) -> Array:
    """Return an array of `domain` whose entries spread over the powers of ten from −reach to reach.

    An entry that would leave the domain, in float64 or in float32, is plain instead.
    """
    if domain.build is not None:
        return domain.build(shape, k)
    spread = np.asarray([_entry(domain, k + i, reach) for i in range(math.prod(shape))]).reshape(shape)
    short = spread.astype(np.float32).astype(np.float64)
    if domain.contains(spread) and domain.contains(short):
        return spread
    inside = [domain.contains(np.asarray(pair)) for pair in zip(spread.ravel(), short.ravel(), strict=True)]
    return np.where(np.asarray(inside).reshape(shape), spread, domain.fill(shape, k))


def _entry(domain: Domain, k: int, reach: float) -> float:
    """Return term k of the sequence: an anchor of the domain plus or minus a power of ten."""
    along, sign, which = ((k * step) % 1.0 for step in _STEPS)
    anchors = [a for a in (domain.lo, domain.hi) if np.isfinite(a)]
    if domain.lo < 0.0 < domain.hi:
        anchors.append(0.0)
    anchor = anchors[int(which * len(anchors))] if anchors else 0.0
    width = domain.hi - domain.lo
    exponent = -reach * along if np.isfinite(width) else reach * (2 * along - 1)
    distance = float(f"{(width / 2 if np.isfinite(width) else 1.0) * 10.0**exponent:.2e}")
    upward = anchor == domain.lo or (anchor != domain.hi and sign < 0.5)
    return anchor + distance if upward else anchor - distance
