"""The palette: the few kinds of arrays that an engine is shown which compiles anew for each of them.

A greedy cover: first the kind whose cases reach most of what no chosen kind reaches, the earliest where
several do, until nothing new is left; then others, evenly from the first to the last. Deterministic,
and at most a factor ln n worse than the smallest cover.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TypeVar

T = TypeVar("T")


def palette(reached: Mapping[str, AbstractSet[Hashable]], most: int) -> tuple[str, ...]:
    """Return `most` of the kinds, by what the cases of each reach: together they reach all that they can.

    Source: V. Chvátal, A greedy heuristic for the set-covering problem, 1979.
    """
    left, new = dict(reached), set().union(*reached.values())
    chosen: list[str] = []
    while new and left and len(chosen) < most:
        best = max(left, key=lambda kind: len(new & left[kind]))
        chosen.append(best)
        new -= left.pop(best)
    return (*chosen, *(spread(tuple(left), most - len(chosen)) if len(chosen) < most else ()))


def spread(items: Sequence[T], most: int) -> Sequence[T]:
    """Return at most `most` of the items, evenly from the first to the last; all of them for 0."""
    if most == 0 or len(items) <= most:
        return items
    return [items[round(i * (len(items) - 1) / max(most - 1, 1))] for i in range(most)]
