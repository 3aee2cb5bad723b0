"""Programs with bodies: derivatives, branches and loops within programs, grown like the rest of them.

A body is a growth of its own that sees what is there outside, so that it captures names, as closures do,
and its arguments are grown before it. What is not gentle (most often a derivative that is zero) is given
up, and the program goes on without it. Bodies stand within bodies up to a depth of three.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from adspec.language.equations import Atom, Equation, Name, Ops, Program
from adspec.language.higher import DERIVATIVES, HIGHER
from adspec.language.literals import Literal
from adspec.language.primitives.domains import REAL
from adspec.language.primitives.row import Domain, Shape
from adspec.search.fitting import Draft, silence
from adspec.search.graph import Graph
from adspec.search.growth import Growth
from adspec.search.soil import Soil, Way
from adspec.search.tape import Choose

DEPTH = 3  # derivatives within each other
LINES = 3  # of a body
TRIES = 3  # words that a program with bodies tries before it goes without
TEMPERS = ("plain",) * 3 + ("wide",)
# Entries of the point of a body, by depth: the truth takes a difference for each.
SIZES = (6, 3, 1)


def grow_nested(soil: Soil, words: Sequence[str], ops: Ops, choose: Choose, limit: int) -> Draft:
    """Return a program of at most `limit` equations, most of them with a body of one of the words.

    Cost: about three runs of each body, and of each of its derivatives four per entry of its point.
    """
    nest = Nest(soil, choose, limit, TEMPERS[choose(len(TEMPERS))], words=words, ops=ops)
    with silence():
        outputs = nest.outputs()
    return nest.graph.draft(outputs, u=choose(8), v=choose(8))


class Nest(Growth):
    """A growth that begins with an equation with bodies; within `outer` it is a body itself."""

    def __init__(  # noqa: PLR0913 - as Growth, and what bodies are made of
        self,
        soil: Soil,
        choose: Choose,
        limit: int,
        temper: str,
        *,
        words: Sequence[str],
        ops: Ops,
        outer: Graph | None = None,
        depth: int = 0,
    ) -> None:
        """Begin with nothing, or with what the outer graph knows."""
        super().__init__(soil, choose, limit, temper, outer)
        self.words, self.ops, self.depth = words, ops, depth
        self._next: str | None = None  # a value that the next tree of its shape must be

    def root(self, share: int) -> str:
        """Return the name of an equation with bodies, or of one that uses it."""
        found = (self.nested() for _ in range(TRIES))
        name = next((name for name in found if name is not None), None)
        if name is None or self.room < 1:
            return super().root(share) if name is None else name
        return self._using(name, share) if self.choose(2) else name

    def tree(self, shape: Shape, domain: Domain, share: int) -> str:
        """Return the name of a value of this shape, first of all the one that must be used."""
        if self._next is not None and self.graph.values[self._next].shape == shape:
            name, self._next = self._next, None
            return self._within(domain, name)
        return super().tree(shape, domain, share)

    def _using(self, name: str, share: int) -> str:
        """Return the name of an equation one of whose arguments is this value."""
        return self._taking(name, self.soil.roots, share) or name

    def _taking(self, name: str, ways: Sequence[Way], share: int) -> str | None:
        """Return the name of one of these calls with this value as an argument, None where none takes it."""
        shape = self.graph.values[name].shape
        taking = [(row, fit) for row, forms in ways if (fit := [f for f in forms if shape in f.shapes])]
        if not taking:
            return None
        self._next = name
        row, forms = taking[self.choose(len(taking))]
        made = self._branch(row, forms[self.choose(len(forms))], share)
        self._next = None
        return made

    # -------------------------------------------------------------- equations with bodies

    def nested(self) -> str | None:
        """Return the name of a new equation with bodies, None where it is not gentle."""
        derivatives = [word for word in self.words if word in DERIVATIVES]
        some = derivatives if derivatives and self.choose(4) else self.words
        word = some[self.choose(len(some))]
        shapes = [s for s in self.soil.making if math.prod(s) <= SIZES[self.depth]]
        shape = ((), *shapes)[self.choose(1 + len(shapes))] if self.choose(2) else ()
        x = self.tree(shape, REAL, 1)
        args: list[Atom] = [Name(x)]
        if word == "push":
            args.append(1.0 if not shape and self.choose(2) else Name(self.tree(shape, REAL, 1)))
        elif word == "branch":
            args.insert(0, Name(self.tree((), REAL, 1)))
        end = shape if word == "iterate" else () if word == "grad" else None
        bodies = self._bodies(word, x, end)
        if bodies is None:
            return None
        if word == "pull":
            v = self.tree(self._shape_of(bodies[0], x), REAL, 1)
            args.append(Name(v))
        params: Mapping[str, Literal] = {"times": 2 + self.choose(2)} if word == "iterate" else {}
        name = self.graph.new_name()
        line = Equation(name=name, primitive=word, args=tuple(args), params=params, bodies=bodies)
        return self.graph.take(line, self.ops)

    def _bodies(self, word: str, x: str, end: Shape | None) -> tuple[Program, ...] | None:
        """Return the bodies of a word at x, with results of the shape `end`, or all of one shape."""
        bodies: list[Program] = []
        for _ in range(HIGHER[word].bodies):
            body = self._body(x, end, word in DERIVATIVES)
            if body is None:
                return None
            bodies.append(body)
            end = self._shape_of(body, x)
        return tuple(bodies)

    def _body(self, x: str, end: Shape | None, derived: bool) -> Program | None:  # noqa: FBT001 - of one place
        point = self.graph.values[x]
        inner = Body(
            self.soil,
            self.choose,
            LINES,
            self.temper,
            words=self.words,
            ops=self.ops,
            outer=self.graph,
            depth=self.depth + derived,
        )
        inner.point = inner.graph.parameter(point)
        output = inner.result(end)
        return None if output is None else inner.graph.body(inner.point, output)

    def _shape_of(self, body: Program, x: str) -> Shape:
        values = {name: self.graph.values[name] for name in body.captures}
        found = body.run(self.ops, {body.inputs[0]: self.graph.values[x], **values}, np.float64)
        return tuple(np.shape(found))


class Body(Nest):
    """The growth of a body; its parameter is the first leaf that comes to mind."""

    point = ""

    def tree(self, shape: Shape, domain: Domain, share: int) -> str:
        """Return the name of a value of this shape: often the parameter."""
        if self.graph.values[self.point].shape == shape and domain.build is None and self.choose(2) == 0:
            return self._within(domain, self.point)
        return super().tree(shape, domain, share)

    def result(self, end: Shape | None) -> str | None:
        """Return the name of the result, of the shape `end` if there is one; None where none was found."""
        name = self.nested() if self.depth < DEPTH and self.choose(2) else None
        if name is None:
            some = self.soil.roots if not end else self.soil.making.get(end, ())
            name = self._taking(self.point, some, LINES)
        elif self.choose(2):
            name = self._apply("multiply", Name(name), Name(self.point)) or name
        if name is not None and end == () and self.graph.values[name].ndim:
            name = self._apply("sum", Name(name))
        return name if name is None or end in {None, self.graph.values[name].shape} else None
