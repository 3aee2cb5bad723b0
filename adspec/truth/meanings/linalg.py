"""Linear algebra on balls: determinants, inverses and systems.

Matrices go to flint and back; a stack is done matrix by matrix. What flint solves, it certifies.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np
from flint import acb, acb_mat, arb, arb_mat

from adspec.truth.balls import as_array, is_complex, lift, sign
from adspec.truth.meanings.elementwise import conj

Matrix = Any  # a 2-d object array of balls


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
}
# fmt: on
