"""Linear algebra under the names of numpy.linalg, and the matrix functions of SciPy.

All take stacks of matrices. Of a symmetric or Hermitian argument (cholesky, eigh)
the lower triangle is read, as NumPy does: a derivative has nothing above it.
"""

# ruff: noqa: FBT001, FBT002 -- as in NumPy

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from adspec.reference_engine.numpy import elementwise as e
from adspec.reference_engine.numpy import joining, products, reductions
from adspec.reference_engine.numpy import manipulation as m
from adspec.reference_engine.numpy.bundles import untie
from adspec.reference_engine.numpy.indexing import diagonal as picked_diagonal
from adspec.reference_engine.numpy.indexing import getitem, tril, triu
from adspec.reference_engine.numpy.kernels import norm_values, substituted
from adspec.reference_engine.numpy.matrix_functions import exponential, logarithm, square_root
from adspec.reference_engine.tracing import Bundle, Primitive, dtype_of, plain, shape_of


class EigResult(NamedTuple):
    """Eigenvalues, and eigenvectors as columns."""

    eigenvalues: Any
    eigenvectors: Any


class EighResult(NamedTuple):
    """Eigenvalues in ascending order, and orthonormal eigenvectors as columns."""

    eigenvalues: Any
    eigenvectors: Any


class QRResult(NamedTuple):
    """Orthonormal columns Q, and the triangle R."""

    Q: Any
    R: Any


class SlogdetResult(NamedTuple):
    """The sign of a determinant, and the logarithm of its size."""

    sign: Any
    logabsdet: Any


class SVDResult(NamedTuple):
    """Left vectors as columns, singular values, right vectors as rows."""

    U: Any
    S: Any
    Vh: Any


def outer(a: Any, b: Any) -> Any:
    """Return the outer product of two vectors."""
    return products.outer(a, b)


lower_root = Primitive("linalg.cholesky", np.linalg.cholesky)
det = Primitive("linalg.det", np.linalg.det)
inv = Primitive("linalg.inv", np.linalg.inv)
solve_matrix = Primitive("linalg.solve", np.linalg.solve)
solve_triangle = Primitive("linalg.solve_triangular", substituted)
pinv = Primitive("linalg.pinv", np.linalg.pinv)
expm = Primitive("linalg.expm", exponential)
logm = Primitive("linalg.logm", logarithm)
sqrtm = Primitive("linalg.sqrtm", square_root)
eigh_bundle = Primitive("linalg.eigh", lambda x: Bundle(np.linalg.eigh(x)))
eig_bundle = Primitive("linalg.eig", lambda x: Bundle(np.linalg.eig(x)))
svd_bundle = Primitive("linalg.svd", lambda x: Bundle(np.linalg.svd(x, full_matrices=False)))
qr_bundle = Primitive("linalg.qr", lambda x: Bundle(np.linalg.qr(x)))
slogdet_bundle = Primitive("linalg.slogdet", lambda x: Bundle(np.linalg.slogdet(x)))
norm_over = Primitive("linalg.vector_norm", norm_values)

cross = products.cross
matmul = products.matmul
matrix_transpose = m.matrix_transpose
multi_dot = products.multi_dot
tensordot = products.tensordot
vecdot = products.vecdot


def diagonal(x: Any, offset: int = 0) -> Any:
    """Return the diagonals of matrices."""
    return picked_diagonal(x, offset, -2, -1)


def trace(x: Any, offset: int = 0) -> Any:
    """Return the sums of the diagonals of matrices."""
    return products.trace(x, offset, -2, -1)


def cholesky(x: Any, upper: bool = False) -> Any:
    """Return the lower triangular L with L Lᴴ = x, or its conjugate transpose."""
    root = lower_root(x)
    return e.conj(m.matrix_transpose(root)) if upper else root


def solve(a: Any, b: Any) -> Any:
    """Return x with a x = b, b being a vector or a stack of matrices."""
    if len(shape_of(b)) == 1:
        return m.squeeze(solve_matrix(a, m.expand_dims(b, -1)), -1)
    return solve_matrix(a, b)


def slogdet(x: Any) -> SlogdetResult:
    """Return the sign and the logarithm of the size of the determinant."""
    return SlogdetResult(*untie(slogdet_bundle(x)))


def eigh(x: Any) -> EighResult:
    """Return eigenvalues and eigenvectors of a symmetric or Hermitian matrix."""
    return EighResult(*untie(eigh_bundle(x)))


def eigvalsh(x: Any) -> Any:
    """Return the eigenvalues of a symmetric or Hermitian matrix."""
    return eigh(x).eigenvalues


def eig(x: Any) -> EigResult:
    """Return eigenvalues and eigenvectors of a square matrix."""
    return EigResult(*untie(eig_bundle(x)))


def eigvals(x: Any) -> Any:
    """Return the eigenvalues of a square matrix."""
    return eig(x).eigenvalues


def svd(x: Any, full_matrices: bool = False, compute_uv: bool = True) -> Any:
    """Return the thin singular value decomposition."""
    if full_matrices and shape_of(x)[-1] != shape_of(x)[-2]:
        raise NotImplementedError(
            "svd with full_matrices=True: the added columns are not unique, hence have no "
            "derivative. Use full_matrices=False."
        )
    parts = SVDResult(*untie(svd_bundle(x)))
    return parts if compute_uv else parts.S


def svdvals(x: Any) -> Any:
    """Return the singular values, the largest first."""
    return svd(x, compute_uv=False)


def qr(x: Any) -> QRResult:
    """Return the reduced QR decomposition."""
    rows, columns = shape_of(x)[-2:]
    if rows >= columns:
        return QRResult(*untie(qr_bundle(x)))
    q, left = untie(qr_bundle(getitem(x, (..., slice(0, rows)))))
    right = products.matmul(e.conj(m.matrix_transpose(q)), getitem(x, (..., slice(rows, None))))
    return QRResult(q, joining.concat([left, right], axis=-1))


def lstsq(a: Any, b: Any) -> tuple[Any, Any, Any, Any]:
    """Return the least-squares solution, residuals, rank and singular values, as NumPy does."""
    _, residuals, rank, _ = np.linalg.lstsq(*map(plain, (a, b)))
    x = products.matmul(pinv(a), b)
    if residuals.size:
        residuals = reductions.sum(e.square(e.abs(b - products.matmul(a, x))), axis=0)
        residuals = m.reshape(residuals, (-1,))
    return x, residuals, rank, svdvals(a)


def matrix_power(x: Any, n: int) -> Any:
    """Return x to an integer power, by repeated squaring."""
    if n < 0:
        return matrix_power(inv(x), -n)
    if n == 0:
        return np.broadcast_to(np.eye(shape_of(x)[-1], dtype=dtype_of(x)), shape_of(x)).copy()
    if n == 1:
        return x
    half = matrix_power(x, n // 2)
    square = products.matmul(half, half)
    return products.matmul(square, x) if n % 2 else square


# ---- norms


def vector_norm(x: Any, axis: Any = None, keepdims: bool = False, ord: float = 2) -> Any:
    """Return (Σ |x|^ord)^(1/ord) over the axes; its derivative at 0 is 0."""
    return norm_over(x, axis=axis, keepdims=keepdims, order=ord)


def matrix_norm(x: Any, keepdims: bool = False, ord: Any = "fro") -> Any:
    """Return a norm of matrices: fro, nuc, 2, -2, 1, -1, inf or -inf."""
    if ord == "fro":
        return vector_norm(x, (-2, -1), keepdims)
    if ord in ("nuc", 2, -2):
        reduce = {"nuc": reductions.sum, 2: reductions.max, -2: reductions.min}[ord]
        value = reduce(svdvals(x), axis=-1)
        return m.expand_dims(value, (-2, -1)) if keepdims else value
    along, other = (-2, -1) if abs(ord) == 1 else (-1, -2)
    lines = reductions.sum(e.abs(x), axis=along, keepdims=True)
    extreme = (reductions.max if ord > 0 else reductions.min)(lines, axis=other, keepdims=True)
    return extreme if keepdims else m.squeeze(extreme, (-2, -1))


def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    """Return a vector or matrix norm, by the rules of numpy.linalg.norm."""
    if axis is None and (ord is None or len(shape_of(x)) == 1):
        return vector_norm(x, None, keepdims, 2 if ord is None else ord)
    axes = (axis,) if isinstance(axis, int) else tuple(axis or range(len(shape_of(x))))
    if len(axes) == 1:
        return vector_norm(x, axes[0], keepdims, 2 if ord is None else ord)
    moved = m.moveaxis(x, axes, (-2, -1))
    value = matrix_norm(moved, keepdims, "fro" if ord is None else ord)
    return m.moveaxis(value, (-2, -1), axes) if keepdims else value


def cond(x: Any) -> Any:
    """Return the largest singular value over the smallest."""
    s = svdvals(x)
    return s[..., 0] / s[..., -1]


# ---- triangles


def solve_triangular(
    a: Any, b: Any, trans: int | str = 0, lower: bool = False, unit_diagonal: bool = False
) -> Any:
    """Return x with T x = b, T the upper or lower triangle of a, or its transpose."""
    triangle = tril(a, -unit_diagonal) if lower else triu(a, +unit_diagonal)
    if unit_diagonal:
        triangle = triangle + np.eye(shape_of(a)[-1], dtype=dtype_of(a))
    if trans in (1, "T", 2, "C"):
        triangle, lower = m.matrix_transpose(triangle), not lower
        triangle = e.conj(triangle) if trans in (2, "C") else triangle
    if len(shape_of(b)) == 1:
        return m.squeeze(solve_triangle(triangle, m.expand_dims(b, -1), lower=lower), -1)
    return solve_triangle(triangle, b, lower=lower)


def cho_solve(factor: Any, b: Any, lower: bool = False) -> Any:
    """Return x with a x = b, from the Cholesky factor of a, or (factor, lower)."""
    c, lower = factor if isinstance(factor, tuple) else (factor, lower)
    first = solve_triangular(c, b, 0 if lower else 2, lower)
    return solve_triangular(c, first, 2 if lower else 0, lower)
