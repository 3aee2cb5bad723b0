"""Jᵀv entry by entry: (Jᵀv)ᵢ = Σⱼ vⱼ ∂yⱼ/∂xᵢ from one value-only difference per real coordinate.

A function that is applied entry by entry (a ufunc over balls, by construction) depends on one
entry of each input per output entry, so all entries of an input move at once there.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import acb, arb

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
from adspec.truth.balls import precision
from adspec.truth.dependence import dependence, together
from adspec.truth.directional import Slopes, has_digits
from adspec.truth.noise import SCALES
from adspec.truth.rerun import plan
from adspec.truth.shaping import Bounds, floats
from adspec.truth.turns import hides_kinks, hull, neighbours
from adspec.truth.values import Move, Values, flat_cotangent, is_float

PROBES = 64  # beyond these, entries are left unjudged


@dataclass(frozen=True, slots=True)
class Probe:
    """One move of real coordinates of x; `of[j]` is the one that output entry j sees move, if any."""

    move: Move
    moves: list[int]
    of: list[int | None]


def probes(values: Values) -> Iterator[Probe]:
    """Yield the moves that together reach every real coordinate of x.

    Real coordinates are counted as in flat real views: a complex entry has two.
    """
    at = values.at
    entries = [(k, i) for k, a in enumerate(at.x) for i in range(a.size)]
    widths = [width for a in at.x for width in [1 + np.iscomplexobj(a)] * a.size]
    starts = [0, *itertools.accumulate(widths)]
    parts = [p for a in at.x for p in [(1 + np.iscomplexobj(a)) * is_float(a)] * a.size]
    depends = dependence(at.machine, values.x, values.env)
    seen = [b for name in at.machine.outputs for b in depends[name]]
    seen = [
        b for b, complex_ in zip(seen, _outputs_complex(values), strict=True) for _ in range(1 + complex_)
    ]
    for group in itertools.islice(together(seen, len(entries)), PROBES):
        changes = plan(at.machine, depends, values.env, group)
        for p, part in enumerate((arb(1), acb(0, 1))):
            moving = [i for i, n in enumerate(parts) if n > p and group >> i & 1]
            if moving:
                of = [_coordinate(bits & group, starts, p) for bits in seen]
                move = Move(_parts(at.machine.wrt, [entries[i] for i in moving], part), changes)
                yield Probe(move, [starts[i] + p for i in moving], of)


def _outputs_complex(values: Values) -> list[bool]:
    """Return for every output entry whether it has an imaginary part."""
    sizes = [np.size(r) for r in values.at.machine.results(values.env)]
    return [c for size, c in zip(sizes, values.at.complexes, strict=True) for _ in range(size)]


def _coordinate(bit: int, starts: list[int], part: int) -> int | None:
    return starts[bit.bit_length() - 1] + part if bit else None


def _parts(names: Sequence[str], entries: list[tuple[int, int]], part: Any) -> dict[str, dict[int, Any]]:
    parts: dict[str, dict[int, Any]] = {}
    for which, flat in entries:
        parts.setdefault(names[which], {})[flat] = part
    return parts


def pull(
    values: Values, noise: Callable[[Values, Slopes], Noisy], finer: Callable[[Values], Values | None]
) -> Bounds:
    """Return the bounds of Jᵀv; `finer` gives values at a higher precision, for moves that need it."""
    at = values.at
    v = flat_cotangent(at.v)
    size = sum(a.size * (2 if np.iscomplexobj(a) else 1) for a in at.x)
    lo, hi = ([arb(0)] * size for _ in range(2))
    terms, scale, error = np.zeros(size), np.zeros(size), np.zeros(size)
    deviation = np.zeros((len(SCALES), size))
    (reached, lost), near = np.zeros((2, size), dtype=bool), None
    for probe in probes(values):
        first = values.slopes_of(probe.move)
        used, found = _settled(first, probe, values, finer)
        if near is None and ("kink" in found.kinds or hides_kinks(values)):
            near = neighbours(values)
        low, high = hull(values, found, probe.move.direction(values) if near else [], near or [])
        left_over, without = step_error(found), slopeless(values, found)
        for j, c in enumerate(probe.of):
            if c is None or (v[j] == 0 and low[j].is_finite()):
                continue
            lost[c] |= without[j]
            a, b = v[j] * low[j], v[j] * high[j]
            lo[c], hi[c] = lo[c] + min(a, b, key=float), hi[c] + max(a, b, key=float)
            if a.is_finite():
                terms[c] += max(abs(float(a)), abs(float(b)))
                scale[c] += abs(float(v[j] * found.right[j]))
                error[c] += abs(float(v[j])) * left_over[j]
        reached[probe.moves] = True
        if used is not values and not _is_small(first, found, at.tiny):
            used, found = values, first
        with precision(used.bits):
            _deviate(deviation, probe, found, v, noise(used, found))
    nothing = np.where(lost, np.inf, np.nan)
    ends = tuple(np.where(reached & ~lost, floats(end), nothing) for end in (lo, hi))
    return _bounds(values, ends, (terms, scale, error), deviation)


def _settled(
    found: Slopes, probe: Probe, values: Values, finer: Callable[[Values], Values | None]
) -> tuple[Values, Slopes]:
    """Return the slopes of a probe at a precision with digits enough in every entry that it moves, if any."""
    while _lacks_digits(found, probe, values) and (better := finer(values)) is not None:
        values = better
        with precision(values.bits):
            found = values.slopes_of(probe.move)
    return values, found


def _is_small(first: Slopes, found: Slopes, tiny: float) -> bool:
    """Return whether a slope of `found` is neither zero nor large enough for the precision of `first`.

    Where every slope that had no digits turned out to be zero, the noise is visible without more digits.
    """
    pairs = zip(first.central, found.central, strict=True)
    return any(not has_digits(a, tiny) and not abs(b) < tiny for a, b in pairs if b.is_finite())


def _lacks_digits(found: Slopes, probe: Probe, values: Values) -> bool:
    seen = zip(found.kinds, found.central, probe.of, strict=True)
    kinds = [(kind, slope) for kind, slope, c in seen if c is not None]
    return any(
        kind == "unsettled" or (kind in {"smooth", "kink"} and not has_digits(slope, values.at.tiny))
        for kind, slope in kinds
    )


def _deviate(deviation: Array, probe: Probe, found: Slopes, v: list[Any], noisy: Noisy) -> None:
    """Add what each noisy sample changes in the coordinates of a probe."""
    for sample in range(len(SCALES)):
        right = noisy.right(sample, probe.move)
        if right is None:
            deviation[sample, probe.moves] = np.nan
            continue
        shift: dict[int, Any] = {}
        for j, c in enumerate(probe.of):
            if c is not None and found.right[j].is_finite() and found.left[j].is_finite():
                shift[c] = shift.get(c, 0) + v[j] * (right[j] - found.right[j])
        for c, total in shift.items():
            deviation[sample, c] += abs(float(total)) if total.is_finite() else np.nan


def _bounds(values: Values, ends: tuple[Array, ...], sums: tuple[Array, ...], deviation: Array) -> Bounds:
    at = values.at
    (lo, hi), (terms, scale, error) = ends, sums
    pulled = float(np.nansum(np.abs(floats(values.zero)) * np.abs(floats(flat_cotangent(at.v)))))
    unit = [np.maximum(np.abs(a), 1.0) for a in at.x]
    per_entry = [
        np.repeat(w.ravel(), 2 if np.iscomplexobj(a) else 1) for w, a in zip(unit, at.x, strict=True)
    ]
    floor = ROUNDOFFS * at.eps * pulled / np.concatenate([np.ones(0), *per_entry])
    size = max(largest(scale), largest(floor) / (ROUNDOFFS * at.eps))
    far = spread(deviation, size)
    allowed = allowed_for(far, terms, values, at.x) + error + of_nesting(values, floor)
    return Bounds(lo=lo, hi=hi, allowance=allowed, floor=floor)
