"""Limits: which arrays an engine takes and how often it derives, so that the search asks for no more.

An engine of numbers knows no axes, many know no complex numbers or compute in double precision alone. What
is beyond an engine's limits is *unsupported*, as a primitive is that it does not have: it is not searched,
and no cell of coverage counts it. A case is within them if everything that it computes is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from adspec.language import spaces
from adspec.language.case import Case
from adspec.language.presentation import NotShown
from adspec.language.primitives.row import Fixed, Form, Primitive
from adspec.language.standin import NUMPY

HALF = ("float16",)  # never searched: the law of precision asks for it where an engine takes it
REAL = ("float64", "float32")
COMPLEX = ("complex128", "complex64")


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """The arrays that an engine takes: of at most `axes` axes (None for any), of these floating dtypes.

    `order` is that of the highest derivative that it has: 1 where what it returns has no derivative itself.
    `methods` says that the methods of its arrays, if they have any, mean what those of NumPy's arrays mean.
    """

    axes: int | None = None
    dtypes: tuple[str, ...] = HALF + REAL + COMPLEX
    order: int | None = None
    methods: bool = True

    @property
    def scalar(self) -> bool:
        """Return whether an engine takes numbers alone."""
        return self.axes == 0

    def require(self, array: Any) -> None:
        """Refuse an array that is beyond the limits.

        Raises: NotShown.
        """
        kind = np.asarray(array).dtype
        if kind.kind in "fc" and kind.name not in self.dtypes:
            raise NotShown(f"the engine takes no {kind.name}")
        if not self._has_room(np.ndim(array)):
            raise NotShown(f"the engine takes arrays of at most {self.axes} axes")

    def admit(self, case: Case) -> bool:
        """Return whether an engine takes all that a case shows it and computes.

        Cost: one run over NumPy where axes are limited.
        """
        shown = (*case.x, *case.held.values(), *case.v)
        kinds = {a.dtype.name for a in shown if a.dtype.kind in "fc"}
        if not kinds <= set(self.dtypes) or not all(self._has_room(a.ndim) for a in shown):
            return False
        if not self.derives(1 + case.program.depth) or (case.presentation == "methods" and not self.methods):
            return False
        return self.axes is None or all(map(self._has_room, _axes_within(case)))

    def derives(self, order: int) -> bool:
        """Return whether an engine has derivatives of this order."""
        return self.order is None or order <= self.order

    def within(self, row: Primitive) -> Primitive:
        """Return a primitive with those of its forms whose arguments are within the limits."""
        if self == Limits():
            return row
        kept = tuple(form for form in row.forms if self._takes(form))
        return replace(row, forms=kept, complex=row.complex and not set(COMPLEX).isdisjoint(self.dtypes))

    def rows(self, rows: Mapping[str, Primitive]) -> dict[str, Primitive]:
        """Return those primitives of which there is something to show."""
        found = {name: self.within(row) for name, row in rows.items()}
        return {name: row for name, row in found.items() if row.forms}

    def _takes(self, form: Form) -> bool:
        literals = (a.value for a in form.args if isinstance(a, Fixed) and isinstance(a.value, list))
        return all(map(self._has_room, (*map(len, form.shapes), *map(np.ndim, literals))))

    def _has_room(self, axes: int) -> bool:
        return self.axes is None or axes <= self.axes


def _axes_within(case: Case) -> list[int]:
    """Return the numbers of axes of all values of a case; none where NumPy cannot run it."""
    try:
        with np.errstate(all="ignore"):
            env = case.program.environment(NUMPY, case.values(case.x), case.dtype)
    except (ArithmeticError, ValueError, np.linalg.LinAlgError):
        return []
    return [np.ndim(leaf) for leaf in spaces.leaves(tuple(env.values()))]
