"""Forward mode: every value travels together with its tangent.

The trace is a dual number with any shape: a `Traced` whose mark is u. Each
equation is pushed as soon as it is computed, so nothing is kept for later, and
one call of f answers for one direction.

    Math:  y = f(a, b)    Ju = Σᵢ (∂f/∂aᵢ) uᵢ
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from adspec.reference_engine.recording import checked_tangents, row_of, zeros
from adspec.reference_engine.rule import Semantics
from adspec.reference_engine.tracing import Primitive, Traced, escaped, missing, serial
from adspec.reference_engine.trees import checked_input, owned, rebuild, split_up, take_apart


class Duals:
    """The trace of one `jvp`: applies a primitive to values and to tangents."""

    __slots__ = ("add", "is_open", "level", "push_to", "rules")

    def __init__(self, semantics: Semantics) -> None:
        self.level = next(serial)
        self.rules = semantics.rules
        self.add = semantics.add
        self.push_to = semantics.push_to
        self.is_open = True

    def apply(self, primitive: Primitive, args: Any, params: Mapping[str, Any]) -> Any:
        """Return y, with its tangent where an argument has one.

        Cost: one call of the primitive, one of its push rules per tangent
        """
        values, tangents, deeper = [], [], False
        for i, a in enumerate(args):
            x = a
            if type(a) is Traced:
                if a.traced_by is self:
                    if not self.is_open:
                        raise escaped(a)
                    x = a.value
                    tangents.append((i, a.mark))
                deeper = deeper or type(x) is Traced
            elif type(a) is list or type(a) is tuple:
                x = np.asarray(a)
            values.append(x)
        y = primitive(*values, **params) if deeper else primitive.raw(*values, **params)
        # What a rule computes on its way to a slope is nobody's business: no warnings.
        with np.errstate(all="ignore"):
            u = self.push(primitive.name, tangents, y, values, params)
        return y if u is None else Traced(self, y, u)

    def push(
        self,
        name: str,
        tangents: list[tuple[int, Any]],
        y: Any,
        values: list[Any],
        params: Mapping[str, Any],
    ) -> Any:
        """Return the tangent of y, or None where every derivative is zero."""
        try:
            ways = self.rules[name].push
        except KeyError:
            raise missing(name, None, "push") from None
        total = None
        for i, u in tangents:
            try:
                way = ways[i]
            except IndexError:
                raise missing(name, i, "push") from None
            if way is not None:
                term = way(u, y, *values, **params)
                total = term if total is None else self.add(total, term)
        return None if total is None else fitted(self.push_to, y, total)


def fitted(fit: Callable[[Any, Any], Any], like: Any, value: Any) -> Any:
    """Return the value in the space of `like`; mostly it is there already."""
    if type(value) is type(like) and value.shape == like.shape and value.dtype is like.dtype:
        return value
    return fit(like, value)


def jvp(semantics: Semantics, f: Callable[..., Any], primals: Any, tangents: Any) -> tuple[Any, Any]:
    """Return f(*primals) and J u.

    Cost: one call of f, each equation pushed as it is met
    """
    leaves: list[Any] = []
    structures = [take_apart(x, leaves) for x in primals]
    leaves = [checked_input(x) for x in leaves]
    us = checked_tangents(tangents, structures, leaves)
    trace = Duals(semantics)
    duals = [Traced(trace, x, u) for x, u in zip(leaves, us, strict=True)]
    try:
        out = f(*split_up(structures, duals))
    finally:
        trace.is_open = False
    outputs: list[Any] = []
    structure = take_apart(out, outputs)
    marks = [row_of(trace, y) for y in outputs]
    values = [y if u is None else y.value for y, u in zip(outputs, marks, strict=True)]
    seen = set(map(id, us))
    pushed = [zeros(y) if u is None else owned(u, y, seen) for y, u in zip(values, marks, strict=True)]
    values = [owned(y, y, seen) if type(y) is np.ndarray else y for y in values]
    return rebuild(structure, values), rebuild(structure, pushed)
