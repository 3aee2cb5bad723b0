"""Cumulative sums and products, and differences of neighbours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.language.primitives.domains import NONZERO, REAL
from adspec.language.primitives.forms import along, form, rung
from adspec.language.primitives.row import Domain, Form, Primitive


def _row(
    name: str, says: str, value: Callable[..., Any], *forms: Form, domain: Domain = REAL, **more: Any
) -> Primitive:
    """Return the row of a function along one axis."""
    words = {"complex": True, **more}
    return Primitive(
        name=name, family="cumulative", says=says, value=value, forms=forms, domains=(domain,), **words
    )


_ALONG = (*along((0, 1, -1)), form((1,), axis=0), form((0,), axis=0))
_INITIAL = form((3,), axis=0, include_initial=True)
_ZEROS = tuple(
    rung(x, axis=0)
    for x in ([0.0, 2.0, 3.0], [2.0, 0.0, 3.0], [2.0, 3.0, 0.0], [0.0, 0.0, 3.0], [0.0, 2.0, 0.0])
)

ROWS: tuple[Primitive, ...] = (
    _row("cumulative_sum", "the sums of the first 1, 2, … entries", np.cumulative_sum, *_ALONG, _INITIAL),
    _row(
        "cumulative_prod",
        "the products of the first 1, 2, … entries",
        np.cumulative_prod,
        *_ALONG,
        _INITIAL,
        domain=NONZERO,
        rungs=_ZEROS,
    ),
    _row(
        "diff",
        "differences of neighbours, n times",
        np.diff,
        form((3,)),
        form((2, 3)),
        form((2, 3), axis=0),
        form((3,), n=2),
        form((2, 3), n=2, axis=-1),
        form((3,), n=0),
        form((1,)),
    ),
)
