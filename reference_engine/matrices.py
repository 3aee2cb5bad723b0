"""Matrices of derivatives, one column or one row at a time."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from adspec.reference_engine import numpy as ad
from adspec.reference_engine.forward import jvp
from adspec.reference_engine.gradients import Function, grad, restricted
from adspec.reference_engine.recording import pull_leaves, pushes, record, zeros
from adspec.reference_engine.rule import Semantics
from adspec.reference_engine.tracing import dtype_of, shape_of


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
