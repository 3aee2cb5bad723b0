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
from adspec.truth.balls import precision
from adspec.truth.directional import SECOND, Entries, Slopes, bits_for, reals, slopes, step_exponent
from adspec.truth.evaluator import Env, Machine, balls_of, directions_of, machine, moved

Direction = list[Any]  # one array of balls per input, None where an input does not move


@dataclass(frozen=True, kw_only=True, slots=True)
class Point:
    """What of a case the truth needs; holds no reference to the case itself."""

    machine: Machine
    x: tuple[Array, ...]
    u: tuple[Array, ...]
    v: tuple[Array, ...]
    others: tuple[Array, ...]
    dtype: Any

    @property
    def complexes(self) -> list[bool]:
        """Return which outputs are complex: the cotangents say so."""
        return [np.iscomplexobj(a) for a in self.v]

    @property
    def eps(self) -> float:
        """Return twice the unit roundoff of the dtype under test."""
        return float(np.finfo(self.dtype).eps)

    @property
    def subnormal(self) -> float:
        """Return the smallest positive number of the dtype under test."""
        return float(np.finfo(self.dtype).smallest_subnormal)

    @property
    def tiny(self) -> float:
        """Return a bound below which a slope is zero for every float (0 would never settle)."""
        return max(self.subnormal * 2.0**-10, float(np.finfo(np.float64).smallest_subnormal))


def point_of(case: Case) -> Point:
    """Return the point of a case, its program ready to run."""
    numbers = [a for a in case.held.values() if np.asarray(a).dtype.kind in "fc"]
    return Point(
        machine=machine(case),
        x=tuple(map(np.asarray, case.x)),
        u=tuple(map(np.asarray, case.u)),
        v=tuple(map(np.asarray, case.v)),
        others=tuple(map(np.asarray, numbers)),
        dtype=case.dtype,
    )


class Values:
    """Values near one point along moves of at most a given size, at one precision (the caller sets it)."""

    def __init__(self, at: Point, sizes: Sequence[Array], doublings: int) -> None:
        """Choose the step for tangents like `sizes`; evaluate f(x)."""
        self.at = at
        self.doublings = doublings
        self.exponent = step_exponent((*at.x, *at.others), sizes)
        self.bits = bits_for(at.x, sizes, self.exponent) << doublings
        self.step = arb(2) ** -self.exponent
        self.x = balls_of(at.x)
        with precision(self.bits):
            self.env = at.machine.run(self.x)
            self.zero = self.entries(self.env)

    def entries(self, env: Env) -> Entries:
        """Return all outputs of a run as one list."""
        results = zip(self.at.machine.results(env), self.at.complexes, strict=True)
        return [e for value, complex_ in results for e in reals(value, complex_)]

    def near(self, direction: Direction, step: Any, noise: Any = None) -> Env:
        """Return every named value at x + step·direction."""
        return self.at.machine.run(moved(self.x, direction, step), noise)

    def slopes(self, direction: Direction) -> tuple[Slopes, Env, Env]:
        """Return kinds and slopes along a direction, and the two runs they come from."""
        minus, plus = (self.near(direction, s) for s in (-self.step, self.step))

        def closer() -> tuple[Entries, Entries]:
            step = self.step * arb(2) ** -SECOND
            return self.entries(self.near(direction, -step)), self.entries(self.near(direction, step))

        values = self.entries(minus), self.zero, self.entries(plus)
        return slopes(values, self.exponent, closer, self.at.tiny), minus, plus


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


