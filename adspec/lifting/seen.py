"""A whole function as its engine runs it: of every unit what went in, came out, and came back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from adspec.language.spaces import Array
from adspec.lifting.graph import Lifted, Place


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """One unit of a run: its float inputs and outputs, and the cotangents of the outputs.

    `sources` says for each input which unit made it, None where it is the function's own. `pull` is the
    engine's own rule of this unit alone, `lift` the unit alone as equations over balls.
    """

    word: str
    place: Place | None
    inputs: tuple[Array, ...]
    sources: tuple[int | None, ...]
    outputs: tuple[Array, ...]
    cotangents: tuple[Array, ...]
    pull: Callable[[Sequence[Array]], tuple[Array, ...]]
    lift: Callable[[], Lifted]


@dataclass(frozen=True, kw_only=True, slots=True)
class Run:
    """A run of a function, forward and back: its units in order, its results and its gradient."""

    units: tuple[Seen, ...]
    outputs: tuple[Array, ...]
    gradient: tuple[Array, ...]
