"""Bring tangents and cotangents into the space in which they must live.

One pair of functions, each the transpose of the other, so that no rule has to
mention broadcasting, dtypes or the real part:

    Math:  push_to: broadcast, then embed real in complex, then round
           pull_to: sum over the broadcast axes, then take the real part, then round
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.reference_engine.numpy import elementwise, manipulation, reductions
from adspec.reference_engine.tracing import Bundle, Traced, dtype_of, shape_of

Fit = Callable[[Any, Any], Any]


def fitted(fit: Fit, like: Any, value: Any) -> Any:
    """Return the value in the space of `like`; mostly it is there already."""
    if type(value) is type(like) and value.shape == like.shape and value.dtype is like.dtype:
        return value
    return fit(like, value)


def push_to(y: Any, u: Any) -> Any:
    """Return tangent u in the space of y."""
    u = arrayed(u)
    shape = shape_of(y)
    if u.shape != shape and type(u) is not Bundle:
        u = manipulation.broadcast_to(u, shape)
    return cast(u, dtype_of(y))


def pull_to(x: Any, v: Any) -> Any:
    """Return cotangent v in the space of x."""
    v = arrayed(v)
    shape = shape_of(x)
    if v.shape != shape and type(v) is not Bundle:
        v = sum_to(v, shape)
    return cast(v, dtype_of(x))


def sum_to(v: Any, shape: tuple[int, ...]) -> Any:
    """Return v summed over the axes along which `shape` was broadcast to it."""
    extra = len(v.shape) - len(shape)
    if extra > 0:
        v = reductions.sum(v, axis=tuple(range(extra)))
    stretched = tuple(i for i, n in enumerate(shape) if n == 1 and v.shape[i : i + 1] != (1,))
    if stretched and extra >= 0:
        v = reductions.sum(v, axis=stretched, keepdims=True)
    if v.shape != shape:
        raise ValueError(
            f"Cotangent of shape {v.shape}: a pull rule returned it for an argument of shape "
            f"{shape}. Return the argument's shape, or one to which it was broadcast."
        )
    return v


def cast(value: Any, dtype: np.dtype[Any]) -> Any:
    """Return the value with this dtype, the real part where only that fits."""
    if type(value) is Bundle or value.dtype == dtype:
        return value
    if value.dtype.kind == "c" and dtype.kind != "c":
        value = elementwise.real(value)
    return manipulation.astype(value, dtype=dtype)


def arrayed(value: Any) -> Any:
    """Return what a rule returned as something with a shape and a dtype."""
    if type(value) is Traced or type(value) is Bundle or isinstance(value, np.ndarray | np.generic):
        return value
    return np.asarray(value)
