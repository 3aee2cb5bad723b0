"""One recorded call of f: its tape, and the two ways to walk it.

What goes out is nobody else's: values, tangents and cotangents are arrays of the
caller's own, so that assigning to them changes no later answer.
"""

from __future__ import annotations

import cmath
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from adspec.reference_engine import numpy as ad
from adspec.reference_engine.reverse import Tape, ancestors, walk_back, walk_forth
from adspec.reference_engine.rule import Semantics
from adspec.reference_engine.tracing import Traced, dtype_of, escaped, plain, shape_of
from adspec.reference_engine.trees import (
    Structure,
    alike,
    checked_input,
    checked_vector,
    owned,
    rebuild,
    split_up,
    take_apart,
)


@dataclass(frozen=True, slots=True)
class Recording:
    """One evaluation of f: `leaves` are its inputs, `values` its outputs."""

    rows: list[Any]
    leaves: list[Any]
    structures: list[Structure]
    values: list[Any]
    marks: list[int | None]  # the row of each output, None for a constant
    structure: Structure

    @property
    def y(self) -> Any:
        """Return what f returned, as the caller's own."""
        copies = [np.array(v) if type(v) is np.ndarray else v for v in self.values]
        return rebuild(self.structure, copies)


def record(
    semantics: Semantics, f: Callable[..., Any], primals: Any, mode: str, *, once: bool = False
) -> Recording:
    """Return the recording of f at the primals.

    `once` says that it is used up before the caller gets back to its arrays: then
    these need no copies.

    Cost: one call of f
    """
    leaves: list[Any] = []
    structures = [take_apart(x, leaves) for x in primals]
    leaves = [checked_input(x, borrowed=once) for x in leaves]
    tape = Tape(semantics, mode)
    inputs = [tape.input(x) for x in leaves]
    try:
        y = f(*split_up(structures, inputs))
    finally:
        rows = tape.rows
        tape.close()
    outputs: list[Any] = []
    structure = take_apart(y, outputs)
    marks = [row_of(tape, y) for y in outputs]
    values = [y if mark is None else y.value for y, mark in zip(outputs, marks, strict=True)]
    return Recording(rows, leaves, structures, values, marks, structure)


def row_of(trace: Any, y: Any) -> Any:
    """Return the mark of an output of this trace, None for a constant.

    Raises: EscapedTracerError for a value of a trace that is over, TypeError for what
    is no number
    """
    if type(y) is Traced:
        if y.traced_by is trace:
            return y.mark
        if not y.traced_by.is_open:
            raise escaped(y)
    elif type(y) is not np.ndarray and dtype_of(y).kind not in "biufc":
        raise TypeError(
            f"Output of type {type(y).__name__}: no vector space is known for it. "
            "Return arrays, numbers, or containers of them."
        )
    return None


def pull_back(semantics: Semantics, recording: Recording, v: Any) -> tuple[Any, ...]:
    """Return Jᵀ v, one cotangent per primal.

    Cost: no call of f, one pull per edge of the tape
    """
    seeds: list[Any] = []
    alike(v, recording.structure, "Cotangent", seeds)
    seeds = [checked_vector(v, y, "Cotangent") for v, y in zip(seeds, recording.values, strict=True)]
    found = pull_leaves(semantics, recording, seeds)
    seen = {id(v) for v in (*seeds, *recording.leaves)}
    results = [
        zeros(x) if c is None else owned(c, x, seen) for c, x in zip(found, recording.leaves, strict=True)
    ]
    return tuple(split_up(recording.structures, results))


def pull_leaves(semantics: Semantics, recording: Recording, seeds: list[Any]) -> list[Any]:
    """Return the cotangents of the inputs, None for those without influence."""
    with np.errstate(all="ignore"):
        found = walked(semantics, recording, seeds, None)
        if not all(c is None or finite(c) for c in found):
            # A zero cotangent met an infinite slope, or the derivative is infinite.
            found = walked(semantics, recording, seeds, absorbed)
    return found


def walked(semantics: Semantics, recording: Recording, seeds: list[Any], absorb: Any) -> list[Any]:
    """Return the cotangents of the inputs after one walk along the tape."""
    rows = recording.rows
    cotangents: list[Any] = [None] * len(rows)
    last = -1
    for v, mark in zip(seeds, recording.marks, strict=True):
        if mark is not None:
            known = cotangents[mark]
            cotangents[mark] = v if known is None else semantics.add(known, v)
            last = max(last, mark)
    walk_back(semantics, rows, cotangents, last=last, absorb=absorb)
    return cotangents[: len(recording.leaves)]


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


def zeros(x: Any) -> Any:
    """Return the zero of the space of x."""
    return np.zeros(shape_of(x), dtype_of(x))[()] if type(x) is not np.ndarray else np.zeros_like(x)


def pushes(semantics: Semantics, recording: Recording) -> Callable[..., Any]:
    """Return u ↦ J u, the tape walked forwards.

    Cost: no call of f; each push one push rule per edge that the outputs need
    """
    outputs = [mark for mark in recording.marks if mark is not None]
    wanted = ancestors(recording.rows, outputs)

    def push(*us: Any) -> Any:
        tangents: list[Any] = [None] * len(recording.rows)
        tangents[: len(recording.leaves)] = given = checked_tangents(
            us, recording.structures, recording.leaves
        )
        with np.errstate(all="ignore"):
            walk_forth(semantics, recording.rows, tangents, wanted=wanted)
        found = [None if mark is None else tangents[mark] for mark in recording.marks]
        seen = {id(u) for u in given}
        results = [
            zeros(y) if u is None else owned(u, y, seen) for u, y in zip(found, recording.values, strict=True)
        ]
        return rebuild(recording.structure, results)

    return push


def checked_tangents(us: Any, structures: list[Structure], leaves: list[Any]) -> list[Any]:
    """Return the leaves of the tangents, each a vector of the space of its input."""
    if len(us) != len(structures):
        raise TypeError(f"Tangents: {len(us)} where {len(structures)} primals were given.")
    found: list[Any] = []
    for u, structure in zip(us, structures, strict=True):
        alike(u, structure, "Tangent", found)
    return [checked_vector(u, x, "Tangent") for u, x in zip(found, leaves, strict=True)]


def vjp(semantics: Semantics, f: Callable[..., Any], *primals: Any) -> tuple[Any, Callable[..., Any]]:
    """Return f(*primals) and pull, v ↦ Jᵀ v, a tuple with one cotangent per primal.

    Cost: one call of f; pull calls f never, and may be called any number of times
    """
    recording = record(semantics, f, primals, "pull")
    return recording.y, partial(pull_back, semantics, recording)


def linearize(semantics: Semantics, f: Callable[..., Any], *primals: Any) -> tuple[Any, Callable[..., Any]]:
    """Return f(*primals) and push, (u, …) ↦ J u, with one tangent per primal.

    Cost: one call of f; push calls f never
    """
    recording = record(semantics, f, primals, "push")
    return recording.y, pushes(semantics, recording)
