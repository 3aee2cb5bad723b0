"""The derivatives of linear algebra: solving, determinants, functions of a matrix, norms.

Source: Giles 2008, An extended collection of matrix derivative results
"""

# ruff: noqa: D103 -- the row of the table that names a way says what it is

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.reference_engine import numpy as ad
from adspec.reference_engine.numpy import linalg
from adspec.reference_engine.numpy.kernels import scale_of
from adspec.reference_engine.numpy.linalg import solve_matrix, solve_triangle
from adspec.reference_engine.rule import Rule
from adspec.reference_engine.rules.elementwise import direction
from adspec.reference_engine.rules.reductions import shared, weighted
from adspec.reference_engine.tracing import plain, shape_of

T = ad.matrix_transpose
FEW = 3  # rows of a matrix of which minors cost little


# ---- solving


def inv_push(u: Any, y: Any, _a: Any) -> Any:
    return -ad.matmul(ad.matmul(y, u), y)


def inv_pull(v: Any, y: Any, _a: Any) -> Any:
    return -ad.matmul(ad.matmul(T(y), v), T(y))


def solving(solve: Any, transposed: Any) -> Rule:
    """Return the rule of x = a⁻¹ b, from solve(a, b) and the same for the transpose of a."""
    return Rule(
        push=(
            lambda u, x, a, _b, **params: -solve(a, ad.matmul(u, x), **params),
            lambda u, _x, a, _b, **params: solve(a, u, **params),
        ),
        pull=(
            lambda v, x, a, _b, **params: -ad.matmul(transposed(a, v, **params), T(x)),
            lambda v, _x, a, _b, **params: transposed(a, v, **params),
        ),
    )


def solve_flipped(a: Any, b: Any, *, lower: bool) -> Any:
    return solve_triangle(T(a), b, lower=not lower)


def cofactors(y: Any, a: Any) -> Any:
    """Return ∂ det a / ∂a.

    det(a) a⁻ᵀ where a is regular. A singular matrix has a derivative too, the minors,
    which cost n² determinants, but are polynomials, right to any order and with all
    digits: small matrices have them anyway.
    """
    values = plain(a)
    n = values.shape[-1]
    if n > FEW and np.all(np.linalg.cond(values) < 1 / np.finfo(values.dtype).eps):
        return ad.reshape(y, (*shape_of(y), 1, 1)) * T(linalg.inv(a))
    rows = []
    for i in range(n):
        rest = np.delete(np.arange(n), i)
        rows.append([minor(a, rest, j) * (-1) ** (i + j) for j in range(n)])
    return ad.stack([ad.stack(row, axis=-1) for row in rows], axis=-2) if n else ad.zeros_like(a)


def minor(a: Any, rows: Any, j: int) -> Any:
    columns = np.delete(np.arange(shape_of(a)[-1]), j)
    return linalg.det(ad.getitem(a, (..., rows[:, None], columns)))


def det_push(u: Any, y: Any, a: Any) -> Any:
    return ad.sum(cofactors(y, a) * u, axis=(-2, -1))


def det_pull(v: Any, y: Any, a: Any) -> Any:
    return ad.reshape(v, (*shape_of(v), 1, 1)) * cofactors(y, a)


def of_matrix(function: Any) -> Rule:
    """Return the rule of an analytic function of a square matrix.

    Math: f [[a, u], [0, a]] has the derivative of f(a) along u in its corner;
          its transpose is the derivative at aᵀ
    Source: Mathias 1996, A chain rule for matrix functions and applications
    """

    def along(u: Any, a: Any) -> Any:
        # The function scales by the norm of the whole block: u must not change that,
        # or doubling u would not double the result to the last bit.
        size = scale_of(np.abs(plain(u)), None)
        u, n = u / size, shape_of(a)[-1]
        below = ad.concat([ad.zeros_like(a), a], axis=-1)
        block = ad.concat([ad.concat([a, u], axis=-1), below], axis=-2)
        return ad.getitem(function(block), (..., slice(0, n), slice(n, None))) * size

    return Rule(push=(lambda u, _y, a: along(u, a),), pull=(lambda v, _y, a: along(v, T(a)),))


# ---- norms


def norm_slopes(y: Any, x: Any, axis: Any, order: float) -> Any:
    """Math: conj(x)/|x| (|x|/y)^(order - 1), and 0 where y = 0."""
    safe = ad.where(ad.equal(y, 0), 1.0, y)
    if order == 2:  # and so on to second derivatives, which direction(x) does not have where an x is 0
        return ad.conj(x) / safe
    size = ad.abs(x)
    way = ad.conj(direction(x, size))
    if abs(order) == np.inf:
        return way * shared(y, size, axis)
    if order == 1:
        return way
    return way * ad.pow(size / safe, order - 1)


# fmt: off
RULES: dict[str, Rule] = {
    "linalg.inv":         Rule(push=(inv_push,), pull=(inv_pull,)),
    "linalg.solve":       solving(solve_matrix, lambda a, b: solve_matrix(T(a), b)),
    "linalg.solve_triangular": solving(solve_triangle, solve_flipped),
    "linalg.det":         Rule(push=(det_push,), pull=(det_pull,)),
    "linalg.expm":        of_matrix(linalg.expm),
    "linalg.logm":        of_matrix(linalg.logm),
    "linalg.sqrtm":       of_matrix(linalg.sqrtm),
    "linalg.vector_norm": weighted(norm_slopes, real=True),
}
# fmt: on
