"""What JAX computes on the way of a function: one compiled run, with a zero added to every result.

The cotangent of the zero that is added to a value is the cotangent of the value. Custom rules stay whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from adspec.language.spaces import Array
from adspec.lifting.graph import Place
from adspec.lifting.jax_front import inner_of, is_foreign, is_inlined, lift_unit, place_of, title, trace
from adspec.lifting.seen import Run, Seen


@dataclass(slots=True)
class _Unit:
    equation: Any
    place: Place | None
    sources: list[int | None]


def run(f: Callable[..., Any], xs: Sequence[Array], moving: Sequence[int], v: Sequence[Array]) -> Run:
    """Return the run of f at `xs` and back from `v`; f returns a list of arrays of floats."""
    with jax.enable_x64(True):  # noqa: FBT003 - the flag is JAX's own
        closed = trace(f, xs)
        shapes: list[Any] = []
        units: list[_Unit] = []

        def forward(arrays: Sequence[Any], zeros: Sequence[Any] | None) -> Any:
            full = list(map(jnp.asarray, xs))
            for k, a in zip(moving, arrays, strict=True):
                full[k] = a
            walk = _Interpreter(iter(zeros) if zeros is not None else None)
            results = walk.run(closed.jaxpr, closed.consts, [(a, None) for a in full], None)
            units[:] = walk.units
            return [y for y, _ in results], walk.seen

        arrays = [jnp.asarray(xs[k]) for k in moving]
        _, found = jax.eval_shape(lambda a: forward(a, None), arrays)
        shapes = [o for _, outputs in found for o in outputs if _is_float(o)]

        def both(arrays: Any, v: Any) -> Any:
            zeros = [jnp.zeros(s.shape, s.dtype) for s in shapes]
            y, pull, seen = jax.vjp(forward, arrays, zeros, has_aux=True)
            return y, seen, pull(_as(v, y))

        y, seen, (gradient, back) = jax.jit(both)(arrays, list(v))
        cotangents = iter(map(np.asarray, back))
        made = [_seen(u, ins, outs, cotangents) for u, (ins, outs) in zip(units, seen, strict=True)]
    return Run(
        units=tuple(made), outputs=tuple(map(np.asarray, y)), gradient=tuple(map(np.asarray, gradient))
    )


class _Interpreter:
    """One run through a jaxpr, by JAX's own primitives."""

    def __init__(self, zeros: Any) -> None:
        self._zeros = zeros
        self.units: list[_Unit] = []
        self.seen: list[Any] = []

    def run(self, jaxpr: Any, consts: Sequence[Any], args: Sequence[Any], call: Place | None) -> list[Any]:
        """Return the results, each a pair of value and the number of the unit that made it."""
        known = call if call is not None and is_foreign(jaxpr) else None
        env: dict[Any, Any] = dict(zip(jaxpr.invars, args, strict=True))
        env.update((var, (c, None)) for var, c in zip(jaxpr.constvars, consts, strict=True))

        def read(atom: Any) -> Any:
            return (atom.val, None) if hasattr(atom, "val") else env[atom]

        for equation in jaxpr.eqns:
            place = place_of(equation, known) or call
            given = [read(a) for a in equation.invars]
            if is_inlined(equation.primitive.name):
                found = self.run(*inner_of(equation), given, place)
            else:
                found = self._unit(equation, given, place)
            env.update(zip(equation.outvars, found, strict=True))
        return [read(a) for a in jaxpr.outvars]

    def _unit(self, equation: Any, given: list[Any], place: Place | None) -> list[Any]:
        values = [value for value, _ in given]
        results = bind(equation, values)
        if self._zeros is not None:
            results = [r + next(self._zeros) if _is_float(r) else r for r in results]
        number = len(self.units)
        self.units.append(_Unit(equation, place, [source for _, source in given]))
        self.seen.append((values, results))
        return [(r, number) for r in results]


def bind(equation: Any, values: Sequence[Any]) -> list[Any]:
    """Return the results of one equation, under its own rule."""
    params = equation.primitive.get_bind_params(equation.params)
    inner, params = params if isinstance(params, tuple) else ((), params)  # a pair before JAX 0.10
    found = equation.primitive.bind(*inner, *values, **params)
    return list(found) if equation.primitive.multiple_results else [found]


def _as(v: Sequence[Any], y: Sequence[Any]) -> list[Any]:
    """Return cotangents in the dtypes of what they belong to, since JAX takes no others."""
    return [jnp.asarray(a, b.dtype) for a, b in zip(v, y, strict=True)]


def _is_float(value: Any) -> bool:
    dtype = getattr(value, "dtype", None)
    return dtype is not None and dtype != jax.dtypes.float0 and np.dtype(dtype).kind in "fc"


def _seen(unit: _Unit, values: Sequence[Any], results: Sequence[Any], cotangents: Any) -> Seen:
    arrays = [np.asarray(a) for a in values]
    moving = [k for k, a in enumerate(arrays) if a.dtype.kind in "fc"]
    floats = [k for k, r in enumerate(results) if _is_float(r)]

    def alone(*moved: Any) -> Any:
        full = list(map(jnp.asarray, arrays))
        for k, a in zip(moving, moved, strict=True):
            full[k] = a
        found = bind(unit.equation, full)
        return [found[k] for k in floats]

    def pull(v: Sequence[Array]) -> tuple[Array, ...]:
        with jax.enable_x64(True):  # noqa: FBT003 - the flag is JAX's own
            y, back = jax.vjp(alone, *(jnp.asarray(arrays[k]) for k in moving))
            return tuple(map(np.asarray, back(_as(v, y))))

    return Seen(
        word=title(unit.equation),
        place=unit.place,
        inputs=tuple(arrays[k] for k in moving),
        sources=tuple(unit.sources[k] for k in moving),
        outputs=tuple(np.asarray(results[k]) for k in floats),
        cotangents=tuple(next(cotangents) for _ in floats),
        pull=pull,
        lift=lambda: lift_unit(unit.equation, arrays, moving, unit.place),
    )
