"""Kinks: those an equation meets on the way, and the hull of what a right engine may answer at one.

At a kink of a single primitive an engine may answer any derivative that the function has
arbitrarily near (ties may also share: weights ≥ 0 that sum to 1). The left and right slopes are
two of them; slopes at a few points next to x, in generic directions, are the others: three equal
entries have six orders when sorted.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import acb, arb

from adspec.language.spaces import Array
from adspec.truth.balls import is_balls
from adspec.truth.directional import KINDS, Entries, Slopes, reals, slopes
from adspec.truth.evaluator import moved
from adspec.truth.shaping import floats
from adspec.truth.values import Direction, Values, is_float

SEED = 20261
NEIGHBOURS = 8
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


def on_the_way(values: Values, along_u: Direction) -> bool:
    """Return whether any named value is not smooth along u, or along a generic direction."""
    return any(_meets(values, direction) for direction in (along_u, generic(values, 0)))


def _meets(values: Values, direction: Direction) -> bool:
    minus, plus = (values.near(direction, step) for step in (-values.step, values.step))
    step = values.step * arb(2) ** -24
    runs = [minus, values.env, plus]
    closer: list[Any] = []
    for name in (step_.name for step_ in values.at.machine.steps):
        if not is_balls(values.env[name]):
            if not _same(*(run[name] for run in runs)):
                return True
            continue
        complex_ = _has_complex(values.env[name])

        def nearer(name: str = name, complex_: bool = complex_) -> tuple[Entries, Entries]:
            if not closer:
                closer.extend(values.near(direction, s) for s in (-step, step))
            return reals(closer[0][name], complex_), reals(closer[1][name], complex_)

        triple = reals(minus[name], complex_), reals(values.env[name], complex_), reals(plus[name], complex_)
        if slopes(triple, values.exponent, nearer, values.at.tiny).worst != "smooth":
            return True
    return False


def _same(*values: Any) -> bool:
    return all(np.array_equal(np.asarray(values[0]), np.asarray(other)) for other in values[1:])


def _has_complex(a: Array) -> bool:
    return a.size > 0 and isinstance(a.flat[0], acb)


# ------------------------------------------------------------------ hulls


def neighbours(values: Values) -> list[list[Any]]:
    """Return points next to x at which the function is smooth almost surely."""
    far = values.step * arb(2) ** ASIDE
    return [moved(values.x, generic(values, i + 1), far) for i in range(NEIGHBOURS)]


def hull(values: Values, found: Slopes, direction: Direction, near: list[list[Any]]) -> tuple[Entries, Entries]:
    """Return the ends of the hull of slopes, entry by entry; one point where smooth, nan where unknown."""
    nan = arb.nan()
    known = [kind in {"smooth", "kink"} for kind in found.kinds]
    lo = [c if k else nan for c, k in zip(found.central, known, strict=True)]
    hi = list(lo)
    kinks = [i for i, kind in enumerate(found.kinds) if kind == "kink"]
    if kinks:
        choices = [found.left, found.right, *(_slope_at(values, x, direction) for x in near)]
        for i in kinks:
            finite = [c[i] for c in choices if c[i].is_finite()]
            lo[i], hi[i] = min(finite, key=float), max(finite, key=float)
    return lo, hi


def _slope_at(values: Values, x: list[Any], direction: Direction) -> Entries:
    run = values.at.machine.run
    plus, minus = (values.entries(run(moved(x, direction, s))) for s in (values.step, -values.step))
    half = arb(2) ** (values.exponent - 1)
    return [(p - m) * half for p, m in zip(plus, minus, strict=True)]


def ends(bounds: tuple[Entries, Entries]) -> tuple[Array, Array]:
    """Return both ends of a hull as floats."""
    return floats(bounds[0]), floats(bounds[1])


def worst(kinds: list[str]) -> str:
    """Return the worst of some kinds."""
    return max(kinds, key=KINDS.index, default="smooth")
