"""Gradients: one pull with the weight 1, and what is refused before it.

Math:  grad f (x) = Jᵀ 1, for one real number coming out of f
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.reference_engine.recording import pull_back, record
from adspec.reference_engine.rule import Semantics
from adspec.reference_engine.tracing import dtype_of, shape_of
from adspec.reference_engine.trees import describe, rebuild

Function = Callable[..., Any]
Argnum = int | tuple[int, ...]


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
