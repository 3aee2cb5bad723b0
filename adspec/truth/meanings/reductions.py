"""Reductions, on balls: over all entries, one axis or several, with and without kept dimensions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from adspec.language.spaces import Array
from adspec.truth.balls import as_array, is_complex, lift
from adspec.truth.meanings.arithmetic import larger, smaller
from adspec.truth.meanings.elementwise import absolute


@dataclass(frozen=True, slots=True)
class Along:
    """The reduction that applies `f` to the list of entries along the reduced axes."""

    f: Callable[[list[Any]], Any]

    def __call__(self, x: Any, axis: Any = None, keepdims: bool = False) -> Any:  # noqa: FBT001, FBT002 -- as in NumPy
        """Return the reduced array."""
        x = np.asarray(x)
        axes = tuple(range(x.ndim)) if axis is None else axis if isinstance(axis, tuple) else (axis,)
        axes = tuple(a % x.ndim for a in axes)
        kept = [a for a in range(x.ndim) if a not in axes]
        rows = np.transpose(x, (*kept, *axes)).reshape(*(x.shape[a] for a in kept), -1)
        result = np.empty(rows.shape[:-1], dtype=object)
        for index in np.ndindex(result.shape):
            result[index] = self.f(list(rows[index]))
        return np.expand_dims(result, tuple(sorted(axes))) if keepdims else result


def _logsumexp(entries: list[Any]) -> Any:
    """Return ln Σ eˣ shifted by one of the entries: true for any, so the choice is no decision."""
    top = max((e.mid() for e in entries), key=float)
    if not top.is_finite():
        return top
    shifted = [(e - top).exp() for e in entries]
    return reduce(lambda a, b: a + b, shifted).log() + top


def count(x: Array, axis: Any) -> int:
    """Return how many entries are reduced to one."""
    axes = range(x.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    return int(np.prod([x.shape[a] for a in axes], dtype=int))


def mean(x: Array, axis: Any = None, **params: Any) -> Any:
    """Return Σ x / n."""
    return np.sum(x, axis=axis, **params) / count(x, axis)


def var(x: Array, axis: Any = None, correction: float = 0, **params: Any) -> Any:
    """Return Σ |x − mean|² / (n − correction), with n·x − Σ x in place of x − mean: no rounding."""
    n = count(x, axis)
    centred = x * n - np.sum(x, axis=axis, keepdims=True)
    squares = absolute(centred) * absolute(centred) if is_complex(x) else centred * centred
    ddof = params.pop("ddof", correction)
    return np.sum(squares, axis=axis, **params) / (n * n * (n - ddof))


_sqrt = lift(lambda x: x.sqrt(), 1)


def std(x: Array, **params: Any) -> Any:
    """Return the square root of the variance."""
    return _sqrt(as_array(var(x, **params)))


# fmt: off
MEANINGS: dict[str, Callable[..., Any]] = {
    "mean":              mean,
    "var":               var,
    "std":               std,
    "max":               Along(lambda entries: reduce(larger, entries)),
    "min":               Along(lambda entries: reduce(smaller, entries)),
    "special.logsumexp": Along(_logsumexp),
}
# fmt: on
