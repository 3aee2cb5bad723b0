"""Products of vectors, matrices and tensors.

None of them conjugates, except `vecdot` and `vdot`, which do so by definition.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.reference_engine.numpy import elementwise, joining, manipulation, reductions
from adspec.reference_engine.numpy.indexing import diagonal, getitem
from adspec.reference_engine.tracing import Primitive, shape_of

matmul = Primitive("matmul", np.matmul)
dot = Primitive("dot", np.dot)
inner = Primitive("inner", np.inner)
outer = Primitive("outer", np.outer)
kron = Primitive("kron", np.kron)
tensordot_over = Primitive("tensordot", np.tensordot)
contraction = Primitive("einsum", lambda *xs, subscripts: np.einsum(subscripts, *xs))


def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    """Return the product summed over axes: a number of them, or two lists."""
    if not isinstance(axes, int):
        first, second = ([k] if isinstance(k, int) else list(k) for k in axes)
        axes = (tuple(first), tuple(second))
    return tensordot_over(a, b, axes=axes)


def einsum(subscripts: str, *arrays: Any) -> Any:
    """Return the sum of products that the subscripts spell out."""
    return contraction(*arrays, subscripts=subscripts.replace(" ", ""))


def vecdot(a: Any, b: Any, axis: int = -1) -> Any:
    """Return the inner product along an axis, the first factor conjugated."""
    return reductions.sum(elementwise.conj(a) * b, axis=axis)


def vdot(a: Any, b: Any) -> Any:
    """Return the inner product of flat arrays, the first factor conjugated."""
    return vecdot(manipulation.ravel(a), manipulation.ravel(b))


def trace(x: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """Return the sum of each diagonal."""
    return reductions.sum(diagonal(x, offset, axis1, axis2), axis=-1)


def cross(a: Any, b: Any, axis: int = -1) -> Any:
    """Return the vector product of 3-vectors along an axis."""
    a, b = (manipulation.moveaxis(x, axis, 0) for x in (a, b))
    if shape_of(a)[0] != 3 or shape_of(b)[0] != 3:
        raise ValueError(
            f"cross along axis {axis}: vectors of {shape_of(a)[0]} and {shape_of(b)[0]}, not 3 entries"
        )
    a, b = (tuple(getitem(x, i) for i in range(3)) for x in (a, b))
    parts = [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]
    return manipulation.moveaxis(joining.stack(parts), 0, axis)


def multi_dot(*arrays: Any) -> Any:
    """Return the product of several matrices, given one by one or as a list."""
    if len(arrays) == 1:
        arrays = tuple(arrays[0])
    result = arrays[0]
    for x in arrays[1:]:
        result = dot(result, x)
    return result


def diff(x: Any, n: int = 1, axis: int = -1) -> Any:
    """Return the n-th differences along the axis."""
    axis = axis % len(shape_of(x))
    ahead = [slice(None)] * axis
    for _ in range(n):
        x = getitem(x, (*ahead, slice(1, None))) - getitem(x, (*ahead, slice(None, -1)))
    return x


def ediff1d(x: Any) -> Any:
    """Return the differences of the flat array."""
    return diff(manipulation.ravel(x))


def trapezoid(y: Any, x: Any = None, dx: float = 1.0, axis: int = -1) -> Any:
    """Return the integral of y by the trapezium rule."""
    axis = axis % len(shape_of(y))
    ahead = [slice(None)] * axis
    pairs = getitem(y, (*ahead, slice(1, None))) + getitem(y, (*ahead, slice(None, -1)))
    if x is not None:
        dx = diff(x)
        if len(shape_of(x)) == 1:
            dx = manipulation.reshape(dx, [-1 if i == axis else 1 for i in range(len(shape_of(y)))])
    return reductions.sum(dx * pairs / 2, axis=axis)


def gradient(x: Any, spacing: float = 1.0, axis: int | None = None) -> Any:
    """Return central differences inside and one-sided ones at both ends."""
    if axis is None:
        parts = [gradient(x, spacing, k) for k in range(len(shape_of(x)))]
        return parts[0] if len(parts) == 1 else parts
    ahead = [slice(None)] * (axis % len(shape_of(x)))

    def part(start: int | None, stop: int | None) -> Any:
        return getitem(x, (*ahead, slice(start, stop)))

    inside = (part(2, None) - part(None, -2)) / (2 * spacing)
    first = (part(1, 2) - part(0, 1)) / spacing
    final = (part(-1, None) - part(-2, -1)) / spacing
    return joining.concat([first, inside, final], axis=axis)


def convolve(a: Any, b: Any, mode: str = "full") -> Any:
    """Return the discrete convolution of two sequences."""
    if shape_of(a)[0] < shape_of(b)[0]:
        a, b = b, a
    n, m = shape_of(a)[0], shape_of(b)[0]
    # Row k of the band matrix holds the entries of a that meet b's at output k.
    rows = manipulation.pad(a, (m - 1, m - 1))
    places = np.arange(n + m - 1)[:, None] + np.arange(m)[::-1]
    full = matmul(getitem(rows, places), b)
    cut = {"full": (0, n + m - 1), "valid": (m - 1, n), "same": ((m - 1) // 2, (m - 1) // 2 + n)}
    return getitem(full, slice(*cut[mode]))


def correlate(a: Any, b: Any, mode: str = "valid") -> Any:
    """Return the cross-correlation of two sequences, the second conjugated."""
    swap = shape_of(a)[0] < shape_of(b)[0]
    full = convolve(a, elementwise.conj(manipulation.flip(b)), "full")
    n, m = shape_of(a)[0], shape_of(b)[0]
    long, short = max(n, m), min(n, m)
    start = {"full": 0, "valid": short - 1, "same": (short - 1) // 2 + (swap and short % 2 == 0)}
    length = {"full": n + m - 1, "valid": long - short + 1, "same": long}
    return getitem(full, slice(start[mode], start[mode] + length[mode]))
