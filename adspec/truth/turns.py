"""Kinks: those an equation meets on the way, and the hull of what a right engine may answer at one.

At a kink of a single primitive an engine may answer any derivative that the function has
arbitrarily near (ties may also share: weights ≥ 0 that sum to 1). The left and right slopes are
two of them; slopes at a few points next to x, in generic directions, are the others: three equal
entries have six orders when sorted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from flint import arb

from adspec.language.spaces import Array
from adspec.truth import within
from adspec.truth.balls import power_of_two
from adspec.truth.directional import Entries, Slopes
from adspec.truth.evaluator import moved
from adspec.truth.shaping import floats
from adspec.truth.values import Direction, Values, is_float

SEED = 20261
NEIGHBOURS = 8
MIDDLES = frozenset({"median", "quantile"})
ASIDE = 16  # neighbours are 2¹⁶ steps away: far for a quotient, near for a float


def generic(values: Values, number: int) -> Direction:
    """Return a direction in which every entry moves differently; `number` picks one of many."""
    rng = np.random.default_rng((SEED, number))
    return [within.generic(a, rng, complex_=np.iscomplexobj(a)) if is_float(a) else None for a in values.at.x]


# ------------------------------------------------------------------ on the way


def on_the_way(values: Values) -> bool:
    """Return whether any named value is not smooth along u or a generic direction.

    Where every value depends on one entry of x, and all of them move along u, any direction shows the same.
    """
    if within.meets_kink(values, values.along_u):
        return True
    if _is_separate(values):
        return False
    return within.meets_kink(values, values.along(generic(values, 0)))


def _is_separate(values: Values) -> bool:
    if not all(np.all(a != 0) and a.dtype.kind == "f" for a in values.at.u):
        return False
    sets = (b for step in values.at.machine.steps for part in _parts(values.depends[step.name]) for b in part)
    return all(b & (b - 1) == 0 for b in sets)


def _parts(bits: Any) -> list[list[int]]:
    return [p for part in bits for p in _parts(part)] if isinstance(bits, tuple) else [bits]


# ------------------------------------------------------------------ hulls


def neighbours(values: Values) -> list[list[Any]]:
    """Return points next to x at which the function is smooth almost surely."""
    far = values.step * power_of_two(ASIDE)
    return [moved(values.x, generic(values, i + 1), far) for i in range(NEIGHBOURS)]


def hides_kinks(values: Values) -> bool:
    """Return whether x is a kink that no direction of one coordinate shows.

    Of three equal entries the middle one stays where it is when any single one moves, both ways.
    """
    steps = values.at.machine.steps
    if len(steps) != 1 or steps[0].primitive not in MIDDLES:
        return False
    entries = [number for a in values.at.x for number in a.ravel().tolist()]
    return len(set(entries)) < len(entries)


def hull(
    values: Values,
    found: Slopes,
    direction: Callable[[], Direction],
    near: list[list[Any]],
    places: list[int] | None = None,
) -> tuple[Entries, Entries]:
    """Return the ends of the hull of slopes, entry by entry; nan where unknown, one point where smooth.

    An entry that is smooth along this direction may still have other slopes near by, if another has a kink.
    `places` says which entries of the outputs the slopes are of; None is all of them.
    """
    nan = arb.nan()
    known = [kind in {"smooth", "kink"} for kind in found.kinds]
    lo = [c if k else nan for c, k in zip(found.central, known, strict=True)]
    if "kink" not in found.kinds and not hides_kinks(values):
        return lo, lo
    aside = [_slope_at(values, x, direction()) for x in near]
    choices = [found.left, found.right, *(a if places is None else [a[j] for j in places] for a in aside)]
    hi = list(lo)
    for i in (i for i, k in enumerate(known) if k):
        finite = [c[i] for c in choices if c[i].is_finite()]
        lo[i], hi[i] = min(finite, key=float), max(finite, key=float)
    return lo, hi


def _slope_at(values: Values, x: list[Any], direction: Direction) -> Entries:
    run = values.at.machine.run
    plus, minus = (values.entries(run(moved(x, direction, s))) for s in (values.step, -values.step))
    half = power_of_two(values.exponent - 1)
    return [(p - m) * half for p, m in zip(plus, minus, strict=True)]


def ends(bounds: tuple[Entries, Entries]) -> tuple[Array, Array]:
    """Return both ends of a hull as floats."""
    return floats(bounds[0]), floats(bounds[1])
