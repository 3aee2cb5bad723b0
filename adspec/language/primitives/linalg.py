"""Linear algebra: determinants, inverses, systems and norms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.language.primitives.domains import REAL
from adspec.language.primitives.forms import form, rung
from adspec.language.primitives.matrices import STRONG, cho_solve, solve_triangular
from adspec.language.primitives.row import Domain, Fixed, Form, Primitive


def _row(
    name: str, says: str, value: Callable[..., Any], forms: tuple[Form, ...], *domains: Domain, **more: Any
) -> Primitive:
    """Return the row of a primitive of linear algebra."""
    words = {"complex": True, "rounds": 4.0, "normwise": True, **more}
    return Primitive(
        name=f"linalg.{name}", family="linalg", says=says, value=value, forms=forms, domains=domains, **words
    )


_SQUARE = (form((2, 2)), form((3, 3)), form((1, 1)), form((2, 2, 2)))
_SYSTEMS = (
    form((2, 2), (2,)),
    form((3, 3), (3, 2)),
    form((2, 2, 2), (2, 2, 3)),
    form((2, 2, 2), (2, 3)),
    form((1, 1), (1,)),
)
_TRIANGULAR = (
    form((3, 3), (3,), lower=True),
    form((3, 3), (3, 2), lower=False),
    form((3, 3), (3,), lower=True, trans=1),
    form((3, 3), (3, 2), lower=False, trans=2),
    form((2, 2), (2,), lower=True, unit_diagonal=True),
)
_FACTORS = (form((2, 2), (2,), lower=True), form((3, 3), (3, 2), lower=True), form((2, 2), (2,), lower=False))
_RECTANGLES = (form((2, 2)), form((3, 2)), form((2, 3)), form((2, 3, 2)))
_FITS = (form((3, 2), (3,)), form((2, 2), (2,)), form((3, 2), (3, 2)))
_POWERS = (*(form((2, 2), Fixed(n)) for n in (2, 3, 1, 0, -1, -2)), form((2, 2, 2), Fixed(2)))
_VECTOR_NORMS = (
    form((3,)),
    form((2, 3)),
    form((2, 3), axis=1),
    form((2, 3), axis=0, keepdims=True),
    *(form((3,), ord=p) for p in (1, 3, np.inf, -np.inf, 2)),
    form((2, 3), axis=1, ord=1),
)
_MATRIX_NORMS = (
    form((2, 3)),
    *(form((2, 3), ord=p) for p in ("nuc", 2, 1, np.inf, -1, -2)),
    form((2, 2, 3), ord="fro", keepdims=True),
)
_ANY_NORMS = (
    form((3,)),
    form((2, 3)),
    form((3,), Fixed(1)),
    form((3,), Fixed(np.inf)),
    form((2, 3), Fixed("nuc")),
    form((2, 3), Fixed(2)),
    form((2, 3), axis=1),
    form((3,), Fixed(3)),
    form((2, 3, 2), axis=(2, 0)),
    form((2, 3, 2), Fixed("nuc"), axis=(2, 0)),
)
_SINGULAR = rung([[1.0, 2.0], [2.0, 4.0]])
_NEARLY = rung([[1.0, 1.0], [1.0, 1.00000001]])
_IDENTITY = rung([[1.0, 0.0], [0.0, 1.0]])
_ZERO = rung([[0.0, 0.0], [0.0, 0.0]])
_ROTATION = rung([[0.0, -1.0], [1.0, 0.0]])
_RANK_1 = rung([[1.0, -0.5, 0.0], [1.0, -0.5, 0.0]], ord=2)
_COMPLEX_CUBES = rung([1.0 + 2.0j, -0.5 + 1.0j], Fixed(3))
_LENGTHS = (
    rung([0.0, 0.0]),
    rung([3e-160, 4e-160]),
    rung([3e150, 4e150]),
    rung([0.0, 2.0]),
    rung([0.0, 2.0], ord=1),
    rung([0.0, 2.0], ord=3),
    rung([2.0, -2.0], ord=np.inf),
)

ROWS: tuple[Primitive, ...] = (
    _row(
        "det", "the determinant", np.linalg.det, _SQUARE, REAL, rungs=(_SINGULAR, _ZERO, _NEARLY, _IDENTITY)
    ),
    _row("slogdet", "sign and ln |det|", np.linalg.slogdet, _SQUARE, STRONG, rungs=(_NEARLY, _ROTATION)),
    _row("inv", "the inverse", np.linalg.inv, _SQUARE, STRONG, rungs=(_NEARLY, _IDENTITY, _ROTATION)),
    _row("solve", "a⁻¹ b", np.linalg.solve, _SYSTEMS, STRONG, REAL),
    _row("solve_triangular", "a⁻¹ b from one triangle of a", solve_triangular, _TRIANGULAR, STRONG, REAL),
    _row("cho_solve", "(c cᴴ)⁻¹ b: cho_solve(c, b, lower=True)", cho_solve, _FACTORS, STRONG, REAL),
    _row("pinv", "the pseudo-inverse", np.linalg.pinv, _RECTANGLES, STRONG),
    _row(
        "lstsq",
        "the x with the least |a x − b|, first of four results",
        lambda a, b: np.linalg.lstsq(a, b, rcond=None),
        _FITS,
        STRONG,
        REAL,
        observable=("def g(a):\n    b = getitem(a, 0)\n    return b",) * 2,
    ),
    _row("matrix_power", "xⁿ: matrix_power(x, n)", np.linalg.matrix_power, _POWERS, STRONG),
    _row(
        "vector_norm",
        "(Σ |x|ᵖ)^(1/p), p = 2",
        np.linalg.vector_norm,
        _VECTOR_NORMS,
        REAL,
        rungs=_LENGTHS,
        normwise=False,
    ),
    _row("matrix_norm", "a norm of matrices, Frobenius", np.linalg.matrix_norm, _MATRIX_NORMS, STRONG),
    _row("cond", "the largest singular value over the smallest", np.linalg.cond, _RECTANGLES, STRONG),
    _row(
        "norm",
        "NumPy's norm: norm(x, ord, axis=…)",
        np.linalg.norm,
        _ANY_NORMS,
        REAL,
        rungs=(*_LENGTHS[:4], _RANK_1, _COMPLEX_CUBES),
        normwise=False,
    ),
)
