"""A lifted function: its equations as steps over balls, and where in the source each one stands.

A front end writes steps while it runs the function once, at one point: every value is known as it
is written, so that a branch or the length of a loop is decided as the function decides it there. The
decision is kept as a *guard*: at a point where it would fall otherwise, nothing is said.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from adspec.language.program import Name
from adspec.language.spaces import Array
from adspec.truth.balls import Ambiguous, exact, is_balls, less, lowered, precision
from adspec.truth.evaluator import Env, Machine, Step, evaluated, is_entrywise

BITS = 300  # at which values are known while a function is lifted
LIMIT = 1_000_000  # scalar operations; beyond, a smaller input says the same
PRODUCTS = frozenset({"matmul", "dot", "einsum", "tensordot", "vecdot", "inner"})


class UnsupportedError(Exception):
    """An operation that has no meaning in balls here, and where the function uses it."""

    def __init__(
        self, operation: str, place: Place | None = None, why: str = "has no meaning in balls"
    ) -> None:
        at = f" ({place})" if place else ""
        super().__init__(f"unsupported: {operation} {why}{at}")
        self.operation, self.place = operation, place


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the user's source."""

    file: str
    line: int
    function: str

    @property
    def text(self) -> str:
        """Return the line itself, stripped; nothing where it cannot be read."""
        import linecache

        return linecache.getline(self.file, self.line).strip()

    def __str__(self) -> str:
        """Return `loss.py:12 in loss`."""
        return f"{self.file.rpartition('/')[2]}:{self.line} in {self.function}"


@dataclass(frozen=True, slots=True)
class Unit:
    """What an engine differentiates by one rule: an equation of its own, and the names of its results."""

    word: str
    place: Place | None
    outputs: tuple[Any, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Lifted:
    """A function as steps.

    `frozen` says that a branch was decided by values, so that another point needs another lifting;
    `ruled` that the whole of f is one rule of the user's, `rules` how many there are in it.
    """

    steps: tuple[Step, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    constants: Mapping[str, Any]
    places: Mapping[str, Place]
    values: Env
    frozen: bool
    ruled: bool
    rules: int
    units: tuple[Unit, ...] = ()
    work: int = 0  # scalar operations

    @property
    def has_rules(self) -> bool:
        """Return whether a rule of the user is in f, or is f; its primal may be somebody else's."""
        return self.ruled or self.rules > 0

    @property
    def entrywise(self) -> bool:
        """Return whether the function acts entry by entry, so that any shape would do."""
        return all(
            is_entrywise(s.f) or s.primitive in {"broadcast_to", "where", "astype", "pow", "guard"}
            for s in self.steps
        )

    def machine(self, wrt: Sequence[str], held: Mapping[str, Any]) -> Machine:
        """Return the steps as a machine with respect to the inputs `wrt`; `held` has the others."""
        return Machine(self.steps, tuple(wrt), self.outputs, {**self.constants, **held})


@dataclass(slots=True)
class Tape:
    """What a front end writes on: steps, and the values they had."""

    values: Env = field(default_factory=dict)
    constants: dict[str, Any] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    places: dict[str, Place] = field(default_factory=dict)
    guards: int = 0
    work: int = 0
    rules: int = 0
    units: list[Unit] = field(default_factory=list)
    depth: int = 0

    def put(self, value: Any, prefix: str = "x") -> Name:
        """Return the name of a value that no step computes: an input or a constant."""
        name = f"{prefix}{len(self.values)}"
        self.values[name] = value
        if prefix != "x":
            self.constants[name] = value
        return Name(name)

    def constant(self, value: Any) -> Name:
        """Return the name of a constant; floats become exact balls."""
        return self.put(exact(np.asarray(value)) if not is_balls(value) else value, "k")

    def step(
        self,
        word: str,
        f: Callable[..., Any],
        args: Sequence[Any],
        params: Mapping[str, Any] | None = None,
        place: Place | None = None,
    ) -> Name:
        """Write an equation, run it, and return the name of its result."""
        name = f"s{len(self.values)}"
        uses = tuple(a.text for a in args if isinstance(a, Name))
        made = Step(name, word, f, lowered(f), tuple(args), dict(params or {}), uses)
        with precision(BITS):
            try:
                value = evaluated(made, [self.values[n] for n in uses])
            except (TypeError, AttributeError, NotImplementedError) as error:
                raise UnsupportedError(word, place, f"does not run on balls: {error}") from error
        self.work += _work(word, [self.values[n] for n in uses], value)
        if self.work > LIMIT:
            raise UnsupportedError(
                word, place, f"comes after {LIMIT:,} scalar operations. Give a smaller input"
            )
        self.steps.append(made)
        self.values[name] = value
        if place is not None:
            self.places[name] = place
        return Name(name)

    def within(self, word: str, place: Place | None, write: Callable[[], list[Any]]) -> list[Any]:
        """Return the names that `write` writes, as the results of one unit; units within it do not count."""
        self.depth += 1
        found = write()
        self.depth -= 1
        if self.depth == 0:
            self.units.append(Unit(word, place, tuple(found)))
        return found

    def value(self, atom: Any) -> Any:
        """Return what a name stands for, or a constant itself."""
        return self.values[atom.text] if isinstance(atom, Name) else atom

    def decide(self, atom: Any, place: Place | None = None) -> Any:
        """Return the value of a condition or an index as NumPy has it, and guard it."""
        value = self.value(atom)
        if is_balls(value):
            value = np.asarray([_as_number(e) for e in value.ravel()]).reshape(value.shape)
        if isinstance(atom, Name) and atom.text not in self.constants:
            self.guards += 1
            self.step("guard", _guard(value), [atom], place=place)
        return value

    def lifted(self, inputs: Sequence[Name], outputs: Sequence[Name], *, ruled: bool = False) -> Lifted:
        """Return what was written."""
        return Lifted(
            steps=tuple(self.steps),
            inputs=tuple(n.text for n in inputs),
            outputs=tuple(n.text for n in outputs),
            constants=self.constants,
            places=self.places,
            values=self.values,
            frozen=self.guards > 0,
            ruled=ruled,
            rules=self.rules,
            units=tuple(self.units),
            work=self.work,
        )


def _work(word: str, args: Sequence[Any], value: Any) -> int:
    """Return how many scalar operations an equation takes.

    Math: an (m, k) by (k, n) product takes mkn = √(mk·kn·mn); a factorization of n² entries some n³.
    """
    size, sizes = _size(value), [_size(a) for a in args] or [0]
    if word in PRODUCTS and len(sizes) > 1:
        return max(size, math.isqrt(sizes[0] * sizes[1] * size))
    return max(size, math.isqrt(max(sizes) ** 3)) if word.startswith("linalg.") else size


def _size(value: Any) -> int:
    return sum(map(_size, value)) if isinstance(value, tuple) else np.size(value)


def _as_number(e: Any) -> float:
    return float(e.mid()) if hasattr(e, "mid") else float(e)


def _guard(expected: Array) -> Callable[[Any], Array]:
    """Return the step that refuses to go where a decision falls otherwise."""

    def guard(value: Any) -> Array:
        same = _stays(value, expected) if is_balls(value) else np.array_equal(value, expected)
        if not same:
            raise Ambiguous("a branch of the function is decided otherwise near by")
        return expected

    return guard


def _stays(balls: Array, expected: Array) -> bool:
    """Return whether balls round to the same integers (an index) or have the same truth value."""
    near = zip(balls.ravel(), expected.ravel(), strict=True)
    return all(less(abs(a - b), 0.5) for a, b in near)
