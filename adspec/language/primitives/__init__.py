"""The words of the program language, one table per family."""

from __future__ import annotations

from collections.abc import Mapping

from adspec.language.primitives import (
    arithmetic,
    complexes,
    cumulative,
    elementwise,
    fft,
    indexing,
    joining,
    linalg,
    manipulation,
    neural,
    products,
    reductions,
    sorting,
    special,
    spectral,
)
from adspec.language.primitives.row import Primitive, index

_FAMILIES = (
    elementwise,
    arithmetic,
    reductions,
    manipulation,
    joining,
    indexing,
    products,
    sorting,
    cumulative,
    complexes,
    linalg,
    spectral,
    fft,
    special,
    neural,
)

VOCABULARY: Mapping[str, Primitive] = index([row for family in _FAMILIES for row in family.ROWS])
