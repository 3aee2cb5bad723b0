"""Factorisations, eigenvalues and functions of matrices.

A symmetric argument is prepared inside the program, x ↦ (x + xᴴ)/2, since engines may read one
triangle, the other or both. Factors that are unique only up to signs, phases or order are seen
through what is unique (their gauge-free observables):

    eigh      the eigenvalues, and the projectors v vᴴ of the eigenvectors
    svd       the singular values, and the matrices u vᴴ of the pairs of singular vectors
    qr        the matrices q r of a column of the first factor and a row of the second
    eig       V e^Λ V⁻¹, which is the exponential of the matrix
    eigvals   Σ e^λ
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.language.primitives.forms import form, rung
from adspec.language.primitives.from_scipy import matrix_function_from_scipy as _matrices
from adspec.language.primitives.matrices import STRONG
from adspec.language.primitives.row import Form, Primitive


def _row(name: str, says: str, value: Callable[..., Any], forms: tuple[Form, ...], **more: Any) -> Primitive:
    """Return the row of a primitive that factorises a matrix."""
    words = {"complex": True, "rounds": 16.0, "normwise": True, **more}
    return Primitive(
        name=f"linalg.{name}",
        family="linalg",
        says=says,
        value=value,
        forms=forms,
        domains=(STRONG,),
        **words,
    )


def _program(argument: str, *lines: str) -> str:
    return "\n    ".join([f"def g({argument}):", *lines])


_SYMMETRISE = (
    _program("x", "l = swapaxes(x, -1, -2)", "n = add(x, l)", "p = multiply(n, 0.5)", "return p"),
    _program(
        "x", "l = swapaxes(x, -1, -2)", "m = conj(l)", "n = add(x, m)", "p = multiply(n, 0.5)", "return p"
    ),
)
_ALL = "slice(None, None, None)"
_ROWS_ALONG = f"d = getitem(c, (Ellipsis, {_ALL}, None, {_ALL}))"
# i[…, m, n, k] = c[…, m, k] · e[…, n, k]: one matrix per column k of both
_PAIR = (_ROWS_ALONG, f"h = getitem(e, (Ellipsis, None, {_ALL}, {_ALL}))", "i = multiply(d, h)")
_EIGH = (
    _program("a", "b = getitem(a, 0)", "c = getitem(a, 1)", "e = getitem(a, 1)", *_PAIR, "return b, i"),
    _program("a", "b = getitem(a, 0)", "c = getitem(a, 1)", "e = conj(c)", *_PAIR, "return b, i"),
)
_SVD = _program(
    "a",
    "b = getitem(a, 1)",
    "c = getitem(a, 0)",
    "g = getitem(a, 2)",
    "e = swapaxes(g, -1, -2)",
    *_PAIR,
    "return b, i",
)
_QR = _program("a", "c = getitem(a, 0)", "g = getitem(a, 1)", "e = swapaxes(g, -1, -2)", *_PAIR, "return i")
_EIG = ("b = getitem(a, 0)", "c = getitem(a, 1)", "d = exp(b)", "e = multiply(c, d)", "h = linalg.inv(c)")
_EXPONENTIAL = (
    _program("a", *_EIG, "i = matmul(e, h)", "j = real(i)", "return j"),
    _program("a", *_EIG, "i = matmul(e, h)", "return i"),
)
_TRACE = (
    _program("a", "b = exp(a)", "c = sum(b)", "d = real(c)", "return d"),
    _program("a", "b = exp(a)", "c = sum(b)", "return c"),
)

_ONE = (form((2, 2)), form((3, 3)), form((1, 1)))
_SQUARE = (*_ONE, form((2, 2, 2)))
_THIN = (
    form((2, 2), full_matrices=False),
    form((3, 2), full_matrices=False),
    form((2, 3), full_matrices=False),
    form((2, 1, 3, 2), full_matrices=False),
)
_RECTANGLES = (form((2, 2)), form((3, 2)), form((2, 3)), form((2, 3, 2)))
_IDENTITY = rung([[1.0, 0.0], [0.0, 1.0]])
_CLOSE = rung([[1.0, 1e-8], [1e-8, 1.0]])
_ROTATION = rung([[0.0, -1.0], [1.0, 0.0]])
_ZERO = rung([[0.0, 0.0], [0.0, 0.0]])
_NILPOTENT = rung([[0.0, 1.0], [0.0, 0.0]])
_LARGE = rung([[20.0, 1.0], [-1.0, 15.0]])

ROWS: tuple[Primitive, ...] = (
    _row(
        "cholesky",
        "the lower l of l lᴴ = x",
        np.linalg.cholesky,
        _SQUARE,
        prepare=_SYMMETRISE,
        rungs=(_IDENTITY,),
    ),
    _row(
        "eigvalsh",
        "eigenvalues, ascending",
        np.linalg.eigvalsh,
        _SQUARE,
        prepare=_SYMMETRISE,
        rungs=(_IDENTITY, _CLOSE),
    ),
    _row(
        "eigh",
        "eigenvalues, eigenvectors",
        np.linalg.eigh,
        _SQUARE,
        prepare=_SYMMETRISE,
        observable=_EIGH,
        rungs=(_CLOSE,),
    ),
    _row(
        "eigvals",
        "eigenvalues in any order",
        np.linalg.eigvals,
        _SQUARE,
        observable=_TRACE,
        rungs=(_ROTATION,),
    ),
    _row(
        "eig", "eigenvalues, eigenvectors", np.linalg.eig, _ONE, observable=_EXPONENTIAL, rungs=(_ROTATION,)
    ),
    _row("svdvals", "singular values, descending", np.linalg.svdvals, _RECTANGLES, rungs=(_CLOSE, _ZERO)),
    _row("svd", "u, singular values, vᴴ", np.linalg.svd, _THIN, observable=(_SVD, _SVD)),
    _row("qr", "q with orthonormal columns, upper r", np.linalg.qr, _RECTANGLES, observable=(_QR, _QR)),
    _row(
        "expm",
        "the exponential of a matrix",
        _matrices("expm"),
        _SQUARE,
        needs="scipy",
        rungs=(_ZERO, _NILPOTENT, _LARGE, _ROTATION),
    ),
    _row("logm", "the principal logarithm", _matrices("logm"), _ONE, needs="scipy"),
    _row("sqrtm", "the principal square root", _matrices("sqrtm"), _ONE, needs="scipy"),
)
