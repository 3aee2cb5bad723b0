"""Jᵀv entry by entry: (Jᵀv)ᵢ = Σⱼ vⱼ ∂yⱼ/∂xᵢ from one value-only difference per real coordinate.

A function that is applied entry by entry (a ufunc over balls, by construction) depends on one
entry of each input per output entry, so all entries of an input move at once there.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from adspec.language.spaces import Array
from adspec.truth.allowance import (
    ROUNDOFFS,
    Noisy,
    allowed_for,
    largest,
    of_nesting,
    slopeless,
    spread,
    step_error,
)
from adspec.truth.balls import listed, precision
from adspec.truth.directional import ZERO, Entries, Slopes, has_digits
from adspec.truth.noise import SCALES
from adspec.truth.probes import Probes, along_u, probes
from adspec.truth.shaping import Bounds, floats
from adspec.truth.turns import hides_kinks, hull, neighbours
from adspec.truth.values import Moves, Values, flat_cotangent


@dataclass(slots=True)
class Sums:
    """What the entries of Jᵀv are made of, coordinate by coordinate."""

    lo: Entries
    hi: Entries
    terms: Array
    scale: Array
    error: Array
    deviation: Array
    lost: Array

    @classmethod
    def of(cls, size: int) -> Sums:
        """Return empty sums."""
        terms, scale, error = np.zeros((3, size))
        deviation, lost = np.zeros((len(SCALES), size)), np.zeros(size, dtype=bool)
        return cls([ZERO] * size, [ZERO] * size, terms, scale, error, deviation, lost)

    def deviate(self, probe: tuple[list[int], Entries], found: Slopes, sample: int, right: Any) -> None:
        """Add what a noisy sample changes in the coordinates of a probe."""
        shift: dict[int, Any] = {}
        for k, (c, weight) in enumerate(zip(*probe, strict=True)):
            if found.right[k].is_finite() and found.left[k].is_finite():
                shift[c] = shift.get(c, 0) + weight * (right[k] - found.right[k])
        for c, total in shift.items():
            self.deviation[sample, c] += abs(float(total)) if total.is_finite() else np.nan


def pull(
    values: Values, noise: Callable[[Values, Slopes], Noisy], finer: Callable[[Values], Values | None]
) -> Bounds:
    """Return the bounds of Jᵀv; `finer` gives values at a higher precision, for moves that need it."""
    at = values.at
    v = flat_cotangent(at.v)
    size = sum(a.size * (2 if np.iscomplexobj(a) else 1) for a in at.x)
    known = along_u(values, v) or probes(values, v)
    first, _ = values.slopes_of(known.moves)
    settled = _settled(first, known, values, finer)
    sums, near = Sums.of(size), list[Any]()
    for p, (_, found) in enumerate(settled):
        if not near and ("kink" in found.kinds or hides_kinks(values)):
            near = neighbours(values)
        _gather(sums, known, p, (values, near), found)
    _deviate(sums, known, _shown(first, settled, values), noise)
    reached = np.zeros(size, dtype=bool)
    for moved in known.moved:
        reached[moved] = True
    nothing = np.where(sums.lost, np.inf, np.nan)
    lo, hi = (np.where(reached & ~sums.lost, floats(end), nothing) for end in (sums.lo, sums.hi))
    return _bounds(values, (lo, hi), sums)


def _gather(sums: Sums, known: Probes, probe: int, around: tuple[Values, list[Any]], found: Slopes) -> None:
    """Add what the slopes of one probe say; `around` has the values, and points near by for kinks."""
    values, near = around
    places = known.moves.places[probe]
    lows, highs = hull(values, found, partial(_direction, values, known.moves, probe), near, places)
    left_over, lost = step_error(found), slopeless(values, found, places)
    for k, (c, weight) in enumerate(zip(known.of[probe], known.weights[probe], strict=True)):
        low, high = lows[k], highs[k]
        if weight == 0 and low.is_finite():
            continue
        sums.lost[c] |= lost[k]
        a = weight * low
        b = a if low is high else weight * high
        is_up = low is high or float(a) <= float(b)
        sums.lo[c] += a if is_up else b
        sums.hi[c] += b if is_up else a
        if a.is_finite():
            sums.terms[c] += max(abs(float(a)), abs(float(b)))
            sums.scale[c] += abs(float(weight * found.right[k]))
            sums.error[c] += abs(float(weight)) * left_over[k]


Settled = list[tuple[Values, Slopes]]  # per probe its slopes, and the values they come from


def _settled(
    first: list[Slopes], known: Probes, values: Values, finer: Callable[[Values], Values | None]
) -> Settled:
    """Return the slopes of the probes at a precision with digits enough in every entry, if there is any."""
    settled = [(values, found) for found in first]
    best = values
    while vague := [p for p, (_, found) in enumerate(settled) if _lacks_digits(found, values.at.tiny)]:
        if (better := finer(best)) is None:
            break
        best = better
        with precision(better.bits):
            found, _ = better.slopes_of(known.moves.only(vague))
        for p, slopes in zip(vague, found, strict=True):
            settled[p] = better, slopes
    return settled


def _lacks_digits(found: Slopes, tiny: float) -> bool:
    kinds = zip(found.kinds, found.central, strict=True)
    return any(
        kind == "unsettled" or (kind in {"smooth", "kink"} and not has_digits(slope, tiny))
        for kind, slope in kinds
    )


def _is_small(first: Slopes, found: Slopes, tiny: float) -> bool:
    """Return whether a slope of `found` is neither zero nor large enough for the precision of `first`.

    Where every slope that had no digits turned out to be zero, the noise is visible without more digits.
    """
    pairs = zip(first.central, found.central, strict=True)
    return any(not has_digits(a, tiny) and not abs(b) < tiny for a, b in pairs if b.is_finite())


def _shown(first: list[Slopes], settled: Settled, values: Values) -> Settled:
    """Return the slopes, and their precision, at which the noise is to be seen."""
    return [
        (used, found) if used is values or _is_small(before, found, values.at.tiny) else (values, before)
        for before, (used, found) in zip(first, settled, strict=True)
    ]


def _deviate(sums: Sums, known: Probes, shown: Settled, noise: Callable[[Values, Slopes], Noisy]) -> None:
    """Add what the noise changes, for all probes with the same noise at once."""
    groups: dict[Noisy, list[int]] = {}
    for p, (used, found) in enumerate(shown):
        groups.setdefault(noise(used, found), []).append(p)
    for noisy, members in groups.items():
        with precision(noisy.values.bits):
            some = known.moves.only(members)
            for sample in range(len(SCALES)):
                for p, right in zip(members, noisy.rights(sample, some), strict=True):
                    if right is None:
                        sums.deviation[sample, known.moved[p]] = np.nan
                    else:
                        sums.deviate((known.of[p], known.weights[p]), shown[p][1], sample, right)


def _direction(values: Values, moves: Moves, probe: int) -> list[Any]:
    """Return one probe as a direction."""
    direction: list[Any] = []
    for name, a in zip(values.at.machine.wrt, values.x, strict=True):
        if name not in moves.by:
            direction.append(None)
            continue
        cells = moves.plan.moving(name)
        start, stop = cells.spans[probe]
        array = np.empty(np.shape(a), dtype=object)
        array.fill(ZERO)
        flat = array.reshape(-1)
        for k in range(start, stop):
            flat[cells.places[k]] = moves.by[name][k]
        direction.append(array)
    return direction


def _bounds(values: Values, ends: tuple[Array, Array], sums: Sums) -> Bounds:
    at = values.at
    lo, hi = ends
    pairs = zip(floats(values.zero).tolist(), flat_cotangent(at.v), strict=True)
    pulled = math.fsum(abs(y) * abs(float(w)) for y, w in pairs if not math.isnan(y))
    unit = [
        max(abs(number), 1.0) for a in at.x for number in listed(a) for _ in range(1 + np.iscomplexobj(a))
    ]
    floor = ROUNDOFFS * at.eps * pulled / np.asarray(unit, dtype=np.float64)
    size = max(largest(sums.scale), largest(floor) / (ROUNDOFFS * at.eps))
    far = spread(sums.deviation, size)
    allowed = allowed_for(far, sums.terms, values, at.x) + sums.error + of_nesting(values, floor)
    return Bounds(lo=lo, hi=hi, allowance=allowed, floor=floor)
