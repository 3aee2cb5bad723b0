"""Faults of an engine's life: what it keeps, what it lets through, what it costs, whom it confuses.

Every rule is right, and so is a single derivative taken by itself. What is global is kept in one
`SimpleNamespace` each and put back by the engine's scope, so that a fault ends with its case.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.conformance.mutants.mutant import Mutant
from adspec.engine import restored
from adspec.reference_engine.tracing import Traced, shape_of

_jvp: Any = ENGINE.jvp
_vjp: Any = ENGINE.vjp


def _pulls(around: Callable[[Any, Any], Any]) -> Any:
    """Return a vjp in which `around(pull, xs)` stands for each pullback."""

    def vjp(f: Any, xs: Any) -> Any:
        y, pull = _vjp(f, xs)
        return y, around(pull, xs)

    return vjp


def _recording(pull: Any) -> Any:
    """Return the recording that a pullback of the reference engine walks."""
    return pull.args[0]


# ------------------------------------------------------------------ exceptions and threads

_STACK = SimpleNamespace(depth=0)
_BUFFERS = SimpleNamespace(left={})


def _counted(operator: Any) -> Any:
    """Return an operator that counts down only where f has not raised."""

    def leaking(f: Any, xs: Any, *us: Any) -> Any:
        _STACK.depth += 1
        answer = operator(f, xs, *us)
        _STACK.depth -= 1
        return answer

    return leaking


def _buffered(f: Any, xs: Any, us: Any) -> Any:
    """Return y and J u; tangents are added to a buffer that a failure leaves full."""
    _STACK.depth += 1
    try:
        mine = tuple(np.add(u, left) for u, left in zip(us, _BUFFERS.left.get(_STACK.depth, us), strict=True))
        mine = mine if _STACK.depth in _BUFFERS.left else us
        _BUFFERS.left = {**_BUFFERS.left, _STACK.depth: mine}
        answer = _jvp(f, xs, mine)
        _BUFFERS.left = {depth: left for depth, left in _BUFFERS.left.items() if depth != _STACK.depth}
        return answer
    finally:
        _STACK.depth -= 1


def _wrapped(operator: Any) -> Any:
    """Return an operator that answers any exception of f with one of its own."""

    def wrapping(f: Any, xs: Any, *us: Any) -> Any:
        try:
            return operator(f, xs, *us)
        except ArithmeticError:
            raise
        except Exception as error:
            raise RuntimeError("f cannot be differentiated") from error

    return wrapping


def _numbered_by_depth(operator: Any) -> Any:
    """Return an operator that numbers its traces by the depth of one stack, for all threads."""

    def numbered(f: Any, xs: Any, *us: Any) -> Any:
        def g(*traced: Any) -> Any:
            _STACK.depth += 1
            traced[0].traced_by.level = _STACK.depth
            try:
                return f(*traced)
            finally:
                _STACK.depth -= 1

        return operator(g, xs, *us)

    return numbered


# ------------------------------------------------------------------ what is let through


def _fit(v: Any, shape: tuple[int, ...]) -> Any:
    """Return a vector in the shape that was wanted, its entries repeated or cut off."""
    first = v[0] if isinstance(v, tuple) else v
    return first if isinstance(first, Traced) or shape_of(first) == shape else np.resize(first, shape)


def _fitting_v(pull: Any, _xs: Any) -> Any:
    """Return a pullback that makes a cotangent of y of whatever it is given."""
    values = _recording(pull).values
    return pull if len(values) != 1 else lambda v: pull(_fit(v, shape_of(values[0])))


def _fitting_u(f: Any, xs: Any, us: Any) -> Any:
    return _jvp(f, xs, tuple(_fit(u, shape_of(x)) for u, x in zip(us, xs, strict=True)))


def _looking_late(pull: Any, xs: Any) -> Any:
    """Return a pullback that reads the caller's x when it is called."""

    def late(v: Any) -> Any:
        for leaf, x in zip(_recording(pull).leaves, xs, strict=True):
            if isinstance(leaf, np.ndarray):
                leaf[...] = x
        return pull(v)

    return late


_LAST = SimpleNamespace(pull=None)


def _of_the_last_tape(pull: Any, _xs: Any) -> Any:
    """Return a pullback that walks whatever tape was written last."""
    _LAST.pull = pull

    def walking(v: Any) -> Any:
        return _LAST.pull(v)

    return walking


def _never_closed(operator: Any) -> Any:
    """Return an operator whose traces stay open."""

    def open_(f: Any, xs: Any, *us: Any) -> Any:
        traces: list[Any] = []

        def g(*traced: Any) -> Any:
            traces.append(traced[0].traced_by)
            return f(*traced)

        answer = operator(g, xs, *us)
        for trace in traces:
            trace.is_open = True
        return answer

    return open_


# ------------------------------------------------------------------ what it costs


def _recursive(pull: Any, _xs: Any) -> Any:
    """Return a pullback that calls itself for each equation."""

    def down(rows: int, v: Any) -> Any:
        return down(rows - 1, v) if rows else pull(v)

    return lambda v: down(len(_recording(pull).rows), v)


def _path_by_path(pull: Any, _xs: Any) -> Any:
    """Return a pullback that walks every path from y to x by itself before it answers."""
    recording = _recording(pull)

    def walking(v: Any) -> Any:
        waiting = [mark for mark in recording.marks if mark is not None]
        while waiting:
            row = recording.rows[waiting.pop()]
            waiting += [parent for _, parent in row[-1]] if row else []
        return pull(v)

    return walking


_KEPT: list[Any] = []


def _kept(pull: Any, _xs: Any) -> Any:
    _KEPT.append(pull)
    return pull


def _mutant(name: str, says: str, law: str, symptom: str, **words: Any) -> Mutant:
    return Mutant(
        engine=replace(ENGINE, name=name, **words), says=says, where="engine", law=law, symptom=symptom
    )


def _depth_restored() -> Any:
    return restored(_STACK, "depth")


# fmt: off
MUTANTS: tuple[Mutant, ...] = (
    _mutant("trace_stack_leaks", "the stack of traces is taken down only where nothing was raised",
            "exceptions", "remembers an exception",
            jvp=_counted(_jvp), vjp=_counted(_vjp), scope=_depth_restored, state=lambda: _STACK.depth),
    _mutant("buffer_full_after_exception", "a buffer of tangents that only a success empties",
            "exceptions", "wrong after an exception",
            jvp=_buffered, scope=lambda: restored(_BUFFERS, "left")),
    _mutant("exception_replaced", "what f raised is hidden in an exception of the engine's",
            "exceptions", "exception", jvp=_wrapped(_jvp), vjp=_wrapped(_vjp)),
    _mutant("one_stack_for_all_threads", "traces are numbered by the depth of a stack that threads share",
            "threads", "wrong under threads",
            jvp=_numbered_by_depth(_jvp), vjp=_numbered_by_depth(_vjp), scope=_depth_restored),
    _mutant("cotangent_of_any_shape", "a cotangent is repeated until it fits",
            "cotangent_check", "uses a wrong cotangent", vjp=_pulls(_fitting_v)),
    _mutant("tangent_of_any_shape", "a tangent is repeated until it fits",
            "cotangent_check", "uses a wrong tangent", jvp=_fitting_u),
    _mutant("x_is_read_late", "the tape holds the caller's own x",
            "stale_input", "changes by x is overwritten", vjp=_pulls(_looking_late)),
    _mutant("one_tape_for_all", "a pullback walks the tape that was written last",
            "stale_input", "changes by another derivative", vjp=_pulls(_of_the_last_tape)),
    _mutant("traces_never_close", "a value that f kept is taken for a live one",
            "escaped_tracer", "uses an escaped tracer", jvp=_never_closed(_jvp), vjp=_never_closed(_vjp)),
    _mutant("pull_calls_itself", "the way back is a recursion over equations",
            "deep_chain", "raises RecursionError", vjp=_pulls(_recursive)),
    _mutant("pull_path_by_path", "the way back takes every path from y to x by itself",
            "linear_cost", "costs too much", vjp=_pulls(_path_by_path)),
    _mutant("tapes_are_kept", "every tape is put on a list for good",
            "lifetime", "keeps what was dropped", vjp=_pulls(_kept)),
)
# fmt: on
