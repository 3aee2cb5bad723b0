"""Soil: what programs may be grown from, by the shape that each form of a primitive makes.

Only calls that are gentle at plain values are in it (see `gentle`): a program that must give up
a call at the values it has can always make the same call at the plain ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from adspec.language.primitives.row import Fixed, Form, Primitive, Shape
from adspec.search.cases import fill
from adspec.search.fitting import silence
from adspec.search.gentle import gentle_value

Way = tuple[Primitive, tuple[Form, ...]]

LARGEST = 12  # elements of an array: each is one more direction for the truth


@dataclass(frozen=True, kw_only=True, slots=True)
class Soil:
    """What programs of one dtype may be grown from.

    `roots` are the primitives that may come last, each with its forms; `making` has those that
    make an array of a shape, `joining` those among them that make it of several.
    """

    dtype: str
    rows: Mapping[str, Primitive]
    roots: tuple[Way, ...]
    making: Mapping[Shape, tuple[Way, ...]]
    joining: Mapping[Shape, tuple[Way, ...]]


def soil(rows: Mapping[str, Primitive], dtype: str) -> Soil:
    """Return the soil of these primitives.

    Cost: three calls of the NumPy meaning per form, once in a process.
    """
    usable = [
        (row, form, shape)
        for row in rows.values()
        for form, shape in zip(row.forms, _shapes_made(row, dtype), strict=True)
        if shape is not None
    ]
    shapes = dict.fromkeys(shape for _, _, shape in usable)
    making = {s: _ways((row, form) for row, form, made in usable if made == s) for s in shapes}
    joining = {s: _ways((r, f) for r, f, made in usable if made == s and len(f.shapes) > 1) for s in shapes}
    return Soil(
        dtype=dtype,
        rows=rows,
        roots=_ways((row, form) for row, form, _ in usable if not row.constant),
        making=making,
        joining={shape: ways for shape, ways in joining.items() if ways},
    )


def _ways(calls: Iterable[tuple[Primitive, Form]]) -> tuple[Way, ...]:
    """Return the calls by primitive, so that each is as likely as another however many forms it has."""
    forms: dict[str, tuple[Primitive, list[Form]]] = {}
    for row, form in calls:
        forms.setdefault(row.name, (row, []))[1].append(form)
    return tuple((row, tuple(some)) for row, some in forms.values())


def plain_call(row: Primitive, form: Form, dtype: str) -> list[Any]:
    """Return plain arrays and `Fixed` literals for a form; no two arrays begin alike."""
    position, args = 0, list(form.args)
    for place, argument in enumerate(form.args):
        if not isinstance(argument, Fixed):
            args[place] = fill(row.domain(position), argument, 3 * position, dtype)
            position += 1
    return args


# By identity, since rows are not hashable; the row is kept so that its identity stays its own.
_MADE: dict[tuple[int, str], tuple[Primitive, tuple[Shape | None, ...]]] = {}


def _shapes_made(row: Primitive, dtype: str) -> tuple[Shape | None, ...]:
    """Return what `_makes` says of every form of a row; computed once in a process."""
    key = (id(row), dtype)
    if key not in _MADE:
        _MADE[key] = row, tuple(_makes(row, form, dtype) for form in row.forms)
    return _MADE[key][1]


def _makes(row: Primitive, form: Form, dtype: str) -> Shape | None:
    """Return the shape of what a form makes; None where programs have no use for it."""
    if any((*row.observable, *row.prepare)) or (np.dtype(dtype).kind == "c" and not row.complex):
        return None
    if not form.shapes or not all(1 <= math.prod(shape) <= LARGEST for shape in form.shapes):
        return None
    with silence():
        y = gentle_value(row, plain_call(row, form, dtype), form.params)
    # Rows of a real soil need not bear complex arguments; in a complex one, real values are welcome.
    kinds = "f" if np.dtype(dtype).kind == "f" else "fc"
    return y.shape if y is not None and y.size <= LARGEST and y.dtype.kind in kinds else None
