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
from adspec.language.primitives.row import Domain, Fixed, Primitive

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
_ORDERED = (form((3,)), form((2,)), form((2, 3), axis=1), form((2, 3), axis=0, keepdims=True), form((2, 3)))
_WITH_NAN = (rung([np.nan, 1.0, 2.0]), rung([[1.0, np.nan, 2.0], [np.nan, 0.5, 3.0]], axis=1))
_KEPT = (
    form((3,)),
    form(()),
    form((2, 3)),
    form((2, 3), axis=1, keepdims=True),
    form((2, 1, 3), axis=0, keepdims=True),
)
_POINTED = (form((3,)), form((2, 3)), form((2, 3), axis=1, keepdims=True), form((3,), axis=0))
_QUANTILES = (
    form((3,), Fixed(0.5)),
    form((3,), Fixed(0.25)),
    form((3,), Fixed(0.875)),
    form((2, 3), Fixed(0.25), axis=1),
    form((2, 3), Fixed(0.5), axis=0, keepdims=True),
    form((3,), Fixed([0.25, 0.75])),
)
_WEIGHTED = (
    form((3,)),
    form((3,), weights=[1.0, 2.0, 0.5]),
    form((2, 3), axis=1, weights=[1.0, 2.0, 0.5]),
    form((2, 3), weights=[[1.0, 2.0, 0.5], [0.25, 1.5, 3.0]]),
    form((2, 3), axis=0),
)
_STEP: dict[str, Any] = {"constant": True}

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
    _row("ptp", "the largest entry less the smallest", np.ptp, forms=REDUCTION, rungs=_TIES[:3]),
    _row("nansum", "Σ x without the NaNs", np.nansum, rungs=_WITH_NAN),
    _row("nanmean", "the mean without the NaNs", np.nanmean, rungs=_WITH_NAN),
    _row("median", "the middle entry, or the mean of the two", np.median, forms=_ORDERED, rungs=_TIES[:2]),
    _row("quantile", "the entry below which a share q lies: quantile(x, q)", np.quantile, forms=_QUANTILES),
    _row("average", "Σ w·x / Σ w", np.average, forms=_WEIGHTED, complex=True),
    _row("argmax", "the number of the largest entry", np.argmax, forms=_POINTED, **_STEP),
    _row("argmin", "the number of the smallest entry", np.argmin, forms=_POINTED, **_STEP),
    _row("count_nonzero", "how many entries are not 0", np.count_nonzero, NONZERO, forms=_KEPT, **_STEP),
    _row("all", "whether no entry is 0", np.all, NONZERO, forms=_KEPT, **_STEP),
    _row("any", "whether some entry is not 0", np.any, NONZERO, forms=_KEPT, **_STEP),
)
