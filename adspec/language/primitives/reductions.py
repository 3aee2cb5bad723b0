"""Reductions: over all entries, one axis, several axes, with and without kept dimensions.

Rungs are ties of max and min, products with one and two zeros, constant arrays under a standard
deviation, and single entries.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.language.primitives.domains import NONZERO, REAL
from adspec.language.primitives.forms import EMPTY, REDUCTION, form, rung
from adspec.language.primitives.row import Domain, Primitive, Rung

_TIES = (
    rung([1.0, 1.0, 0.0]),
    rung([2.0, 2.0, 2.0]),
    rung([0.0, -0.0]),
    rung([[1.0, 2.0, 2.0], [1.0, 3.0, 0.5]], axis=0),
    rung([[1.0, 2.0, 2.0], [3.0, 3.0, 3.0]], axis=1, keepdims=True),
)
_ZEROS = (
    rung([0.0, 2.0, 3.0]),
    rung([2.0, 0.0, 3.0]),
    rung([0.0, 0.0, 3.0]),
    rung([0.0]),
    rung([[0.0, 2.0, 3.0], [1.0, 0.5, 0.0]], axis=1),
    rung([[0.0, 2.0], [0.0, 3.0]], axis=0, keepdims=True),
    rung([1e-160, 1e-160, 2.0]),
    rung([1e150, 1e-160, 1e150]),
)
_SPREADS = (
    rung([2.0, 2.0, 2.0]),
    rung([0.0, 0.0]),
    rung([1e8, 100000001.0, 100000003.0]),
    rung([1e-160, 2e-160, 0.0]),
)
_LARGE = (
    rung([700.0, 710.0, 1.0]),
    rung([-800.0, -801.0]),
    rung([1.0, 1.0]),
    rung([1e150, 0.0]),
    rung([-np.inf, 0.0]),
)


def logsumexp(x: Any, axis: Any = None, keepdims: bool = False) -> Any:  # noqa: FBT001, FBT002 -- as in SciPy
    """Return ln Σ eˣ, shifted by the largest entry."""
    top = np.max(x, axis=axis, keepdims=True)
    shift = np.where(np.isfinite(top), top, 0.0).astype(x.dtype)
    total = np.log(np.sum(np.exp(x - shift), axis=axis, keepdims=True)) + shift
    return total if keepdims else np.squeeze(total, axis=axis)


def _row(name: str, says: str, value: Callable[..., Any], domain: Domain = REAL, **more: Any) -> Primitive:
    """Return the row of a reduction with parameters `axis` and `keepdims`."""
    words = {"forms": REDUCTION, **more}
    return Primitive(name=name, family="reductions", says=says, value=value, domains=(domain,), **words)


_NO_SCALAR = tuple(f for f in REDUCTION if f.shapes[0] not in {(), (1,)} and f.params.get("axis") != 1)
_CORRECTED = (form((3,), correction=1), form((2, 3), axis=0, correction=1))
_QUANTILES: tuple[Rung, ...] = (rung([1.0, 1.0, 2.0]), rung([3.0, 1.0]))

ROWS: tuple[Primitive, ...] = (
    _row("sum", "Σ x", np.sum, forms=REDUCTION + EMPTY, complex=True),
    _row("mean", "Σ x / n", np.mean, complex=True),
    _row("prod", "Π x", np.prod, NONZERO, forms=REDUCTION + EMPTY, rungs=_ZEROS, complex=True),
    _row("max", "the largest entry", np.max, rungs=_TIES),
    _row("min", "the smallest entry", np.min, rungs=_TIES),
    _row(
        "var",
        "Σ |x − mean|² / (n − correction)",
        np.var,
        forms=REDUCTION + _CORRECTED,
        rungs=_SPREADS,
        complex=True,
    ),
    _row(
        "std", "the square root of var", np.std, forms=_NO_SCALAR + _CORRECTED, rungs=_SPREADS, complex=True
    ),
    _row("special.logsumexp", "ln Σ eˣ", logsumexp, rungs=_LARGE),
)
