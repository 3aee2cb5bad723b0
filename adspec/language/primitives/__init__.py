"""The words of the program language, one table per family.

Most have a meaning in NumPy alone; the others are words where SciPy is installed.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec

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

ROWS: tuple[Primitive, ...] = tuple(row for family in _FAMILIES for row in family.ROWS)
VOCABULARY: Mapping[str, Primitive] = index([row for row in ROWS if not row.needs or find_spec(row.needs)])
