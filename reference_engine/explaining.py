"""A derivative, equation by equation: what a person, or a debugger, wants to see.

One record per row of the tape, in the order of evaluation: what was computed from
what, the tangent that arrived there from the front, the cotangent from the back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from adspec.reference_engine.recording import checked_tangents, record
from adspec.reference_engine.reverse import walk_forth
from adspec.reference_engine.rule import Semantics
from adspec.reference_engine.trees import alike, checked_vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One equation, or one input (`primitive` is then "input").

    `sources` names for each argument the record it came from, None for a constant.
    `tangent` and `cotangent` are None where there is none: zero.
    """

    primitive: str
    args: tuple[Any, ...]
    sources: tuple[int | None, ...]
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
    us: list[Any] = [None] * len(rows)
    us[:n] = checked_tangents(tangents, recording.structures, recording.leaves)
    wanted = list(range(n, len(rows)))
    walk_forth(semantics, rows, us, wanted=wanted)
    seeds: list[Any] = []
    alike(cotangent, recording.structure, "Cotangent", seeds)
    vs: list[Any] = [None] * len(rows)
    for v, y, mark in zip(seeds, recording.values, recording.marks, strict=True):
        if mark is not None:
            accumulate(semantics, vs, mark, checked_vector(v, y, "Cotangent"))
    for k in reversed(wanted):
        pull_row(semantics, rows, vs, k)
    return [one(rows[k], x, us[k], vs[k]) for k, x in enumerate([*recording.leaves, *wanted])]


def pull_row(semantics: Semantics, rows: list[Any], vs: list[Any], k: int) -> None:
    """Pull the cotangent of one row back to the rows it came from; keep it."""
    _, rule, args, params, y, edges = rows[k]
    if vs[k] is None:
        return
    for i, parent in edges:
        c = rule.pull[i](vs[k], y, *args, **params)
        accumulate(semantics, vs, parent, semantics.pull_to(args[i], c))


def accumulate(semantics: Semantics, vs: list[Any], k: int, v: Any) -> None:
    """Add v to the cotangent of row k."""
    vs[k] = v if vs[k] is None else semantics.add(vs[k], v)


def one(row: Any, x: Any, u: Any, v: Any) -> Record:
    """Return the record of a row; x is the value of an input, whose row is empty."""
    if row is None:
        return Record(primitive="input", args=(), sources=(), params={}, value=x, tangent=u, cotangent=v)
    name, _, args, params, y, edges = row
    came = dict(edges)
    return Record(
        primitive=name,
        args=tuple(args),
        sources=tuple(came.get(i) for i in range(len(args))),
        params=params,
        value=y,
        tangent=u,
        cotangent=v,
    )
