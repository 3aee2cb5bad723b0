"""Function values of one case at one precision: at x, near x, and with noise.

All outputs are read as one flat list of real balls (`Entries`), real and imaginary parts next
to each other, so that slopes, sums and allowances are loops over one list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from flint import arb

from adspec.language.case import Case
from adspec.language.spaces import Array
from adspec.truth.balls import listed, power_of_two, precision
from adspec.truth.cells import Balls, Bits, Plan
from adspec.truth.dependence import dependence
from adspec.truth.directional import ZERO, Entries, Slopes, reals, reals_of, slopes
from adspec.truth.evaluator import Env, Machine, balls_of, directions_of, machine
from adspec.truth.rerun import Base, Rerun
from adspec.truth.steps import SECOND, bits_for, magnitudes, step_exponent

Direction = list[Any]  # one array of balls per input, None where an input does not move
Sides = tuple[Rerun, Rerun]  # below and above

UNDERFLOWS = 2.0**10  # exp underflows from -745 on: what it loses there is multiplied by an x of that size


@dataclass(frozen=True, kw_only=True, slots=True)
class Point:
    """What of a case the truth needs; holds no reference to the case itself.

    `eps` is twice the unit roundoff of the dtype under test, `subnormal` its smallest positive
    number, `tiny` a bound below which a slope is zero for every float (0 would never settle),
    `complexes` says which outputs are complex (the cotangents tell).
    """

    machine: Machine
    x: tuple[Array, ...]
    u: tuple[Array, ...]
    v: tuple[Array, ...]
    sizes: Array
    moves: Array
    complexes: tuple[bool, ...]
    dtype: Any
    eps: float
    subnormal: float
    tiny: float
    largest: float  # factor of what underflows: a finite entry of u or v, times one of x


def point_of(case: Case, program: Machine | None = None) -> Point:
    """Return the point of a case, its program (or another of the same inputs and outputs) ready to run."""
    held = [a for a in case.held.values() if is_float(a)]
    kind = np.finfo(case.dtype)
    subnormal = float(kind.smallest_subnormal)
    return Point(
        machine=program or machine(case),
        x=tuple(map(np.asarray, case.x)),
        u=tuple(map(np.asarray, case.u)),
        v=tuple(map(np.asarray, case.v)),
        sizes=magnitudes((*case.x, *held)),
        moves=magnitudes(case.u),
        complexes=tuple(np.iscomplexobj(a) for a in case.v),
        dtype=case.dtype,
        eps=float(kind.eps),
        subnormal=subnormal,
        tiny=max(subnormal * 2.0**-10, 5e-324),
        largest=_largest((*case.u, *case.v)) * min(_largest(case.x), UNDERFLOWS),
    )


def _largest(arrays: Sequence[Array]) -> float:
    sizes = (abs(number) for a in arrays for number in listed(a))
    return max([1.0, *(float(size) for size in sizes if size < np.inf)])


class Values:
    """Values near one point at one precision, which the caller sets; steps suit u and unit moves."""

    def __init__(self, at: Point, level: int, extra: int = 0) -> None:
        """Choose step and precision (with `extra` bits, times 4 per level); evaluate f(x)."""
        self.at = at
        self.level = level
        self.exponent = step_exponent(at.sizes, at.moves)
        bits = bits_for(at.sizes, at.moves, self.exponent) + at.machine.extra + extra
        self.bits = bits << 2 * level
        self.step = power_of_two(-self.exponent)
        self.scale = power_of_two(self.exponent)
        self.x = balls_of(at.x)
        self._found: dict[Moves, tuple[list[Slopes], Sides]] = {}
        with precision(self.bits):
            self.env = at.machine.run(self.x)
            self.base = Base(self.env)
            self.zero = self.entries(self.env)

    @cached_property
    def depends(self) -> dict[str, Any]:
        """Return which entries of x every named value depends on."""
        return dependence(self.at.machine, self.x, self.env)

    @cached_property
    def along_u(self) -> Moves:
        """Return the move along u."""
        return self.along(tangent(self.at, self.at.u))

    def entries(self, env: Env) -> Entries:
        """Return all outputs of a run as one list."""
        results = zip(self.at.machine.results(env), self.at.complexes, strict=True)
        return [e for value, complex_ in results for e in reals(value, complex_=complex_)]

    def along(self, direction: Direction) -> Moves:
        """Return the move of all of x along a direction."""
        parts = [np.zeros(np.shape(a)) if d is None else d for a, d in zip(self.x, direction, strict=True)]
        flat = [part for a in parts for part in listed(a)]
        mask = sum(1 << i for i, part in enumerate(flat) if part != 0)
        return self.moves([(mask, flat)])

    def moves(self, probes: Sequence[tuple[Bits, Balls | Any]]) -> Moves:
        """Return the moves of probes: which entries of x each moves, and by how much (each, or all alike)."""
        plan = Plan(self.at.machine, self.depends, self.env, [mask for mask, _ in probes])
        by, start = {}, 0
        for name, a in zip(self.at.machine.wrt, self.x, strict=True):
            if (cells := plan.cells[name]) is not None:
                by[name] = [
                    how[start + i] if isinstance(how, list) else how
                    for (first, last), (_, how) in zip(cells.spans, probes, strict=True)
                    for i in cells.places[first:last]
                ]
            start += np.size(a)
        return Moves(plan, by, self._places(plan))

    def _places(self, plan: Plan) -> list[list[int]]:
        """Return for each probe the entries of the outputs that it can change."""
        places: list[list[int]] = [[] for _ in plan.masks]
        start = 0
        for name, cells, complex_ in zip(self.at.machine.outputs, plan.out, self.at.complexes, strict=True):
            width = 1 + complex_
            for p, (first, last) in enumerate(cells.spans if cells else ()):
                moving = plan.moving(name).places[first:last]
                places[p] += [start + width * i + part for i in moving for part in range(width)]
            start += np.size(self.env[name]) * width
        return places

    def rerun(self, moves: Moves, step: Any, base: Base | None = None) -> Rerun:
        """Return the run in which the probes have moved by a step."""
        base = base or self.base
        start = {}
        for name, by in moves.by.items():
            flat = base.flat(name)
            places = moves.plan.moving(name).places
            start[name] = [flat[i] + part * step for i, part in zip(places, by, strict=True)]
        return Rerun(moves.plan, base, start)

    def changed(self, run: Rerun) -> list[Entries]:
        """Return for each probe the entries of the outputs that it can change."""
        found: list[Entries] = [[] for _ in run.plan.masks]
        outputs = zip(self.at.machine.outputs, run.plan.out, self.at.complexes, strict=True)
        for name, cells, complex_ in outputs:
            if cells is not None and cells.places:
                balls = reals_of(run.moved[name], complex_=complex_)
                width = 1 + complex_
                for p, (first, last) in enumerate(cells.spans):
                    found[p] += balls[first * width : last * width]
        return found

    def slopes_of(self, moves: Moves) -> tuple[list[Slopes], Sides]:
        """Return kinds and slopes for each probe, of the entries it can change; and both runs."""
        if moves not in self._found:
            self._found[moves] = self._slopes(moves)
        return self._found[moves]

    def _slopes(self, moves: Moves) -> tuple[list[Slopes], Sides]:
        def pair(step: Any) -> Sides:
            return self.rerun(moves, -step), self.rerun(moves, step)

        nearer = cache(lambda: [self.changed(side) for side in pair(self.step * power_of_two(-SECOND))])
        sides = pair(self.step)
        below, above = map(self.changed, sides)
        found = []
        for p, places in enumerate(moves.places):
            zero = [self.zero[j] for j in places]

            def closer(p: int = p) -> tuple[Entries, Entries]:
                return nearer()[0][p], nearer()[1][p]

            found.append(slopes((below[p], zero, above[p]), self.exponent, closer, self.at.tiny))
        return found, sides

    def slopes(self, moves: Moves) -> Slopes:
        """Return kinds and slopes of all entries of the outputs along a single move."""
        [found], _ = self.slopes_of(moves)
        still = ["smooth" if z.is_finite() else "undefined" for z in self.zero]
        sides = (self.spread(moves, part) for part in (found.left, found.right, found.central, found.error))
        return Slopes(self.spread(moves, found.kinds, still), *sides)

    def spread(self, moves: Moves, part: list[Any], rest: list[Any] | None = None) -> list[Any]:
        """Return the entries that a single move can change among all: the others are `rest`, or zero."""
        everything = list(rest or [ZERO] * len(self.zero))
        for j, e in zip(moves.places[0], part, strict=True):
            everything[j] = e
        return everything


@dataclass(frozen=True, eq=False, slots=True)
class Moves:
    """Moves of x, apart: the plan, how far each cell of an input moves, and what of y each can change."""

    plan: Plan
    by: dict[str, Balls]
    places: list[list[int]]

    def only(self, probes: Sequence[int]) -> Moves:
        """Return some of the moves."""
        if len(probes) == len(self.places):
            return self
        plan = self.plan.only(probes)
        by = {}
        for name, parts in self.by.items():
            spans = self.plan.moving(name).spans
            by[name] = [part for p in probes for part in parts[slice(*spans[p])]]
        return Moves(plan, by, [self.places[p] for p in probes])


def tangent(at: Point, u: Sequence[Array]) -> Direction:
    """Return a tangent as exact balls."""
    return directions_of(u, balls_of(at.x))


def flat_cotangent(v: Sequence[Array]) -> list[Any]:
    """Return the real coordinates of the cotangent, in the order of `Values.entries`."""
    parts = [np.stack([a.real, a.imag], axis=-1) if np.iscomplexobj(a) else a for a in v]
    return [arb(float(e)) for part in parts for e in listed(part)]


def is_float(a: Array) -> bool:
    """Return whether an array can be moved."""
    return np.asarray(a).dtype.kind in "fc"
