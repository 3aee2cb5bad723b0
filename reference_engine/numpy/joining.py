"""Functions that make one array of several, or give several one shape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from adspec.reference_engine.numpy.manipulation import (
    astype,
    atleast_1d,
    atleast_2d,
    atleast_3d,
    broadcast_to,
    copy,
    ravel,
    reshape,
    swapaxes,
)
from adspec.reference_engine.tracing import Primitive, Traced, shape_of

Arrays = Sequence[Any]

concatenated = Primitive("concat", lambda *xs, axis: np.concatenate(xs, axis=axis))
stacked = Primitive("stack", lambda *xs, axis: np.stack(xs, axis=axis))


def concat(arrays: Arrays, axis: int | None = 0) -> Any:
    """Return the arrays joined along an axis, flat ones if there is none."""
    if axis is None:
        arrays, axis = [ravel(x) for x in arrays], 0
    return concatenated(*arrays, axis=axis)


def stack(arrays: Arrays, axis: int = 0) -> Any:
    """Return the arrays joined along a new axis."""
    return stacked(*arrays, axis=axis)


def hstack(arrays: Arrays) -> Any:
    """Return the arrays joined along the second axis, 1-d ones along the first."""
    parts = [atleast_1d(x) for x in arrays]
    return concat(parts, axis=0 if len(shape_of(parts[0])) == 1 else 1)


def vstack(arrays: Arrays) -> Any:
    """Return the arrays joined as rows."""
    return concat([atleast_2d(x) for x in arrays], axis=0)


def dstack(arrays: Arrays) -> Any:
    """Return the arrays joined along the third axis."""
    return concat([atleast_3d(x) for x in arrays], axis=2)


def column_stack(arrays: Arrays) -> Any:
    """Return 1-d arrays as columns, joined with the columns of 2-d ones."""
    return concat([reshape(x, (-1, 1)) if len(shape_of(x)) < 2 else x for x in arrays], axis=1)


def array(x: Any, dtype: Any = None) -> Any:
    """Return nested sequences as one array, traced if an entry is."""
    if isinstance(x, list | tuple) and has_traced(x):
        x = stack([array(part) for part in x])
    if isinstance(x, Traced):
        return copy(x) if dtype is None else astype(x, dtype)
    return np.array(x, dtype=dtype)


def has_traced(x: Any) -> bool:
    """Return whether nested sequences hold a traced value."""
    if isinstance(x, list | tuple):
        return any(map(has_traced, x))
    return isinstance(x, Traced)


def asarray(x: Any, dtype: Any = None) -> Any:
    """Return x as an array, traced values as they are."""
    if isinstance(x, np.ndarray) or (isinstance(x, Traced) and dtype is None):
        return x if dtype is None else astype(x, dtype)
    return array(x, dtype)


def broadcast_arrays(*arrays: Any) -> tuple[Any, ...]:
    """Return all arrays with their common shape."""
    shape = np.broadcast_shapes(*map(shape_of, arrays))
    return tuple(broadcast_to(x, shape) for x in arrays)


def meshgrid(*arrays: Any, indexing: str = "xy") -> tuple[Any, ...]:
    """Return each array along an axis of its own, repeated along those of the others."""
    n = len(arrays)
    lined = [reshape(x, [-1 if k == i else 1 for k in range(n)]) for i, x in enumerate(arrays)]
    if indexing == "xy" and n > 1:
        lined = [swapaxes(x, 0, 1) for x in lined]
    return broadcast_arrays(*lined)
