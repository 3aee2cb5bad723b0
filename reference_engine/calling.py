"""One call of f: what goes in is looked at, what comes out belongs to the caller.

All primals are one vector, the tuple of them; so are the outputs, whatever tree f
returns. Values, tangents and cotangents that go out are arrays of the caller's own:
assigning to them changes no later answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from adspec.reference_engine.rule import Trace
from adspec.reference_engine.tracing import Traced, dtype_of, escaped, shape_of
from adspec.reference_engine.trees import Structure, alike, describe, rebuild, take_apart


def taken_in(primals: Sequence[Any], *, borrowed: bool = False) -> tuple[list[Any], Structure]:
    """Return the leaves of the primals, as copies unless `borrowed`, and their structure."""
    leaves: list[Any] = []
    structure = take_apart(tuple(primals), leaves)
    return [checked_input(x, borrowed=borrowed) for x in leaves], structure


def called(
    trace: Trace, f: Callable[..., Any], inputs: Structure, leaves: list[Any], marks: Sequence[Any]
) -> tuple[list[Any], list[Any], Structure]:
    """Return the values that f gives out, the mark of each (None for a constant), and their structure.

    Cost: one call of f
    """
    traced = [Traced(trace, x, mark) for x, mark in zip(leaves, marks, strict=True)]
    try:
        y = f(*rebuild(inputs, traced))
    finally:
        trace.is_open = False
    outputs: list[Any] = []
    structure = take_apart(y, outputs)
    found = [mark_of(trace, y) for y in outputs]
    values = [y if mark is None else y.value for y, mark in zip(outputs, found, strict=True)]
    return values, found, structure


def mark_of(trace: Trace, y: Any) -> Any:
    """Return the mark of an output of this trace, None for a constant.

    Raises: EscapedTracerError for a value of a trace that is over, TypeError for what
    is no number
    """
    if type(y) is Traced:
        if y.traced_by is trace:
            return y.mark
        if not y.traced_by.is_open:
            raise escaped(y)
    elif type(y) is not np.ndarray and dtype_of(y).kind not in "biufc":
        raise TypeError(
            f"Output of type {type(y).__name__}: no vector space is known for it. "
            "Return arrays, numbers, or containers of them."
        )
    return None


def checked_input(x: Any, *, borrowed: bool) -> Any:
    """Return a leaf at which one can differentiate.

    Raises: TypeError for anything but real and complex floating-point values
    """
    kind = type(x)
    if kind is float or kind is complex:
        return x
    if kind is Traced:
        if not x.traced_by.is_open:
            raise escaped(x)
        return x
    if not isinstance(x, np.ndarray | np.generic) or x.dtype.kind not in "fc":
        raise TypeError(
            f"Input {describe(x)}: only floating-point values have derivatives. "
            "Convert it with float() or astype(float), or leave it out of argnum."
        )
    # What the caller assigns to x between the call of f and the pullback must not
    # change the derivative; and a subclass would be in the way.
    if kind is np.ndarray and borrowed:
        return x
    return np.array(x) if isinstance(x, np.ndarray) else x


def vectors(tree: Any, structure: Structure, likes: Sequence[Any], what: str) -> list[Any]:
    """Return the leaves of a tree, each a vector of the space of its value in `likes`.

    Raises: TypeError for another structure or a dtype that does not fit, ValueError for another shape
    """
    leaves: list[Any] = []
    alike(tree, structure, what, leaves)
    return [checked_vector(u, x, what) for u, x in zip(leaves, likes, strict=True)]


def checked_vector(u: Any, x: Any, what: str) -> Any:
    """Return u as a vector of the space of x."""
    if type(u) is not Traced:
        weak, array = type(u) in (int, float, complex), np.asarray(u)
        if array.dtype.kind not in "biufc":
            raise TypeError(f"{what} {describe(u)}: a vector is made of numbers.")
        u = array[()]
        if weak and u.dtype.kind in "if" and dtype_of(x).kind in "fc":
            u = u.astype(dtype_of(x))
    shape, dtype = shape_of(x), dtype_of(x)
    if u.shape != shape:
        raise ValueError(f"{what} of shape {u.shape}: the value it belongs to has shape {shape}.")
    if not np.can_cast(u.dtype, dtype, "same_kind"):
        raise TypeError(f"{what} of dtype {u.dtype}: the value it belongs to has dtype {dtype}.")
    return u if type(u) is Traced or u.dtype == dtype else u.astype(dtype)


def handed_out(structure: Structure, results: Sequence[Any], likes: Sequence[Any], *others: Any) -> Any:
    """Return the tree of results, zeros where they are None, none of them one of the `others`."""
    seen = set(map(id, others))
    return rebuild(structure, [owned(c, x, seen) for c, x in zip(results, likes, strict=True)])


def owned(result: Any, like: Any, seen: set[int]) -> Any:
    """Return the result as an array that nobody else has a hold on.

    `seen` are the ids of arrays that it must not be; it is added to them.
    """
    if result is None:
        return zeros(like)
    if not isinstance(result, np.ndarray):
        return np.asarray(result) if type(like) is np.ndarray and type(result) is not Traced else result
    if result.base is not None or id(result) in seen or not result.flags.writeable:
        result = np.array(result)
    seen.add(id(result))
    return result


def zeros(x: Any) -> Any:
    """Return the zero of the space of x."""
    zero = np.zeros(shape_of(x), dtype_of(x))
    return zero if type(x) is np.ndarray else zero[()]
