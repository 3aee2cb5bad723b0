"""Graphs: programs in the making, whose values are known and whose equal parts are one.

The graph of a body stands within another: it sees what is there, and nobody outside sees what it adds.
"""

from __future__ import annotations

import itertools
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from adspec.language.equations import Ops, closed
from adspec.language.literals import Literal
from adspec.language.primitives.row import Fixed, Primitive
from adspec.language.program import Atom, Equation, Name, Program
from adspec.language.spaces import Array
from adspec.search.fitting import Draft
from adspec.search.gentle import gentle_array, gentle_value


class Graph:
    """Inputs and equations with their values in float64 or complex128; equal ones get one name.

    The inputs hold what `dtype` can hold. Where `kinks` are allowed, only the sizes are watched.
    """

    def __init__(self, dtype: str, *, kinks: bool = False, outer: Graph | None = None) -> None:
        """Begin with nothing, or with what is known in the `outer` graph."""
        self.dtype, self.kinks, self.outer = dtype, kinks, outer
        self.inputs: list[str] = [] if outer is None else outer.inputs
        self.equations: list[Equation] = []
        self.values: ChainMap[str, Array] = ChainMap() if outer is None else outer.values.new_child()
        self.known: ChainMap[Any, str] = ChainMap() if outer is None else outer.known.new_child()
        self.numbers: Iterator[int] = itertools.count() if outer is None else outer.numbers

    def input(self, value: Array) -> str:
        """Return the name of the input with this value, of the outermost graph."""
        if self.outer is not None:
            return self.outer.input(value)
        exact = value.astype(self.dtype).astype(np.result_type(self.dtype, np.float64))
        key = (exact.shape, exact.tobytes())
        if key not in self.known:
            self.inputs.append(self._name(key, exact))
        return self.known[key]

    def call(self, row: Primitive, atoms: Sequence[Atom], params: Mapping[str, Literal]) -> str | None:
        """Return the name of a call, None where it is not gentle (see `gentle`) or leaves the real numbers.

        Cost: three calls of the NumPy meaning where the call is new.
        """
        key = (row.name, repr(atoms), repr(params))
        if key in self.known:
            return self.known[key]
        args = [self.values[a.text] if isinstance(a, Name) else Fixed(a) for a in atoms]
        y = gentle_value(row, args, params, kinks=self.kinks)
        if y is None or (y.dtype.kind == "c" and np.dtype(self.dtype).kind == "f"):
            return None
        name = self._name(key, y)
        self.equations.append(Equation(name=name, primitive=row.name, args=tuple(atoms), params=params))
        return name

    def parameter(self, value: Array) -> str:
        """Return the name of the parameter of a body, which is called with this value."""
        return self._name(object(), value)

    def body(self, parameter: str, output: str) -> Program:
        """Return the body that this graph has become, without what its output does not need."""
        whole = closed(parameter, self.equations, output)
        return closed(parameter, whole.without_dead().equations, output)

    def take(self, equation: Equation, ops: Ops) -> str | None:
        """Return the name of an equation with bodies, None where it is not gentle.

        Cost: three runs of the equation over `ops`, in which derivatives are differences.
        """
        used = tuple(dict.fromkeys(equation.uses()))
        alone = Program(inputs=used, equations=(equation,), outputs=(equation.name,))

        def f(*arrays: Array) -> Any:
            return alone.run(ops, dict(zip(used, arrays, strict=True)), np.float64)

        y = gentle_array(f, [self.values[name] for name in used], kinks=self.kinks)
        if y is None or y.dtype.kind == "c":
            return None
        self.equations.append(equation)
        self.values[equation.name] = y
        return equation.name

    def new_name(self) -> str:
        """Return a name that stands nowhere else, in no body either."""
        return f"t{next(self.numbers)}"

    def _name(self, key: Any, value: Array) -> str:
        name = self.known[key] = self.new_name()
        self.values[name] = value
        return name

    def draft(self, outputs: tuple[str, ...], unused: Iterable[str] = (), **how: Any) -> Draft:
        """Return the program with these outputs, without what does not lead to them."""
        grown = Program(inputs=tuple(self.inputs), equations=tuple(self.equations), outputs=outputs)
        live = grown.without_dead()
        used = {*live.use_counts(), *unused}
        inputs = tuple(name for name in self.inputs if name in used)
        return Draft(
            program=Program(inputs=inputs, equations=live.equations, outputs=outputs),
            values={name: self.values[name].astype(self.dtype) for name in inputs},
            **how,
        )
