"""What autograd computes on the way of a function: its own nodes, kept, and walked back one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from autograd.core import VJPNode, VSpace, add_outgrads
from autograd.numpy.numpy_boxes import ArrayBox
from autograd.numpy.numpy_vspaces import ArrayVSpace
from autograd.tracer import box_type_mappings, isbox, new_box, notrace_primitives, toposort, trace_stack

from adspec.language.program import Name
from adspec.language.spaces import Array
from adspec.lifting import frames
from adspec.lifting.autograd_front import written
from adspec.lifting.graph import Lifted, Tape, UnsupportedError
from adspec.lifting.numpy_front import Recorded
from adspec.lifting.seen import Run, Seen
from adspec.truth.balls import exact


@contextmanager
def _booleans_boxed() -> Iterator[None]:
    """Let autograd box a single Boolean as it does arrays of them: n > 0 is a node, like every call."""
    tables = (box_type_mappings, ArrayBox), (VSpace.mappings, ArrayVSpace)
    for table, made in tables:
        table[np.bool_] = made
    try:
        yield
    finally:
        for table, _ in tables:
            del table[np.bool_]


@_booleans_boxed()
def run(
    f: Callable[..., Any],
    xs: Sequence[Array],
    moving: Sequence[int],
    v: Sequence[Array],
    flat: Callable[..., Any],
) -> Run:
    """Return the run of f at `xs` and back from `v`; `flat` gives the arrays of floats of its result."""
    kept: list[_Kept] = []
    with trace_stack.new_trace() as trace:
        full = list(xs)
        for k in moving:
            full[k] = new_box(xs[k], trace, _Kept.of_input(kept, len(kept)))
        results = flat(f(*full))
    back = _pulled([r._node if isbox(r) else None for r in results], v)  # noqa: SLF001 - the way to a node
    roots, units = kept[: len(moving)], kept[len(moving) :]
    numbers = {id(node): k for k, node in enumerate(units)}
    made = [_seen(node, back.get(id(node)), numbers) for node in units]
    gradient = [back.get(id(node), np.zeros_like(xs[k])) for node, k in zip(roots, moving, strict=True)]
    values = [np.asarray(r._value if isbox(r) else r) for r in results]  # noqa: SLF001 - likewise
    return Run(units=tuple(made), outputs=tuple(values), gradient=tuple(map(np.asarray, gradient)))


class _Kept(VJPNode):  # type: ignore[misc]  # autograd has no types
    """A node of reverse mode that remembers what it did, and where."""

    __slots__ = ("args", "fun", "kept", "kwargs", "place", "places", "result")
    parents: Any
    vjp: Any

    def __init__(  # noqa: PLR0913, PLR0917 - autograd's signature
        self, value: Any, fun: Any, args: Any, kwargs: Any, parent_argnums: Any, parents: Any
    ) -> None:
        self.kept = parents[0].kept
        self.fun, self.args, self.kwargs, self.result = fun, args, kwargs, value
        self.places, self.place = parent_argnums, frames.here()
        self.kept.append(self)
        if fun in notrace_primitives[VJPNode]:
            self.parents, self.vjp = [], lambda _: ()
        else:
            super().__init__(value, fun, args, kwargs, parent_argnums, parents)

    @classmethod
    def of_input(cls, kept: list[Any], _: int) -> Any:
        """Return the node of an input."""
        node = cls.new_root()
        node.kept, node.parents, node.vjp = kept, [], lambda _: ()
        kept.append(node)
        return node


def _pulled(ends: Sequence[Any], v: Sequence[Array]) -> dict[int, Any]:
    """Return the cotangent of every node, summed over its uses; backwards in topological order."""
    found: dict[int, Any] = {}
    live = [node for node in ends if node is not None]
    for node, cotangent in zip(ends, v, strict=True):
        if node is not None:
            _add(found, node, cotangent)
    for node in _backwards(live):
        if id(node) in found and node.parents:
            for parent, cotangent in zip(node.parents, node.vjp(found[id(node)]), strict=True):
                _add(found, parent, cotangent)
    return found


def _backwards(ends: Sequence[Any]) -> list[Any]:
    if len(ends) == 1:
        return list(toposort(ends[0]))
    last = VJPNode.new_root()
    last.parents, last.vjp = list(ends), lambda _: ()
    return [node for node in toposort(last) if node is not last]


def _add(found: dict[int, Any], node: Any, cotangent: Any) -> None:
    before = found.get(id(node))
    found[id(node)], _ = add_outgrads(None if before is None else (before, False), cotangent)


def _seen(node: Any, cotangent: Any, numbers: dict[int, int]) -> Seen:
    value = np.asarray(node.result)
    return Seen(
        word=node.fun.fun.__name__,
        place=node.place,
        inputs=tuple(np.asarray(node.args[k]) for k in node.places),
        sources=tuple(numbers.get(id(p)) for p in node.parents) or (None,) * len(node.places),
        outputs=(value,) if value.dtype.kind in "fc" else (),
        cotangents=(np.zeros_like(value) if cotangent is None else np.asarray(cotangent),),
        pull=_booleans_boxed()(lambda v: tuple(map(np.asarray, node.vjp(v[0])))),
        lift=lambda: _alone(node),
    )


def _alone(node: Any) -> Lifted:
    """Return one primitive as steps."""
    tape = Tape()
    shown = list(node.args)
    names: list[Name] = []
    for k in node.places:
        names.append(tape.put(exact(np.asarray(node.args[k]))))
        shown[k] = Recorded(tape, names[-1], np.asarray(node.args[k]))
    result = written(tape, node.fun.fun, shown, dict(node.kwargs))
    if not isinstance(result, Recorded):
        raise UnsupportedError(node.fun.__name__, node.place)
    return tape.lifted(names, [result.name], ruled=True)
