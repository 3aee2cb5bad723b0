"""Recording: values that write down what is done to them, so that a Python function becomes a program.

A value is a number (an array), or an operation on values that nobody has computed yet. To compute it, its
equations are sent as one program; a function of 50 equations costs one message. Within a derivative
f is called on values that belong to that `Run`. They have numbers too, at which Python may branch, but
what depends on them is no number once the derivative is over, and none for the derivative around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from adspec.language import literals
from adspec.language.equations import Equation, Name, Program, letters
from adspec.language.presentation import OPERATORS
from adspec.language.spaces import Array

Compute = Callable[["Value"], Array]


@dataclass(eq=False, slots=True)
class Run:
    """One derivative in progress."""

    is_over: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Recorder:
    """What values of one engine have in common: its primitives, and how a program is computed."""

    primitives: frozenset[str]
    compute: Compute

    def constant(self, array: Any) -> Value:
        """Return a number."""
        return Value(self, array=np.asarray(array))

    def operation(self, primitive: str) -> Callable[..., Value]:
        """Return a primitive as a function of values."""
        return lambda *args, **params: self.applied(primitive, *args, **params)

    def applied(self, primitive: str, *args: Any, **params: Any) -> Value:
        """Return a primitive of arguments, which is yet to be computed.

        Raises: LanguageError for what no program can hold; RuntimeError for a value whose derivative is over.
        """
        atoms = tuple(map(self._atom, args))
        runs = frozenset[Run]().union(*(a.runs for a in atoms if isinstance(a, Value)))
        if any(run.is_over for run in runs):
            raise RuntimeError(f"{primitive}: a value of a derivative that is over. Return it instead.")
        plain = {key: _literal(value) for key, value in params.items()}
        return Value(self, primitive=primitive, args=atoms, params=plain, runs=runs)

    def _atom(self, argument: Any) -> Any:
        if isinstance(argument, Value):
            return argument
        if isinstance(argument, np.ndarray | np.generic) and argument.dtype.kind in "fc":
            return self.constant(argument)
        return _literal(argument)


def _literal(value: Any) -> Any:
    """Return an argument as a literal of the program language."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, tuple):
        return tuple(map(_literal, value))
    literals.to_json(value)  # which refuses what is none
    return value


# ------------------------------------------------------------------ values


def _method(primitive: str, *, reflected: bool = False) -> Callable[..., Any]:
    """Return the method of an operator; an engine without the primitive has no such operator."""

    def method(self: Value, *others: Any) -> Any:
        if primitive not in self.recorder.primitives:
            return NotImplemented
        return self.recorder.applied(primitive, *((*others, self) if reflected else (self, *others)))

    return method


def _comparison(primitive: str) -> Callable[..., Any]:
    """Return the method of an order; without the primitive Python compares the numbers."""
    plain = OPERATORS[primitive]

    def method(self: Value, other: Any) -> Any:
        if primitive in self.recorder.primitives:
            return self.recorder.applied(primitive, self, other)
        return bool(plain(self.number(), other.number() if isinstance(other, Value) else other))

    return method


@dataclass(eq=False, slots=True)
class Value:
    """A number of an engine in another process, computed or not."""

    recorder: Recorder
    primitive: str = ""
    args: tuple[Any, ...] = ()
    params: Mapping[str, Any] = field(default_factory=dict)
    runs: frozenset[Run] = frozenset()
    array: Array | None = None

    __array_ufunc__ = None  # NumPy's scalars leave their operators to it

    __abs__ = _method("abs")
    __neg__ = _method("negative")
    __pos__ = _method("positive")
    __getitem__ = _method("getitem")
    __add__, __radd__ = _method("add"), _method("add", reflected=True)
    __sub__, __rsub__ = _method("subtract"), _method("subtract", reflected=True)
    __mul__, __rmul__ = _method("multiply"), _method("multiply", reflected=True)
    __truediv__, __rtruediv__ = _method("divide"), _method("divide", reflected=True)
    __floordiv__, __rfloordiv__ = _method("floor_divide"), _method("floor_divide", reflected=True)
    __mod__, __rmod__ = _method("remainder"), _method("remainder", reflected=True)
    __pow__, __rpow__ = _method("pow"), _method("pow", reflected=True)
    __matmul__, __rmatmul__ = _method("matmul"), _method("matmul", reflected=True)
    __lt__, __le__ = _comparison("less"), _comparison("less_equal")
    __gt__, __ge__ = _comparison("greater"), _comparison("greater_equal")
    __eq__, __ne__ = _method("equal"), _method("not_equal")
    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        """Return the truth of its number, at which Python branches."""
        return bool(self.number())

    def __iter__(self) -> Iterator[Value]:
        """Refuse: how many parts it has is not known here."""
        raise TypeError("a value of an engine in another process is not iterable")

    def number(self) -> Array:
        """Return what it stands for.

        Raises: RuntimeError where it belongs to a derivative that is over; whatever computing it raises.
        Cost: one message, the first time.
        """
        if any(run.is_over for run in self.runs):
            raise RuntimeError("a value of a derivative that is over has no number. Return it instead.")
        if self.array is None:
            self.array = self.recorder.compute(self)
        return self.array

    @property
    def is_leaf(self) -> bool:
        """Return whether it is a number, and no operation that a derivative must see."""
        return not self.primitive or (self.array is not None and not self.runs)


# ------------------------------------------------------------------ programs


def program_of(outputs: Sequence[Value], inputs: Sequence[Value]) -> tuple[Program, tuple[Array, ...]]:
    """Return the program from inputs to outputs, and the values of all its inputs.

    Other numbers that it needs follow the inputs, as inputs that are held.
    """
    names = {id(value): f"x{i}" for i, value in enumerate(inputs)}
    held: list[Value] = []
    lines: list[Equation] = []
    fresh = letters()
    for value in _in_order(outputs, names):
        if value.is_leaf:
            names[id(value)] = f"held{len(held)}"
            held.append(value)
            continue
        names[id(value)] = next(fresh)
        atoms = tuple(Name(names[id(a)]) if isinstance(a, Value) else a for a in value.args)
        lines.append(
            Equation(name=names[id(value)], primitive=value.primitive, args=atoms, params=value.params)
        )
    leaves = (*inputs, *held)
    program = Program(
        inputs=tuple(names[id(value)] for value in leaves),
        equations=tuple(lines),
        outputs=tuple(names[id(value)] for value in outputs),
    )
    return program, tuple(value.number() for value in leaves)


def _in_order(outputs: Iterable[Value], known: Mapping[int, str]) -> Iterator[Value]:
    """Yield the values that outputs are made of, each once, arguments first; none that is `known`.

    No recursion: a chain may have more equations than Python has frames.
    """
    seen = set(known)
    waiting = [(value, False) for value in reversed(list(outputs))]
    while waiting:
        value, is_ready = waiting.pop()
        if is_ready:
            yield value
        elif id(value) not in seen:
            seen.add(id(value))
            waiting.append((value, True))
            parts = () if value.is_leaf else value.args
            waiting.extend((part, False) for part in reversed(parts) if isinstance(part, Value))
