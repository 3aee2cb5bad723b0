"""Points: what evidence says entry by entry, where a primitive acts so.

There a rule is a slope, a number for each point, which can be read off the answer wherever u or v is not 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from adspec.findings.evidence import Evidence
from adspec.language.case import Case
from adspec.language.program import Equation, Name
from adspec.language.spaces import Array

# act entry by entry too, though search makes no edge points for them
BY_ENTRIES = frozenset({"where", "clip", "pow"})


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Points:
    """Single points of a primitive that acts entry by entry, where its rule is wrong.

    `wrong` and `right` are slopes: the answer divided by the entry of u or v. `args` are the arguments
    there by position, `x` is the accused one, `y` the value.
    """

    wrong: Array
    right: Array
    seed: Array
    x: Array
    y: Array
    args: dict[int, Array]

    @property
    def count(self) -> int:
        """Return how many different points there are."""
        return len(set(zip(*(a.tolist() for a in self.args.values()), strict=True)))


def points(evidence: Iterable[Evidence]) -> Points | None:
    """Return the points of all evidence that can be read entry by entry; None where there is none."""
    parts = [p for e in evidence if (p := _points(e)) is not None]
    if not parts or any(p.args.keys() != parts[0].args.keys() for p in parts):
        return None
    joined = {name: np.concatenate([getattr(p, name) for p in parts]) for name in _FIELDS}
    args = {i: np.concatenate([p.args[i] for p in parts]) for i in parts[0].args}
    return Points(**joined, args=args)


_FIELDS = ("wrong", "right", "seed", "x", "y")


def lone(case: Case | None) -> Equation | None:
    """Return the only equation of a case, where it has one."""
    return case.program.equations[0] if case is not None and len(case.program.equations) == 1 else None


def _points(evidence: Evidence) -> Points | None:
    equation, case = lone(evidence.case), evidence.case
    if equation is None or case is None or not evidence.comparable:
        return None
    acts_so = evidence.by_entries or evidence.where in BY_ENTRIES
    if not acts_so or len(case.x) != 1 or evidence.mode not in _SEEDS:
        return None
    seed, x = (case.v[0], case.x[0]) if evidence.mode == "pull" else _spread(case)
    arrays = (seed, x, evidence.wrong, evidence.right)
    if len({np.shape(a) for a in (*arrays, case.v[0])}) != 1 or any(np.iscomplexobj(a) for a in arrays):
        return None
    values = case.values(case.x)
    given = {
        i: values[a.text] if isinstance(a, Name) else np.asarray(a, dtype=float)
        for i, a in enumerate(equation.args)
        if a is not None
    }
    with np.errstate(all="ignore"):
        y = evidence.y
        chosen = evidence.off & (seed != 0) & np.isfinite(np.asarray(evidence.wrong))
        wrong, right = (np.asarray(a)[chosen] / seed[chosen] for a in (evidence.wrong, evidence.right))
    flat = {i: np.broadcast_to(a, y.shape)[chosen].ravel() for i, a in given.items()}
    return Points(
        wrong=wrong.ravel(),
        right=right.ravel(),
        seed=seed[chosen].ravel(),
        x=x[chosen].ravel(),
        y=y[chosen].ravel(),
        args=flat,
    )


def _spread(case: Case) -> tuple[Array, Array]:
    """Return u and x at every entry of y, along whatever axes the argument is broadcast."""
    shape = case.v[0].shape
    if np.broadcast_shapes(case.x[0].shape, shape) != shape:
        return case.u[0], case.x[0]
    return np.broadcast_to(case.u[0], shape), np.broadcast_to(case.x[0], shape)


_SEEDS = frozenset({"push", "pull"})
