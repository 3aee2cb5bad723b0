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

from adspec.reference_engine.rule import Rule, Semantics, Space
from adspec.reference_engine.tracing import Primitive, Traced, escaped, missing, serial

# Below this size a copy costs less than finding out whether one is there,
SMALL = 1000
# and above this one it pays to find out which arrays a row can do without.
LARGE = 500


# One row of a tape: name, rule, args, params, y, and the edges to earlier rows, each
# (argument, row that it came from). A plain tuple: a NamedTuple costs more to build
# than everything else that `Tape.apply` does. The rows of the inputs are None.
Row = tuple[str, Rule, list[Any], Mapping[str, Any], Any, list[tuple[int, int]]]


class Tape:
    """The trace of one `vjp` or `linearize`: computes, and writes a row."""

    __slots__ = ("copies", "is_open", "level", "mode", "rows", "rules")

    def __init__(self, semantics: Semantics, mode: str) -> None:
        self.level = next(serial)
        self.rules = semantics.rules
        self.mode = mode
        self.rows: list[Row | None] = []
        self.copies: dict[int, tuple[Any, Any]] = {}
        self.is_open = True

    def input(self, value: Any) -> Traced:
        """Return a new input of the function under study."""
        self.rows.append(None)
        return Traced(self, value, len(self.rows) - 1)

    def close(self) -> None:
        """Refuse further equations, and let go of all but what callers hold."""
        self.is_open = False
        self.rows = []
        self.copies = {}

    def apply(self, primitive: Primitive, args: Any, params: Mapping[str, Any]) -> Any:  # noqa: C901, PLR0912 -- one loop without calls: it is the price of an equation
        """Return y; write its row where it depends on an input.

        Cost: one call of the primitive
        """
        name = primitive.name
        try:
            rule = self.rules[name]
        except KeyError:
            raise missing(name, None, self.mode) from None
        ways = rule.push if self.mode == "push" else rule.pull
        values, edges, deeper, large = [], [], False, False
        for i, a in enumerate(args):
            x, kind = a, type(a)
            if kind is Traced:
                if a.traced_by is self:
                    if not self.is_open:
                        raise escaped(a)
                    try:
                        if ways[i] is not None:
                            edges.append((i, a.mark))
                    except IndexError:
                        raise missing(name, i, self.mode) from None
                    x = a.value
                    kind = type(x)
                if kind is Traced:
                    deeper = True
                elif kind is np.ndarray and x.size > LARGE:
                    large = True
            elif kind is np.ndarray:
                x = self.keep(a)
            elif kind is list or kind is tuple:
                x = np.asarray(a)
            values.append(x)
        y = primitive(*values, **params) if deeper else primitive.raw(*values, **params)
        if not edges:
            return y
        row = (name, rule, values, params, y, edges)
        if large or (type(y) is np.ndarray and y.size > LARGE):
            row = self.slimmed(row)
        self.rows.append(row)
        return Traced(self, y, len(self.rows) - 1)

    def slimmed(self, row: Row) -> Row:
        """Return the row without the large arrays that its ways do not read."""
        name, rule, values, params, y, edges = row
        known = rule.push_reads if self.mode == "push" else rule.pull_reads
        if not known or self.mode == "both":
            return row
        reads = [known[i] for i, _ in edges]
        for i, x in enumerate(values):
            if type(x) is np.ndarray and x.size > LARGE and not any(r.arg(i) for r in reads):
                values[i] = Space(x)
        if type(y) is np.ndarray and y.size > LARGE and not any(r.y for r in reads):
            return name, rule, values, params, Space(y), edges
        return row

    def keep(self, constant: Any) -> Any:
        """Return the constant as it is now, whatever is assigned to it later.

        A buffer that f reuses, or the caller overwrites, would otherwise change
        what the tape says. A read-only array is taken at its word.
        """
        if not constant.flags.writeable:
            return constant
        if constant.size < SMALL:
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
    last: int,
    absorb: Callable[[Any, Any], Any] | None,
) -> None:
    """Pull cotangents[last], … back to the inputs, which are the rows None.

    `cotangents` is used up on the way, save at the inputs. With `absorb` a zero
    cotangent silences the entries that it meets.

    Cost: one pull per edge between the output and the inputs
    """
    add, pull_to = semantics.add, semantics.pull_to
    for k in range(last, -1, -1):
        v = cotangents[k]
        row = rows[k]
        if v is None or row is None:
            continue
        cotangents[k] = None
        _, rule, args, params, y, edges = row
        for i, parent in edges:
            x = args[i]
            c = rule.pull[i](v, y, *args, **params)
            if absorb is not None and rule.elementwise:
                c = absorb(v, c)
            if type(c) is not type(x) or c.shape != x.shape or c.dtype is not x.dtype:
                c = pull_to(x, c)
            total = cotangents[parent]
            cotangents[parent] = c if total is None else add(total, c)


def walk_forth(semantics: Semantics, rows: list[Any], tangents: list[Any], *, wanted: list[int]) -> None:
    """Push the tangents of the inputs to the rows named in `wanted`, in order.

    Cost: one push per edge between the inputs and the output
    """
    add, push_to = semantics.add, semantics.push_to
    for k in wanted:
        _, rule, args, params, y, edges = rows[k]
        total = None
        for i, parent in edges:
            u = tangents[parent]
            if u is not None:
                t = rule.push[i](u, y, *args, **params)
                total = t if total is None else add(total, t)
        if total is not None and (
            type(total) is not type(y) or total.shape != y.shape or total.dtype is not y.dtype
        ):
            total = push_to(y, total)
        tangents[k] = total


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
