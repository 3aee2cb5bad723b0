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


def _at(shape: tuple[int, ...], *indices: Any) -> tuple[Form, ...]:
    return tuple(form(shape, Fixed(index)) for index in indices)


def _row(name: str, says: str, value: Callable[..., Any], *forms: Form, **more: Any) -> Primitive:
    """Return the row of a primitive that takes entries out: linear, and complex where real."""
    words = {"complex": True, "domains": (REAL,), **more}
    return Primitive(name=name, family="indexing", says=says, value=value, forms=forms, **words)


_OFFSETS = (form((2, 3)), form((3, 2), k=1), form((2, 3), k=-1), form((2, 3, 3), k=0), form((0, 3)))

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
        form((2, 3, 3), axis1=-2, axis2=-1),
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
)
