"""Joining, splitting and copying: primitives that repeat entries or put several arrays together.

Sequences of arrays are flat here: `concat(a, b, axis=0)`. An adapter's function for concat,
stack and their like therefore takes `*arrays`. A result that is a list of arrays is taken apart
by `getitem` in the cases.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.language.primitives.domains import REAL
from adspec.language.primitives.forms import form
from adspec.language.primitives.row import Fixed, Form, Primitive


def _row(name: str, says: str, value: Callable[..., Any], *forms: Form) -> Primitive:
    """Return the row of a primitive that copies entries: linear, and complex where real."""
    return Primitive(
        name=name,
        family="manipulation",
        says=says,
        value=value,
        forms=forms,
        domains=(REAL,),
        complex=True,
    )


def _flat(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of *arrays for one of a sequence of arrays."""
    return lambda *arrays, **params: function(arrays, **params)


_PAD_MODES = tuple(
    form((3,), Fixed(((1, 2),)), mode=mode) for mode in ("edge", "reflect", "wrap", "symmetric")
)

ROWS: tuple[Primitive, ...] = (
    _row(
        "concat",
        "arrays joined along an axis",
        _flat(np.concatenate),
        form((3,), (3,), axis=0),
        form((2, 3), (2, 3), axis=1),
        form((2, 3), (0, 3), axis=0),
        form((2, 3), (2, 1), (2, 3), axis=-1),
        form((0,), (3,), axis=0),
        form((3,), axis=0),
        form((2, 3), (3,), axis=None),
    ),
    _row(
        "stack",
        "arrays joined along a new axis",
        _flat(np.stack),
        form((3,), (3,), axis=0),
        form((3,), (3,), axis=-1),
        form((), (), (), axis=0),
        form((2, 3), (2, 3), axis=1),
        form((0,), (0,), axis=0),
    ),
    _row(
        "repeat",
        "every entry several times: repeat(x, times)",
        np.repeat,
        form((3,), Fixed(2)),
        form((3,), Fixed(2), axis=0),
        form((2, 3), Fixed(2), axis=0),
        form((2, 3), Fixed(3), axis=-1),
        form((2, 3), Fixed(2)),
        form((3,), Fixed([1, 0, 2]), axis=0),
        form((), Fixed(2)),
    ),
    _row(
        "tile",
        "copies of x side by side: tile(x, times)",
        np.tile,
        form((3,), Fixed((2,))),
        form((3,), Fixed((2, 1))),
        form((2, 3), Fixed((2, 2))),
        form((2, 3), Fixed((2,))),
        form((), Fixed((3,))),
    ),
    _row(
        "pad",
        "x with a border: pad(x, widths)",
        np.pad,
        form((3,), Fixed(((1, 2),)), mode="constant"),
        form((2, 3), Fixed(((1, 0), (0, 2))), mode="constant"),
        *_PAD_MODES,
        form((2, 3), Fixed(((1, 1), (2, 0))), mode="edge"),
    ),
    _row(
        "hstack",
        "arrays side by side",
        _flat(np.hstack),
        form((3,), (2,)),
        form((2, 3), (2, 1)),
        form((), ()),
        form((3,)),
    ),
    _row(
        "vstack",
        "arrays one below the other",
        _flat(np.vstack),
        form((3,), (3,)),
        form((2, 3), (3,)),
        form((), ()),
    ),
    _row(
        "dstack",
        "arrays one behind the other",
        _flat(np.dstack),
        form((3,), (3,)),
        form((2, 3), (2, 3)),
        form((), ()),
    ),
    _row(
        "column_stack",
        "vectors as columns",
        _flat(np.column_stack),
        form((3,), (3,)),
        form((2, 3), (2,)),
        form((2, 3), (2, 1)),
    ),
    _row(
        "split",
        "x in parts along an axis: split(x, how many or where)",
        np.split,
        form((3,), Fixed(3)),
        form((2, 3), Fixed((1,)), axis=1),
        form((2, 3), Fixed(2), axis=0),
        form((3,), Fixed((1, 1))),
    ),
    _row(
        "unstack",
        "x in parts of one less axis",
        np.unstack,
        form((3,), axis=0),
        form((2, 3), axis=0),
        form((2, 3), axis=-1),
    ),
    _row(
        "broadcast_arrays",
        "arrays repeated to their common shape",
        np.broadcast_arrays,
        form((3,), ()),
        form((2, 3), (3,)),
        form((2, 1), (1, 3)),
        form((3,), (3,)),
    ),
    _row(
        "meshgrid",
        "the coordinates of a grid",
        np.meshgrid,
        form((3,), (2,)),
        form((3,), (2,), indexing="ij"),
        form((3,)),
    ),
)
