"""Functions that move entries about without changing them.

All are linear. The primitives come first, what is made of them after.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.reference_engine.tracing import Constant, Primitive, Traced, dtype_of, shape_of


def broadcast_values(x: Any, *, shape: tuple[int, ...]) -> Any:
    """Return np.broadcast_to, by way of the constructor for the common scalar.

    A pull through a sum starts with this, and np.broadcast_to is slow on small arrays.
    """
    if np.ndim(x) or 0 in shape:
        return np.broadcast_to(x, shape)
    x = np.asarray(x)
    return np.ndarray(shape, x.dtype, x, 0, (0,) * len(shape))


reshape_to = Primitive("reshape", lambda x, *, shape: np.asarray(x).reshape(shape))
broadcast_to_shape = Primitive("broadcast_to", broadcast_values)
permuted = Primitive("permute_dims", lambda x, *, axes: np.asarray(x).transpose(axes))
astype_to = Primitive("astype", lambda x, *, dtype: np.asarray(x).astype(dtype)[()])
flipped = Primitive("flip", np.flip)
rolled = Primitive("roll", np.roll)
repeated = Primitive("repeat", np.repeat)
tiled = Primitive("tile", np.tile)
padded = Primitive("pad", np.pad)


def reshape(x: Any, shape: Any) -> Any:
    """Return x with another shape, its entries in row-major order."""
    return reshape_to(x, shape=shape if isinstance(shape, int) else tuple(shape))


def broadcast_to(x: Any, shape: Any) -> Any:
    """Return x repeated along new and along stretched axes."""
    return broadcast_to_shape(x, shape=(shape,) if isinstance(shape, int) else tuple(shape))


def permute_dims(x: Any, axes: Any = None) -> Any:
    """Return x with its axes in another order, reversed by default."""
    ndim = len(shape_of(x))
    axes = range(ndim - 1, -1, -1) if axes is None else axes
    return permuted(x, axes=tuple(int(a) % ndim for a in axes))


def astype(x: Any, dtype: Any) -> Any:
    """Return x as another dtype; an integer one ends the derivative."""
    if np.dtype(dtype).kind in "fc":
        return astype_to(x, dtype=np.dtype(dtype))
    return integers(x, dtype=dtype)


integers = Constant("astype", lambda x, *, dtype: np.asarray(x).astype(dtype)[()])


def flip(x: Any, axis: Any = None) -> Any:
    """Return x with the order along the axes reversed."""
    return flipped(x, axis=axis)


def roll(x: Any, shift: Any, axis: Any = None) -> Any:
    """Return x moved round along the axes."""
    return rolled(x, shift=shift, axis=axis)


def repeat(x: Any, repeats: Any, axis: int | None = None) -> Any:
    """Return x with each entry repeated along the axis."""
    return repeated(x, repeats=repeats, axis=axis)


def tile(x: Any, reps: Any) -> Any:
    """Return x laid out `reps` times along each axis."""
    return tiled(x, reps=(reps,) if isinstance(reps, int) else tuple(reps))


def pad(x: Any, width: Any, mode: str = "constant", **options: Any) -> Any:
    """Return x with a border: constant, edge, reflect, symmetric or wrap."""
    return padded(x, pad_width=width, mode=mode, **options)


# ---- made of the above


def copy(x: Any) -> Any:
    """Return the same values as a new array."""
    return reshape(x, shape_of(x)) if isinstance(x, Traced) else np.array(x)


def ravel(x: Any) -> Any:
    """Return x with one axis."""
    return reshape(x, (-1,))


def expand_dims(x: Any, axis: Any = 0) -> Any:
    """Return x with new axes of length one at these places of the result."""
    return reshape(x, np.expand_dims(np.empty(shape_of(x), bool), axis).shape)


def squeeze(x: Any, axis: Any = None) -> Any:
    """Return x without axes of length one."""
    return reshape(x, np.squeeze(np.empty(shape_of(x), bool), axis).shape)


def moveaxis(x: Any, source: Any, destination: Any) -> Any:
    """Return x with some axes at other places."""
    order = permutation(len(shape_of(x)), source, destination)
    return permute_dims(x, order)


def permutation(ndim: int, source: Any, destination: Any) -> list[int]:
    """Return the order of axes that np.moveaxis makes."""
    # An array whose axis i has length i + 1 tells where each axis went.
    probe = np.broadcast_to(np.False_, range(1, ndim + 1))
    return [n - 1 for n in np.moveaxis(probe, source, destination).shape]


def swapaxes(x: Any, first: int, second: int) -> Any:
    """Return x with two axes exchanged."""
    order = list(range(len(shape_of(x))))
    order[first], order[second] = order[second], order[first]
    return permuted(x, axes=tuple(order))


def matrix_transpose(x: Any) -> Any:
    """Return x with its last two axes exchanged."""
    return x.mT if type(x) is np.ndarray else swapaxes(x, -1, -2)


def rot90(x: Any, k: int = 1, axes: tuple[int, int] = (0, 1)) -> Any:
    """Return x turned by k right angles in the plane of two axes."""
    for _ in range(k % 4):
        x = flip(swapaxes(x, *axes), axes[0])
    return x


def atleast_1d(x: Any) -> Any:
    """Return x with at least one axis."""
    return x if shape_of(x) else reshape(x, (1,))


def atleast_2d(x: Any) -> Any:
    """Return x with at least two axes, new ones in front."""
    return reshape(x, np.atleast_2d(np.empty(shape_of(x), bool)).shape)


def atleast_3d(x: Any) -> Any:
    """Return x with at least three axes, as NumPy places them."""
    return reshape(x, np.atleast_3d(np.empty(shape_of(x), bool)).shape)


def zeros_like(x: Any) -> Any:
    """Return zeros of the shape and dtype of x."""
    return np.zeros(shape_of(x), dtype_of(x))


def ones_like(x: Any) -> Any:
    """Return ones of the shape and dtype of x."""
    return np.ones(shape_of(x), dtype_of(x))


def full_like(x: Any, value: Any) -> Any:
    """Return an array of the shape and dtype of x, filled with a value."""
    return broadcast_to(astype(value, dtype_of(x)), shape_of(x))


def shape(x: Any) -> tuple[int, ...]:
    """Return the shape."""
    return shape_of(x)


def ndim(x: Any) -> int:
    """Return the number of axes."""
    return len(shape_of(x))


def size(x: Any) -> int:
    """Return the number of entries."""
    return int(np.prod(shape_of(x), dtype=int))
