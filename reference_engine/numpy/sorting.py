"""Functions that put entries in order, and what is read off the order.

The order is found on the plain values; what is traced is the picking.
"""

# ruff: noqa: FBT001, FBT002 -- as in NumPy

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.reference_engine.numpy.indexing import getitem, take_along_axis
from adspec.reference_engine.numpy.kernels import tuple_of_axes
from adspec.reference_engine.numpy.manipulation import moveaxis, ravel, reshape
from adspec.reference_engine.tracing import Constant, Primitive, dtype_of, plain, shape_of

argsort = Constant("argsort", np.argsort)
argpartition = Constant("argpartition", np.argpartition)
searchsorted = Constant("searchsorted", np.searchsorted)

ordered = Primitive("sort", lambda x, *, order, axis: np.take_along_axis(np.asarray(x), order, axis))


def sort(x: Any, axis: int | None = -1) -> Any:
    """Return x in ascending order along the axis, of flat x without one."""
    if axis is None:
        x, axis = ravel(x), -1
    return ordered(x, order=np.argsort(plain(x), axis=axis, kind="stable"), axis=axis)


def partition(x: Any, kth: Any, axis: int | None = -1) -> Any:
    """Return x with the kth entry in its sorted place, smaller ones before it."""
    if axis is None:
        x, axis = ravel(x), -1
    return ordered(x, order=np.argpartition(plain(x), kth, axis=axis), axis=axis)


def median(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the median over the axes."""
    return quantile(x, 0.5, axis, keepdims)


def quantile(x: Any, q: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the q-quantile over the axes, by linear interpolation; q is a constant."""
    ndim = len(shape_of(x))
    axes = tuple_of_axes(axis, ndim)
    kept = tuple(1 if i in axes else n for i, n in enumerate(shape_of(x)))
    lines = moveaxis(x, axes, range(-len(axes), 0)) if axes else x
    rest = shape_of(lines)[: ndim - len(axes)]
    in_order = sort(reshape(lines, (*rest, -1)))
    place = np.asarray(q, float) * (shape_of(in_order)[-1] - 1)
    below = np.floor(place).astype(int)
    above = np.minimum(below + 1, shape_of(in_order)[-1] - 1)
    weight = (place - below).astype(dtype_of(x))
    low, high = getitem(in_order, (..., below)), getitem(in_order, (..., above))
    value = low if np.all(weight == 0) else low * (1 - weight) + high * weight
    value = moveaxis(value, range(len(rest), len(rest) + np.ndim(q)), range(np.ndim(q)))
    return reshape(value, (*np.shape(q), *kept)) if keepdims else value


def top_k(x: Any, k: int) -> tuple[Any, Any]:
    """Return the k largest entries along the last axis, descending, and their places."""
    places = np.flip(np.argsort(plain(x), axis=-1, kind="stable"), -1)[..., :k]
    return take_along_axis(x, places, -1), places
