"""Function values of one case at one precision: at x, near x, and with noise.

All outputs are read as one flat list of real balls (`Entries`), real and imaginary parts next
to each other, so that slopes, sums and allowances are loops over one list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import arb

from adspec.language.case import Case
from adspec.language.spaces import Array
from adspec.truth.balls import as_array, power_of_two, precision
from adspec.truth.directional import Entries, Slopes, reals, slopes
from adspec.truth.evaluator import Env, Machine, balls_of, directions_of, machine, moved
from adspec.truth.rerun import Base, Plan, rerun
from adspec.truth.steps import SECOND, bits_for, magnitudes, step_exponent

Direction = list[Any]  # one array of balls per input, None where an input does not move


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
    )


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
        self.x = balls_of(at.x)
        with precision(self.bits):
            self.env = at.machine.run(self.x)
            self.base = Base(self.env)
            self.zero = self.entries(self.env)

    def entries(self, env: Env) -> Entries:
        """Return all outputs of a run as one list."""
        results = zip(self.at.machine.results(env), self.at.complexes, strict=True)
        return [e for value, complex_ in results for e in reals(value, complex_=complex_)]

    def near(self, direction: Direction, step: Any, noise: Any = None) -> Env:
        """Return every named value at x + step·direction, with noise if any."""
        return self.at.machine.run(moved(self.x, direction, step), noise)

    def slopes(self, direction: Direction) -> tuple[Slopes, Env, Env]:
        """Return kinds and slopes along a direction, and the two runs they come from."""
        minus, plus = (self.near(direction, s) for s in (-self.step, self.step))

        def closer() -> tuple[Entries, Entries]:
            step = self.step * power_of_two(-SECOND)
            below, above = (self.near(direction, s) for s in (-step, step))
            return self.entries(below), self.entries(above)

        values = self.entries(minus), self.zero, self.entries(plus)
        return slopes(values, self.exponent, closer, self.at.tiny), minus, plus

    def patched(self, move: Move, step: Any, base: Base, zero: Entries) -> Entries:
        """Return the outputs where a few entries of x have moved; `zero` are those of `base`."""
        patches = {
            name: {i: self.base.flat(name)[i] + part * step for i, part in moves.items()}
            for name, moves in move.parts.items()
        }
        found = rerun(self.at.machine, base, patches, move.changes)
        entries, start = list(zero), 0
        for name, complex_ in zip(self.at.machine.outputs, self.at.complexes, strict=True):
            for i, ball in found.get(name, {}).items():
                place = start + 2 * i if complex_ else start + i
                entries[place : place + 1 + complex_] = reals(as_array(ball), complex_=complex_)
            start += np.size(base.env[name]) * (1 + complex_)
        return entries

    def slopes_of(self, move: Move) -> Slopes:
        """Return kinds and slopes where a few entries of x move."""

        def pair(step: Any) -> tuple[Entries, Entries]:
            below, above = (self.patched(move, s, self.base, self.zero) for s in (-step, step))
            return below, above

        minus, plus = pair(self.step)
        return slopes(
            (minus, self.zero, plus),
            self.exponent,
            lambda: pair(self.step * power_of_two(-SECOND)),
            self.at.tiny,
        )


@dataclass(frozen=True, slots=True)
class Move:
    """A move of few entries of x: per input the flat entries and their moves, and what then changes."""

    parts: dict[str, dict[int, Any]]
    changes: Plan

    def direction(self, values: Values) -> Direction:
        """Return the move as a direction."""
        return [self._array(values, name) for name in values.at.machine.wrt]

    def _array(self, values: Values, name: str) -> Any:
        if name not in self.parts:
            return None
        array = np.empty(np.shape(values.env[name]), dtype=object)
        array.fill(arb(0))
        flat = array.reshape(-1)
        for i, part in self.parts[name].items():
            flat[i] = part
        return array


def tangent(at: Point, u: Sequence[Array]) -> Direction:
    """Return a tangent as exact balls."""
    return directions_of(u, balls_of(at.x))


def flat_cotangent(v: Sequence[Array]) -> list[Any]:
    """Return the real coordinates of the cotangent, in the order of `Values.entries`."""
    parts = [np.stack([a.real, a.imag], axis=-1) if np.iscomplexobj(a) else a for a in v]
    return [arb(float(e)) for part in parts for e in np.ravel(part).tolist()]


def is_float(a: Array) -> bool:
    """Return whether an array can be moved."""
    return np.asarray(a).dtype.kind in "fc"
