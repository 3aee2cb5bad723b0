"""Checkpoints: a function whose tape is not kept, but made again when it is needed.

To the tape, a checkpointed call is one equation from the bundle of its inputs to
the bundle of its outputs. Its rule differentiates the function anew, so it is
called once on the way forward and once more for each pull; what lies between
inputs and outputs is not stored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from adspec.reference_engine.numpy.bundles import tie, untie
from adspec.reference_engine.rule import Rule
from adspec.reference_engine.tracing import Bundle, Primitive, Traced, dtype_of, shape_of
from adspec.reference_engine.trees import Structure, rebuild, split_up, take_apart


@dataclass(slots=True, eq=False)
class Call:
    """One call of a checkpointed function: how to call it on flat leaves."""

    f: Callable[..., Any]
    structures: list[Structure]
    params: dict[str, Any]
    operators: Any
    output: Structure = None

    def on(self, *leaves: Any) -> tuple[Any, ...]:
        """Return the leaves of the output.

        Cost: one call of f
        """
        results: list[Any] = []
        self.output = take_apart(self.f(*split_up(self.structures, leaves), **self.params), results)
        return tuple(results)


def call_values(inputs: Any, *, call: Call) -> Bundle:
    """Return the outputs of a call on plain inputs."""
    outputs = call.on(*inputs)
    if any(type(y) is Traced for y in outputs):
        raise TypeError(
            "Checkpoint: the function uses a traced value that is not among its arguments. "
            "Pass it as an argument."
        )
    return Bundle(outputs)


checkpointed = Primitive("checkpoint", call_values)


def checkpoint(operators: Any, f: Callable[..., Any]) -> Callable[..., Any]:
    """Return f, to be evaluated again in the pull rather than stored.

    Cost: one call of f, one more per pull
    """

    def again(*args: Any, **params: Any) -> Any:
        leaves: list[Any] = []
        structures = [take_apart(x, leaves) for x in args]
        if not any(type(x) is Traced for x in leaves):
            return f(*args, **params)
        call = Call(f, structures, params, operators)
        outputs = untie(checkpointed(tie(*leaves), call=call))
        return rebuild(call.output, list(outputs))

    return again


def on_numbers(call: Call, inputs: tuple[Any, ...]) -> tuple[Callable[..., Any], list[int]]:
    """Return the call as a function of those leaves that have derivatives, and which."""
    chosen = [i for i, x in enumerate(inputs) if dtype_of(x).kind in "fc"]

    def function(*xs: Any) -> Any:
        filled = list(inputs)
        for i, x in zip(chosen, xs, strict=True):
            filled[i] = x
        return call.on(*filled)

    return function, chosen


def or_zeros(parts: Any, spaces: Any) -> list[Any]:
    """Return the parts of a bundle, with zeros for None."""
    return [
        np.zeros(shape_of(s), dtype_of(s)) if part is None else part
        for part, s in zip(parts, spaces, strict=True)
    ]


def push(u: Any, _y: Any, t: Any, *, call: Call) -> Bundle:
    """Return the tangents of the outputs, by a jvp of the call."""
    inputs = untie(t)
    f, chosen = on_numbers(call, inputs)
    xs = [inputs[i] for i in chosen]
    return Bundle(call.operators().jvp(f, xs, or_zeros([u[i] for i in chosen], xs))[1])


def pull(v: Any, y: Any, t: Any, *, call: Call) -> Bundle:
    """Return the cotangents of the inputs, by a vjp of the call."""
    inputs = untie(t)
    f, chosen = on_numbers(call, inputs)
    _, back = call.operators().vjp(f, *[inputs[i] for i in chosen])
    found = dict(zip(chosen, back(tuple(or_zeros(v, untie(y)))), strict=True))
    return Bundle(found.get(i) for i in range(len(inputs)))


RULES: dict[str, Rule] = {"checkpoint": Rule(push=(push,), pull=(pull,))}
