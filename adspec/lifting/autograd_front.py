"""A function for HIPS autograd as equations over balls: run under autograd's own tracer.

A node of our own kind writes down every primitive as autograd meets it. Those that wrap NumPy or SciPy
are words; a primitive of the user's is read in turn, by `numpy_front`, from the function that it wraps.
Conditions on single numbers are guarded, since a branch may hang on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from autograd.numpy.numpy_boxes import ArrayBox
from autograd.tracer import Box, Node, isbox, new_box, trace_stack

from adspec.language.program import Name
from adspec.language.spaces import Array
from adspec.lifting import frames
from adspec.lifting.graph import Lifted, Tape, Unit
from adspec.lifting.numpy_front import Recorded, recorded_call
from adspec.lifting.words import as_balls
from adspec.truth.balls import exact


def lift(f: Callable[..., Any], xs: Sequence[Array], flatten: Callable[[Any], list[Any]]) -> Lifted:
    """Return f at arrays `xs` as steps.

    Raises: UnsupportedError naming the first operation that has no meaning in balls; whatever f raises.
    """
    tape = Tape()
    inputs = [tape.put(exact(np.asarray(x))) for x in xs]
    with _whole_numbers(), trace_stack.new_trace() as trace:
        boxes = [new_box(x, trace, _Equation.input(tape, n)) for n, x in zip(inputs, xs, strict=True)]
        results = flatten(f(*boxes))
    outputs = [r._node.name if isbox(r) else tape.constant(r) for r in results]  # noqa: SLF001 - the way to a node
    return tape.lifted(inputs, outputs, ruled=is_users(f))


@contextmanager
def _whole_numbers() -> Iterator[None]:
    """Let conditions and integers be traced too, which autograd has no box for."""
    kinds = [k for k in (np.bool_, np.int64, np.int32, bool, int) if k not in Box.type_mappings]
    Box.type_mappings.update(dict.fromkeys(kinds, ArrayBox))
    try:
        yield
    finally:
        for kind in kinds:
            del Box.type_mappings[kind]


def is_users(f: Any) -> bool:
    """Return whether a function is one primitive that is not autograd's own."""
    raw = getattr(f, "fun", None)
    return hasattr(f, "_is_autograd_primitive") and not _is_known(raw)


def _is_known(raw: Any) -> bool:
    home = getattr(raw, "__module__", None) or type(raw).__module__
    return home.split(".")[0] in {"numpy", "scipy", "autograd"}


class _Equation(Node):  # type: ignore[misc]  # autograd has no types
    """A primitive as it is called, written on the tape."""

    __slots__ = ("name", "tape")

    def __init__(  # noqa: PLR0913, PLR0917 - autograd's signature
        self, value: Any, fun: Any, args: Any, kwargs: Any, parent_argnums: Any, parents: Any
    ) -> None:
        self.tape = parents[0].tape
        shown = list(args)
        for k, parent in zip(parent_argnums, parents, strict=True):
            shown[k] = Recorded(self.tape, parent.name, np.asarray(args[k]))
        found = written(self.tape, fun.fun, shown, dict(kwargs))
        self.name = found.name if isinstance(found, Recorded) else self.tape.constant(found)
        self.tape.units.append(Unit(fun.fun.__name__, frames.here(), (self.name,)))
        if np.ndim(value) == 0 and getattr(value, "dtype", np.dtype(float)).kind == "b":
            self.tape.decide(self.name, frames.here())

    def initialize_root(self, *_: Any) -> None:
        """Make a node without a past."""

    @classmethod
    def input(cls, tape: Tape, name: Name) -> Any:
        """Return the node of an input."""
        node = cls.new_root()
        node.tape, node.name = tape, name
        return node


def written(tape: Tape, raw: Any, args: list[Any], params: dict[str, Any]) -> Any:
    """Return what a primitive wraps, called on recorded arrays."""
    if raw.__name__ in _OWN:
        return _OWN[raw.__name__](tape, args, params)
    if _is_known(raw):
        return recorded_call(tape, raw, args, params)
    tape.rules += 1
    return raw(*args, **params)


def _stacked(tape: Tape, args: list[Any], _: dict[str, Any]) -> Any:
    def stack(*rows: Any) -> Any:
        return np.stack([as_balls(r) for r in rows])

    return recorded_call(tape, np.stack, args[2:], {}, ("stack", stack, lambda *rows: np.stack(rows)))


def _joined(tape: Tape, args: list[Any], _: dict[str, Any]) -> Any:
    axis, *arrays = args

    def concat(*parts: Any) -> Any:
        return np.concatenate([as_balls(p) for p in parts], axis)

    made = "concat", concat, lambda *parts: np.concatenate(parts, axis)
    return recorded_call(tape, np.concatenate, arrays, {}, made)


# Primitives that autograd made for itself.
_OWN: dict[str, Callable[..., Any]] = {
    "array_from_args": _stacked,
    "_array_from_scalar_or_array": lambda _tape, args, _params: args[2],
    "concatenate_args": _joined,
}
