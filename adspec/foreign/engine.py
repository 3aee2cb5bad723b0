"""The engine of a command: what it can be asked, as the functions that every engine has."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from adspec.engine import Engine
from adspec.foreign.protocol import Hello, read, written
from adspec.foreign.recording import Recorder, Run, Value, program_of
from adspec.foreign.talk import Talk, words_of
from adspec.language.presentation import NotShown
from adspec.language.program import Program, program_to_json
from adspec.language.spaces import Array

PREFIX = "cmd:"
NO_NESTING = "an engine in another process has no derivatives of derivatives"


@cache
def engine_of(command: str) -> Engine:
    """Return the engine that a command line starts: the same record, and one process, each time.

    Raises: ValueError for a command line that is none; OSError where there is no such command; what the
    process answers with instead of a hello (see `Talk`).
    """
    talk = Talk(words_of(command))
    atexit.register(talk.end)
    return _Asked(talk, talk.hello()).engine()


@dataclass(frozen=True, slots=True)
class _Recording:
    """A program that f was, with the values of all its inputs: the first `count` are differentiated.

    `is_tuple` says whether f returned several values, or one as it is.
    """

    program: Program
    inputs: tuple[Array, ...]
    count: int
    is_tuple: bool


@dataclass(frozen=True, slots=True)
class _Asked:
    """One engine's operators, as questions."""

    talk: Talk
    hello: Hello

    def engine(self) -> Engine:
        """Return the record of them."""
        recorder = self._recorder()
        asked = self.hello.ops
        return Engine(
            name=self.hello.name,
            version=self.hello.version,
            ops={name: recorder.operation(name) for name in self.hello.primitives},
            jvp=self._jvp if "jvp" in asked else None,
            vjp=self._vjp if "vjp" in asked else None,
            to_numpy=lambda a: a.number() if isinstance(a, Value) else np.asarray(a),
            from_numpy=recorder.constant,
            array_type=Value,
            limits=self.hello.limits,
        )

    # -------------------------------------------------------------- operators

    def _jvp(self, f: Callable[..., Any], xs: Sequence[Any], us: Sequence[Any]) -> tuple[Any, Any]:
        x, u = tuple(map(_number, xs)), tuple(map(_number, us))
        _require_spaces("jvp: u", u, x)
        seen = self._recorded(f, x)
        answer = self._ask("jvp", seen, tangents=self._written(u))
        return self._like_y(seen, answer, "value"), self._like_y(seen, answer, "tangents")

    def _vjp(self, f: Callable[..., Any], xs: Sequence[Any]) -> tuple[Any, Callable[[Any], Any]]:
        seen = self._recorded(f, tuple(map(_number, xs)))
        answer = self._ask("value", seen)
        y = self._read(answer, "value", len(seen.program.outputs))

        def pull(v: Any) -> tuple[Any, ...]:
            if isinstance(v, tuple) != seen.is_tuple:
                raise TypeError("pull: v has not the structure of y")
            vs = tuple(map(_number, v if isinstance(v, tuple) else (v,)))
            _require_spaces("pull: v", vs, y)
            back = self._ask("vjp", seen, cotangents=self._written(vs))
            return tuple(map(self._recorder().constant, self._read(back, "cotangents", seen.count)))

        return self._like_y(seen, answer, "value"), pull

    # -------------------------------------------------------------- parts

    def _recorder(self) -> Recorder:
        return Recorder(primitives=frozenset(self.hello.primitives), compute=self._computed)

    def _computed(self, value: Value) -> Array:
        seen = _Recording(*program_of([value], []), count=0, is_tuple=False)
        return self._read(self._ask("value", seen), "value", 1)[0]

    def _recorded(self, f: Callable[..., Any], xs: Sequence[Array]) -> _Recording:
        """Return what f does at xs. Cost: one call of f."""
        recorder, run = self._recorder(), Run()
        inputs = [Value(recorder, array=x, runs=frozenset({run})) for x in xs]
        try:
            y = f(*inputs)
            leaves = y if isinstance(y, tuple) else (y,)
            ys = [leaf if isinstance(leaf, Value) else recorder.constant(leaf) for leaf in leaves]
            if any(value.runs - {run} for value in ys):
                raise NotShown(NO_NESTING)
            program, values = program_of(ys, inputs)
        finally:
            run.is_over = True
        return _Recording(program, values, count=len(inputs), is_tuple=isinstance(y, tuple))

    def _ask(self, op: str, seen: _Recording, **seeds: Any) -> Mapping[str, Any]:
        request = {
            "op": op,
            "program": program_to_json(seen.program),
            "inputs": self._written(seen.inputs),
            "wrt": list(seen.program.inputs[: seen.count]),
        }
        return self.talk.ask({**request, **seeds})

    def _like_y(self, seen: _Recording, answer: Mapping[str, Any], key: str) -> Any:
        """Return values of an answer as f returned them."""
        found = self._read(answer, key, len(seen.program.outputs))
        values = tuple(map(self._recorder().constant, found))
        return values if seen.is_tuple else values[0]

    def _written(self, arrays: Iterable[Array]) -> list[Any]:
        return [written(array, scalar=self.hello.scalar) for array in arrays]

    def _read(self, answer: Mapping[str, Any], key: str, count: int) -> tuple[Array, ...]:
        return read(answer, key, count, scalar=self.hello.scalar)


def _number(x: Any) -> Array:
    """Return a point, tangent or cotangent as numbers.

    Raises: NotShown for a value of a derivative around this one; TypeError for what has no derivative.
    """
    if isinstance(x, Value):
        if any(not run.is_over for run in x.runs):
            raise NotShown(NO_NESTING)
        x = x.number()
    array = np.asarray(x)
    if array.dtype.kind not in "fc":
        raise TypeError(f"{x!r}: is of dtype {array.dtype.name}. Derivatives are of floating-point numbers.")
    return array


def _require_spaces(what: str, given: Sequence[Array], space: Sequence[Array]) -> None:
    shapes, wanted = [a.shape for a in given], [a.shape for a in space]
    if shapes != wanted:
        raise ValueError(f"{what} is of shapes {shapes}, and lives in {wanted}.")
