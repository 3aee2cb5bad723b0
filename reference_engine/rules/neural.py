"""The derivatives of softmax and its relatives.

Math: p = softmax(x)   logsumexp: Σ p u,  p v     softmax: p (u - Σ p u), itself transposed
                       log_softmax: u - Σ p u,  v - p Σ v
"""

# ruff: noqa: D103 -- the row of the table that names a way says what it is

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.reference_engine import numpy as ad
from adspec.reference_engine.rule import Rule
from adspec.reference_engine.rules.reductions import weighted
from adspec.reference_engine.tracing import plain


def centred(u: Any, p: Any, axis: Any) -> Any:
    """Return u - Σ p u.

    Measured from u at the largest p, else 1 - p would lose its digits where one p
    is nearly 1. The differences of u from one of its entries are as good as exact.
    """
    top, count = largest_of(p, axis)
    apart = u - ad.sum(ad.where(top, u, 0.0), axis, keepdims=True) / count
    return apart - ad.sum(p * apart, axis, keepdims=True)


def centred_back(v: Any, p: Any, axis: Any) -> Any:
    """Return v - p Σ v, the transpose of `centred`.

    At the largest p it is minus the sum of what it is elsewhere, and is had from that.
    """
    rest = v - p * ad.sum(v, axis, keepdims=True)
    top, count = largest_of(p, axis)
    return rest - ad.where(top, ad.sum(rest, axis, keepdims=True) / count, 0.0)


def largest_of(p: Any, axis: Any) -> tuple[Any, Any]:
    """Return where p is largest along the axis, and at how many places."""
    top = np.equal(plain(p), np.max(plain(p), axis=axis, keepdims=True, initial=0))
    return top, np.sum(top, axis=axis, keepdims=True)


def softmax_way(u: Any, p: Any, _x: Any, *, axis: int) -> Any:
    return p * centred(u, p, axis)


def log_softmax_push(u: Any, _y: Any, x: Any, *, axis: int) -> Any:
    return centred(u, ad.softmax(x, axis), axis)


def log_softmax_pull(v: Any, _y: Any, x: Any, *, axis: int) -> Any:
    return centred_back(v, ad.softmax(x, axis), axis)


def over_axes(_y: Any, x: Any, axis: Any) -> Any:
    """Return the softmax over one axis, several, or all."""
    if axis is None:
        return ad.reshape(ad.softmax(ad.ravel(x), -1), ad.shape(x))
    if isinstance(axis, int):
        return ad.softmax(x, axis)
    return ad.exp(x - _y)


# fmt: off
RULES: dict[str, Rule] = {
    "special.logsumexp": weighted(over_axes),
    "softmax":           Rule(push=(softmax_way,), pull=(softmax_way,)),
    "log_softmax":       Rule(push=(log_softmax_push,), pull=(log_softmax_pull,)),
}
# fmt: on
