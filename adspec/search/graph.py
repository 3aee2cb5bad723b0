"""Graphs: programs in the making, whose values are known and whose equal parts are one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from adspec.language.literals import Literal
from adspec.language.primitives.row import Fixed, Primitive
from adspec.language.program import Atom, Equation, Name, Program
from adspec.language.spaces import Array
from adspec.search.fitting import Draft
from adspec.search.gentle import gentle_value


class Graph:
    """Inputs and equations with their values in float64 or complex128; equal ones get one name.

    The inputs hold what `dtype` can hold. Where `kinks` are allowed, only the sizes are watched.
    """

    def __init__(self, dtype: str, *, kinks: bool = False) -> None:
        """Begin with nothing."""
        self.dtype, self.kinks = dtype, kinks
        self.inputs: list[str] = []
        self.equations: list[Equation] = []
        self.values: dict[str, Array] = {}
        self._known: dict[Any, str] = {}

    def input(self, value: Array) -> str:
        """Return the name of the input with this value."""
        exact = value.astype(self.dtype).astype(np.result_type(self.dtype, np.float64))
        key = (exact.shape, exact.tobytes())
        if key not in self._known:
            self.inputs.append(self._name(key, exact))
        return self._known[key]

    def call(self, row: Primitive, atoms: Sequence[Atom], params: Mapping[str, Literal]) -> str | None:
        """Return the name of a call, None where it is not gentle (see `gentle`) or leaves the real numbers.

        Cost: three calls of the NumPy meaning where the call is new.
        """
        key = (row.name, repr(atoms), repr(params))
        if key in self._known:
            return self._known[key]
        args = [self.values[a.text] if isinstance(a, Name) else Fixed(a) for a in atoms]
        y = gentle_value(row, args, params, kinks=self.kinks)
        if y is None or (y.dtype.kind == "c" and np.dtype(self.dtype).kind == "f"):
            return None
        name = self._name(key, y)
        self.equations.append(Equation(name=name, primitive=row.name, args=tuple(atoms), params=params))
        return name

    def _name(self, key: Any, value: Array) -> str:
        name = self._known[key] = f"t{len(self.values)}"
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
