"""Products of vectors and matrices: bilinear in their arguments, complex as well as real."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.language.primitives.domains import REAL
from adspec.language.primitives.forms import form
from adspec.language.primitives.row import Fixed, Form, Primitive


def _row(name: str, says: str, value: Callable[..., Any], *forms: Form) -> Primitive:
    """Return the row of a product."""
    return Primitive(
        name=name, family="products", says=says, value=value, forms=forms, domains=(REAL,), complex=True
    )


def _cross(a: Any, b: Any, axis: int = -1) -> Any:
    """Return the vector product; NumPy's older one of two entries has no meaning in the array API."""
    if np.shape(a)[axis] != 3 or np.shape(b)[axis] != 3:
        raise ValueError(f"cross of shapes {np.shape(a)} and {np.shape(b)}: vectors have three entries")
    return np.cross(a, b, axis=axis)


def _einsum(subscripts: str, *shapes: tuple[int, ...]) -> Form:
    return form(Fixed(subscripts), *shapes)


ROWS: tuple[Primitive, ...] = (
    _row(
        "matmul",
        "the matrix product, stacked and broadcast",
        np.matmul,
        form((3,), (3,)),
        form((2, 3), (3, 2)),
        form((2, 3), (3,)),
        form((3,), (3, 2)),
        form((2, 2, 3), (3, 2)),
        form((2, 3), (2, 3, 2)),
        form((2, 2, 3), (2, 3, 2)),
        form((3,), (2, 3, 2)),
        form((2, 1, 3), (3, 1)),
        form((2, 0), (0, 3)),
    ),
    _row(
        "dot",
        "NumPy's dot: an inner product over the last axis of a and the last but one of b",
        np.dot,
        form((3,), (3,)),
        form((2, 3), (3, 2)),
        form((2, 3), (3,)),
        form((3,), (3, 2)),
        form((), (3,)),
        form((), ()),
        form((2, 1, 3), (2, 3, 2)),
    ),
    _row(
        "vecdot",
        "Σ conj(a)·b over an axis",
        np.vecdot,
        form((3,), (3,)),
        form((2, 3), (2, 3)),
        form((2, 3), (3,)),
        form((2, 3), (2, 3), axis=0),
        form((2, 1, 3), (2, 3)),
        form((0,), (0,)),
    ),
    _row(
        "inner",
        "Σ a·b over the last axes",
        np.inner,
        form((3,), (3,)),
        form((2, 3), (3,)),
        form((2, 3), (2, 3)),
        form((), (3,)),
        form((3,), (2, 3)),
    ),
    _row(
        "vdot", "Σ conj(a)·b over all entries", np.vdot, form((3,), (3,)), form((2, 3), (2, 3)), form((), ())
    ),
    _row(
        "linalg.multi_dot",
        "a product of several matrices: multi_dot(*arrays)",
        lambda *arrays: np.linalg.multi_dot(arrays),
        form((2, 3), (3, 2)),
        form((2, 3), (3, 2), (2, 3)),
        form((3,), (3, 2), (2, 3)),
        form((3,), (3, 2), (2,)),
    ),
    _row("outer", "a bᵀ", np.outer, form((3,), (3,)), form((2,), (3,)), form((1,), (3,)), form((0,), (3,))),
    _row(
        "tensordot",
        "a sum over pairs of axes",
        np.tensordot,
        form((2, 3), (3, 2), axes=1),
        form((2, 3), (2, 3), axes=2),
        form((3,), (2,), axes=0),
        form((2, 3), (3, 2), axes=((0,), (1,))),
        form((2, 1, 3), (3, 2), axes=((0, 2), (1, 0))),
        form((2, 3), (2, 3), axes=((-1,), (-1,))),
    ),
    _row(
        "einsum",
        "a sum of products by subscripts: einsum(subscripts, *arrays)",
        np.einsum,
        _einsum("i,i->", (3,), (3,)),
        _einsum("ij,jk->ik", (2, 3), (3, 2)),
        _einsum("ij->ji", (2, 3)),
        _einsum("ii->i", (3, 3)),
        _einsum("ii", (3, 3)),
        _einsum("ij->", (2, 3)),
        _einsum("i,j->ij", (2,), (3,)),
        _einsum("ij,jk", (2, 3), (3, 2)),
        _einsum("...ij,...jk->...ik", (2, 2, 3), (3, 2)),
        _einsum("ij,j,i->", (2, 3), (3,), (2,)),
        _einsum("ij,ij->j", (2, 3), (1, 3)),
        _einsum("i,i,i->i", (3,), (3,), (3,)),
    ),
    _row(
        "kron",
        "the Kronecker product",
        np.kron,
        form((2,), (3,)),
        form((2, 3), (3, 2)),
        form((2, 3), (3,)),
        form((), (3,)),
    ),
    _row(
        "cross",
        "the vector product in three dimensions",
        _cross,
        form((3,), (3,)),
        form((2, 3), (2, 3)),
        form((2, 3), (3,)),
        form((3, 2), (3, 2), axis=0),
    ),
    _row(
        "trace",
        "the sum of a diagonal",
        np.trace,
        form((3, 3)),
        form((2, 3)),
        form((2, 3), offset=1),
        form((3, 2), offset=-1),
        form((2, 1, 3), axis1=0, axis2=2),
    ),
)
