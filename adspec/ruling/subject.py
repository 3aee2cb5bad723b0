"""A user's function as an engine with one word, and a point as a case of one equation.

So the laws judge it as they judge any primitive: they read an observation and ask for the truth of the
case, which the case's own teller gives. A *way* is how the function is shown: as it is, compiled, batched.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from adspec.engine import Engine
from adspec.language.case import Case
from adspec.language.program import Equation, Name, Program
from adspec.language.spaces import Array
from adspec.ruling.points import MOVES, PULLS, Pointed, vector
from adspec.ruling.signature import Signature, float_leaves
from adspec.truth.truth import Truth


@dataclass(frozen=True, kw_only=True, eq=False, slots=True)
class Asked(Case):
    """A case of a user's function, which brings what tells its truth."""

    teller: Callable[[Case], Truth]


@dataclass(frozen=True, kw_only=True, slots=True)
class Subject:
    """A function under test: its engine, its signature, and how it is called with arrays alone.

    `call(*arrays)` returns one array, or a tuple of them where the result has several.
    """

    name: str
    f: Callable[..., Any]
    engine: Engine
    signature: Signature

    def flat(self, result: Any) -> list[Any]:
        """Return the arrays of floats of a result."""
        return float_leaves(result, self._is_float)

    def _is_float(self, leaf: Any) -> bool:
        if isinstance(leaf, (bool, int, str, type(None))):
            return False
        dtype = getattr(leaf, "dtype", None)
        kind = getattr(dtype, "kind", None)
        if kind is None and dtype is not None:  # PyTorch's dtypes say it themselves
            return bool(dtype.is_floating_point or dtype.is_complex)
        return kind in "fc" if kind is not None else isinstance(leaf, (float, complex))

    def moving_call(self, *arrays: Any) -> Any:
        """Return the arrays of f's result where those that are not differentiated are the example's."""
        full: list[Any] = list(self.signature.example)
        for k, a in zip(self.signature.moving, arrays, strict=True):
            full[k] = a
        return self.call(*full)

    def call(self, *arrays: Any) -> Any:
        """Return the arrays of f's result, bare where there is one."""
        found = self.flat(self.f(*self.signature.arguments(arrays)))
        return found[0] if len(found) == 1 else tuple(found)


@dataclass(frozen=True, kw_only=True, eq=False, slots=True)
class Twice(Asked):
    """The case of the pull as a function of x and v, made from a `first` case."""

    first: Asked


@dataclass(frozen=True, kw_only=True, slots=True)
class Way:
    """One way to show a function: an engine for it, and one for its pull as a function of x and v."""

    name: str
    engine: Engine
    second: Engine | None = None


def ways_of(subject: Subject) -> dict[str, Way]:
    """Return the ways in which a function can be shown, the plain one first."""
    base = replace(subject.engine, ops=_words(subject, subject.call))
    assert base.vjp is not None
    pulled = _pull_of(base, subject)
    second = replace(base, ops=_words(subject, pulled))
    if subject.engine.name != "jax":
        return {"": Way(name="", engine=base, second=second)}
    from adspec.ruling.jax_ways import batched, compiled

    moving = subject.moving_call
    batch = batched(moving)
    return {
        "": Way(name="", engine=base),
        "jit": Way(name="jit", engine=compiled(base, moving), second=compiled(second, pulled)),
        "vmap": Way(name="vmap", engine=compiled(replace(base, ops=_words(subject, batch)), batch)),
    }


def _words(subject: Subject, call: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    return {subject.name: call, "getitem": lambda a, k: a[k]}


def _pull_of(engine: Engine, subject: Subject) -> Callable[..., Any]:
    """Return the function (x…, v…) ↦ Jᵀ v of the arrays that move."""
    count, vjp = len(subject.signature.moving), engine.vjp
    assert vjp is not None

    def pulled(*arrays: Any) -> Any:
        x, v = arrays[:count], arrays[count:]
        found = tuple(vjp(subject.moving_call, x)[1](v[0] if len(v) == 1 else tuple(v)))
        return found[0] if len(found) == 1 else found

    return pulled


def twice(case: Asked, name: str) -> Twice:
    """Return the case of the pull at the x and v of a case; its cotangent is u."""
    x = (*case.x, *case.v)
    program = _program(name, tuple(f"z{k}" for k in range(len(x))), len(case.x))
    v = tuple(np.array(a) for a in case.u)
    return Twice(program=program, x=x, u=x, v=v, teller=case.teller, first=case)


def case_of(
    subject: Subject, at: Pointed, outputs: Sequence[Array], teller: Callable[[Case], Truth], turn: int = 0
) -> Asked:
    """Return the case of a point; `outputs` are arrays like those of f there, `turn` picks u and v."""
    signature = subject.signature
    moving = signature.moving
    inputs = input_names(len(at.x))
    x = tuple(np.asarray(at.x[k]) for k in moving)
    return Asked(
        program=_program(subject.name, inputs, len(outputs)),
        x=x,
        u=tuple(vector(a, MOVES, 3 * k + turn) for k, a in enumerate(x)),
        v=tuple(vector(a, PULLS, k + 2 * turn) for k, a in enumerate(outputs)),
        held={
            name: np.asarray(a)
            for k, (name, a) in enumerate(zip(inputs, at.x, strict=True))
            if k not in moving
        },
        teller=teller,
    )


@cache
def input_names(count: int) -> tuple[str, ...]:
    """Return the names of the arrays of a call."""
    return ("x",) if count == 1 else tuple(f"x{k}" for k in range(count))


def _program(name: str, inputs: tuple[str, ...], outputs: int) -> Program:
    whole = Equation(name="a", primitive=name, args=tuple(map(Name, inputs)))
    if outputs == 1:
        return Program(inputs=inputs, equations=(whole,), outputs=("a",))
    parts = tuple(Equation(name=f"a{k}", primitive="getitem", args=(Name("a"), k)) for k in range(outputs))
    return Program(inputs=inputs, equations=(whole, *parts), outputs=tuple(p.name for p in parts))
