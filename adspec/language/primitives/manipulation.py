"""Manipulation of one array: primitives that only move its entries or rearrange its axes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.language.primitives.domains import REAL
from adspec.language.primitives.forms import form, on, rung
from adspec.language.primitives.row import Fixed, Form, Primitive

_NARROW = rung(np.array([1.0, -0.5], np.float32), Fixed("float64"))


def _row(name: str, says: str, value: Callable[..., Any], *forms: Form, **more: Any) -> Primitive:
    """Return the row of a primitive that moves entries: linear, and complex where real."""
    words = {"complex": True, "domains": (REAL,), **more}
    return Primitive(name=name, family="manipulation", says=says, value=value, forms=forms, **words)


ROWS: tuple[Primitive, ...] = (
    _row(
        "reshape",
        "x in another shape: reshape(x, shape)",
        np.reshape,
        form((2, 3), Fixed((3, 2))),
        form((2, 3), Fixed((6,))),
        form((2, 3), Fixed((-1,))),
        form((), Fixed((1,))),
        form((1,), Fixed(())),
        form((0,), Fixed((0, 3))),
        form((2, 1, 3), Fixed((2, 3))),
    ),
    _row("ravel", "x as a vector", np.ravel, *on((2, 3), (3,), (), (0, 3), (2, 1, 3))),
    _row(
        "permute_dims",
        "x with its axes in another order: permute_dims(x, axes)",
        np.permute_dims,
        form((2, 3), Fixed((1, 0))),
        form((2, 1, 3), Fixed((2, 0, 1))),
        form((2, 1, 3), Fixed((-1, 1, 0))),
        form((3,), Fixed((0,))),
        form((), Fixed(())),
        form((0, 3), Fixed((1, 0))),
    ),
    _row(
        "matrix_transpose",
        "x with its last two axes swapped",
        np.matrix_transpose,
        *on((2, 3), (2, 1, 3), (0, 3)),
    ),
    _row(
        "swapaxes",
        "x with two axes swapped: swapaxes(x, i, j)",
        np.swapaxes,
        form((2, 3), Fixed(0), Fixed(1)),
        form((2, 1, 3), Fixed(0), Fixed(-1)),
        form((3,), Fixed(0), Fixed(0)),
        form((0, 3), Fixed(0), Fixed(1)),
    ),
    _row(
        "moveaxis",
        "x with one axis moved: moveaxis(x, from, to)",
        np.moveaxis,
        form((2, 3), Fixed(0), Fixed(1)),
        form((2, 1, 3), Fixed(0), Fixed(-1)),
        form((2, 1, 3), Fixed((0, 1)), Fixed((-1, 0))),
    ),
    _row(
        "expand_dims",
        "x with a new axis of size 1",
        np.expand_dims,
        *(form((3,), axis=axis) for axis in (0, 1, -1)),
        form((), axis=0),
        form((2, 3), axis=1),
        form((0,), axis=0),
    ),
    _row(
        "squeeze",
        "x without axes of size 1",
        np.squeeze,
        form((1,), axis=0),
        form((2, 1, 3), axis=1),
        form((2, 1, 3), axis=-2),
        form((1, 3, 1), axis=(0, 2)),
        form((2, 1, 3)),
    ),
    _row(
        "broadcast_to",
        "x repeated to a larger shape: broadcast_to(x, shape)",
        np.broadcast_to,
        form((3,), Fixed((2, 3))),
        form((), Fixed((3,))),
        form((2, 1), Fixed((2, 3))),
        form((1,), Fixed((3,))),
        form((3,), Fixed((3,))),
        form((2, 1, 3), Fixed((2, 2, 3))),
        form((1,), Fixed((0,))),
    ),
    _row(
        "flip",
        "x in reverse order",
        np.flip,
        form((3,)),
        form((2, 3), axis=0),
        form((2, 3), axis=-1),
        form((2, 3)),
        form((2, 1, 3), axis=(0, 2)),
        form((0,)),
    ),
    _row(
        "roll",
        "x shifted around: roll(x, shift)",
        np.roll,
        form((3,), Fixed(1)),
        form((3,), Fixed(-2)),
        form((2, 3), Fixed(1)),
        form((2, 3), Fixed(1), axis=0),
        form((2, 3), Fixed((1, 2)), axis=(0, 1)),
        form((0,), Fixed(1)),
    ),
    _row(
        "rot90",
        "x turned by quarters",
        np.rot90,
        form((2, 3)),
        form((2, 3), k=2),
        form((2, 3), k=-1),
        form((2, 1, 3), axes=(2, 0)),
    ),
    _row("atleast_1d", "x with one axis at least", np.atleast_1d, *on((), (3,), (2, 3))),
    _row("atleast_2d", "x with two axes at least", np.atleast_2d, *on((), (3,), (2, 3))),
    _row("atleast_3d", "x with three axes at least", np.atleast_3d, *on((), (3,), (2, 3), (2, 1, 3))),
    _row(
        "astype",
        "x in another dtype: astype(x, dtype)",
        np.astype,
        form((3,), Fixed("float64")),
        form((), Fixed("complex128")),
        form((2, 3), Fixed("complex128")),
        rungs=(_NARROW,),
        complex=False,
    ),
    _row("copy", "a copy of x", np.copy, *on((3,), (), (2, 3), (0,))),
)
