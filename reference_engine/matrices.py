"""Matrices of derivatives, one column or one row at a time."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from adspec.reference_engine import numpy as ad
from adspec.reference_engine.calling import zeros
from adspec.reference_engine.forward import jvp
from adspec.reference_engine.gradients import Argnum, Function, grad, one_or_all, restricted
from adspec.reference_engine.recording import Recording, pull_leaves, pushes, record
from adspec.reference_engine.rule import Semantics
from adspec.reference_engine.tracing import dtype_of, shape_of
from adspec.reference_engine.trees import rebuild


def jacobian(semantics: Semantics, f: Function, argnum: Argnum = 0, mode: str | None = None) -> Function:
    """Return the function that gives J, of shape output + input.

    `mode` is "forward" (n pushes along one tape), "reverse" (m pulls), or None:
    reverse unless the input is the smaller side. Where the output is a container, or
    the input, J is such a container of matrices, the input's inside the output's.

    Shapes: x: n, y: m, J: m n
    Cost: one call of f; n pushes or m pulls
    """
    if mode not in (None, "forward", "reverse"):
        raise ValueError(f'Mode {mode!r}: there are two. Use "forward", "reverse" or None.')

    def matrix(*args: Any, **params: Any) -> Any:
        g, xs = restricted(f, argnum, args, params)
        recording = record(semantics, g, xs, "push" if mode == "forward" else "pull", once=True)
        is_tall = sum(map(size_of, recording.leaves)) < sum(map(size_of, recording.values))
        blocks = by_columns if mode == "forward" or (mode is None and is_tall) else by_rows
        rows = [one_or_all(argnum, rebuild(recording.inputs, row)) for row in blocks(recording)]
        return rebuild(recording.outputs, rows)

    return matrix


def by_columns(recording: Recording) -> list[list[Any]]:
    """Return J with one block for each output and input, by one push for each entry of the inputs."""
    push, xs, ys = pushes(recording), recording.leaves, recording.values
    columns = [[push(only(i, e, xs)) for e in basis(x)] for i, x in enumerate(xs)]
    return [
        [block([c[j] for c in columns[i]], y, y, x, axis=-1) for i, x in enumerate(xs)]
        for j, y in enumerate(ys)
    ]


def by_rows(recording: Recording) -> list[list[Any]]:
    """Return J with one block for each output and input, by one pull for each entry of the outputs."""
    xs, ys = recording.leaves, recording.values
    rows = [[pull_leaves(recording, only(j, e, ys)) for e in basis(y)] for j, y in enumerate(ys)]
    return [
        [block([r[i] for r in rows[j]], x, y, x, axis=0) for i, x in enumerate(xs)] for j, y in enumerate(ys)
    ]


def block(lines: list[Any], space: Any, y: Any, x: Any, *, axis: int) -> Any:
    """Return the block of J that these columns or rows make up; each lives in `space`, None is zero."""
    shape = shape_of(y) + shape_of(x)
    if not math.prod(shape):
        return np.zeros(shape, np.result_type(dtype_of(y), dtype_of(x)))
    filled = [zeros(space) if line is None else line for line in lines]
    return ad.reshape(ad.stack(filled, axis=axis), shape)


def only(i: int, e: Any, among: list[Any]) -> list[Any]:
    """Return e in place i, and None for zero in all others."""
    return [e if k == i else None for k in range(len(among))]


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


def hessian(semantics: Semantics, f: Function, argnum: Argnum = 0) -> Function:
    """Return the function that gives the second derivatives of a scalar function.

    Shapes: x: n, H: n n
    Cost: one call of f; n pushes along the tape of its gradient
    """
    return jacobian(semantics, grad(semantics, f, argnum), argnum, "forward")


def hvp(semantics: Semantics, f: Function, argnum: Argnum = 0) -> Function:
    """Return the function (*args, u) ↦ H u, the gradient pushed along u.

    Cost: one call of f, one pull, one push: no second pass in reverse
    """

    def product(*args: Any, **params: Any) -> Any:
        *rest, u = args
        g, xs = restricted(grad(semantics, f, argnum), argnum, rest, params)
        return jvp(semantics, g, xs, u if isinstance(argnum, tuple) else (u,))[1]

    return product
