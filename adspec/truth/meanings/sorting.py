"""Sorting, on balls: by decided comparisons only."""

from __future__ import annotations

from collections.abc import Callable
from functools import cmp_to_key
from typing import Any

import numpy as np

from adspec.language.spaces import Array
from adspec.truth.balls import less


def _compare(a: tuple[int, Any], b: tuple[int, Any]) -> int:
    if a[1] is b[1]:
        return 0
    return -1 if less(a[1], b[1]) else int(less(b[1], a[1]))


def argsort(x: Array, axis: int = -1) -> Array:
    """Return the stable order of the entries along an axis."""
    rows = np.moveaxis(x, axis, -1)
    order = np.zeros(rows.shape, dtype=np.int64)
    for index in np.ndindex(rows.shape[:-1]):
        ranked = sorted(enumerate(rows[index]), key=cmp_to_key(_compare))
        order[index] = [position for position, _ in ranked]
    return np.moveaxis(order, -1, axis)


def sort(x: Array, axis: int = -1) -> Array:
    """Return the entries in ascending order along an axis."""
    return np.take_along_axis(x, argsort(x, axis), axis)


# fmt: off
MEANINGS: dict[str, Callable[..., Any]] = {
    "sort":      sort,
    "argsort":   argsort,
    "partition": lambda x, _kth, axis=-1: sort(x, axis),  # any order of the smaller ones is a partition
}
# fmt: on
