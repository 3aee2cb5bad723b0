"""The differential operators, and how to have them with other rules.

    Math:  jvp  u ↦ J u     one call of f for each direction
           vjp  v ↦ Jᵀ v    one call of f, then none for any number of directions

All others are made of these two. `with_rules` returns the whole set for a table
of rules; the table travels with the traces, nothing is registered anywhere.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial, update_wrapper
from typing import Any

import numpy as np

from adspec.reference_engine import fitting, recomputing
from adspec.reference_engine import numpy as ad
from adspec.reference_engine.explaining import explain
from adspec.reference_engine.forward import Duals
from adspec.reference_engine.recording import (
    checked_tangents,
    pull_back,
    pull_leaves,
    pushes,
    record,
    row_of,
    zeros,
)
from adspec.reference_engine.rule import Rule, Semantics
from adspec.reference_engine.rules import RULES
from adspec.reference_engine.tracing import Traced, dtype_of, shape_of
from adspec.reference_engine.trees import (
    checked_input,
    describe,
    owned,
    rebuild,
    split_up,
    take_apart,
)

Function = Callable[..., Any]
Argnum = int | tuple[int, ...]


def jvp(semantics: Semantics, f: Function, primals: Any, tangents: Any) -> tuple[Any, Any]:
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


def vjp(semantics: Semantics, f: Function, *primals: Any) -> tuple[Any, Function]:
    """Return f(*primals) and pull, v ↦ Jᵀ v, a tuple with one cotangent per primal.

    Cost: one call of f; pull calls f never, and may be called any number of times
    """
    recording = record(semantics, f, primals, "pull")
    return recording.y, partial(pull_back, semantics, recording)


def linearize(semantics: Semantics, f: Function, *primals: Any) -> tuple[Any, Function]:
    """Return f(*primals) and push, (u, …) ↦ J u, with one tangent per primal.

    Cost: one call of f; push calls f never
    """
    recording = record(semantics, f, primals, "push")
    return recording.y, pushes(semantics, recording)


# ---- one argument among several


def restricted(f: Function, argnum: Argnum, args: Any, params: Any) -> tuple[Function, Any]:
    """Return f as a function of the chosen arguments, and these arguments."""
    chosen = (argnum,) if isinstance(argnum, int) else tuple(argnum)
    for i in chosen:
        if not -len(args) <= i < len(args):
            raise TypeError(f"Argnum {i}: the function was called with {len(args)} arguments.")

    def of_chosen(*xs: Any) -> Any:
        filled = list(args)
        for i, x in zip(chosen, xs, strict=True):
            filled[i] = x
        return f(*filled, **params)

    return of_chosen, [args[i] for i in chosen]


def value_and_grad(semantics: Semantics, f: Function, argnum: Argnum = 0) -> Function:
    """Return the function that gives f(*args) and its gradient.

    Raises: TypeError where f(*args) is no real scalar, before anything is pulled
    Cost: one call of f, one pull
    """

    def both(*args: Any, **params: Any) -> tuple[Any, Any]:
        g, xs = restricted(f, argnum, args, params)
        recording = record(semantics, g, xs, "pull", once=True)
        y = scalar_output(recording, "f", "the gradient")
        found = pull_back(semantics, recording, dtype_of(y).type(1))
        return y, found[0] if isinstance(argnum, int) else found

    return both


def grad(semantics: Semantics, f: Function, argnum: Argnum = 0) -> Function:
    """Return the function that gives the gradient of a real scalar function.

    Raises: TypeError where f(*args) is no real scalar, before anything is pulled
    Cost: one call of f, one pull
    """
    both = value_and_grad(semantics, f, argnum)
    return lambda *args, **params: both(*args, **params)[1]


def scalar_output(recording: Any, kinds: str, what: str) -> Any:
    """Return the output if it is one number of these kinds.

    Raises: TypeError otherwise
    """
    if recording.structure is None:
        y = recording.values[0]
        if shape_of(y) == () and dtype_of(y).kind in kinds:
            return y
        found = describe(y) if hasattr(y, "dtype") else describe(np.asarray(y))
    else:
        found = f"a {recording.structure[0].__name__}"
    way_out = (
        "Use holomorphic_grad for an analytic function, or the real part."
        if found.endswith(("complex128", "complex64")) and "shape ()" in found
        else "Use jacobian or elementwise_grad, or vjp with a cotangent."
    )
    raise TypeError(f"Output {found}: {what} needs a scalar (shape (), {KINDS[kinds]}). {way_out}")


KINDS = {"f": "real floating-point", "c": "complex"}


def holomorphic_grad(semantics: Semantics, f: Function, argnum: int = 0) -> Function:
    """Return the function that gives f′ of an analytic function of a complex array.

    Raises: TypeError where the argument or f(*args) is not complex
    Cost: one call of f, one pull
    """

    def derivative(*args: Any, **params: Any) -> Any:
        g, xs = restricted(f, argnum, args, params)
        if dtype_of(xs[0]).kind != "c":
            raise TypeError(
                f"Input of dtype {dtype_of(xs[0])}: an analytic function has a complex argument. "
                "Use grad for a real one."
            )
        recording = record(semantics, g, xs, "pull", once=True)
        y = scalar_output(recording, "c", "the complex derivative")
        return pull_back(semantics, recording, dtype_of(y).type(1))[0]

    return derivative


def elementwise_grad(semantics: Semantics, f: Function, argnum: int = 0) -> Function:
    """Return the function that gives the sum of the rows of J, Jᵀ 1.

    Where each output depends on the input at the same place only, these are the
    slopes.

    Cost: one call of f, one pull
    """

    def sums(*args: Any, **params: Any) -> Any:
        g, xs = restricted(f, argnum, args, params)
        recording = record(semantics, g, xs, "pull", once=True)
        ones = [np.ones(shape_of(y), dtype_of(y)) for y in recording.values]
        return pull_back(semantics, recording, rebuild(recording.structure, ones))[0]

    return sums


# ---- matrices


def jacobian(semantics: Semantics, f: Function, argnum: int = 0, mode: str | None = None) -> Function:
    """Return the function that gives J, of shape output + input.

    `mode` is "forward" (n pushes along one tape), "reverse" (m pulls), or None:
    reverse unless the input is the smaller side.

    Shapes: x: n, y: m, J: m n
    Raises: TypeError where argument or output is a container
    Cost: one call of f; n pushes or m pulls
    """
    if mode not in (None, "forward", "reverse"):
        raise ValueError(f'Mode {mode!r}: there are two. Use "forward", "reverse" or None.')

    def matrix(*args: Any, **params: Any) -> Any:
        g, xs = restricted(f, argnum, args, params)
        recording = record(semantics, g, xs, "push" if mode == "forward" else "pull", once=True)
        if recording.structure is not None or recording.structures != [None]:
            raise TypeError(
                "Jacobian with a container as argument or output: its blocks have no one shape. "
                "Use vjp or jvp, or join the arrays with concat."
            )
        x, y = recording.leaves[0], recording.values[0]
        n, m = size_of(x), size_of(y)
        dtype = np.result_type(dtype_of(x), dtype_of(y))
        if not n * m:
            return np.zeros(shape_of(y) + shape_of(x), dtype)
        if mode == "forward" or (mode is None and n < m):
            push = pushes(semantics, recording)
            columns = [ad.ravel(push(e)) for e in basis(x)]
            return ad.reshape(ad.stack(columns, axis=1), shape_of(y) + shape_of(x))
        zero = zeros(x)
        rows = [pull_leaves(semantics, recording, [e])[0] for e in basis(y)]
        joined = ad.stack([zero if row is None else row for row in rows])
        return ad.reshape(joined, shape_of(y) + shape_of(x))

    return matrix


def size_of(x: Any) -> int:
    """Return the number of entries."""
    return math.prod(shape_of(x))


def basis(x: Any) -> Any:
    """Yield the unit vectors of the space of x."""
    shape, dtype = shape_of(x), dtype_of(x)
    for i in range(size_of(x)):
        e = np.zeros(size_of(x), dtype)
        e[i] = 1
        yield e.reshape(shape) if shape else e[0]


def hessian(semantics: Semantics, f: Function, argnum: int = 0) -> Function:
    """Return the function that gives the second derivatives of a scalar function.

    Shapes: x: n, H: n n
    Cost: one call of f; n pushes along the tape of its gradient
    """
    return jacobian(semantics, grad(semantics, f, argnum), argnum, "forward")


def hvp(semantics: Semantics, f: Function, argnum: int = 0) -> Function:
    """Return the function (*args, u) ↦ H u, the gradient pushed along u.

    Cost: one call of f, one pull, one push: no second pass in reverse
    """

    def product(*args: Any, **params: Any) -> Any:
        *rest, u = args
        g, xs = restricted(grad(semantics, f, argnum), argnum, rest, params)
        return jvp(semantics, g, xs, (u,))[1]

    return product


@dataclass(frozen=True, slots=True, kw_only=True)
class Operators:
    """The differential operators of one table of rules."""

    jvp: Function
    vjp: Function
    linearize: Function
    grad: Function
    value_and_grad: Function
    jacobian: Function
    hessian: Function
    hvp: Function
    elementwise_grad: Function
    holomorphic_grad: Function
    checkpoint: Function
    explain: Function


def with_rules(
    rules: Mapping[str, Rule],
    *,
    add: Callable[[Any, Any], Any] = operator.add,
    push_to: fitting.Fit = fitting.push_to,
    pull_to: fitting.Fit = fitting.pull_to,
) -> Operators:
    """Return the operators that work with these rules.

    `add` accumulates tangents and cotangents; `push_to` and `pull_to` bring them
    into the space of their value. To build an engine that is wrong on purpose:

        with_rules({**RULES, "sin": RULES["sin"].replace(pull={0: wrong})})
    """
    semantics = Semantics(rules=rules, add=add, push_to=push_to, pull_to=pull_to)

    def bound(operator_: Function) -> Function:
        return update_wrapper(partial(operator_, semantics), operator_)

    def itself() -> Operators:
        return operators

    operators = Operators(
        jvp=bound(jvp),
        vjp=bound(vjp),
        linearize=bound(linearize),
        grad=bound(grad),
        value_and_grad=bound(value_and_grad),
        jacobian=bound(jacobian),
        hessian=bound(hessian),
        hvp=bound(hvp),
        elementwise_grad=bound(elementwise_grad),
        holomorphic_grad=bound(holomorphic_grad),
        checkpoint=update_wrapper(partial(recomputing.checkpoint, itself), recomputing.checkpoint),
        explain=bound(explain),
    )
    return operators


STANDARD = with_rules(RULES)
