"""Cumulative functions and differences, on balls: NumPy's own where they accept any numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.truth.meanings.arithmetic import _logaddexp, larger, smaller
from adspec.truth.meanings.elementwise import conj


def _slopes(x: Any, spacing: Any, axis: int) -> Any:
    """Return central differences inside and one-sided ones at the ends."""
    rows = np.moveaxis(x, axis, 0)
    middle = (rows[2:] - rows[:-2]) / 2
    ends = rows[1:2] - rows[:1], rows[-1:] - rows[-2:-1]
    return np.moveaxis(np.concatenate([ends[0], middle, ends[1]]), 0, axis) / spacing


def _gradient(x: Any, spacing: Any = 1, axis: int | None = None) -> Any:
    if axis is not None or x.ndim == 1:
        return _slopes(x, spacing, axis or 0)
    return tuple(_slopes(x, spacing, k) for k in range(x.ndim))


# fmt: off
MEANINGS: dict[str, Callable[..., Any]] = {
    "maximum.accumulate":   np.frompyfunc(larger, 2, 1).accumulate,
    "minimum.accumulate":   np.frompyfunc(smaller, 2, 1).accumulate,
    "logaddexp.accumulate": np.frompyfunc(_logaddexp, 2, 1).accumulate,
    "gradient":             _gradient,
    "correlate":            lambda a, b, mode="valid": np.correlate(a, conj(b), mode),
}
# fmt: on
