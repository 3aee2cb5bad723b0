"""Jᵀv entry by entry: (Jᵀv)ᵢ = Σⱼ vⱼ ∂yⱼ/∂xᵢ from one value-only difference per real coordinate.

A function that is applied entry by entry (a ufunc over balls, by construction) depends on one
entry of each input per output entry, so all entries of an input move at once there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import arb

from adspec.language.program import Name
from adspec.language.spaces import Array
from adspec.truth.allowance import ROUNDOFFS, Noisy, allowed_for, largest, spread, step_error
from adspec.truth.directional import Slopes, has_digits
from adspec.truth.evaluator import is_entrywise
from adspec.truth.noise import SCALES
from adspec.truth.shaping import Bounds, floats
from adspec.truth.turns import hull, neighbours
from adspec.truth.values import Direction, Values, flat_cotangent, parts_of, unit

COORDINATES = 64  # beyond these, entries are left unjudged


@dataclass(frozen=True, slots=True)
class Probe:
    """One move; `of[j]` is the real coordinate of x (counted through all inputs) that entry j sees move."""

    direction: Direction
    of: list[int]


def probes(values: Values) -> Iterator[Probe]:
    """Yield the moves that together reach every real coordinate of x."""
    at, start = values.at, 0
    for which, a in enumerate(at.x):
        parts = parts_of(a)
        for p, part in enumerate(parts):
            if (seen := _seen_entrywise(values, which)) is not None:
                yield Probe(unit(at, which, None, part), [start + i * len(parts) + p for i in seen])
                continue
            for flat, index in enumerate(np.ndindex(a.shape)):
                coordinate = start + flat * len(parts) + p
                if coordinate < COORDINATES:
                    yield Probe(unit(at, which, index, part), [coordinate] * len(values.zero))
        start += a.size * (2 if np.iscomplexobj(a) else 1)


def _seen_entrywise(values: Values, which: int) -> list[int] | None:
    """Return which flat entry of an input each output entry sees, where f is one ufunc; else None."""
    machine = values.at.machine
    if len(machine.steps) != 1 or machine.outputs != (machine.steps[0].name,):
        return None
    step, a = machine.steps[0], values.at.x[which]
    if not is_entrywise(step.f) or Name(machine.wrt[which]) not in step.args:
        return None
    shape = np.shape(values.env[step.name])
    seen = np.broadcast_to(np.arange(a.size).reshape(a.shape), shape).ravel()
    return [int(i) for i in np.repeat(seen, 2 if values.at.complexes[0] else 1)]


def pull(values: Values, noisy: Noisy) -> tuple[Bounds, bool]:
    """Return the bounds of Jᵀv, and whether every entry has digits enough."""
    at = values.at
    v = flat_cotangent(at.v)
    size = sum(a.size * (2 if np.iscomplexobj(a) else 1) for a in at.x)
    lo, hi = ([arb(0)] * size for _ in range(2))
    terms, scale, error = np.zeros(size), np.zeros(size), np.zeros(size)
    deviation = np.zeros((len(SCALES), size))
    settled, reached, near = True, np.zeros(size, dtype=bool), None
    for probe in probes(values):
        found, _, _ = values.slopes(probe.direction)
        if near is None and "kink" in found.kinds:
            near = neighbours(values)
        settled &= "unsettled" not in found.kinds
        low, high = hull(values, found, probe.direction, near or [])
        left_over = step_error(found)
        for j, c in enumerate(probe.of):
            if v[j] == 0 and low[j].is_finite():
                continue
            a, b = v[j] * low[j], v[j] * high[j]
            lo[c], hi[c] = lo[c] + min(a, b, key=float), hi[c] + max(a, b, key=float)
            if a.is_finite():
                terms[c] += max(abs(float(a)), abs(float(b)))
                scale[c] += abs(float(v[j] * found.right[j]))
                error[c] += abs(float(v[j])) * left_over[j]
        reached[probe.of] = True
        _deviate(deviation, probe, found, v, noisy)
    settled &= all(has_digits(e, at.tiny) for e in (*lo, *hi) if e.is_finite())
    ends = tuple(np.where(reached | (len(v) == 0), floats(end), np.nan) for end in (lo, hi))
    return _bounds(values, ends, (terms, scale, error), deviation), settled


def _deviate(deviation: Array, probe: Probe, found: Slopes, v: list[Any], noisy: Noisy) -> None:
    """Add what each noisy sample changes in the coordinates of a probe."""
    for sample in range(len(SCALES)):
        right = noisy.right(sample, probe.direction)
        if right is None:
            deviation[sample, probe.of] = np.nan
            continue
        shift: dict[int, Any] = {}
        for j, c in enumerate(probe.of):
            if found.kinds[j] in {"smooth", "kink"}:
                shift[c] = shift.get(c, 0) + v[j] * (right[j] - found.right[j])
        for c, total in shift.items():
            deviation[sample, c] += abs(float(total)) if total.is_finite() else np.nan


def _bounds(values: Values, ends: tuple[Array, ...], sums: tuple[Array, ...], deviation: Array) -> Bounds:
    at = values.at
    (lo, hi), (terms, scale, error) = ends, sums
    pulled = float(np.nansum(np.abs(floats(values.zero)) * np.abs(floats(flat_cotangent(at.v)))))
    unit = [np.maximum(np.abs(a), 1.0) for a in at.x]
    per_entry = [np.repeat(w.ravel(), 2 if np.iscomplexobj(a) else 1) for w, a in zip(unit, at.x, strict=True)]
    floor = ROUNDOFFS * at.eps * pulled / np.concatenate([np.ones(0), *per_entry])
    size = max(largest(scale), largest(floor) / (ROUNDOFFS * at.eps))
    far = spread(deviation, size)
    return Bounds(lo=lo, hi=hi, allowance=allowed_for(far, terms, values) + error, floor=floor)
