"""Cumulative sums and products, and differences of neighbours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.language.primitives.domains import NONZERO, REAL
from adspec.language.primitives.forms import along, form, rung
from adspec.language.primitives.row import Domain, Fixed, Form, Primitive


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
_TIED: dict[str, Any] = {
    "complex": False,
    "rungs": tuple(rung(x, axis=0) for x in ([1.0, 1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 0.5, 1.0])),
}
_SLIDING = (
    form((3,), (2,), mode="full"),
    form((3,), (2,), mode="same"),
    form((3,), (2,), mode="valid"),
    form((2,), (3,), mode="full"),
    form((3,), (3,), mode="valid"),
    form((1,), (3,), mode="full"),
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
    _row(
        "maximum.accumulate",
        "the largest of the first 1, 2, … entries",
        np.maximum.accumulate,
        *_ALONG[:-1],
        **_TIED,
    ),
    _row(
        "minimum.accumulate",
        "the smallest of the first 1, 2, … entries",
        np.minimum.accumulate,
        *_ALONG[:-1],
        **_TIED,
    ),
    _row(
        "logaddexp.accumulate",
        "ln of the sums of the first 1, 2, … exponentials",
        np.logaddexp.accumulate,
        *_ALONG[:-1],
        complex=False,
    ),
    _row(
        "ediff1d",
        "differences of neighbours of all entries",
        np.ediff1d,
        form((3,)),
        form((2, 3)),
        form((1,)),
    ),
    _row(
        "gradient",
        "central differences inside, one-sided ones at the ends",
        np.gradient,
        form((3,)),
        form((3,), Fixed(0.5)),
        form((2, 3)),
        form((2, 3), axis=1),
        form((3, 2), axis=0),
        form((2,)),
    ),
    _row(
        "trapezoid",
        "the integral by trapezoids: trapezoid(y), trapezoid(y, x)",
        np.trapezoid,
        form((3,)),
        form((3,), (3,)),
        form((3,), dx=0.5),
        form((2, 3)),
        form((2, 3), axis=0),
        form((2, 3), (3,)),
        form((1,)),
    ),
    _row("convolve", "Σ a[k]·b[n − k]", np.convolve, *_SLIDING),
    _row("correlate", "Σ a[n + k]·conj(b[k])", np.correlate, *_SLIDING),
)
