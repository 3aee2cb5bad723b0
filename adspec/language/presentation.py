"""Presentations: ways to show one and the same case, under which nothing may change.

A presentation may write the equations otherwise (operators instead of functions, `a * b`)
or hand over the arrays otherwise (read-only, strided). It is chosen by name in the case.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from adspec.language.spaces import Array

Ops = Mapping[str, Callable[..., Any]]

# primitive -> the Python operator that is an engine's other spelling of it
OPERATORS: Mapping[str, Callable[..., Any]] = {
    "abs": abs,
    "add": operator.add,
    "divide": operator.truediv,
    "floor_divide": operator.floordiv,
    "getitem": operator.getitem,
    "matmul": operator.matmul,
    "multiply": operator.mul,
    "negative": operator.neg,
    "positive": operator.pos,
    "pow": operator.pow,
    "remainder": operator.mod,
    "subtract": operator.sub,
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Presentation:
    """One way to show a case: the table of operations it uses and how it hands over an array."""

    name: str
    says: str
    ops: Callable[[Ops], Ops] = lambda ops: ops
    array: Callable[[Array], Array] = lambda array: array


def _operators(ops: Ops) -> Ops:
    return {**ops, **{name: f for name, f in OPERATORS.items() if name in ops}}


def _read_only(array: Array) -> Array:
    array.flags.writeable = False
    return array


def _reversed_view(array: Array) -> Array:
    """Return an equal array whose strides are negative along every axis."""
    flipped = np.array(np.flip(array))
    return np.asarray(np.flip(flipped))


def _strided_view(array: Array) -> Array:
    """Return an equal array that is every second element of a wider one, axis by axis."""
    wide = np.zeros(tuple(2 * n for n in array.shape), dtype=array.dtype)
    window = wide[(slice(None, None, 2),) * array.ndim + (...,)]  # the dots keep a 0-d array an array
    window[...] = array
    return window


PRESENTATIONS: Mapping[str, Presentation] = {
    p.name: p
    for p in (
        Presentation(name="functions", says="functions of the engine's namespace on plain arrays"),
        Presentation(name="operators", says="Python operators where the language has one", ops=_operators),
        Presentation(name="read_only", says="arrays that may not be written to", array=_read_only),
        Presentation(name="reversed", says="views with negative strides", array=_reversed_view),
        Presentation(name="strided", says="views on every second element", array=_strided_view),
    )
}
