"""Reverse mode: write the equations down, then walk them back.

The trace is a tape: a flat list with one row per equation that depends on the
input, in the order of evaluation. That order is topological, so walking the list
backwards meets an equation only after everything that used its output: all of
its cotangent has been added up by then. Arguments are row numbers, not
references: no recursion, neither here nor when the tape is thrown away.

    Math:  y = f(a, b)    āᵢ += (∂f/∂aᵢ)ᵀ ȳ     from the last row to the first

The same tape can be walked forwards with push rules: that is `linearize`.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from adspec.reference_engine.fitting import fitted
from adspec.reference_engine.forward import pushed
from adspec.reference_engine.rule import Rule, Semantics, Space, Trace, reads
from adspec.reference_engine.tracing import Primitive, Traced

# From this size on it pays to find out whether there is a copy already, and which
# arrays a row can do without.
LARGE = 500

# One row of a tape: name, rule, args, params, y, and the edges to earlier rows, each
# (argument, row that it came from). A plain tuple: a NamedTuple costs more to build
# than everything else that `Tape.apply` does. The rows of the inputs are None.
Row = tuple[str, Rule, list[Any], Mapping[str, Any], Any, list[tuple[int, int]]]


class Tape(Trace):
    """The trace of one `vjp` or `linearize`: computes, and writes a row.

    `mode` is the way in which it will be walked: "push", "pull", or "both".
    """

    __slots__ = ("copies", "mode", "rows")

    def __init__(self, semantics: Semantics, mode: str, inputs: int) -> None:
        super().__init__(semantics)
        self.mode = mode
        self.rows: list[Row | None] = [None] * inputs
        self.copies: dict[int, tuple[Any, Any]] = {}

    def close(self) -> None:
        """Let go of all but what callers hold."""
        self.rows, self.copies = [], {}

    def apply(self, primitive: Primitive, args: Any, params: Mapping[str, Any]) -> Any:
        """Return y; write its row where it depends on an input.

        Cost: one call of the primitive
        """
        rule, values, edges = self.taken_up(primitive, args, "push" if self.mode == "push" else "pull")
        y = primitive(*values, **params)
        if not edges:
            return y
        kept = y
        for i, x in enumerate(values):
            if type(x) is np.ndarray:
                if x.size > LARGE and not self.is_read(rule, edges, i + 1):
                    values[i] = Space(x)
                elif type(args[i]) is np.ndarray:
                    values[i] = self.keep(x)
        if type(y) is np.ndarray and y.size > LARGE and not self.is_read(rule, edges, 0):
            kept = Space(y)
        self.rows.append((primitive.name, rule, values, params, kept, edges))
        return Traced(self, y, len(self.rows) - 1)

    def is_read(self, rule: Rule, edges: list[tuple[int, int]], place: int) -> bool:
        """Return whether a walk reads y (place 0) or argument k (place k + 1) of a row."""
        if self.mode == "both":
            return True
        ways = getattr(rule, self.mode)
        return any(reads(ways[i], place) for i, _ in edges)

    def keep(self, constant: Any) -> Any:
        """Return the constant as it is now, whatever is assigned to it later.

        A buffer that f reuses, or the caller overwrites, would otherwise change
        what the tape says. A read-only array is taken at its word.
        """
        if not constant.flags.writeable:
            return constant
        if constant.size <= LARGE:
            return constant.copy()
        owner, copy = self.copies.get(id(constant), (None, None))
        if owner is None or owner() is not constant or not np.array_equal(copy, constant):
            copy = constant.copy()
            self.copies[id(constant)] = (weakref.ref(constant), copy)
        return copy


def walk_back(
    semantics: Semantics,
    rows: list[Any],
    cotangents: list[Any],
    *,
    absorb: Callable[[Any, Any], Any] | None = None,
    release: bool = True,
) -> None:
    """Pull the cotangents of the outputs back to the inputs, which are the rows None.

    With `absorb` a zero cotangent silences the entries that it meets. With `release`
    cotangents are let go as soon as they are used, save those of the inputs.

    Cost: one pull per edge between the outputs and the inputs
    """
    add, pull_to = semantics.add, semantics.pull_to
    for k in range(len(rows) - 1, -1, -1):
        v, row = cotangents[k], rows[k]
        if v is None or row is None:
            continue
        if release:
            cotangents[k] = None
        _, rule, args, params, y, edges = row
        for i, parent in edges:
            c = rule.pull[i](v, y, *args, **params)
            if absorb is not None and rule.elementwise:
                c = absorb(v, c)
            c = fitted(pull_to, args[i], c)
            total = cotangents[parent]
            cotangents[parent] = c if total is None else add(total, c)


def walk_forth(semantics: Semantics, rows: list[Any], tangents: list[Any], wanted: list[int]) -> None:
    """Push the tangents of the inputs to the rows named in `wanted`, in order.

    Cost: one push per edge between the inputs and the outputs
    """
    for k in wanted:
        _, rule, args, params, y, edges = rows[k]
        arrived = [(i, tangents[parent]) for i, parent in edges if tangents[parent] is not None]
        if arrived:
            tangents[k] = pushed(semantics, rule, arrived, y, args, params)


def ancestors(rows: list[Any], outputs: list[int]) -> list[int]:
    """Return the rows on which the outputs depend, in order, without inputs."""
    needed = [False] * len(rows)
    for k in outputs:
        needed[k] = True
    for k in range(len(rows) - 1, -1, -1):
        if needed[k] and rows[k] is not None:
            for _, parent in rows[k][-1]:
                needed[parent] = True
    return [k for k, used in enumerate(needed) if used and rows[k] is not None]
