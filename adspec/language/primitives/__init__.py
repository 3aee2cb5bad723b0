"""The words of the program language, one table per family."""

from __future__ import annotations

from collections.abc import Mapping

from adspec.language.primitives import (
    arithmetic,
    cumulative,
    elementwise,
    indexing,
    manipulation,
    products,
    reductions,
    sorting,
)
from adspec.language.primitives.row import Primitive, index

_FAMILIES = (elementwise, arithmetic, reductions, manipulation, indexing, products, sorting, cumulative)

VOCABULARY: Mapping[str, Primitive] = index([row for family in _FAMILIES for row in family.ROWS])
