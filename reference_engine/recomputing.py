"""Checkpoints: a function whose tape is not kept, but made again when it is needed.

To the tape, a checkpointed call is one equation from the bundle of its inputs to
the bundle of its outputs. Its rule differentiates the function anew, so it is
called once on the way forward and once more for each pull; what lies between
inputs and outputs is not stored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adspec.reference_engine.calling import zeros
from adspec.reference_engine.forward import jvp
from adspec.reference_engine.numpy.bundles import tie, untie
from adspec.reference_engine.recording import vjp
from adspec.reference_engine.rule import Rule, Semantics
from adspec.reference_engine.tracing import Bundle, Primitive, Traced, dtype_of
from adspec.reference_engine.trees import Structure, rebuild, take_apart


def call_values(inputs: Any, *, call: Callable[..., Any], semantics: Semantics) -> Bundle:  # noqa: ARG001 -- its rule needs them
    """Return the outputs of a call on plain inputs."""
    outputs = call(*inputs)
    if any(type(y) is Traced for y in outputs):
        raise TypeError(
            "Checkpoint: the function uses a traced value that is not among its arguments. "
            "Pass it as an argument."
        )
    return Bundle(outputs)


checkpointed = Primitive("checkpoint", call_values)


def checkpoint(semantics: Semantics, f: Callable[..., Any]) -> Callable[..., Any]:
    """Return f, to be evaluated again in the pull rather than stored.

    Cost: one call of f, one more per pull
    """

    def again(*args: Any, **params: Any) -> Any:
        leaves: list[Any] = []
        inputs = take_apart(args, leaves)
        if not any(type(x) is Traced for x in leaves):
            return f(*args, **params)
        chosen = [i for i, x in enumerate(leaves) if dtype_of(x).kind in "fc"]
        output: Structure = None

        def call(*xs: Any) -> tuple[Any, ...]:
            nonlocal output
            filled, results = list(leaves), list[Any]()
            for i, x in zip(chosen, xs, strict=True):
                filled[i] = x
            output = take_apart(f(*rebuild(inputs, filled), **params), results)
            return tuple(results)

        tied = checkpointed(tie(*[leaves[i] for i in chosen]), call=call, semantics=semantics)
        return rebuild(output, untie(tied))

    return again


def or_zeros(parts: Any, spaces: Any) -> tuple[Any, ...]:
    """Return the parts of a bundle, with zeros for None."""
    return tuple(zeros(s) if part is None else part for part, s in zip(parts, spaces, strict=True))


def push(u: Any, _y: Any, t: Any, *, call: Callable[..., Any], semantics: Semantics) -> Bundle:
    """Return the tangents of the outputs, by a jvp of the call."""
    xs = untie(t)
    return Bundle(jvp(semantics, call, xs, or_zeros(u, xs))[1])


def pull(v: Any, y: Any, t: Any, *, call: Callable[..., Any], semantics: Semantics) -> Bundle:
    """Return the cotangents of the inputs, by a vjp of the call."""
    return Bundle(vjp(semantics, call, *untie(t))[1](or_zeros(v, untie(y))))


RULES: dict[str, Rule] = {"checkpoint": Rule(push=(push,), pull=(pull,))}
