"""Sorting: primitives whose derivative is a permutation, which jumps at ties."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.language.primitives.domains import REAL
from adspec.language.primitives.forms import form, rung
from adspec.language.primitives.row import Fixed, Form, Primitive


def top_k(x: Any, k: int) -> tuple[Any, Any]:
    """Return the k largest entries along the last axis, and their numbers."""
    order = np.flip(np.argsort(np.flip(x, axis=-1), axis=-1, stable=True), axis=-1)[..., :k]
    order = x.shape[-1] - 1 - order
    return np.take_along_axis(x, order, axis=-1), order


def _row(name: str, says: str, value: Callable[..., Any], *forms: Form, **more: Any) -> Primitive:
    """Return the row of a primitive that orders entries."""
    return Primitive(
        name=name, family="sorting", says=says, value=value, forms=forms, domains=(REAL,), **more
    )


_ORDERS = (
    form((3,)),
    form((2, 3)),
    form((2, 3), axis=0),
    form((2, 1, 3), axis=-1),
    form((1,)),
    form((0,)),
)
_SORTED = ("def g(a):\n    b = sort(a)\n    return b",) * 2
_TIES = (rung([2.0, 1.0, 1.0]), rung([1.0, 1.0]), rung([0.0, -0.0]))

ROWS: tuple[Primitive, ...] = (
    _row("sort", "the entries in ascending order along an axis", np.sort, *_ORDERS, rungs=_TIES),
    _row("argsort", "the order of the entries, as integers", np.argsort, *_ORDERS, constant=True),
    _row(
        "partition",
        "the k smallest entries first: partition(x, k); the orders on both sides are free",
        np.partition,
        form((3,), Fixed(0)),
        form((3,), Fixed(2)),
        form((2, 3), Fixed(1)),
        observable=_SORTED,
    ),
    _row(
        "lax.top_k",
        "the k largest entries in descending order, and where they were: top_k(x, k)",
        top_k,
        form((3,), Fixed(2)),
        form((2, 3), Fixed(1)),
        form((3,), Fixed(3)),
    ),
    _row(
        "searchsorted",
        "between which of the given points x lies: searchsorted(points, x)",
        np.searchsorted,
        form(Fixed([-1.125, 0.125, 1.75]), (3,)),
        form(Fixed([-1.125, 0.125, 1.75]), ()),
        form(Fixed([-1.125, 0.125, 1.75]), (2, 3), side="right"),
        constant=True,
    ),
)
