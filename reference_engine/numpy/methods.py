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
from adspec.reference_engine.tracing import NO_PARAMS, Primitive, Traced, plain

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

UNARY: tuple[tuple[str, str, Any], ...] = (
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
    "compress": lambda x, condition, axis=None: indexing.compress(condition, x, axis),
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

PROPERTIES: dict[str, Any] = {
    "T": manipulation.permute_dims,
    "mT": manipulation.matrix_transpose,
    "imag": elementwise.imag,
    "real": elementwise.real,
}


def operators_of(primitive: Primitive) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return the method for the primitive, and the one for swapped operands."""

    def forwards(self: Traced, other: Any) -> Any:
        trace = self.traced_by
        if type(other) is Traced and other.traced_by.level > trace.level:
            trace = other.traced_by
        return trace.apply(primitive, (self, other), NO_PARAMS)

    def swapped(self: Traced, other: Any) -> Any:
        return self.traced_by.apply(primitive, (other, self), NO_PARAMS)

    return forwards, swapped


def unary(primitive: Primitive) -> Callable[..., Any]:
    """Return the method for the primitive."""
    return lambda self: self.traced_by.apply(primitive, (self,), NO_PARAMS)


def comparison(compare: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """Return the method that compares plain values: where they differ is no derivative."""
    return lambda self, other: compare(plain(self), plain(other))


def as_method(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function as a method; a primitive alone would not bind to its object."""
    return lambda self, *args, **params: function(self, *args, **params)  # noqa: PLW0108 -- see above


def one_or_many(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that takes a tuple or its entries, as x.reshape(2, 3) does."""

    def method(self: Traced, *sizes: Any) -> Any:
        if not sizes or (len(sizes) == 1 and not isinstance(sizes[0], int)):
            return function(self, *sizes)
        return function(self, sizes)

    return method


def add_to(kind: Any) -> None:
    """Give the class all operators, methods and properties of this file."""
    for suffix, name, compute in BINARY:
        forwards, swapped = operators_of(Primitive(name, compute))
        setattr(kind, f"__{suffix}__", forwards)
        setattr(kind, f"__r{suffix}__", swapped)
    for special, name, operation in UNARY:
        setattr(kind, special, unary(Primitive(name, operation)))
    for special, compare in COMPARISONS:
        setattr(kind, special, comparison(compare))
    for name, function in METHODS.items():
        setattr(kind, name, as_method(function))
    for name, function in PROPERTIES.items():
        setattr(kind, name, property(function))
    kind.reshape = one_or_many(manipulation.reshape)
    kind.transpose = one_or_many(manipulation.permute_dims)


add_to(Traced)
