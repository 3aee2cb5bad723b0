"""What to compute anew where some entries of x move, for many moves at once.

A *probe* is a set of entries of x that move together. A *cell* of a named value is one entry of it that one
probe can change (`dependence` tells which). The cells are computed and nothing else: an equation
that acts entry by entry once per cell, any other once per probe, or once for all probes where none of
its entries is in two cells. So up to the equation that brings entries together, the differences along all
coordinates of x cost what one of them costs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from adspec.language.program import Name
from adspec.truth.balls import is_balls, listed
from adspec.truth.evaluator import Env, Machine, Step, is_entrywise

Bits = int  # a set of entries of x, as in `dependence`
Balls = list[Any]


@dataclass(frozen=True, eq=False, slots=True)
class Cells:
    """The cells of a value, probe by probe: flat entries; `spans` has first and last of each probe."""

    places: list[int]
    spans: list[tuple[int, int]]
    alone: bool  # no entry is in two cells

    def order(self, out: Cells, where: Sequence[int]) -> list[int]:
        """Return for the cells of a result, computed from the entries `where`, places in cells + entries."""
        found, size = [], len(self.places)
        for (start, stop), (first, last) in zip(out.spans, self.spans, strict=True):
            mine = {self.places[k]: k for k in range(first, last)}
            sources = (where[i] for i in out.places[start:stop])
            found += [mine.get(source, size + source) for source in sources]
        return found


def _cells(bits: Sequence[Bits], masks: Sequence[Bits]) -> Cells:
    if len(masks) == 1:
        [mask] = masks
        places = [i for i, b in enumerate(bits) if b & mask]
        return Cells(places, [(0, len(places))], alone=True)
    per_probe: list[list[int]] = [[] for _ in masks]
    probes_of: dict[Bits, list[list[int]]] = {}
    for i, b in enumerate(bits):
        if b not in probes_of:
            probes_of[b] = [mine for mask, mine in zip(masks, per_probe, strict=True) if b & mask]
        for mine in probes_of[b]:
            mine.append(i)
    places, spans = [], []
    for mine in per_probe:
        spans.append((len(places), len(places) + len(mine)))
        places += mine
    return Cells(places, spans, len(set(places)) == len(places))


@dataclass(frozen=True, slots=True)
class Column:
    """One argument of an equation that acts entry by entry: constants, or places in cells + entries."""

    name: str = ""
    use: int = 0
    constants: Balls = field(default_factory=list)
    order: list[int] | None = None  # None where the cells of the argument are those of the result


@dataclass(frozen=True, slots=True)
class Task:
    """One equation to compute anew: by columns entry by entry, or else whole, for some probes."""

    step: Step
    first: int  # use
    out: Cells | None  # None where it is no array of balls
    columns: list[Column] | None = None
    probes: list[int] = field(default_factory=list)
    joint: bool = False


class Plan:
    """What to compute where the entries `masks` of x move, each apart from the others."""

    def __init__(self, machine: Machine, depends: dict[str, Any], clean: Env, masks: Sequence[Bits]) -> None:
        """Find the cells; cost: a few set operations per entry of every value."""
        self.machine, self.masks, self._clean = machine, tuple(masks), clean
        self._depends = depends
        self._known: dict[tuple[Bits, ...], Cells] = {}
        self.cells: dict[str, Cells | None] = {}
        self.tasks: list[Task] = []
        for name in (*machine.wrt, *machine.held):
            self.cells[name] = self._cells_of(name)
        use = 0
        for step in machine.steps:
            self.cells[step.name] = self._cells_of(step.name)
            if any(self._touches(name) for name in step.names):
                self.tasks.append(self._task(step, use))
            use += len(step.names)
        self.out = [self.cells[name] for name in machine.outputs]

    def moving(self, name: str) -> Cells:
        """Return the cells of an array of balls."""
        cells = self.cells[name]
        assert cells is not None, name
        return cells

    def only(self, probes: Iterable[int]) -> Plan:
        """Return the plan for some of the probes."""
        return Plan(self.machine, self._depends, self._clean, [self.masks[p] for p in probes])

    def _cells_of(self, name: str) -> Cells | None:
        if not is_balls(self._clean[name]):
            return None
        bits = tuple(self._depends[name])
        if bits not in self._known:
            self._known[bits] = _cells(bits, self.masks)
        return self._known[bits]

    def _touches(self, name: str) -> bool:
        cells = self.cells[name]
        return any(self._moves(mask, name) for mask in self.masks) if cells is None else bool(cells.places)

    def _moves(self, mask: Bits, name: str) -> bool:
        """Return whether a move can change a value of any kind."""
        return _meets(self._depends[name], mask)

    def _task(self, step: Step, use: int) -> Task:
        out, args = self.cells[step.name], [self.cells[name] for name in step.names]
        whole = any(c is None and self._touches(name) for c, name in zip(args, step.names, strict=True))
        if out is not None and is_entrywise(step.f) and not step.params and not whole:
            return Task(step, use, out, columns=self._columns(step, use, out))
        probes = [
            p for p, mask in enumerate(self.masks) if any(self._moves(mask, name) for name in step.names)
        ]
        joint = not whole and out is not None and out.alone and all(c is None or c.alone for c in args)
        return Task(step, use, out, probes=probes, joint=joint)

    def _columns(self, step: Step, use: int, out: Cells) -> list[Column]:
        columns, shape = [], self._clean[step.name].shape
        for atom in step.args:
            value = self._clean[atom.text] if isinstance(atom, Name) else atom
            where = _sources(np.shape(value), shape)
            if not isinstance(atom, Name):
                flat = listed(value) if isinstance(value, np.ndarray) else [value]
                columns.append(Column(constants=[flat[where[i]] for i in out.places]))
                continue
            cells = self.cells[atom.text] or Cells([], [(0, 0)] * len(self.masks), alone=True)
            same = cells is out and np.shape(value) == shape
            columns.append(Column(atom.text, use, order=None if same else cells.order(out, where)))
            use += 1
        return columns


def _meets(bits: Any, mask: Bits) -> bool:
    return any(_meets(part, mask) if isinstance(part, (tuple, list)) else bool(part & mask) for part in bits)


def _sources(shape: tuple[int, ...], result: tuple[int, ...]) -> Sequence[int]:
    """Return the flat entry of an argument that each flat entry of a broadcast result is computed from."""
    size = math.prod(shape)
    if shape == result:
        return range(size)
    return listed(np.broadcast_to(np.arange(size).reshape(shape), result))
