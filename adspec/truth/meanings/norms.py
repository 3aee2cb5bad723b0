"""Norms of vectors and matrices, on balls."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np
from flint import arb

from adspec.truth.balls import as_array, lift
from adspec.truth.meanings.arithmetic import larger, smaller
from adspec.truth.meanings.elementwise import absolute
from adspec.truth.meanings.linalg import Matrix, each
from adspec.truth.meanings.spectral import singular_values

_root = lift(lambda x: x.sqrt(), 1)


def _p_norm(x: Any, p: Any, axis: int) -> Any:
    """Return (Σ |x|ᵖ)^(1/p) along an axis, the largest or smallest modulus for p = ±∞."""
    size = absolute(x)
    if p in {np.inf, -np.inf}:
        return np.apply_along_axis(lambda row: reduce(larger if p > 0 else smaller, row), axis, size)
    if p == 2:
        return as_array(_root(_sum(size * size, axis)))
    return as_array(lift(lambda e: e ** (1 / arb(p)), 1)(_sum(size**p, axis)))


def _sum(x: Any, axis: int) -> Any:
    zero: Any = arb(0)  # so that the sum of nothing is a ball, too
    return as_array(np.sum(x, axis=axis, initial=zero))


def vector_norm(x: Any, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Any:  # noqa: FBT001, FBT002 -- NumPy's
    """Return a norm of vectors, of all entries where `axis` is None."""
    found = _p_norm(x.ravel(), ord, 0) if axis is None else _p_norm(x, ord, axis)
    if not keepdims:
        return found
    return np.reshape(found, (1,) * x.ndim) if axis is None else np.expand_dims(found, axis)


def _matrix_norm(x: Matrix, ord: Any) -> Any:
    if ord in {"nuc", 2, -2}:
        s = singular_values(x)
        return np.sum(s) if ord == "nuc" else s[0] if ord == 2 else s[-1]
    if ord in {1, -1, np.inf, -np.inf}:
        sums = np.sum(absolute(x), axis=0 if abs(ord) == 1 else 1)
        return reduce(larger if ord > 0 else smaller, sums)
    return vector_norm(x)


def matrix_norm(x: Any, keepdims: bool = False, ord: Any = "fro") -> Any:  # noqa: FBT001, FBT002 -- NumPy's
    """Return a norm of matrices."""
    found = each(_matrix_norm)(x, ord)
    return np.asarray(found, dtype=object)[..., None, None] if keepdims else found


def _norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:  # noqa: FBT001, FBT002 -- NumPy's
    ord = float(ord) if isinstance(ord, np.ndarray) else ord  # a float literal comes as a ball
    if axis is None and x.ndim == 2 and ord is not None:
        return matrix_norm(x, keepdims, ord)
    if isinstance(axis, tuple):  # rows and columns, in this order: they are axes of matrices
        found = matrix_norm(np.moveaxis(x, axis, (-2, -1)), ord="fro" if ord is None else ord)
        return np.expand_dims(found, axis) if keepdims else found
    return vector_norm(x, axis, keepdims, 2 if ord is None else ord)


def _condition(x: Matrix) -> Any:
    """Return the largest singular value over the smallest."""
    s = singular_values(x)
    return s[0] / s[-1]


# fmt: off
MEANINGS: dict[str, Callable[..., Any]] = {
    "linalg.vector_norm": vector_norm,
    "linalg.matrix_norm": matrix_norm,
    "linalg.norm":        _norm,
    "linalg.cond":        each(_condition),
}
# fmt: on
