"""The operators and array methods of traced values.

An operator is the primitive of the same meaning, computed by Python's own
operator: so a * b is what it would have been without tracing, for Python floats
as well, and a good deal cheaper than a ufunc on NumPy scalars.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from adspec.reference_engine.numpy import (
    elementwise,
    indexing,
    manipulation,
    products,
    reductions,
    sorting,
)
from adspec.reference_engine.tracing import NO_PARAMS, Binary, Traced, Unary, plain

# special method, primitive, Python's operator
BINARY = (
    ("add", "add", operator.add),
    ("sub", "subtract", operator.sub),
    ("mul", "multiply", operator.mul),
    ("truediv", "divide", operator.truediv),
    ("pow", "pow", operator.pow),
    ("mod", "remainder", operator.mod),
    ("floordiv", "floor_divide", operator.floordiv),
    ("matmul", "matmul", operator.matmul),
)

UNARY = (
    ("__neg__", "negative", operator.neg),
    ("__pos__", "positive", operator.pos),
    ("__abs__", "abs", abs),
)

COMPARISONS = (
    ("__lt__", operator.lt),
    ("__le__", operator.le),
    ("__eq__", operator.eq),
    ("__ne__", operator.ne),
    ("__gt__", operator.gt),
    ("__ge__", operator.ge),
)

# NumPy's methods, by the function that does the same
METHODS: dict[str, Callable[..., Any]] = {
    "__getitem__": indexing.getitem,
    "all": reductions.all,
    "any": reductions.any,
    "argmax": reductions.argmax,
    "argmin": reductions.argmin,
    "argsort": sorting.argsort,
    "astype": manipulation.astype,
    "clip": elementwise.clip,
    "conj": elementwise.conj,
    "conjugate": elementwise.conj,
    "copy": manipulation.copy,
    "cumprod": reductions.cumulative_prod,
    "cumsum": reductions.cumulative_sum,
    "diagonal": indexing.diagonal,
    "dot": products.dot,
    "flatten": manipulation.ravel,
    "max": reductions.max,
    "mean": reductions.mean,
    "min": reductions.min,
    "prod": reductions.prod,
    "ravel": manipulation.ravel,
    "repeat": manipulation.repeat,
    "round": elementwise.round,
    "squeeze": manipulation.squeeze,
    "std": reductions.std,
    "sum": reductions.sum,
    "swapaxes": manipulation.swapaxes,
    "take": indexing.take,
    "trace": products.trace,
    "var": reductions.var,
}

PROPERTIES = {
    "T": manipulation.permute_dims,
    "mT": manipulation.matrix_transpose,
    "imag": elementwise.imag,
    "real": elementwise.real,
}


def operators_of(primitive: Binary) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return the method for the primitive, and the one for swapped operands."""

    def forwards(self: Traced, other: Any) -> Any:
        trace = self.traced_by
        if type(other) is Traced and other.traced_by.level > trace.level:
            trace = other.traced_by
        return trace.apply(primitive, (self, other), NO_PARAMS)

    def swapped(self: Traced, other: Any) -> Any:
        return self.traced_by.apply(primitive, (other, self), NO_PARAMS)

    return forwards, swapped


def unary(primitive: Unary) -> Callable[..., Any]:
    return lambda self: self.traced_by.apply(primitive, (self,), NO_PARAMS)


def comparison(compare: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda self, other: compare(plain(self), plain(other))


def as_method(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, *args, **params: function(self, *args, **params)


def one_or_many(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that takes a tuple or its entries, as x.reshape(2, 3) does."""

    def method(self: Traced, *sizes: Any) -> Any:
        if not sizes or (len(sizes) == 1 and not isinstance(sizes[0], int)):
            return function(self, *sizes)
        return function(self, sizes)

    return method


for _suffix, _name, _operator in BINARY:
    _forwards, _swapped = operators_of(Binary(_name, _operator))
    setattr(Traced, f"__{_suffix}__", _forwards)
    setattr(Traced, f"__r{_suffix}__", _swapped)
for _suffix, _name, _operator in UNARY:
    setattr(Traced, _suffix, unary(Unary(_name, _operator)))
for _suffix, _operator in COMPARISONS:
    setattr(Traced, _suffix, comparison(_operator))
for _name, _function in METHODS.items():
    setattr(Traced, _name, as_method(_function))
for _name, _function in PROPERTIES.items():
    setattr(Traced, _name, property(_function))
Traced.reshape = one_or_many(manipulation.reshape)  # type: ignore[attr-defined]
Traced.transpose = one_or_many(manipulation.permute_dims)  # type: ignore[attr-defined]
