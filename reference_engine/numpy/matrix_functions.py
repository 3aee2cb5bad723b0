"""Functions of square matrices: the exponential, and by Schur's form the square root and the logarithm.

What is done on the triangle is done in extended precision, where the machine has it: a
logarithm takes many square roots, and each takes a bit away. Nothing here is random, which
SciPy's logarithm is in its last digits.

Source: Higham 2008, Functions of Matrices, algorithms 6.3 and 11.9
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.reference_engine.numpy.kernels import of_scipy, substituted

# Coefficients of the [13/13] Padé approximant of exp, and the norm up to which it is
# exact to double precision (Higham 2005, The scaling and squaring method, table 2.3).
PADE = (
    64764752532480000.0, 32382376266240000.0, 7771770303897600.0, 1187353796428800.0,
    129060195264000.0, 10559470521600.0, 670442572800.0, 33522128640.0, 1323241920.0,
    40840800.0, 960960.0, 16380.0, 182.0, 1.0,
)  # fmt: skip
PADE_REACH = 5.371920351148152

# Gauss-Legendre nodes on [0, 1]: the [8/8] Padé approximant of log(1 + x) as partial
# fractions, and the norm up to which it is exact to double precision.
NODES, WEIGHTS = np.polynomial.legendre.leggauss(8)
NODES, WEIGHTS = (NODES + 1) / 2, WEIGHTS / 2
LOG_REACH = 0.25


def exponential(x: Any) -> Any:
    """Return the matrix exponential, by scaling and squaring."""
    dtype, x = x.dtype, x.astype(np.result_type(x, np.float64))
    norm = np.max(np.sum(np.abs(x), axis=-2, initial=0), initial=0)
    squarings = max(0, int(np.ceil(np.log2(norm / PADE_REACH)))) if norm > 0 else 0
    a = x / 2.0**squarings
    power: Any = np.broadcast_to(np.eye(x.shape[-1], dtype=a.dtype), x.shape)
    even: Any = 0.0
    odd: Any = 0.0
    for k in range(0, 14, 2):
        even = even + PADE[k] * power
        odd = odd + PADE[k + 1] * power
        power = power @ a @ a
    odd = a @ odd
    result = np.linalg.solve(even - odd, even + odd)
    for _ in range(squarings):
        result = result @ result
    return result.astype(dtype)


def by_triangle(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return the function of matrices that is known for upper triangles; real where it can be."""

    def of_matrix(x: Any) -> Any:
        triangle, q = of_scipy("schur", "linalg")(x, output="complex")
        with np.errstate(all="ignore"):
            return (q @ function(triangle.astype(np.clongdouble)) @ q.conj().T).astype(complex)

    def of_matrices(x: Any) -> Any:
        flat = x.astype(np.result_type(x, np.float64)).reshape(math.prod(x.shape[:-2]), *x.shape[-2:])
        y = np.asarray([of_matrix(matrix) for matrix in flat], complex).reshape(x.shape)
        if x.dtype.kind == "c" or np.any(on_cut(np.linalg.eigvals(x))):
            return y.astype(np.result_type(x, np.complex64))
        return y.real.astype(x.dtype)

    return of_matrices


def on_cut(eigenvalues: Any) -> Any:
    """Return where root and logarithm of a real matrix are not real."""
    return (np.imag(eigenvalues) == 0) & (np.real(eigenvalues) < 0)


def triangle_root(t: Any) -> Any:
    """Return the principal square root of an upper triangle, diagonal by diagonal."""
    n = t.shape[-1]
    root = np.diag(np.sqrt(np.diag(t)))
    for apart in range(1, n):
        for i in range(n - apart):
            j = i + apart
            rest = t[i, j] - root[i, i + 1 : j] @ root[i + 1 : j, j]
            root[i, j] = rest / (root[i, i] + root[j, j]) if rest else rest
    return root


def triangle_log(t: Any) -> Any:
    """Return the principal logarithm of an upper triangle.

    Math: log T = 2ᵏ log T^(1/2ᵏ),  log(1 + E) = ∫₀¹ E (1 + s E)⁻¹ ds
    """
    n, diagonal, roots = t.shape[-1], np.log(np.diag(t)), 0
    if not np.all(np.isfinite(diagonal)):
        return np.full_like(t, np.nan)
    while np.max(np.sum(np.abs(t - np.eye(n)), axis=0), initial=0) > LOG_REACH:
        t, roots = triangle_root(t), roots + 1
    e = t - np.eye(n)
    parts = (w * substituted(np.eye(n) + s * e, e, lower=False) for s, w in zip(NODES, WEIGHTS, strict=True))
    result = sum(parts, np.zeros_like(t)) * 2.0**roots
    np.fill_diagonal(result, diagonal)
    return result


square_root = by_triangle(triangle_root)
logarithm = by_triangle(triangle_log)
