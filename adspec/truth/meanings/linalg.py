"""Linear algebra on balls: determinants, inverses, systems and norms.

Matrices go to flint and back; a stack is done matrix by matrix. What flint solves, it certifies.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np
from flint import acb, acb_mat, arb, arb_mat

from adspec.truth.balls import as_array, lift, sign
from adspec.truth.meanings.arithmetic import larger, smaller
from adspec.truth.meanings.elementwise import absolute, conj

Matrix = Any  # a 2-d object array of balls


def is_complex(x: Any) -> bool:
    """Return whether any entry is a complex ball."""
    return any(isinstance(e, acb) for e in np.asarray(x).flat)


def to_flint(x: Matrix) -> Any:
    """Return a flint matrix."""
    return (acb_mat if is_complex(x) else arb_mat)(x.tolist())


def from_flint(m: Any) -> Matrix:
    """Return an object array of a flint matrix or of its nested lists."""
    entries = m.tolist()
    made = np.empty((m.nrows(), m.ncols()), dtype=object)
    for index in np.ndindex(made.shape):
        made[index] = entries[index[0]][index[1]]
    return made


def adjoint(x: Matrix) -> Matrix:
    """Return the conjugate transpose of every matrix of a stack."""
    return conj(np.swapaxes(x, -1, -2))


def each(f: Callable[..., Any]) -> Callable[..., Any]:
    """Return `f`, a function from a matrix to an array, for stacks of matrices."""

    def over(x: Any, *args: Any, **params: Any) -> Any:
        if x.ndim == 2:
            return as_array(f(x, *args, **params))
        return np.stack([np.asarray(over(part, *args, **params), dtype=object) for part in x])

    return over


# ------------------------------------------------------------------ systems


@each
def det(x: Matrix) -> Any:
    """Return the determinant."""
    return to_flint(x).det()


def _sign(d: Any) -> Any:
    return d / abs(d) if isinstance(d, acb) else arb(sign(d))


def slogdet(x: Any) -> tuple[Any, Any]:
    """Return the sign (or phase) of the determinant and ln of its modulus."""
    d = det(x)
    return as_array(lift(_sign, 1)(d)), as_array(lift(lambda e: abs(e).log(), 1)(d))


@each
def inv(x: Matrix) -> Matrix:
    """Return the inverse."""
    return from_flint(to_flint(x).inv())


def solve(a: Any, b: Any) -> Any:
    """Return a⁻¹ b by the inverse; b is a vector where it has one axis."""
    return np.matmul(inv(a), b)


def solve_triangular(
    a: Matrix,
    b: Any,
    trans: int = 0,
    lower: bool = False,  # noqa: FBT001, FBT002 -- SciPy's signature
    unit_diagonal: bool = False,  # noqa: FBT001, FBT002
) -> Any:
    """Return the solution of a system of one triangle of a."""
    triangle = np.tril(a) if lower else np.triu(a)
    if unit_diagonal:
        np.fill_diagonal(triangle, arb(1))
    turned = triangle if trans == 0 else np.swapaxes(triangle, -1, -2)
    return solve(conj(turned) if trans == 2 else turned, b)


def cho_solve(c: Matrix, b: Any, lower: bool = False) -> Any:  # noqa: FBT001, FBT002 -- SciPy's word
    """Return the solution of (c cᴴ) x = b, or of (cᴴ c) x = b for an upper factor."""
    factor = np.tril(c) if lower else adjoint(np.triu(c))
    return solve(np.matmul(factor, adjoint(factor)), b)


def pinv(x: Any) -> Any:
    """Return the pseudo-inverse of a matrix of full rank."""
    wide = x.shape[-2] < x.shape[-1]
    square = np.matmul(x, adjoint(x)) if wide else np.matmul(adjoint(x), x)
    return np.matmul(adjoint(x), inv(square)) if wide else np.matmul(inv(square), adjoint(x))


def _lstsq(a: Matrix, b: Any) -> tuple[Any]:
    return (np.matmul(pinv(a), b),)


def _matrix_power(x: Any, n: int) -> Any:
    if n < 0:
        return _matrix_power(inv(x), -n)
    one = np.broadcast_to(np.eye(x.shape[-1]).astype(int).astype(object), x.shape)
    return reduce(np.matmul, [x] * n) if n else one + x * 0


# ------------------------------------------------------------------ norms

_root = lift(lambda x: x.sqrt(), 1)


def _p_norm(x: Any, p: Any, axis: int) -> Any:
    """Return (Σ |x|ᵖ)^(1/p) along an axis, the largest or smallest modulus for p = ±∞."""
    size = absolute(x)
    if p in {np.inf, -np.inf}:
        return np.apply_along_axis(lambda row: reduce(larger if p > 0 else smaller, row), axis, size)
    if p == 2:
        return as_array(_root(as_array(np.sum(size * size, axis=axis))))
    return as_array(lift(lambda e: e ** (1 / arb(p)), 1)(as_array(np.sum(size**p, axis=axis))))


def vector_norm(x: Any, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Any:  # noqa: FBT001, FBT002 -- NumPy's
    """Return a norm of vectors, of all entries where `axis` is None."""
    found = _p_norm(x.ravel(), ord, 0) if axis is None else _p_norm(x, ord, axis)
    if not keepdims:
        return found
    return np.reshape(found, (1,) * x.ndim) if axis is None else np.expand_dims(found, axis)


def _matrix_norm(x: Matrix, ord: Any) -> Any:
    from adspec.truth.meanings.spectral import singular_values

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
    if axis is None and x.ndim == 2 and ord is not None:
        return matrix_norm(x, keepdims, ord)
    return vector_norm(x, axis, keepdims, 2 if ord is None else ord)


# fmt: off
MEANINGS: dict[str, Callable[..., Any]] = {
    "linalg.det":              det,
    "linalg.slogdet":          slogdet,
    "linalg.inv":              inv,
    "linalg.solve":            solve,
    "linalg.solve_triangular": solve_triangular,
    "linalg.cho_solve":        cho_solve,
    "linalg.pinv":             pinv,
    "linalg.lstsq":            _lstsq,
    "linalg.matrix_power":     _matrix_power,
    "linalg.vector_norm":      vector_norm,
    "linalg.matrix_norm":      matrix_norm,
    "linalg.norm":             _norm,
}
# fmt: on
