"""Kinks: those an equation meets on the way, and the hull of what a right engine may answer at one.

At a kink of a single primitive an engine may answer any derivative that the function has
arbitrarily near (ties may also share: weights ≥ 0 that sum to 1). The left and right slopes are
two of them; slopes at a few points next to x, in generic directions, are the others: three equal
entries have six orders when sorted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
from flint import acb, arb

from adspec.language.spaces import Array, leaves
from adspec.truth.balls import is_balls, power_of_two
from adspec.truth.directional import Entries, Slopes, reals, slopes
from adspec.truth.evaluator import Env, moved
from adspec.truth.shaping import floats
from adspec.truth.steps import SECOND
from adspec.truth.values import Direction, Values, is_float

SEED = 20261
NEIGHBOURS = 8
MIDDLES = frozenset({"median", "quantile"})
ASIDE = 16  # neighbours are 2¹⁶ steps away: far for a quotient, near for a float


def generic(values: Values, number: int) -> Direction:
    """Return a direction in which every entry moves differently; `number` picks one of many."""
    rng = np.random.default_rng((SEED, number))

    def draw() -> Any:
        return arb(float(rng.choice([-1, 1]) * rng.integers(64, 128)) / 64)

    def like(a: Array) -> Any:
        if not is_float(a):
            return None
        moves = np.empty(a.shape, dtype=object)
        for index in np.ndindex(a.shape):
            moves[index] = acb(draw(), draw()) if np.iscomplexobj(a) else draw()
        return moves

    return [like(a) for a in values.at.x]


# ------------------------------------------------------------------ on the way


def on_the_way(values: Values, along_u: tuple[Env, Env], u: Direction) -> bool:
    """Return whether any named value is not smooth along u (whose runs are known) or a generic direction."""
    if _meets(values, along_u, u):
        return True
    other = generic(values, 0)
    below, above = (values.near(other, step) for step in (-values.step, values.step))
    return _meets(values, (below, above), other)


def _meets(values: Values, sides: tuple[Env, Env], direction: Direction) -> bool:
    step, runs = values.step, (sides[0], values.env, sides[1])
    nearer = cache(lambda: [values.near(direction, s * power_of_two(-SECOND)) for s in (-step, step)])

    def meets(name: str, place: int, part: Any) -> bool:
        def here(some: Sequence[Env]) -> list[Any]:
            return [leaves(run[name])[place] for run in some]

        if not is_balls(part):
            return not all(np.array_equal(part, other) for other in here(runs))
        kinds = _kinds(values, here(runs), lambda: here(nearer()))
        return not kinds <= {"smooth", "unsettled"}  # an unsettled one lacks digits, not a side

    names = [step.name for step in values.at.machine.steps]
    return any(meets(name, *part) for name in names for part in enumerate(leaves(values.env[name])))


def _kinds(values: Values, triple: list[Array], nearer: Callable[[], list[Array]]) -> set[str]:
    complex_ = _has_complex(triple[1])
    minus, zero, plus = (reals(a, complex_=complex_) for a in triple)

    def closer() -> tuple[Entries, Entries]:
        below, above = nearer()
        return reals(below, complex_=complex_), reals(above, complex_=complex_)

    return set(slopes((minus, zero, plus), values.exponent, closer, values.at.tiny).kinds)


def _has_complex(a: Array) -> bool:
    return a.size > 0 and isinstance(a.flat[0], acb)


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
    values: Values, found: Slopes, direction: Direction, near: list[list[Any]]
) -> tuple[Entries, Entries]:
    """Return the ends of the hull of slopes, entry by entry; nan where unknown, one point where smooth.

    An entry that is smooth along this direction may still have other slopes near by, if another has a kink.
    """
    nan = arb.nan()
    known = [kind in {"smooth", "kink"} for kind in found.kinds]
    lo = [c if k else nan for c, k in zip(found.central, known, strict=True)]
    if "kink" not in found.kinds and not hides_kinks(values):
        return lo, lo
    choices = [found.left, found.right, *(_slope_at(values, x, direction) for x in near)]
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
