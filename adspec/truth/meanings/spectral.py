"""Factorisations, eigenvalues and functions of matrices, on balls.

Eigenvalues and eigenvectors are flint's, which isolates them with certified radii. Signs and
phases of factors are free here as everywhere; cases observe what does not depend on them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from flint import acb, acb_mat, arb

from adspec.truth.balls import is_complex, lift
from adspec.truth.meanings.elementwise import MEANINGS as ELEMENTWISE
from adspec.truth.meanings.linalg import Matrix, adjoint, each, from_flint, inv, to_flint

_real = ELEMENTWISE["real"]


def _vector(entries: list[Any]) -> Any:
    made = np.empty(len(entries), dtype=object)
    made[:] = entries
    return made


@each
def cholesky(x: Matrix) -> Matrix:
    """Return the lower l of l lᴴ = x."""
    n = len(x)
    factor = np.full((n, n), x.flat[0] * 0, dtype=object)
    for j in range(n):
        row = factor[j, :j]
        square = x[j, j] - _dot(row, row)
        factor[j, j] = square.sqrt()
        for i in range(j + 1, n):
            factor[i, j] = (x[i, j] - _dot(factor[i, :j], row)) / factor[j, j]
    return factor


def _dot(a: Any, b: Any) -> Any:
    """Return Σ a·conj(b)."""
    return sum((s * (t.conjugate() if isinstance(t, acb) else t) for s, t in zip(a, b, strict=True)), arb(0))


# ------------------------------------------------------------------ eigenvalues


def _spectrum(x: Matrix) -> list[Any]:
    """Return the eigenvalues; where they cannot be isolated, the balls of a cluster."""
    matrix = acb_mat(x.tolist())
    try:
        return list(matrix.eig())
    except ValueError:
        return list(matrix.eig(multiple=True))


@each
def eigvals(x: Matrix) -> Any:
    """Return the eigenvalues, in no order."""
    return _vector(_spectrum(x))


@each
def eigvalsh(x: Matrix) -> Any:
    """Return the eigenvalues of a Hermitian matrix in ascending order."""
    return _vector(sorted((e.real for e in _spectrum(x)), key=_middle))


def _middle(e: arb) -> Any:
    return e.mid()


def eig(x: Matrix) -> tuple[Any, Matrix]:
    """Return eigenvalues and eigenvectors of a matrix whose eigenvalues are distinct."""
    values, vectors = acb_mat(x.tolist()).eig(right=True)
    order, matrix = sorted(range(len(values)), key=lambda k: _place(values[k])), from_flint(vectors)
    scaled = [column / max(column, key=_size) for column in matrix.T[order]]
    return _vector([values[k] for k in order]), np.stack(scaled, axis=-1)


def _place(value: acb) -> tuple[float, float]:
    """Return where a value stands in order: the same for a matrix and for one a little off.

    Then noise, which goes by places, meets the same eigenvalue on both sides of a difference.
    """
    return round(float(value.real.mid()), 6), float(value.imag.mid())


def _size(entry: acb) -> float:
    return float(abs(entry).mid())


def _eigh(x: Matrix) -> tuple[Any, Matrix]:
    """Return eigenvalues, ascending, and unit eigenvectors of a Hermitian matrix."""
    values, vectors = eig(x)
    order = sorted(range(len(values)), key=lambda k: values[k].real.mid())
    unit = [_unit(vectors[:, k], complex_=is_complex(x)) for k in order]
    return _vector([values[k].real for k in order]), np.stack(unit, axis=-1)


def _unit(vector: Any, *, complex_: bool) -> Any:
    """Return a vector of length 1 in this direction, real where it can be."""
    largest = max(vector, key=_size)
    turned = vector / largest
    turned = turned if complex_ else _real(turned)
    return turned / sum((abs(e) ** 2 for e in turned), arb(0)).sqrt()


def eigh(x: Any) -> tuple[Any, Any]:
    """Return eigenvalues and eigenvectors of Hermitian matrices, stacked."""
    values, vectors = _parts(_eigh, x)
    return values, vectors


def _parts(f: Callable[[Matrix], tuple[Any, ...]], x: Any) -> Any:
    """Return the results of a factorisation of every matrix of a stack, stacked one by one."""
    if x.ndim == 2:
        return f(x)
    return tuple(np.stack(part) for part in zip(*(_parts(f, matrix) for matrix in x), strict=True))


# ------------------------------------------------------------------ singular values


def singular_values(x: Matrix) -> Any:
    """Return the singular values in descending order.

    Math: of a square x they are the upper half of the eigenvalues ±σ of [[0, x], [xᴴ, 0]], in which
    no digits cancel at σ = 0; of any other the roots of the eigenvalues of the smaller of x xᴴ, xᴴ x.
    """
    m, n = x.shape
    if m == n:
        zero = np.full((n, n), arb(0), dtype=object)
        both = np.block([[zero, x], [adjoint(x), zero]])
        return eigvalsh(both)[: -n - 1 : -1]
    gram = np.matmul(x, adjoint(x)) if m < n else np.matmul(adjoint(x), x)
    return lift(lambda e: e.sqrt(), 1)(eigvalsh(gram))[::-1]


def _svd(x: Matrix) -> tuple[Matrix, Any, Matrix]:
    """Return u, s, vᴴ with as many columns and rows as there are singular values."""
    if x.shape[0] < x.shape[1]:
        v, s, uh = _svd(adjoint(x))
        return adjoint(uh), s, adjoint(v)
    squares, v = _eigh(np.matmul(adjoint(x), x))
    s, v = lift(lambda e: e.sqrt(), 1)(squares)[::-1], v[:, ::-1]
    return np.matmul(x, v) / s, s, adjoint(v)


def svd(x: Any, full_matrices: bool = False) -> Any:  # noqa: FBT001, FBT002 -- NumPy's word
    """Return the thin singular value decomposition."""
    assert not full_matrices, "the columns beyond the rank are not unique"
    return _parts(_svd, x)


def _qr(x: Matrix) -> tuple[Matrix, Matrix]:
    """Return q and r by Gram and Schmidt."""
    columns: list[Any] = []
    for k in range(min(x.shape)):
        rest = x[:, k]
        for q in columns:
            rest = rest - q * _dot(x[:, k], q)
        columns.append(rest / sum((abs(e) ** 2 for e in rest), arb(0)).sqrt())
    q = np.stack(columns, axis=-1)
    return q, np.matmul(adjoint(q), x)


def qr(x: Any) -> Any:
    """Return q with orthonormal columns and upper r."""
    return _parts(_qr, x)


# ------------------------------------------------------------------ functions


@each
def expm(x: Matrix) -> Matrix:
    """Return the exponential of a matrix."""
    return from_flint(to_flint(x).exp())


def _function(f: Callable[[Any], Any]) -> Callable[..., Any]:
    """Return f of a matrix with distinct eigenvalues, v f(λ) v⁻¹, real for real matrices."""

    @each
    def of_matrix(x: Matrix) -> Matrix:
        values, vectors = eig(x)
        found = np.matmul(vectors * lift(f, 1)(values), inv(vectors))
        return found if is_complex(x) else _real(found)

    return of_matrix


# fmt: off
MEANINGS: dict[str, Callable[..., Any]] = {
    "linalg.cholesky": cholesky,
    "linalg.eigvals":  eigvals,
    "linalg.eigvalsh": eigvalsh,
    "linalg.eig":      eig,
    "linalg.eigh":     eigh,
    "linalg.svdvals":  each(singular_values),
    "linalg.svd":      svd,
    "linalg.qr":       qr,
    "linalg.expm":     expm,
    "linalg.logm":     _function(lambda e: e.log()),
    "linalg.sqrtm":    _function(lambda e: e.sqrt()),
}
# fmt: on
