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
    distinct eigenvalues) brings a `build` of its own. `holes` are points between the bounds that
    do not belong to it, such as 0 for a divisor.
    """

    name: str
    pool: tuple[float, ...]
    lo: float = -np.inf
    hi: float = np.inf
    closed: bool = True
    holes: tuple[float, ...] = ()
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
        return bool(np.all(inside & ~np.isin(values, self.holes)))

    def fill(self, shape: Shape, offset: int = 0) -> Array:
        """Return a float64 array of `shape` with the pool's values from `offset` on."""
        if self.build is not None:
            return self.build(shape, offset)
        size = int(np.prod(shape))
        return np.asarray([self.pool[(offset + i) % len(self.pool)] for i in range(size)]).reshape(shape)


@dataclass(frozen=True, slots=True)
class Fixed:
    """A literal among the arguments of a form or a rung: `getitem(x, Fixed((0, ...)))`.

    The wrapper tells a literal tuple from a shape, and a literal number from a point.
    """

    value: Literal


@dataclass(frozen=True, kw_only=True, slots=True)
class Form:
    """One way to call a primitive: a shape per array argument, a `Fixed` literal per constant one.

    A literal is passed as it is (a list becomes an array).
    """

    args: tuple[Any, ...]
    params: Mapping[str, Literal] = field(default_factory=dict)

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """Return the shapes of the array arguments, in order."""
        return tuple(a for a in self.args if isinstance(a, tuple))


@dataclass(frozen=True, kw_only=True, slots=True)
class Rung:
    """One explicit call: every array argument as values, the others `Fixed`.

    Values are a float, a nested list of floats, or an array where the dtype matters. `held` names
    the positions whose argument is a constant of the program rather than a point.
    """

    args: tuple[Any, ...]
    params: Mapping[str, Literal] = field(default_factory=dict)
    held: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Primitive:
    """One word of the program language.

    `value(*args, **params)` is its meaning in NumPy: literals stand where the form has them,
    sequences of arrays are flat (`concat(a, b, axis=0)`). `domains` has one entry per array
    argument, the last repeated. `complex` says that it is also judged on complex arguments,
    `constant` that its derivative is zero wherever it exists, `elementwise` that it acts entry by
    entry (so that edge points are generated), `kinks` where it then has a kink in one argument.
    `observable` is the program text `def g(a): …` of what is well defined of its result a, where
    that is a tuple of arrays or is unique only up to signs or order, or `def g(a, x): …` where it is
    a constant that is seen through x; `prepare` is the program text `def g(x): …` that brings its
    first argument into a domain without an inside, such as the integers, or the symmetric matrices,
    where engines may read one triangle, the other or both. Either is a pair: for real, and for
    complex arguments. `needs` is the module, beside NumPy, that the meaning needs.
    `rounds` is how many times one rounding a good implementation may be off: 1 where its result
    is nearly correctly rounded, more where it sums series or iterates inside. `normwise` says that it
    mixes its entries, as decompositions do: then all of them round like the largest. `reach` is over how
    many powers of ten on both sides of 1 its random points spread: fewer where a series would not end.
    `alike` says that its arguments are defined for one dtype alone.
    """

    name: str
    family: str
    says: str
    value: Callable[..., Any]
    forms: tuple[Form, ...]
    domains: tuple[Domain, ...]
    rungs: tuple[Rung, ...] = ()
    kinks: tuple[float, ...] = ()
    complex: bool = False
    constant: bool = False
    elementwise: bool = False
    observable: tuple[str, str] = ("", "")
    prepare: tuple[str, str] = ("", "")
    needs: str = ""
    rounds: float = 1.0
    normwise: bool = False
    reach: float = 8.0
    alike: bool = False
    widens: bool = False

    def domain(self, position: int) -> Domain:
        """Return the domain of array argument `position` (counted among the array arguments)."""
        return self.domains[min(position, len(self.domains) - 1)]


def index(rows: Sequence[Primitive]) -> dict[str, Primitive]:
    """Return the rows by name; a name that stands twice is an error of the table."""
    table = {row.name: row for row in rows}
    assert len(table) == len(rows), "a primitive stands twice in the tables"
    return table
