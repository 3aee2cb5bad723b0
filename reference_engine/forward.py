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

from adspec.reference_engine.calling import called, handed_out, taken_in, vectors
from adspec.reference_engine.fitting import fitted
from adspec.reference_engine.rule import Rule, Semantics, Trace
from adspec.reference_engine.tracing import Primitive, Traced


class Duals(Trace):
    """The trace of one `jvp`: applies a primitive to values and to tangents."""

    __slots__ = ()

    def apply(self, primitive: Primitive, args: Any, params: Mapping[str, Any]) -> Any:
        """Return y, with its tangent where an argument has one.

        Cost: one call of the primitive, one of its push rules per tangent
        """
        rule, values, tangents = self.taken_up(primitive, args, "push")
        y = primitive(*values, **params)
        if not tangents:
            return y
        # What a rule computes on its way to a slope is nobody's business: no warnings.
        with np.errstate(all="ignore"):
            u = pushed(self.semantics, rule, tangents, y, values, params)
        return Traced(self, y, u)


def pushed(  # noqa: PLR0913, PLR0917 -- an equation has that many parts
    semantics: Semantics,
    rule: Rule,
    tangents: list[tuple[int, Any]],
    y: Any,
    args: list[Any],
    params: Mapping[str, Any],
) -> Any:
    """Return the tangent of y: the sum of what the arguments push to it."""
    total = None
    for i, u in tangents:
        way = rule.push[i]
        assert way is not None, "only ways that are there were taken up"
        term = way(u, y, *args, **params)
        total = term if total is None else semantics.add(total, term)
    return fitted(semantics.push_to, y, total)


def jvp(semantics: Semantics, f: Callable[..., Any], primals: Any, tangents: Any) -> tuple[Any, Any]:
    """Return f(*primals) and J u.

    Cost: one call of f, each equation pushed as it is met
    """
    leaves, inputs = taken_in(primals)
    us = vectors(tuple(tangents), inputs, leaves, "Tangent")
    values, pushed_, outputs = called(Duals(semantics), f, inputs, leaves, us)
    y = handed_out(outputs, values, values, *us)
    return y, handed_out(outputs, pushed_, values, *us, *values)
