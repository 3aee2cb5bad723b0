"""One recorded call of f: its tape, and the two ways to walk it."""

from __future__ import annotations

import cmath
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from adspec.reference_engine import numpy as ad
from adspec.reference_engine.calling import called, handed_out, taken_in, vectors
from adspec.reference_engine.reverse import Tape, ancestors, walk_back, walk_forth
from adspec.reference_engine.rule import Semantics
from adspec.reference_engine.tracing import plain
from adspec.reference_engine.trees import Structure, rebuild


@dataclass(frozen=True, slots=True)
class Recording:
    """One evaluation of f: `leaves` are its inputs, `values` its outputs."""

    semantics: Semantics
    rows: list[Any]
    leaves: list[Any]
    inputs: Structure
    values: list[Any]
    marks: list[int | None]  # the row of each output, None for a constant
    outputs: Structure

    @property
    def y(self) -> Any:
        """Return what f returned, as the caller's own."""
        return rebuild(self.outputs, [np.array(v) if type(v) is np.ndarray else v for v in self.values])


def record(
    semantics: Semantics, f: Callable[..., Any], primals: Any, mode: str, *, once: bool = False
) -> Recording:
    """Return the recording of f at the primals.

    `once` says that it is used up before the caller gets back to its arrays: then
    these need no copies.

    Cost: one call of f
    """
    leaves, inputs = taken_in(primals, borrowed=once)
    tape = Tape(semantics, mode, len(leaves))
    rows = tape.rows
    try:
        values, marks, outputs = called(tape, f, inputs, leaves, range(len(leaves)))
    finally:
        tape.close()
    return Recording(semantics, rows, leaves, inputs, values, marks, outputs)


def vjp(semantics: Semantics, f: Callable[..., Any], *primals: Any) -> tuple[Any, Callable[..., Any]]:
    """Return f(*primals) and pull, v ↦ Jᵀ v, a tuple with one cotangent per primal.

    Cost: one call of f; pull calls f never, and may be called any number of times
    """
    recording = record(semantics, f, primals, "pull")
    return recording.y, partial(pull_back, recording)


def linearize(semantics: Semantics, f: Callable[..., Any], *primals: Any) -> tuple[Any, Callable[..., Any]]:
    """Return f(*primals) and push, (u, …) ↦ J u, with one tangent per primal.

    Cost: one call of f; push calls f never
    """
    recording = record(semantics, f, primals, "push")
    along = pushes(recording)

    def push(*tangents: Any) -> Any:
        us = vectors(tangents, recording.inputs, recording.leaves, "Tangent")
        return handed_out(recording.outputs, along(us), recording.values, *us)

    return recording.y, push


def pull_back(recording: Recording, v: Any) -> tuple[Any, ...]:
    """Return Jᵀ v, one cotangent per primal.

    Cost: no call of f, one pull per edge of the tape
    """
    return pulled(recording, vectors(v, recording.outputs, recording.values, "Cotangent"))


def pulled(recording: Recording, vs: list[Any]) -> tuple[Any, ...]:
    """Return one cotangent per primal for those of the outputs, the caller's own."""
    found, xs = pull_leaves(recording, vs), recording.leaves
    cotangents: tuple[Any, ...] = handed_out(recording.inputs, found, xs, *vs, *xs)
    return cotangents


def pull_leaves(recording: Recording, vs: list[Any]) -> list[Any]:
    """Return the cotangents of the inputs for those of the outputs; None stands for zero."""
    with np.errstate(all="ignore"):
        found = walked(recording, vs, None)
        if not all(c is None or finite(c) for c in found):
            # A zero cotangent met an infinite slope, or the derivative is infinite.
            found = walked(recording, vs, absorbed)
    return found


def walked(recording: Recording, vs: list[Any], absorb: Any) -> list[Any]:
    """Return the cotangents of the inputs after one walk along the tape."""
    cotangents = seeded(recording, vs)
    walk_back(recording.semantics, recording.rows, cotangents, absorb=absorb)
    return cotangents[: len(recording.leaves)]


def seeded(recording: Recording, vs: list[Any]) -> list[Any]:
    """Return a cotangent for each row: what is given to the outputs, added up, else None."""
    cotangents: list[Any] = [None] * len(recording.rows)
    for v, mark in zip(vs, recording.marks, strict=True):
        if mark is not None and v is not None:
            known = cotangents[mark]
            cotangents[mark] = v if known is None else recording.semantics.add(known, v)
    return cotangents


def finite(c: Any) -> bool:
    """Return whether all entries are finite, whatever is traced.

    By their sum: it is finite only if they are. A sum that overflows although they
    are finite costs a second walk, with the same answer.
    """
    c = plain(c)
    return cmath.isfinite(np.add.reduce(c, None) if type(c) is np.ndarray else c)


def absorbed(v: Any, c: Any) -> Any:
    """Return c, zero where v is: a zero cotangent asks for nothing.

    This is what makes where(x > 0, log(x), 0) safe: the branch not taken gets
    the cotangent 0, and 0 · ∞ would be NaN.
    """
    return ad.where(ad.equal(v, 0), 0.0, c)


def pushes(recording: Recording) -> Callable[[list[Any]], list[Any]]:
    """Return the map from tangents of the inputs to those of the outputs; None stands for zero.

    Cost: no call of f; each push one push rule per edge that the outputs need
    """
    rows, n = recording.rows, len(recording.leaves)
    wanted = ancestors(rows, [mark for mark in recording.marks if mark is not None])

    def along(us: list[Any]) -> list[Any]:
        tangents = us + [None] * (len(rows) - n)
        with np.errstate(all="ignore"):
            walk_forth(recording.semantics, rows, tangents, wanted)
        return [None if mark is None else tangents[mark] for mark in recording.marks]

    return along
