"""Indexing: parts of an array, with integers, slices, new axes, integer arrays and Boolean masks.

The index of `getitem(x, index)` and of `take(x, indices)` is the second positional argument, as
in `operator.getitem`; a list in it becomes an array, a tuple stays a tuple. Repeated indices
are where a pullback must add and not overwrite.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.language.primitives.domains import REAL
from adspec.language.primitives.forms import form
from adspec.language.primitives.row import Fixed, Form, Primitive

_ALL = slice(None, None, None)


def getitem(x: Any, index: Any) -> Any:
    """Return x[index]."""
    return x[index]


def put(x: Any, index: Any, values: Any) -> Any:
    """Return x with other values at an index."""
    changed = np.array(x, dtype=np.result_type(x, values))
    changed[index] = values
    return changed


def add_at(x: Any, index: Any, values: Any) -> Any:
    """Return x with values added at an index, once per repetition."""
    changed = np.array(x, dtype=np.result_type(x, values))
    np.add.at(changed, index, values)
    return changed


def select(conditions: Any, *choices: Any, default: Any = 0) -> Any:
    """Return entries of the first choice whose condition holds, else the default."""
    return np.select(list(conditions), list(choices), default)


def choose(numbers: Any, *choices: Any, mode: Any = "raise") -> Any:
    """Return entries of the choice with the given number."""
    return np.choose(numbers, choices, mode=mode)


def _at(shape: tuple[int, ...], *indices: Any) -> tuple[Form, ...]:
    return tuple(form(shape, Fixed(index)) for index in indices)


def _row(name: str, says: str, value: Callable[..., Any], *forms: Form, **more: Any) -> Primitive:
    """Return the row of a primitive that takes entries out: linear, and complex where real."""
    words = {"complex": True, "domains": (REAL,), **more}
    return Primitive(name=name, family="indexing", says=says, value=value, forms=forms, **words)


_OFFSETS = (form((2, 3)), form((3, 2), k=1), form((2, 3), k=-1), form((2, 2, 2), k=0), form((0, 3)))

ROWS: tuple[Primitive, ...] = (
    _row(
        "getitem",
        "x[index]",
        getitem,
        *_at((3,), 1, -1, slice(1, None, None), slice(None, None, 2), slice(None, None, -1), slice(2, 0, -1)),
        *_at((3,), ..., None, [0, 2, 2], [True, False, True], slice(1, 1, None)),
        *_at((2, 3), 0, (1, 2), (_ALL, 1), (..., -1), (_ALL, None, 0), (0, slice(None, None, -2))),
        *_at(
            (2, 3), ([0, 1, 1], [2, 0, 0]), ([1, 1], slice(1, None, None)), [[0, 1], [1, 1]], (_ALL, [2, 2])
        ),
        *_at((2, 3), [[True, False, True], [False, True, True]], [False, True], (0, [0, 0])),
        *_at((), (), ...),
        *_at((2, 1, 3), ([1, 1], _ALL, [0, 0])),
        form((0, 3), Fixed((_ALL, 0))),
    ),
    _row(
        "take",
        "entries by number along an axis: take(x, indices)",
        np.take,
        form((3,), Fixed([0, 2, 2]), axis=0),
        form((2, 3), Fixed([2, 0, 2]), axis=1),
        form((2, 3), Fixed([1, 1]), axis=0),
        form((2, 3), Fixed([[0, 1], [1, 1]]), axis=0),
        form((3,), Fixed([-1, 0]), axis=0),
        form((3,), Fixed(1), axis=0),
    ),
    _row(
        "take_along_axis",
        "entries by number, row by row: take_along_axis(x, indices)",
        np.take_along_axis,
        form((3,), Fixed([2, 0, 0]), axis=0),
        form((2, 3), Fixed([[2, 0, 0], [1, 1, 1]]), axis=1),
        form((2, 3), Fixed([[1, 0, 1]]), axis=0),
        form((2, 3), Fixed([[1], [2]]), axis=-1),
    ),
    _row(
        "diag",
        "the diagonal of a matrix, or a matrix with a given diagonal",
        np.diag,
        form((3,)),
        form((2, 3)),
        form((3,), k=1),
        form((3,), k=-1),
        form((2, 3), k=1),
        form((3, 2), k=-1),
        form((1,)),
    ),
    _row(
        "diagonal",
        "the diagonals of a stack of matrices",
        np.diagonal,
        form((2, 3)),
        form((2, 3), offset=1),
        form((3, 2), offset=-1),
        form((2, 1, 3), axis1=0, axis2=2),
        form((2, 2, 2), axis1=-2, axis2=-1),
        form((2, 3), offset=5),
    ),
    _row("tril", "the lower triangle", np.tril, *_OFFSETS),
    _row("triu", "the upper triangle", np.triu, *_OFFSETS),
    _row(
        "compress",
        "entries where a mask holds: compress(mask, x)",
        np.compress,
        form(Fixed([True, False, True]), (3,), axis=0),
        form(Fixed([False, True]), (2, 3), axis=0),
        form(Fixed([True, False, True]), (2, 3), axis=-1),
        form(Fixed([False, False]), (2, 3), axis=0),
    ),
    _row(
        "extract",
        "entries where a mask holds, as a vector: extract(mask, x)",
        np.extract,
        form(Fixed([True, False, True]), (3,)),
        form(Fixed([[True, False, True], [False, False, True]]), (2, 3)),
        form(Fixed([False, False, False]), (3,)),
    ),
    _row(
        "choose",
        "entries of several arrays by number: choose(numbers, *arrays)",
        choose,
        form(Fixed([0, 1, 0]), (3,), (3,)),
        form(Fixed([2, 0, 0]), (3,), (3,), ()),
        form(Fixed([[0, 1, 0], [1, 1, 0]]), (3,), (2, 3)),
    ),
    _row(
        "select",
        "entries of the first array whose condition holds: select(conditions, *arrays, default=0)",
        select,
        form(Fixed([[True, False, False], [True, True, False]]), (3,), (3,)),
        form(Fixed([[True, False, False]]), (3,), default=2.0),
        form(Fixed([[True, False, True], [False, False, True]]), (3,), ()),
    ),
    _row(
        "at.set",
        "x with other values at an index: set(x, index, values)",
        put,
        form((3,), Fixed(1), ()),
        form((3,), Fixed([2, 0]), (2,)),
        form((3,), Fixed(slice(None, None, 2)), (2,)),
        form((2, 3), Fixed(1), (3,)),
        form((2, 3), Fixed((_ALL, 1)), ()),
        form((3,), Fixed([True, False, True]), ()),
    ),
    _row(
        "at.add",
        "x with values added at an index: add(x, index, values)",
        add_at,
        form((3,), Fixed(1), ()),
        form((3,), Fixed([2, 0, 2]), (3,)),
        form((3,), Fixed([1, 1]), ()),
        form((2, 3), Fixed([1, 1]), (2, 3)),
        form((2, 3), Fixed((_ALL, [0, 0])), ()),
        form((3,), Fixed(slice(1, None, None)), (2,)),
    ),
)
