"""Values that remember how they came about, and functions that notice them.

The idea. A differential operator calls f with `Traced` values in place of
arrays. A `Primitive` that meets one does not compute: it passes itself and its
arguments to the trace of the innermost operator, which computes the value one
level further down and writes beside it what its mode needs (a tangent, or a
place on a tape). This file knows neither derivatives nor which functions exist.

Levels. Each trace takes the next serial number when it opens, so an operator
that runs inside another has the higher number, whatever thread, generator or
closure it runs in. The value of a `Traced` is an array or a `Traced` of a lower
level; an argument of another trace is a constant to this one. That alone keeps
nested derivatives apart, and there is no stack that an exception could leave
in a wrong state.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

serial = itertools.count()
NO_PARAMS: Mapping[str, Any] = {}


class EscapedTracerError(RuntimeError):
    """A traced value was used after the operator that made it had returned."""


class MissingRuleError(NotImplementedError):
    """A primitive has no derivative rule for this argument in this mode."""


class Traced:
    """One value of the function under study, as seen by one trace.

    `mark` belongs to the trace: a tangent going forward, a row of the tape in
    reverse. Operators and array methods are added by `numpy/methods.py`.
    """

    __slots__ = ("mark", "traced_by", "value")

    # NumPy arrays and scalars on the left of an operator give way to ours.
    __array_ufunc__ = None
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, trace: Any, value: Any, mark: Any) -> None:
        self.traced_by = trace
        self.value = value
        self.mark = mark

    @property
    def shape(self) -> tuple[int, ...]:
        """Return the shape of the value."""
        return shape_of(self.value)

    @property
    def dtype(self) -> np.dtype[Any]:
        """Return the dtype of the value."""
        return dtype_of(self.value)

    @property
    def ndim(self) -> int:
        """Return the number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """Return the number of entries."""
        return math.prod(self.shape)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of a traced 0-d value: it has no axis.")
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))  # type: ignore[index]

    def __bool__(self) -> bool:
        return bool(plain(self))

    def __repr__(self) -> str:
        return f"Traced({self.value!r})"

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise TypeError(
            "A traced value was given to a NumPy function: its derivative would be lost. "
            "Use the function of the same name in adspec.reference_engine.numpy."
        )

    def __float__(self) -> float:
        raise TypeError(
            "float() of a traced value: its derivative would be lost. "
            "Leave the value as it is, it behaves like an array."
        )

    __int__ = __complex__ = __index__ = __float__

    def __setitem__(self, index: Any, value: Any) -> None:
        raise TypeError(
            f"In-place assignment to a traced value at {index!r}: the tape may still need "
            "the old one. Build a new value with where, concat or put_add."
        )


class Bundle(tuple[Any, ...]):
    """Several values as one, for primitives with more than one output.

    As a cotangent or tangent it is added entry by entry, None standing for
    zero. It has no shape of its own, so that comparing shapes finds no fault.
    """

    __slots__ = ()
    shape = None
    dtype = None

    def __add__(self, other: Any) -> Bundle:
        return Bundle(b if a is None else a if b is None else a + b for a, b in zip(self, other, strict=True))


class Primitive:
    """One word of the function language: a name, and how to compute it."""

    __slots__ = ("name", "raw")

    def __init__(self, name: str, raw: Callable[..., Any]) -> None:
        self.name = name
        self.raw = raw

    def __call__(self, *args: Any, **params: Any) -> Any:
        """Return the value, or an equation of the innermost trace among the arguments."""
        trace = None
        for a in args:
            if type(a) is Traced and (trace is None or a.traced_by.level > trace.level):
                trace = a.traced_by
        if trace is None:
            return self.raw(*args, **params)
        return trace.apply(self, args, params)

    def __repr__(self) -> str:
        return f"<primitive {self.name}>"


class Constant(Primitive):
    """A function with no derivative to speak of: comparisons, argmax, shapes."""

    __slots__ = ()

    def __call__(self, *args: Any, **params: Any) -> Any:
        """Return the value at the plain arguments."""
        return self.raw(*map(plain, args), **params)


def plain(x: Any) -> Any:
    """Return the array under all traces, the derivative forgotten on purpose."""
    while type(x) is Traced:
        if not x.traced_by.is_open:
            raise escaped(x)
        x = x.value
    return x


def shape_of(x: Any) -> tuple[int, ...]:
    """Return the shape of an array, NumPy or Python scalar, or traced value."""
    try:
        return x.shape  # type: ignore[no-any-return]
    except AttributeError:
        return np.shape(x)


def dtype_of(x: Any) -> np.dtype[Any]:
    """Return the dtype, that of a Python scalar being NumPy's default for it."""
    try:
        return x.dtype  # type: ignore[no-any-return]
    except AttributeError:
        return np.asarray(x).dtype


def escaped(x: Traced) -> EscapedTracerError:
    """Return the error for a value whose trace is over."""
    return EscapedTracerError(
        f"Traced value of shape {x.shape}, dtype {x.dtype}: the operator that made it has "
        "returned. Return it from the function instead of keeping it."
    )


def missing(name: str, argument: int | None, mode: str) -> MissingRuleError:
    """Return the error for a rule that is not there."""
    where = "" if argument is None else f", argument {argument}"
    return MissingRuleError(
        f"Primitive {name}{where}: no {mode} rule in this table. "
        f"Add one with with_rules({{**RULES, {name!r}: Rule(...)}})."
    )
