"""What a primitive is: its meaning, its domain, the forms of its arguments, its edge points.

One primitive is one row of a family's table. A row never holds a derivative: NumPy's function
of the same name is its meaning here, a ball-arithmetic function of the same name in
`adspec.truth` is its meaning there, and the derivative follows from those values alone.

Search reads two lists of a row. *Forms* say which shapes and static parameters its arguments
may have, simplest first: few enough that engines which compile per shape stay quick. *Rungs*
are explicit arguments, the ladder of points at which rules go wrong: kinks, ties, zeros,
saturation, the ends of the domain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from adspec.language.literals import Literal
from adspec.language.spaces import Array

Shape = tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Domain:
    """Where one argument of a primitive may live, and the plain values that search takes there.

    `pool` starts with the plainest number; `fill` makes an array of a shape, the entry k of the
    pool first, so that one integer names a whole array. A structured domain (positive definite,
    distinct eigenvalues) brings a `build` of its own.
    """

    name: str
    pool: tuple[float, ...]
    lo: float = -np.inf
    hi: float = np.inf
    closed: bool = True
    build: Callable[[Shape, int], Array] | None = None

    def contains(self, values: Array) -> bool:
        """Return whether every real entry lies within the bounds (complex entries always do)."""
        if np.iscomplexobj(values) or values.size == 0:
            return True
        inside = (
            (values >= self.lo) & (values <= self.hi)
            if self.closed
            else (values > self.lo) & (values < self.hi)
        )
        return bool(np.all(inside))

    def fill(self, shape: Shape, offset: int = 0) -> Array:
        """Return a float64 array of `shape` with the pool's values from `offset` on."""
        if self.build is not None:
            return self.build(shape, offset)
        size = int(np.prod(shape))
        return np.asarray([self.pool[(offset + i) % len(self.pool)] for i in range(size)]).reshape(shape)


@dataclass(frozen=True, kw_only=True, slots=True)
class Form:
    """One way to call a primitive: a shape per array argument, a literal per constant one.

    A tuple among `args` is the shape of an array argument; any other literal is passed as it
    is (a list becomes an array).
    """

    args: tuple[Any, ...]
    params: Mapping[str, Literal] = field(default_factory=dict)

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """Return the shapes of the array arguments, in order."""
        return tuple(a for a in self.args if isinstance(a, tuple))


@dataclass(frozen=True, kw_only=True, slots=True)
class Rung:
    """One explicit call: every array argument given as values (float or nested list).

    `held` names the positions whose argument is a constant of the program rather than a point.
    """

    args: tuple[Any, ...]
    params: Mapping[str, Literal] = field(default_factory=dict)
    held: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Primitive:
    """One word of the program language.

    `value(*arrays, **params)` is its meaning in NumPy. `domains` has one entry per array
    argument, the last repeated. `complex` says that it is also judged on complex arguments,
    `constant` that its derivative is zero wherever it exists.
    """

    name: str
    family: str
    says: str
    value: Callable[..., Any]
    forms: tuple[Form, ...]
    domains: tuple[Domain, ...]
    rungs: tuple[Rung, ...] = ()
    complex: bool = False
    constant: bool = False

    def domain(self, position: int) -> Domain:
        """Return the domain of array argument `position` (counted among the array arguments)."""
        return self.domains[min(position, len(self.domains) - 1)]


def index(rows: Sequence[Primitive]) -> dict[str, Primitive]:
    """Return the rows by name; a name that stands twice is an error of the table."""
    table = {row.name: row for row in rows}
    assert len(table) == len(rows), "a primitive stands twice in the tables"
    return table
