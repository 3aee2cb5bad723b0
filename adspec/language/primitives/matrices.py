"""What the tables of linear algebra stand on: matrices with a strong diagonal, and NumPy meanings.

One structured domain is enough. A pool of small entries beside the diagonal 2, 4, 6, … gives
matrices that are invertible, of full rank, with distinct singular values and distinct positive
eigenvalues, and positive definite once symmetrised.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.language.primitives.domains import REAL
from adspec.language.primitives.row import Domain, Shape
from adspec.language.spaces import Array


def _strong(shape: Shape, offset: int) -> Array:
    *_, rows, columns = shape
    return REAL.fill(shape, offset) / 4 + np.eye(rows, columns) * np.arange(2.0, 2.0 + 2 * columns, 2.0)


STRONG = Domain(name="strong diagonal", pool=REAL.pool, build=_strong)


def solve_triangular(
    a: Array,
    b: Array,
    trans: int = 0,
    lower: bool = False,  # noqa: FBT001, FBT002 -- SciPy's signature
    unit_diagonal: bool = False,  # noqa: FBT001, FBT002
) -> Any:
    """Return the solution of a triangular system (its transpose for trans=1, conjugate for trans=2)."""
    triangle = np.tril(a) if lower else np.triu(a)
    if unit_diagonal:
        one = np.eye(a.shape[-1], dtype=a.dtype)
        triangle = triangle * (1 - one) + one
    turned = triangle if trans == 0 else np.swapaxes(triangle, -1, -2)
    return np.linalg.solve(np.conj(turned) if trans == 2 else turned, b)


def cho_solve(c: Array, b: Array, lower: bool = False) -> Any:  # noqa: FBT001, FBT002 -- SciPy's word
    """Return the solution of (c cᴴ) x = b for a lower factor c, of (cᴴ c) x = b for an upper one."""
    factor = np.tril(c) if lower else np.conj(np.swapaxes(np.triu(c), -1, -2))
    return np.linalg.solve(factor @ np.conj(np.swapaxes(factor, -1, -2)), b)
