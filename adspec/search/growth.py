"""Programs, grown from a stream of small choices.

A program is a tree, drawn from its output down: what makes an array of this shape? A leaf
first, which is the plainest answer, then a value that exists already, then an equation whose
arguments are trees themselves. Equal equations become one, so the tree is a graph, with
fan-out and diamonds. Values are known as soon as an equation has its arguments, so nothing is
thrown away: an argument outside the domain is led into it by wrapping equations, one too
large is scaled down, and a call that still is not gentle gets the fresh inputs at which the
soil saw it to be.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from adspec.language.presentation import OF_PROGRAMS
from adspec.language.primitives.row import Domain, Fixed, Form, Primitive, Shape
from adspec.language.program import Atom, Name
from adspec.language.spaces import Array
from adspec.search.cases import fill
from adspec.search.fitting import Draft, silence
from adspec.search.graph import Graph
from adspec.search.points import wide
from adspec.search.soil import Soil, plain_call
from adspec.search.tape import Choose

# Where the inputs of a program live: in the pools; from 1/30 to 30; where kinks and ties are.
TEMPERS = ("plain",) * 10 + ("wide",) * 5 + ("ties",)
SHOWN = ("functions",) * 20 + OF_PROGRAMS
ENDS = ("one",) * 5 + ("two",) + ("sum",) * 2  # outputs
INPUTS = 4  # beyond these a leaf is an input that fits, where there is one
_TIES = Domain(name="ties", pool=(0.0, 1.0, 1.0, -1.0, 0.0, 2.0))
_REACH = 1.5


def grow(soil: Soil, choose: Choose, limit: int) -> Draft:
    """Return a program of at most `limit` equations with its inputs and presentation.

    Cost: about three calls of NumPy per equation.
    """
    temper = TEMPERS[choose(len(TEMPERS))]
    growth = Growth(soil, choose, limit, temper)
    with silence():
        outputs = growth.outputs()
        unused = [growth.leaf((3,), _TIES)] if choose(24) == 23 else []
    shown = SHOWN[choose(len(SHOWN))]
    return growth.graph.draft(outputs, unused, presentation=shown, u=choose(8), v=choose(8))


class Growth:
    """A graph of at most `limit` equations, growing in a soil."""

    def __init__(
        self, soil: Soil, choose: Choose, limit: int, temper: str = "plain", outer: Graph | None = None
    ) -> None:
        """Begin with nothing, or as a body that sees an `outer` graph."""
        self.soil, self.choose, self.limit, self.temper = soil, choose, limit, temper
        self.graph = Graph(soil.dtype, kinks=temper == "ties", outer=outer)
        self._waiting = 0  # equations whose arguments are being grown

    @property
    def room(self) -> int:
        """Return how many more equations there may be."""
        return self.limit - len(self.graph.equations) - self._waiting

    def outputs(self) -> tuple[str, ...]:
        """Return the names of the outputs: mostly one, sometimes two, sometimes a sum over all entries."""
        end = ENDS[self.choose(len(ENDS))]
        self._waiting += end == "sum"
        first = self.root(self.room)
        self._waiting -= end == "sum"
        if end == "sum" and self.graph.values[first].ndim:
            return (self._apply("sum", Name(first)) or first,)
        if end == "two":
            inner = [e.name for e in self.graph.equations if e.name != first]
            grow = self.room > 0 and (not inner or self.choose(2))
            second = self.root(self.room) if grow else inner[self.choose(len(inner))] if inner else first
            return tuple(dict.fromkeys((first, second)))
        return (first,)

    # -------------------------------------------------------------- trees

    def root(self, share: int) -> str:
        """Return the name of an equation of any primitive, from at most `share` equations."""
        row, forms = self.soil.roots[self.choose(len(self.soil.roots))]
        return self._branch(row, forms[self.choose(len(forms))], share)

    def tree(self, shape: Shape, domain: Domain, share: int) -> str:
        """Return the name of a value of this shape in this domain, from at most `share` equations."""
        pick = self.choose(8)
        if pick == 0 or domain.build is not None:
            return self.leaf(shape, domain)
        known = [name for name, value in self.graph.values.items() if value.shape == shape]
        if pick < 4 and known:
            return self._within(domain, known[self.choose(len(known))])
        ways = self.soil.making.get(shape, ())
        if pick > 5:
            ways = self.soil.joining.get(shape, ways)
        if not ways or min(share, self.room) < 1:
            return self.leaf(shape, domain)
        row, forms = ways[self.choose(len(ways))]
        return self._within(domain, self._branch(row, forms[self.choose(len(forms))], share))

    def leaf(self, shape: Shape, domain: Domain) -> str:
        """Return the name of a new input, or of an input that fits."""
        values = self.graph.values
        fit = [n for n in self.graph.inputs if values[n].shape == shape and domain.contains(values[n])]
        fit = fit if domain.build is None else []
        new = int(len(self.graph.inputs) < INPUTS or not fit)
        pick = self.choose(new + len(fit))
        return fit[pick - new] if pick >= new else self.graph.input(self._point(shape, domain))

    def _point(self, shape: Shape, domain: Domain) -> Array:
        offset = 3 * len(self.graph.inputs) + self.choose(16)
        if self.temper == "ties" and domain.build is None and domain.contains(np.asarray(_TIES.pool)):
            domain = _TIES
        if self.temper == "wide" and np.dtype(self.soil.dtype).kind == "f":
            return wide(domain, shape, offset, _REACH)
        return fill(domain, shape, offset, self.soil.dtype)

    # -------------------------------------------------------------- equations

    def _branch(self, row: Primitive, form: Form, share: int) -> str:
        """Return the name of a call of this form: on trees if that is gentle, else on fresh inputs."""
        self._waiting += 1
        last = len(self.graph.equations) + share - 1
        atoms: list[Atom] = []
        for position, argument in enumerate(form.args):
            if isinstance(argument, Fixed):
                atoms.append(argument.value)
            else:
                waiting = sum(not isinstance(a, Fixed) for a in form.args[position:])
                part = (last - len(self.graph.equations)) // waiting
                atoms.append(Name(self.tree(argument, _domain_at(row, form, position), part)))
        call = self.graph.call
        name = call(row, atoms, form.params) or call(row, self._softer(atoms), form.params)
        self._waiting -= 1
        return name or self._fresh(row, form)

    def _fresh(self, row: Primitive, form: Form) -> str:
        plain = plain_call(row, form, self.soil.dtype)
        atoms = [a.value if isinstance(a, Fixed) else Name(self.graph.input(a)) for a in plain]
        name = self.graph.call(row, atoms, form.params)
        assert name is not None, f"{row.name}: the soil holds a form that is not gentle at plain values"
        return name

    def _softer(self, atoms: Sequence[Atom]) -> list[Atom]:
        return [Name(self._small(a.text)) if isinstance(a, Name) else a for a in atoms]

    def _small(self, name: str) -> str:
        """Return the name of a value of at most 2 in size: the value times a power of two."""
        size = float(np.max(np.abs(self.graph.values[name]), initial=0.0))
        if size <= 2.0:
            return name
        return self._apply("multiply", Name(name), 2.0 ** -math.ceil(math.log2(size / 2))) or name

    def _within(self, domain: Domain, name: str) -> str:
        """Return the name of a value in the domain: this one, or wrapped, or a leaf."""
        if self._is_within(domain, name):
            return name
        wrapped = self._wrapped(domain, self._small(name))
        if wrapped is not None and self._is_within(domain, wrapped):
            return wrapped
        return self.leaf(self.graph.values[name].shape, domain)

    def _is_within(self, domain: Domain, name: str) -> bool:
        """Return whether a value is in the domain, in the dtype of the case too: 1e-100 is 0 in float32."""
        value = self.graph.values[name]
        is_narrow = self.graph.dtype == "float32" and value.dtype.kind == "f"
        return domain.contains(value.astype("float32") if is_narrow else value)

    def _wrapped(self, domain: Domain, name: str) -> str | None:
        """Return the name of an image of a value within the bounds of a domain.

        Math: lo + ½ + a² above a bound, hi − ½ − a² below one, the middle + 0.9·tanh a between two.
        """
        lo, hi = domain.lo, domain.hi
        if np.isfinite(lo) and np.isfinite(hi):
            bent = self._apply("tanh", Name(name))
            scaled = bent and self._apply("multiply", Name(bent), 0.4375 * (hi - lo))
            return scaled and (self._apply("add", Name(scaled), (lo + hi) / 2) if lo + hi else scaled)
        squared = self._apply("square", Name(name))
        if np.isfinite(hi):
            return squared and self._apply("subtract", hi - 0.5, Name(squared))
        return squared and self._apply("add", Name(squared), (lo if np.isfinite(lo) else 0.0) + 0.5)

    def _apply(self, primitive: str, *atoms: Atom) -> str | None:
        """Return the name of a call of a wrapping primitive, None where there is no room or no such row."""
        row = self.soil.rows.get(primitive)
        return self.graph.call(row, atoms, {}) if row is not None and self.room > 0 else None


def _domain_at(row: Primitive, form: Form, place: int) -> Domain:
    """Return the domain of the array argument at a place among all arguments."""
    return row.domain(sum(not isinstance(a, Fixed) for a in form.args[:place]))
