"""Gradients: one pull with the weight 1, and what is refused before it.

Math:  grad f (x) = Jᵀ 1, for one real number coming out of f
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.reference_engine.recording import Recording, pulled, record
from adspec.reference_engine.rule import Semantics
from adspec.reference_engine.tracing import dtype_of, shape_of
from adspec.reference_engine.trees import describe

Function = Callable[..., Any]
Argnum = int | tuple[int, ...]


def restricted(f: Function, argnum: Argnum, args: Any, params: Any) -> tuple[Function, list[Any]]:
    """Return f as a function of the chosen arguments, and these arguments.

    Raises: TypeError for an argument that is not there, or chosen twice
    """
    n = len(args)
    chosen = argnum if isinstance(argnum, tuple) else (argnum,)
    for i in chosen:
        if not hasattr(i, "__index__"):
            raise TypeError(f"Argnum {argnum!r}: give the number of an argument, or a tuple of numbers.")
        if not -n <= i < n:
            raise TypeError(f"Argnum {i}: the function was called with {n} arguments.")
    if len({i % n for i in chosen}) < len(chosen):
        raise TypeError(f"Argnum {argnum}: an argument is named twice.")

    def of_chosen(*xs: Any) -> Any:
        filled = list(args)
        for i, x in zip(chosen, xs, strict=True):
            filled[i] = x
        return f(*filled, **params)

    return of_chosen, [args[i] for i in chosen]


def one_or_all(argnum: Argnum, found: tuple[Any, ...]) -> Any:
    """Return what belongs to the one argument that was named, or to all of a tuple of them."""
    return found if isinstance(argnum, tuple) else found[0]


def value_and_grad(semantics: Semantics, f: Function, argnum: Argnum = 0) -> Function:
    """Return the function that gives f(*args) and its gradient.

    Raises: TypeError where f(*args) is no real scalar, before anything is pulled
    Cost: one call of f, one pull
    """

    def both(*args: Any, **params: Any) -> tuple[Any, Any]:
        g, xs = restricted(f, argnum, args, params)
        recording = record(semantics, g, xs, "pull", once=True)
        y = scalar_output(recording, "f", "the gradient")
        return y, one_or_all(argnum, pulled(recording, [dtype_of(y).type(1)]))

    return both


def grad(semantics: Semantics, f: Function, argnum: Argnum = 0) -> Function:
    """Return the function that gives the gradient of a real scalar function.

    Raises: TypeError where f(*args) is no real scalar, before anything is pulled
    Cost: one call of f, one pull
    """
    both = value_and_grad(semantics, f, argnum)
    return lambda *args, **params: both(*args, **params)[1]


KINDS = {"f": "real floating-point", "c": "complex"}


def scalar_output(recording: Recording, kind: str, what: str) -> Any:
    """Return the output if it is one number of this kind.

    Raises: TypeError otherwise
    """
    y = recording.y
    is_number = recording.outputs is None and shape_of(y) == ()
    if is_number and dtype_of(y).kind == kind:
        return y
    way_out = (
        "Use holomorphic_grad for an analytic function, or the real part."
        if is_number and dtype_of(y).kind == "c"
        else "Use jacobian or elementwise_grad, or vjp with a cotangent."
    )
    raise TypeError(f"Output {describe(y)}: {what} needs a scalar (shape (), {KINDS[kind]}). {way_out}")


def holomorphic_grad(semantics: Semantics, f: Function, argnum: Argnum = 0) -> Function:
    """Return the function that gives f′ of an analytic function of a complex array.

    Raises: TypeError where an argument or f(*args) is not complex
    Cost: one call of f, one pull
    """

    def derivative(*args: Any, **params: Any) -> Any:
        g, xs = restricted(f, argnum, args, params)
        recording = record(semantics, g, xs, "pull", once=True)
        for x in recording.leaves:
            if dtype_of(x).kind != "c":
                raise TypeError(
                    f"Input of dtype {dtype_of(x)}: an analytic function has a complex argument. "
                    "Use grad for a real one."
                )
        y = scalar_output(recording, "c", "the complex derivative")
        return one_or_all(argnum, pulled(recording, [dtype_of(y).type(1)]))

    return derivative


def elementwise_grad(semantics: Semantics, f: Function, argnum: Argnum = 0) -> Function:
    """Return the function that gives the sum of the rows of J, Jᵀ 1.

    Where each output depends on the input at the same place only, these are the
    slopes.

    Cost: one call of f, one pull
    """

    def sums(*args: Any, **params: Any) -> Any:
        g, xs = restricted(f, argnum, args, params)
        recording = record(semantics, g, xs, "pull", once=True)
        ones = [np.ones(shape_of(y), dtype_of(y)) for y in recording.values]
        return one_or_all(argnum, pulled(recording, ones))

    return sums
