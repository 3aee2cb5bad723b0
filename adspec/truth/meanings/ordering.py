"""What depends on an order or on zeros, on balls: by decided comparisons only.

NumPy would compare overlapping balls without a word; `larger`, `less` and `equals` refuse.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np
from flint import arb

from adspec.truth.balls import equals, is_nan, less
from adspec.truth.meanings.arithmetic import larger, smaller
from adspec.truth.meanings.reductions import Along
from adspec.truth.meanings.sorting import argsort, sort


def _ptp(entries: list[Any]) -> Any:
    return reduce(larger, entries) - reduce(smaller, entries)


def _numbers(entries: list[Any]) -> list[Any]:
    return [e for e in entries if not is_nan(e)]


def _nanmean(entries: list[Any]) -> Any:
    numbers = _numbers(entries)
    return sum(numbers, arb(0)) / len(numbers)


def _median(entries: list[Any]) -> Any:
    return _share(arb(0.5))(entries)


def _share(q: Any) -> Callable[[list[Any]], Any]:
    """Return the function from entries to the number below which a share q of them lies."""

    def quantile(entries: list[Any]) -> Any:
        if not entries:
            return arb("nan")
        ordered = sort(np.asarray(entries, dtype=object))
        position = q * (len(ordered) - 1)
        low = int(float(position.floor()))
        high = min(low + 1, len(ordered) - 1)
        return ordered[low] + (ordered[high] - ordered[low]) * (position - low)

    return quantile


def _quantile(x: Any, q: Any, axis: Any = None, **params: Any) -> Any:
    parts = [Along(_share(share))(x, axis=axis, **params) for share in np.ravel(q)]
    return np.stack(parts) if np.ndim(q) else parts[0]


def _first(prefer: Callable[[Any, Any], bool]) -> Callable[..., Any]:
    """Return the number of the first entry to which no other is preferred."""

    def position(entries: list[Any]) -> int:
        return reduce(lambda k, i: i if prefer(entries[i], entries[k]) else k, range(len(entries)))

    return _whole(Along(position), int)


def _whole(f: Callable[..., Any], kind: type) -> Callable[..., Any]:
    return lambda *args, **params: np.asarray(f(*args, **params), dtype=kind)


def _is_zero(e: Any) -> bool:
    return equals(e, 0)


def _top_k(x: Any, k: int) -> tuple[Any, Any]:
    order = argsort(-x)[..., :k]
    return np.take_along_axis(x, order, axis=-1), order


def _searchsorted(points: Any, x: Any, side: str = "left") -> Any:
    def before(point: Any, e: Any) -> bool:
        return less(point, e) if side == "left" else not less(e, point)

    counts = [sum(before(point, e) for point in points) for e in x.ravel()]
    return np.asarray(counts, dtype=np.int64).reshape(x.shape)


# fmt: off
MEANINGS: dict[str, Callable[..., Any]] = {
    "ptp":           Along(_ptp),
    "nansum":        Along(lambda entries: sum(_numbers(entries), arb(0))),
    "nanmean":       Along(_nanmean),
    "median":        Along(_median),
    "quantile":      _quantile,
    "argmax":        _first(lambda a, b: less(b, a)),
    "argmin":        _first(less),
    "count_nonzero": _whole(Along(lambda entries: sum(not _is_zero(e) for e in entries)), int),
    "all":           _whole(Along(lambda entries: not any(map(_is_zero, entries))), bool),
    "any":           _whole(Along(lambda entries: not all(map(_is_zero, entries))), bool),
    "lax.top_k":     _top_k,
    "searchsorted":  _searchsorted,
}
# fmt: on
