"""The derivatives of tying values into one and taking them apart again."""

# ruff: noqa: D103 -- the row of the table that names a way says what it is

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.reference_engine.rule import Each, Rule
from adspec.reference_engine.tracing import Bundle, dtype_of, plain, shape_of


def only(i: int, value: Any, n: int) -> Bundle:
    """Return a bundle of n parts, all zero but one."""
    return Bundle(value if k == i else None for k in range(n))


def item_push(u: Any, y: Any, _t: Any, *, i: int) -> Any:
    return np.zeros(shape_of(y), dtype_of(y)) if u[i] is None else u[i]


def tie_pull(i: int, v: Any, _y: Any, *xs: Any) -> Any:
    return np.zeros(shape_of(xs[i]), dtype_of(xs[i])) if v[i] is None else v[i]


# fmt: off
RULES: dict[str, Rule] = {
    "item": Rule(push=(item_push,), pull=(lambda v, _y, t, *, i: only(i, v, len(plain(t))),)),
    "tie":  Rule(push=Each(lambda i, u, _y, *xs: only(i, u, len(xs))), pull=Each(tie_pull)),
}
# fmt: on
