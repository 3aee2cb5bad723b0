"""Functions that pick entries, and those that put them back.

`put_add` is the transpose of `getitem`: zeros, with v added where the entries
came from, as often as they were picked.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from adspec.reference_engine.numpy import elementwise, joining, manipulation
from adspec.reference_engine.tracing import Primitive, Traced, dtype_of, plain, shape_of


def added_at(v: Any, *, shape: tuple[int, ...], index: Any) -> Any:
    """Return zeros with v added at the index, repeated places counted each time."""
    result = np.zeros(shape, dtype_of(v))
    if is_basic(index):
        result[index] = v
    else:
        np.add.at(result, index, v)
    return result


def is_basic(index: Any) -> bool:
    """Return whether the index can name no entry twice: slices, ints, masks."""
    parts = index if isinstance(index, tuple) else (index,)
    return all(
        part is None
        or part is Ellipsis
        or isinstance(part, int | np.integer | slice)
        or (isinstance(part, np.ndarray) and part.dtype == bool)
        for part in parts
    )


picked = Primitive("getitem", lambda x, *, index: np.asarray(x)[index])
put = Primitive("put_add", added_at)


def getitem(x: Any, index: Any) -> Any:
    """Return x[index], for every kind of index that NumPy has."""
    return picked(x, index=settled(index))


def put_add(v: Any, shape: tuple[int, ...], index: Any) -> Any:
    """Return zeros of a shape with v added at an index."""
    return put(v, shape=shape, index=settled(index))


def set_values(x: Any, values: Any, *, index: Any) -> Any:
    """Return a copy of x with other values at the index."""
    result = np.array(x, dtype=np.result_type(x, values))
    result[index] = values
    return result


class at:  # noqa: N801 -- a namespace, spelt as users write it
    """Functional updates: `at.set(x, index, values)` and `at.add(x, index, values)`."""

    replaced = Primitive("at.set", set_values)

    @staticmethod
    def set(x: Any, index: Any, values: Any) -> Any:
        """Return x with other values at an index."""
        return at.replaced(x, values, index=settled(index))

    @staticmethod
    def add(x: Any, index: Any, values: Any) -> Any:
        """Return x with values added at an index, as often as it names a place."""
        shape = getitem(np.empty(shape_of(x), bool), index).shape
        return x + put_add(manipulation.broadcast_to(values, shape), shape_of(x), index)


def settled(index: Any) -> Any:
    """Return the index as the tape may keep it: plain, and nobody else's array."""
    if isinstance(index, tuple):
        return tuple(map(settled, index))
    if isinstance(index, list | np.ndarray | Traced):
        return np.array(plain(index)) if not isinstance(index, list) or index else np.array([], int)
    return index


def take(x: Any, indices: Any, axis: int | None = None) -> Any:
    """Return the entries at these places along the axis, of flat x without one."""
    if axis is None:
        return getitem(manipulation.ravel(x), np.asarray(plain(indices)))
    axis = axis % len(shape_of(x))
    return getitem(x, (*[slice(None)] * axis, np.asarray(plain(indices))))


def take_along_axis(x: Any, indices: Any, axis: int | None = -1) -> Any:
    """Return the entries that the indices name along the axis, line by line."""
    indices = np.asarray(plain(indices))
    if axis is None:
        return getitem(manipulation.ravel(x), indices)
    axis = axis % len(shape_of(x))
    grid = list(np.ogrid[tuple(map(slice, indices.shape))]) if indices.ndim else []
    lengths = shape_of(x)
    for i in range(indices.ndim):
        if i != axis and lengths[i] == 1:
            grid[i] = np.zeros_like(grid[i])
    grid[axis] = indices
    return getitem(x, tuple(grid))


def diagonal(x: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """Return the diagonals of the planes of two axes, as the last axis."""
    x = manipulation.moveaxis(x, (axis1, axis2), (-2, -1))
    rows, columns = shape_of(x)[-2:]
    length = max(0, min(rows + min(offset, 0), columns - max(offset, 0)))
    steps = np.arange(length)
    return getitem(x, (..., steps + max(-offset, 0), steps + max(offset, 0)))


def diag(x: Any, k: int = 0) -> Any:
    """Return the diagonal of a matrix, or the matrix with this diagonal."""
    if len(shape_of(x)) != 1:
        return diagonal(x, k)
    n = shape_of(x)[0]
    steps = np.arange(n)
    side = n + abs(k)
    return put_add(x, (side, side), (steps + max(-k, 0), steps + max(k, 0)))


def tril(x: Any, k: int = 0) -> Any:
    """Return x with zeros above the k-th diagonal."""
    return elementwise.where(below(x, k), x, zero_of(x))


def triu(x: Any, k: int = 0) -> Any:
    """Return x with zeros below the k-th diagonal."""
    return elementwise.where(below(x, k - 1), zero_of(x), x)


def below(x: Any, k: int) -> Any:
    """Return where the matrices x are not above their k-th diagonal."""
    rows, columns = shape_of(x)[-2:]
    return np.tri(rows, columns, k, dtype=bool)


def zero_of(x: Any) -> Any:
    """Return a zero that does not change the dtype of x."""
    return np.zeros((), dtype_of(x))


def compress(condition: Any, x: Any, axis: int | None = None) -> Any:
    """Return the slices along the axis for which the condition holds."""
    return take(x, np.flatnonzero(plain(condition)), axis)


def extract(condition: Any, x: Any) -> Any:
    """Return the entries for which the condition holds, flat."""
    return take(x, np.flatnonzero(plain(condition)))


def choose(indices: Any, *choices: Any) -> Any:
    """Return, entry by entry, the entry of the choice that the index names.

    The choices are given one by one or as a list.
    """
    arrays = joining.broadcast_arrays(*one_by_one(choices))
    shape = np.broadcast_shapes(shape_of(indices), shape_of(arrays[0]))
    stacked = joining.stack([manipulation.broadcast_to(c, shape) for c in arrays])
    return take_along_axis(stacked, np.broadcast_to(plain(indices), shape)[None], 0)[0]


def select(conditions: Any, *choices: Any, default: Any = 0) -> Any:
    """Return, entry by entry, the first choice whose condition holds.

    The choices are given one by one or as a list.
    """
    result = default
    for condition, choice in zip(reversed(conditions), reversed(one_by_one(choices)), strict=True):
        result = elementwise.where(condition, choice, result)
    return result


def one_by_one(arrays: Any) -> Any:
    """Return the arrays of a call that may have got them as one list."""
    return arrays[0] if len(arrays) == 1 and isinstance(arrays[0], list | tuple) else arrays


def split(x: Any, sections: Any, axis: int = 0) -> list[Any]:
    """Return x in pieces along the axis: a number of equal ones, or at places."""
    axis = axis % len(shape_of(x))
    n = shape_of(x)[axis]
    if isinstance(sections, int):
        if n % sections:
            raise ValueError("array split does not result in an equal division")
        sections = range(n // sections, n, n // sections) if n else [0] * (sections - 1)
    ends = [0, *sections, n]
    ahead = [slice(None)] * axis
    return [getitem(x, (*ahead, slice(a, b))) for a, b in itertools.pairwise(ends)]


def unstack(x: Any, axis: int = 0) -> tuple[Any, ...]:
    """Return the slices of x along the axis."""
    axis = axis % len(shape_of(x))
    ahead = [slice(None)] * axis
    return tuple(getitem(x, (*ahead, i)) for i in range(shape_of(x)[axis]))
