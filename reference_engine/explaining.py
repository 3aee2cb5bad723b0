"""A derivative, equation by equation: what a person, or a debugger, wants to see.

One record per row of the tape, in the order of evaluation: what was computed from
what, the tangent that arrived there from the front, the cotangent from the back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from adspec.reference_engine.calling import vectors
from adspec.reference_engine.recording import Recording, absorbed, finite, record, seeded
from adspec.reference_engine.reverse import walk_back, walk_forth
from adspec.reference_engine.rule import Semantics
from adspec.reference_engine.tracing import Traced


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One equation, or one input (`primitive` is then "input").

    `sources` names for each argument the record it came from, None for a constant.
    `tangent` and `cotangent` are None where there is none: zero.
    """

    primitive: str
    args: tuple[Any, ...] = ()
    sources: tuple[int | None, ...] = ()
    params: Mapping[str, Any]
    value: Any
    tangent: Any
    cotangent: Any


def explain(
    semantics: Semantics, f: Callable[..., Any], primals: Any, tangents: Any, cotangent: Any
) -> list[Record]:
    """Return one record per input and equation, in the order of evaluation.

    Cost: one call of f, one push and one pull along all of its tape
    """
    recording = record(semantics, f, primals, "both")
    rows, n = recording.rows, len(recording.leaves)
    us = vectors(tuple(tangents), recording.inputs, recording.leaves, "Tangent") + [None] * (len(rows) - n)
    given = vectors(cotangent, recording.outputs, recording.values, "Cotangent")
    with np.errstate(all="ignore"):
        walk_forth(semantics, rows, us, list(range(n, len(rows))))
        vs = walked_through(recording, given)
    inputs: list[Any] = [("input", None, [], {}, x, []) for x in recording.leaves]
    return [one(row, u, v) for row, u, v in zip([*inputs, *rows[n:]], us, vs, strict=True)]


def trace(semantics: Semantics, f: Callable[..., Any], *given: Any) -> dict[str, tuple[Any, Any, Any]]:
    """Return value, tangent and cotangent by name, where f returns y and a dict of values by name.

    Cost: that of `explain`, which takes the same arguments
    """
    seen: dict[str, Any] = {}

    def run(*xs: Any) -> Any:
        y, named = f(*xs)
        seen.update(named)
        return y

    records = explain(semantics, run, *given)
    rows = {name: records[a.mark] if type(a) is Traced else None for name, a in seen.items()}
    return {n: (r.value, r.tangent, r.cotangent) if r else (seen[n], None, None) for n, r in rows.items()}


def walked_through(recording: Recording, given: list[Any]) -> list[Any]:
    """Return the cotangent of every row, by the walk that a pull takes."""
    for absorb in (None, absorbed):
        vs = seeded(recording, given)
        walk_back(recording.semantics, recording.rows, vs, absorb=absorb, release=False)
        if all(c is None or finite(c) for c in vs[: len(recording.leaves)]):
            break
    return vs


def one(row: Any, u: Any, v: Any) -> Record:
    """Return the record of a row, with its tangent and cotangent."""
    name, _, args, params, y, edges = row
    came = dict(edges)
    sources = tuple(came.get(i) for i in range(len(args)))
    return Record(
        primitive=name, args=tuple(args), sources=sources, params=params, value=y, tangent=u, cotangent=v
    )
