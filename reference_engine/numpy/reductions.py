"""Functions that combine the entries along axes into one."""

# ruff: noqa: FBT001, FBT002 -- as in NumPy

from __future__ import annotations

import math
from typing import Any

import numpy as np

from adspec.reference_engine.numpy import elementwise as e
from adspec.reference_engine.numpy.joining import concat
from adspec.reference_engine.numpy.kernels import recurrence, std_values, tuple_of_axes
from adspec.reference_engine.numpy.manipulation import reshape
from adspec.reference_engine.tracing import Constant, Primitive, dtype_of, shape_of

Axis = Any  # None, an int, or a tuple of ints

# The ufunc's own reduction does the same as np.sum without its Python wrapper.
sum_over = Primitive("sum", lambda x, *, axis, keepdims: np.add.reduce(x, axis, keepdims=keepdims))
prod_over = Primitive("prod", lambda x, *, axis, keepdims: np.multiply.reduce(x, axis, keepdims=keepdims))
mean_over = Primitive("mean", np.mean)
max_over = Primitive("max", np.max)
min_over = Primitive("min", np.min)
std_over = Primitive("std", std_values)
var_over = Primitive(
    "var",
    lambda x, *, axis, correction, keepdims: np.var(x, axis=axis, ddof=correction, keepdims=keepdims),
)


def sum(x: Any, axis: Axis = None, keepdims: bool = False) -> Any:
    """Return the sum over the axes."""
    return sum_over(x, axis=axis, keepdims=keepdims)


def prod(x: Any, axis: Axis = None, keepdims: bool = False) -> Any:
    """Return the product over the axes."""
    return prod_over(x, axis=axis, keepdims=keepdims)


def mean(x: Any, axis: Axis = None, keepdims: bool = False) -> Any:
    """Return the mean over the axes."""
    return mean_over(x, axis=axis, keepdims=keepdims)


def max(x: Any, axis: Axis = None, keepdims: bool = False) -> Any:
    """Return the maximum over the axes; equal maxima share the derivative."""
    return max_over(x, axis=axis, keepdims=keepdims)


def min(x: Any, axis: Axis = None, keepdims: bool = False) -> Any:
    """Return the minimum over the axes; equal minima share the derivative."""
    return min_over(x, axis=axis, keepdims=keepdims)


def std(
    x: Any,
    axis: Axis = None,
    correction: float = 0,
    keepdims: bool = False,
    ddof: float | None = None,
) -> Any:
    """Return the standard deviation; its derivative at a constant is zero."""
    return std_over(x, axis=axis, correction=ddof or correction, keepdims=keepdims)


def var(
    x: Any,
    axis: Axis = None,
    correction: float = 0,
    keepdims: bool = False,
    ddof: float | None = None,
) -> Any:
    """Return the variance."""
    return var_over(x, axis=axis, correction=ddof or correction, keepdims=keepdims)


def ptp(x: Any, axis: Axis = None, keepdims: bool = False) -> Any:
    """Return the range of the values, maximum minus minimum."""
    return max(x, axis, keepdims) - min(x, axis, keepdims)


def average(x: Any, axis: Axis = None, weights: Any = None, keepdims: bool = False) -> Any:
    """Return the mean with weights, which may be traced as well."""
    if weights is None:
        return mean(x, axis, keepdims)
    ndim = len(shape_of(x))
    if len(shape_of(weights)) == ndim:
        return sum(e.multiply(x, weights), axis, keepdims) / sum(weights, axis, keepdims)
    if not isinstance(axis, int):
        raise TypeError("Weights with fewer axes than x: say along which one axis they run.")
    along = reshape(weights, [-1 if i == axis % ndim else 1 for i in range(ndim)])
    return sum(e.multiply(x, along), axis, keepdims) / sum(weights)


def nansum(x: Any, axis: Axis = None, keepdims: bool = False) -> Any:
    """Return the sum of what is a number."""
    return sum(e.where(e.isnan(x), 0, x), axis, keepdims)


def nanmean(x: Any, axis: Axis = None, keepdims: bool = False) -> Any:
    """Return the mean of what is a number."""
    count = np.sum(e.logical_not(e.isnan(x)), axis=axis, keepdims=keepdims)
    return e.divide(nansum(x, axis, keepdims), count.astype(dtype_of(x)))


# ---- running sums and products

cumulative_sum_along = Primitive("cumulative_sum", np.cumsum)
cumulative_prod_along = Primitive("cumulative_prod", np.cumprod)
linear_recurrence = Primitive("linear_recurrence", recurrence)


def cumulative_sum(x: Any, axis: int | None = None, include_initial: bool = False) -> Any:
    """Return the running sum along the axis; without one, of the flat array."""
    if axis is None:
        x, axis = reshape(x, (-1,)), 0
    return initially(include_initial, 0, cumulative_sum_along(x, axis=axis), axis)


def cumulative_prod(x: Any, axis: int | None = None, include_initial: bool = False) -> Any:
    """Return the running product along the axis; without one, of the flat array."""
    if axis is None:
        x, axis = reshape(x, (-1,)), 0
    return initially(include_initial, 1, cumulative_prod_along(x, axis=axis), axis)


def initially(wanted: bool, value: float, totals: Any, axis: int) -> Any:
    """Return the running totals, with what they start from in front if wanted."""
    if not wanted:
        return totals
    shape = list(shape_of(totals))
    shape[axis] = 1
    return concat([np.full(shape, value, dtype_of(totals)), totals], axis=axis)


# ---- no derivative

all = Constant("all", np.all)
any = Constant("any", np.any)
argmax = Constant("argmax", np.argmax)
argmin = Constant("argmin", np.argmin)
count_nonzero = Constant("count_nonzero", np.count_nonzero)


def size_over(x: Any, axis: Axis) -> int:
    """Return how many entries a reduction over the axes combines."""
    shape = shape_of(x)
    return math.prod(shape[i] for i in tuple_of_axes(axis, len(shape)))
