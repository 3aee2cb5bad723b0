"""Allowances: how far a right engine may be from the truth, computed from the case.

An engine in floating point computes the derivative of a slightly different program, so that
program is evaluated (`noise`), and the spread of its answers is the unit. Allowance = (8 spreads
+ 4 roundoffs of the result) × growth, where growth accounts for sums inside an operation: they
round once per term, while noise is per use. Beyond rounding, a few subnormals are forgiven.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from adspec.language.primitives import VOCABULARY
from adspec.language.primitives.row import Primitive
from adspec.language.spaces import Array
from adspec.truth.balls import Ambiguous, is_balls, listed
from adspec.truth.directional import SLOPELESS, Entries, Slopes, difference
from adspec.truth.evaluator import is_entrywise
from adspec.truth.noise import SCALES, noise_for
from adspec.truth.rerun import Base
from adspec.truth.shaping import Bounds, floats
from adspec.truth.values import Moves, Values

SPREADS = 8.0  # 99 % of right answers lie within one spread of three samples
ROUNDOFFS = 4.0
TERMS = 16.0  # a sum of n terms may lose n/16 times more than the noise shows
ALONE = 64.0  # a sample this far out stands alone: a branch was crossed, not a rounding error
FAILS = (Ambiguous, ArithmeticError, ValueError)
POWERLESS = 2.0**-10  # a spread this large relative to the whole says that nothing is known


class Noisy:
    """The noisy runs around one point; each sample's noise is drawn, and f evaluated at x, once."""

    def __init__(self, values: Values, *, rounds_values: bool) -> None:
        """Keep where the noise is; `rounds_values` is false where noise must not leave a kink."""
        self.values = values
        self._rounds = rounds_values
        self._known: dict[int, tuple[Base, Entries] | None] = {}
        self._rights: dict[tuple[int, Moves], list[Entries | None]] = {}

    def base(self, sample: int) -> tuple[Base, Entries] | None:
        """Return the run at x under a sample's noise, and its outputs; None outside the domain."""
        if sample not in self._known:
            v, seen = self.values, list[Any]()
            try:
                noise = noise_for(v.at.machine, v.env, v.at.eps, sample, values=self._rounds)
                env = v.at.machine.run(v.x, noise, seen)
                self._known[sample] = Base(env, noise, seen), v.entries(env)
            except FAILS:
                self._known[sample] = None
        return self._known[sample]

    def rights(self, sample: int, moves: Moves) -> list[Entries | None]:
        """Return the noisy quotients to the right, of each probe those of the entries it can change."""
        if (sample, moves) not in self._rights:
            self._rights[sample, moves] = self._quotients(sample, moves)
        return self._rights[sample, moves]

    def _quotients(self, sample: int, moves: Moves) -> list[Entries | None]:
        if (found := self.base(sample)) is None:
            return [None] * len(moves.places)
        (base, zero), v = found, self.values
        try:
            changed = v.changed(v.rerun(moves, v.step, base))
        except FAILS:
            if len(moves.places) == 1:
                return [None]
            return [self._quotients(sample, moves.only([p]))[0] for p in range(len(moves.places))]
        pairs = zip(changed, moves.places, strict=True)
        return [[difference(e, zero[j]) * v.scale for e, j in zip(*pair, strict=True)] for pair in pairs]


def growth(values: Values) -> float:
    """Return by how much sums and series inside operations may exceed the noise."""
    steps = values.at.machine.steps
    inside = max((row.rounds for row in _rows(values)), default=1.0)
    if all(is_entrywise(step.f) for step in steps):
        return inside
    return inside + max((a.size for a in values.env.values() if is_balls(a)), default=0) / TERMS


def _rows(values: Values) -> list[Primitive]:
    """Return the rows of the primitives of a program, those in its bodies too."""
    names = (step.primitive for step in values.at.machine.all_steps())
    return [VOCABULARY[name] for name in names if name in VOCABULARY]


def deviations(samples: list[Entries | None], clean: Entries) -> Array:
    """Return |sample − clean| as floats, one row per sample; nan where a sample failed."""
    rows = [
        np.full(len(clean), np.nan)
        if s is None
        else floats([abs(a - b) for a, b in zip(s, clean, strict=True)])
        for s in samples
    ]
    return np.asarray(rows).reshape(len(SCALES), len(clean))


def spread(found: Array, size: Any) -> Array:
    """Return the spread per entry of deviations at the three noise scales; infinite where no rounding error.

    Math: deviations grow with the noise; one that stands far out, or is large against `size`
    (of the whole array), is a branch crossed.
    """
    with np.errstate(all="ignore"):
        per_roundoff = found / np.asarray(SCALES)[:, None]
        ordered = np.sort(per_roundoff, axis=0)
        top, second = ordered[-1], ordered[-2]
        result = np.where(top > ALONE * second, found.max(axis=0), top)
        return np.where((top <= POWERLESS * size) & np.isfinite(result), result, np.inf)


def largest(a: Array) -> float:
    """Return the largest finite size in an array, 0 for none."""
    sizes = (abs(number) for number in listed(a))  # a few entries: NumPy takes longer to start
    return max((float(size) for size in sizes if size < math.inf), default=0.0)


def per_unit(values: Values) -> float:
    """Return the largest |u|/max(|x|, 1)."""
    arrays = zip(values.at.x, values.at.u, strict=True)
    pairs = (zip(listed(a), listed(d), strict=True) for a, d in arrays)
    sizes = (abs(d) / max(abs(a), 1.0) for pair in pairs for a, d in pair)
    return max((float(size) for size in sizes if size < math.inf), default=0.0)


def of_values(values: Values, noisy: Noisy) -> Bounds:
    """Return the bounds of y."""
    y = floats(values.zero)
    samples = [None if (b := noisy.base(s)) is None else b[1] for s in range(len(SCALES))]
    far = spread(deviations(samples, values.zero), np.inf)
    allowed = allowed_for(far, np.abs(y), values, values.at.v)
    return Bounds(lo=y, hi=y, allowance=allowed, floor=np.zeros_like(y))


def of_slopes(values: Values, noisy: Noisy, found: Slopes, ends: tuple[Array, Array]) -> Bounds:
    """Return the bounds of J u between `ends`."""
    lo, hi = ends
    y = np.abs(floats(values.zero))
    samples = [
        None if right is None else values.spread(values.along_u, right)
        for [right] in (noisy.rights(s, values.along_u) for s in range(len(SCALES)))
    ]
    unit = per_unit(values)
    size = max(largest(floats(found.right)), largest(y) * unit)
    far = spread(deviations(samples, found.right), size)
    allowed = allowed_for(far, np.fmax(np.abs(lo), np.abs(hi)), values, values.at.v) + step_error(found)
    lo, hi = (np.where(slopeless(values, found), np.inf, end) for end in ends)
    floor = ROUNDOFFS * values.at.eps * _as_moduli(y, values.at.v) * unit
    return Bounds(lo=lo, hi=hi, allowance=allowed + of_nesting(values, floor), floor=floor)


def of_nesting(values: Values, floor: Array) -> Array | float:
    """Return what a derivative of a derivative is forgiven: a roundoff of the inner one per unit of x.

    An engine rounds within the inner derivative (det·inv for the slope of det), where the difference of
    values that the truth takes, and its noise, may cancel exactly.
    """
    return floor if values.at.machine.extra else 0.0


def _as_moduli(entries: Array, like: Sequence[Array]) -> Array:
    """Return entries with the larger one for both parts of a complex number: errors turn in the plane."""
    parts, start = [np.zeros(0)], 0
    for a in like:
        width = 1 + np.iscomplexobj(a)
        part = entries[start : start + width * a.size]
        parts.append(
            np.repeat(part.reshape(-1, width).max(axis=1, initial=0.0), width) if width > 1 else part
        )
        start += width * a.size
    return np.concatenate(parts)


def slopeless(values: Values, found: Slopes, places: Sequence[int] | None = None) -> list[bool]:
    """Return which outputs have no slope to judge: there is none, or no float holds f(x) itself.

    `places` says which outputs the slopes are of; None is all of them.
    """
    high = float(np.finfo(values.at.dtype).max)
    zero = values.zero if places is None else [values.zero[j] for j in places]
    sides = zip(found.kinds, zero, strict=True)
    return [k in SLOPELESS or (z.is_finite() and abs(float(z)) > high) for k, z in sides]


def _as_norms(entries: Array, like: Sequence[Array]) -> Array:
    """Return finite entries with the largest of their array for each: a decomposition mixes them."""
    sizes = [a.size * (1 + np.iscomplexobj(a)) for a in like]
    parts = np.split(entries, np.cumsum([0, *sizes])[1:-1])
    return np.concatenate([np.where(np.isfinite(p), largest(p), p) for p in parts])


def step_error(found: Slopes) -> Array:
    """Return the error that the step leaves in smooth slopes."""
    return np.asarray(
        [float(e) if k == "smooth" else 0.0 for e, k in zip(found.error, found.kinds, strict=True)]
    )


def allowed_for(far: Array, size: Array, values: Values, like: Sequence[Array]) -> Array:
    """Return the allowance of entries with this spread and this size; `like` says which are complex."""
    at = values.at
    far, size = _as_moduli(far, like), _as_moduli(size, like)
    if any(row.normwise for row in _rows(values)):
        far, size = _as_norms(far, like), _as_norms(size, like)
    rounding = (SPREADS * far + ROUNDOFFS * at.eps * size) * growth(values)
    return rounding + ROUNDOFFS * at.subnormal * at.largest
