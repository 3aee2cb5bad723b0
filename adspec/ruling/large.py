"""Large functions: what is left out so that they take seconds, and what is said of it.

The entries of a gradient cost one move each, up to `PROBES` of them; where that is too much work the gradient
is judged by its product with a tangent alone, which costs one move however many entries there are.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from adspec.lifting.graph import LIMIT, Lifted
from adspec.truth.balls import listed
from adspec.truth.interval import Interval
from adspec.truth.probes import PROBES
from adspec.truth.shaping import nothing
from adspec.truth.truth import Truth
from adspec.truth.values import Direction, Moves, Values

LARGE = 10_000  # scalar operations beyond which one point is shown
PATIENCE = 200_000  # scalar operations that the entries of one gradient may take
MANY = 4_096  # entries of x, beyond which nobody asks which entry of y sees which of them
SEVERAL = 0b11  # the bits of more than one entry of x
SPEED = 15_000  # scalar operations that are judged in a second, roughly


class Together(Values):
    """Values of which all entries of x move together: who depends on which is not asked.

    To know that takes as many bits as there are entries, for each entry of each value.
    """

    @cached_property
    def depends(self) -> dict[str, Any]:
        """Return that everything but constants depends on everything."""
        held = self.at.machine.held
        return {name: _filled(value, 0 if name in held else SEVERAL) for name, value in self.env.items()}

    def along(self, direction: Direction) -> Moves:
        """Return the move of all of x along a direction."""
        parts = zip(self.x, direction, strict=True)
        still = [np.zeros(np.shape(a)) if d is None else d for a, d in parts]
        return self.moves([(SEVERAL, [part for a in still for part in listed(a)])])


def _filled(value: Any, bits: int) -> Any:
    if isinstance(value, tuple):
        return tuple(_filled(part, bits) for part in value)
    return [bits] * np.size(value)


class Paired(Truth):
    """The truth of a case without the entries of Jᵀ v, of which its product with u is known."""

    def _at_level(self, level: int) -> Values:
        if level not in self._levels:
            self._levels[level] = Together(self._at, level)
        return self._levels[level]

    @cached_property
    def JTv(self) -> tuple[Interval, ...]:
        """Return nothing."""
        return nothing(self._at.x)


def truth_for(lifted: Lifted, entries: int) -> type[Truth]:
    """Return how much of the truth is told of a function of so many entries."""
    moves = 1 if lifted.entrywise else min(entries, PROBES)
    return Paired if moves * lifted.work > PATIENCE or entries > MANY else Truth


def notice(name: str, work: int) -> str:
    """Return what is said before a large function is judged; nothing of another one."""
    if work <= LARGE:
        return ""
    return (
        f"{name}: {work:,} scalar operations, of {LIMIT:,} at most: one point is judged, in some "
        f"{max(work // SPEED, 2)} s. A smaller input has the same lines, and is judged sooner at more points."
    )
