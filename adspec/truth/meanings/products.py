"""Products of vectors and matrices, on balls: NumPy's own where they accept any numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.truth.meanings.elementwise import conj


def vecdot(a: Any, b: Any, axis: int = -1) -> Any:
    """Return Σ conj(a)·b over an axis (counted from the end, after broadcasting)."""
    a, b = np.asarray(conj(a)), np.asarray(b)
    return np.sum(np.moveaxis(a, axis, -1) * np.moveaxis(b, axis, -1), axis=-1)


MEANINGS: dict[str, Callable[..., Any]] = {
    "vecdot": vecdot,
    "vdot": lambda a, b: np.dot(conj(np.ravel(a)), np.ravel(b)),
}
