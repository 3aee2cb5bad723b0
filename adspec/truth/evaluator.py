"""The evaluator: a case's program over balls, at the exact floats of the case.

Float inputs and float constants become balls of radius zero (constants first rounded to the
dtype of the case, as an array of that dtype makes of a Python number); integers and Booleans
stay NumPy's, since they are indices, masks and exponents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from adspec.language.case import Case
from adspec.language.literals import as_argument
from adspec.language.program import Equation, Name, Program
from adspec.language.spaces import Array
from adspec.truth.balls import as_array, exact, exact_integers, is_balls, listed, lowered
from adspec.truth.bodies import Nested
from adspec.truth.meanings import meaning
from adspec.truth.steps import magnitudes, step_exponent

Env = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """One equation, ready to run: names in `args` are looked up, anything else is passed.

    `entry` is f for single balls, where f acts entry by entry; `names` are the names among `args`.
    """

    name: str
    primitive: str
    f: Callable[..., Any]
    entry: Callable[..., Any]
    args: tuple[Any, ...]
    params: Mapping[str, Any]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Noise:
    """Rounding errors, fixed: per use a pair (factor, shift), or None for what is no array of balls.

    `twins` has, for equations whose slopes round entry by entry, the pairs of a second evaluation
    and the value at x to subtract: half of the tangents go through either. `inner` has, for
    equations with bodies, the noise of each visit of a body.
    """

    pairs: Sequence[Any]
    twins: Mapping[str, tuple[Sequence[Any], Any]]
    inner: Mapping[str, Sequence[Noise]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Machine:
    """A program, ready to run on balls; `extra` is the precision, in bits, that derivatives in it cost."""

    steps: tuple[Step, ...]
    wrt: tuple[str, ...]
    outputs: tuple[str, ...]
    held: Mapping[str, Any]
    extra: int = 0

    def run(self, x: Sequence[Any], noise: Noise | None = None, seen: list[Any] | None = None) -> Env:
        """Return every named value at `x`, with noise if any; what each use saw is appended to `seen`.

        Cost: one call per equation, and a product and a sum per noisy use.
        """
        env: Env = {**self.held, **dict(zip(self.wrt, x, strict=True))}
        use = 0
        for step in self.steps:
            values = [env[name] for name in step.names]
            sights = values if noise is None else _noisy(values, noise.pairs[use : use + len(values)])
            use += len(values)
            if seen is not None:
                seen.extend(sights)
            env[step.name] = evaluated(step, sights, noise)
            if noise is not None and step.name in noise.twins:
                env[step.name] = twinned(step, env[step.name], values, noise)
        return env

    def uses(self) -> list[str]:
        """Return the names used by the equations, in the order of `run`."""
        return [name for step in self.steps for name in step.names]

    def all_steps(self) -> Iterator[Step]:
        """Yield the equations, and those of their bodies."""
        for step in self.steps:
            yield step
            if isinstance(step.f, Nested):
                for body in step.f.bodies:
                    yield from body.all_steps()

    def results(self, env: Env) -> list[Any]:
        """Return the outputs of a run."""
        return [env[name] for name in self.outputs]


def machine(case: Case) -> Machine:
    """Return the program of a case, ready to run on balls."""
    held = {name: exact(a) for name, a in case.held.items()}
    floats = [a for a in (*case.x, *case.held.values()) if np.asarray(a).dtype.kind in "fc"]
    exponent = step_exponent(magnitudes(floats), np.zeros(0))
    steps = _steps(case.program, case.dtype, exponent)
    return Machine(steps, case.wrt, case.program.outputs, held, case.program.depth * exponent)


def is_entrywise(f: Callable[..., Any]) -> bool:
    """Return whether a meaning acts entry by entry by construction: a ufunc (without a core signature)."""
    return isinstance(f, np.ufunc) and f.signature is None


def _steps(program: Program, dtype: Any, exponent: int) -> tuple[Step, ...]:
    steps = []
    for e in program.equations:
        args = tuple(
            a if isinstance(a, Name) else exact(_rounded(as_argument(a, dtype), dtype)) for a in e.args
        )
        params = {key: _rounded(as_argument(p, dtype), dtype) for key, p in e.params.items()}
        f: Any = _nested(e, dtype, exponent) if e.bodies else meaning(e.primitive)
        seen = (Name(name) for body in e.bodies for name in body.captures)
        steps.append(Step(e.name, e.primitive, f, lowered(f), (*args, *seen), params, e.uses()))
    return tuple(steps)


def _nested(e: Equation, dtype: Any, exponent: int) -> Nested:
    """Return the meaning of an equation with bodies."""
    bodies = tuple(Machine(_steps(b, dtype, exponent), b.inputs, b.outputs, {}) for b in e.bodies)
    return Nested(e.primitive, bodies, tuple(len(b.captures) for b in e.bodies), exponent)


def _rounded(constant: Any, dtype: Any) -> Any:
    """Return a Python number as the dtype of the case holds it."""
    if isinstance(constant, float):
        return float(np.asarray(constant, dtype=dtype))
    if isinstance(constant, complex):
        return complex(_rounded(constant.real, dtype), _rounded(constant.imag, dtype))
    return constant


def evaluated(step: Step, values: Sequence[Any], noise: Noise | None = None) -> Any:
    """Return the result of an equation for the values of its names, in their order; bodies get `noise`."""
    inner = {} if noise is None or step.name not in noise.inner else {"noise": noise.inner[step.name]}
    return settled(step.f(*arguments(step, values), **step.params, **inner))


def arguments(step: Step, values: Sequence[Any]) -> list[Any]:
    """Return what an equation is called with for the values of its names, in their order."""
    rest = iter(values)
    return [next(rest) if isinstance(atom, Name) else atom for atom in step.args]


def twinned(step: Step, first: Any, values: Sequence[Any], noise: Noise) -> Any:
    """Return the sum of both evaluations of an equation, less its value at x."""
    pairs, at_x = noise.twins[step.name]
    return as_array(first + evaluated(step, _noisy(values, pairs)) - at_x)


def _noisy(values: Sequence[Any], pairs: Sequence[Any]) -> list[Any]:
    """Return values as noisy uses see them."""
    return [v if p is None else as_array(v * p[0] + p[1]) for v, p in zip(values, pairs, strict=True)]


def settled(result: Any) -> Any:
    """Return a result as an array of balls, or as a tuple of them where an equation has several."""
    if isinstance(result, (tuple, list)):
        return tuple(map(settled, result))
    if is_balls(result) and int in set(map(type, listed(result))):
        return exact_integers(result)  # NumPy fills with integers where it adds zeros
    return as_array(result)


def moved(x: Sequence[Any], direction: Sequence[Any], step: Any) -> list[Any]:
    """Return x + step·direction.

    A bare ball among arrays costs NumPy 8 µs, an array of one ball nothing.
    """
    steps = as_array(step)
    return [a if d is None else as_array(a + d * steps) for a, d in zip(x, direction, strict=True)]


def balls_of(arrays: Sequence[Array]) -> list[Any]:
    """Return arrays as exact balls (integers as they are)."""
    return [exact(a) for a in arrays]


def directions_of(u: Sequence[Array], x: Sequence[Any]) -> list[Any]:
    """Return tangents as exact balls, None where an input is no array of balls or does not move."""
    return [exact(t) if is_balls(a) and np.any(t) else None for t, a in zip(u, x, strict=True)]
