"""The brief: all evidence of one cause, and what several signatures need of it, computed once.

A signature looks at a brief and returns the mistake in words, or "" where it does not fit. It speaks only
where it fits every wrong entry of all the evidence. What happens to be right is left out of account:
a rule may be wrong for some numbers only.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from adspec.findings.evidence import Evidence, near
from adspec.findings.points import Points, points
from adspec.language.spaces import Array

ENOUGH = 2  # different points, or different pairs of numbers: one number is any multiple of another


class Brief:
    """All evidence of one cause, and what several signatures need of it, computed once."""

    def __init__(self, evidence: tuple[Evidence, ...]) -> None:
        """Take the evidence; compute nothing."""
        self.all = evidence

    @property
    def first(self) -> Evidence:
        """Return the first of the evidence."""
        return self.all[0]

    @cached_property
    def numeric(self) -> tuple[Evidence, ...]:
        """Return the evidence in which there are finite numbers to compare, and some are wrong."""
        return tuple(e for e in self.all if e.comparable and bool(e.off.any()))

    @cached_property
    def points(self) -> Points | None:
        """Return the wrong points of what acts entry by entry; None for anything else."""
        found = points(self.numeric)
        return found if found is not None and found.count >= ENOUGH else None

    @cached_property
    def pairs(self) -> tuple[Array, Array]:
        """Return the wrong entries of all evidence and the right ones; none where too little is known.

        Entries of one point say the same, whatever u and v are there.
        """
        off = [(np.asarray(e.wrong)[e.off], np.asarray(e.right)[e.off]) for e in self.numeric]
        empty = np.zeros(0), np.zeros(0)
        if not off:
            return empty
        wrong, right = (np.concatenate([np.ravel(p[side]) for p in off]) for side in (0, 1))
        alone = points(self.numeric)
        known = (
            alone.count if alone is not None else len(set(zip(wrong.tolist(), right.tolist(), strict=True)))
        )
        return (wrong, right) if known >= ENOUGH and np.isfinite(wrong).all() else empty

    @cached_property
    def digits(self) -> float:
        """Return the relative difference within which two numbers agree, by the coarsest evidence."""
        return max(e.digits for e in self.all)

    def agree(self, a: Array, b: Array) -> bool:
        """Return whether two arrays of entries agree, and there are any."""
        return a.size > 0 and bool(np.all(near(a, b, self.digits)))


Signature = Callable[[Brief], str]
