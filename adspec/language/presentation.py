"""Presentations: ways to show one and the same case, under which nothing may change.

A presentation may write the equations otherwise (operators or methods instead of functions,
`a * b`, `a.sum()`), hand over the arrays otherwise (read-only, strided) or pack them in containers.
It is chosen by name in the case. Where an engine's values have no such method, the case is *not
shown*: unsupported, neither a pass nor a failure.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from adspec.language.containers import CONTAINERS, Container
from adspec.language.spaces import Array

Ops = Mapping[str, Callable[..., Any]]


class NotShown(Exception):  # noqa: N818 -- an answer, not a fault
    """The values of an engine cannot be shown in this way: they have no such method."""


# what Python says where a value has no such operator
_LACKING = ("operand type", "not subscriptable", "not supported between instances")


def _where_there_is_one(f: Callable[..., Any]) -> Callable[..., Any]:
    """Return the operator; values that do not have it cannot be shown in this way."""

    def shown(*args: Any) -> Any:
        try:
            return f(*args)
        except TypeError as error:
            if any(words in str(error) for words in _LACKING):
                raise NotShown(str(error)) from error
            raise

    return shown


# primitive -> the Python operator that is an engine's other spelling of it
_PLAIN: Mapping[str, Callable[..., Any]] = {
    "abs": abs,
    "add": operator.add,
    "divide": operator.truediv,
    "equal": operator.eq,
    "floor_divide": operator.floordiv,
    "getitem": operator.getitem,
    "greater": operator.gt,
    "greater_equal": operator.ge,
    "less": operator.lt,
    "less_equal": operator.le,
    "matmul": operator.matmul,
    "multiply": operator.mul,
    "negative": operator.neg,
    "not_equal": operator.ne,
    "positive": operator.pos,
    "pow": operator.pow,
    "remainder": operator.mod,
    "subtract": operator.sub,
}
OPERATORS: Mapping[str, Callable[..., Any]] = {name: _where_there_is_one(f) for name, f in _PLAIN.items()}
COMPARISONS = frozenset({"equal", "greater", "greater_equal", "less", "less_equal", "not_equal"})
REFLECTED = COMPARISONS | {"add", "divide", "floor_divide", "multiply", "pow", "remainder", "subtract"}


# ------------------------------------------------------------------ methods


def _method(name: str, a: Any, *args: Any, **params: Any) -> Any:
    """Return a.name(*args, **params), as NumPy's arrays take them."""
    if "include_initial" in params or "correction" in params:
        raise NotShown(f"the method {name} has no parameter {', '.join(params)}")
    return _attribute(name, a)(*args, **params)


def _attribute(name: str, a: Any) -> Any:
    found = getattr(a, name, None)
    if found is None:
        raise NotShown(f"{type(a).__name__} has no {name}")
    return found


PLAIN = (np.ndarray, np.generic, int, float, complex, str, tuple, list, type(None))  # of no engine

# primitive -> the array method (or property) that is another spelling of it. NumPy's `sort` and
# `partition` are not among them: they change the array.
METHODS: Mapping[str, Callable[..., Any]] = {
    **{
        name: partial(_method, name)
        for name in (
            "astype", "clip", "conj", "copy", "diagonal", "dot", "max", "mean", "min", "prod", "ravel",
            "repeat", "reshape", "round", "squeeze", "std", "sum", "swapaxes", "take", "trace", "var",
        )
    },
    "compress": lambda condition, a, **params: _method("compress", a, condition, **params),
    "cumulative_prod": partial(_method, "cumprod"),
    "cumulative_sum": partial(_method, "cumsum"),
    "permute_dims": lambda a, axes: (
        _attribute("T", a) if _is_reversal(axes) else _method("transpose", a, axes)
    ),
    "imag": partial(_attribute, "imag"),
    "matrix_transpose": partial(_attribute, "mT"),
    "real": partial(_attribute, "real"),
}  # fmt: skip


def _is_reversal(axes: Any) -> bool:
    return tuple(axes) == tuple(reversed(range(len(axes))))


# ------------------------------------------------------------------ what a presentation is


@dataclass(frozen=True, kw_only=True, slots=True)
class Presentation:
    """One way to show a case: the table of operations it uses and how it hands over an array.

    `cotangent` is how v is handed over, where it is not as x and u are: it lives where y lives, and
    functions of Python numbers return arrays. `container` is how inputs, outputs, tangents and cotangents
    are packed, if they are.
    """

    name: str
    says: str
    ops: Callable[[Ops], Ops] = lambda ops: ops
    array: Callable[[Array], Any] = lambda array: array
    cotangent: Callable[[Array], Any] | None = None
    container: Container | None = None


def _operators(ops: Ops) -> Ops:
    return {**ops, **{name: f for name, f in OPERATORS.items() if name in ops}}


def _methods(ops: Ops) -> Ops:
    return {**ops, **{name: _where_traced(f, ops[name]) for name, f in METHODS.items() if name in ops}}


def _where_traced(method: Callable[..., Any], function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the method, but the function where it would be NumPy's own and given an engine's values.

    `np.float64(1.0).clip(x, 2.0)` is NumPy's to answer, which knows of no tracer: no engine can help it.
    """

    def call(*args: Any, **params: Any) -> Any:
        numpys = [isinstance(a, PLAIN) for a in args]
        return (function if numpys[0] and not all(numpys) else method)(*args, **params)

    return call


def _scalar_operators(ops: Ops) -> Ops:
    """Return the operators with Python floats made NumPy scalars: `np.float64(2.0) * a`."""

    def with_scalars(f: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *args: f(*(_as_scalar(a, args) if isinstance(a, float) else a for a in args))

    return {**_operators(ops), **{name: with_scalars(OPERATORS[name]) for name in REFLECTED if name in ops}}


def _as_scalar(number: float, among: tuple[Any, ...]) -> Any:
    """Return the NumPy scalar of a number in the real dtype of the array that it meets."""
    names = [str(a.dtype).rpartition(".")[2] for a in among if hasattr(a, "dtype")]  # torch.float64 is one
    dtypes = [np.dtype(name) for name in names]
    kind = dtypes[0].type(0).real.dtype if dtypes and dtypes[0].kind in "fc" else np.dtype(float)
    return kind.type(number)


def _numpy_scalar(array: Array) -> Any:
    return array[()]  # of a 0-d array its only entry, else the array


def _python_number(array: Array) -> Any:
    return array.item() if array.ndim == 0 and array.dtype in (np.float64, np.complex128) else array


def _broadcast_view(array: Array) -> Array:
    """Return an equal array with a stride of zero along the axes on which all entries are the same."""
    for axis in range(array.ndim):
        first = array[(slice(None),) * axis + (slice(1),)]
        if array.shape[axis] > 1 and np.array_equal(np.broadcast_to(first, array.shape), array):
            return np.broadcast_to(_broadcast_view(first), array.shape)
    return array


def _fortran_ordered(array: Array) -> Array:
    return np.array(array, order="F")  # unlike np.asfortranarray, which makes a 0-d array 1-d


def _as_it_is(array: Array) -> Array:
    return array


def _read_only(array: Array) -> Array:
    array.flags.writeable = False
    return array


def _reversed_view(array: Array) -> Array:
    """Return an equal array whose strides are negative along every axis."""
    flipped = np.array(np.flip(array))
    return np.asarray(np.flip(flipped))


def _strided_view(array: Array) -> Array:
    """Return an equal array that is every second element of a wider one, axis by axis."""
    wide = np.zeros(tuple(2 * n for n in array.shape), dtype=array.dtype)
    window = wide[(slice(None, None, 2),) * array.ndim + (...,)]  # the dots keep a 0-d array an array
    window[...] = array
    return window


PRESENTATIONS: Mapping[str, Presentation] = {
    p.name: p
    for p in (
        Presentation(name="functions", says="functions of the engine's namespace on plain arrays"),
        Presentation(
            name="broadcast", says="views with strides of zero where entries repeat", array=_broadcast_view
        ),
        Presentation(
            name="dict", says="one dict of arrays in place of several arrays", container=CONTAINERS["dict"]
        ),
        Presentation(name="fortran", says="arrays in Fortran order", array=_fortran_ordered),
        Presentation(
            name="list", says="one list of arrays in place of several arrays", container=CONTAINERS["list"]
        ),
        Presentation(name="methods", says="array methods where there are any: a.sum(axis=0)", ops=_methods),
        Presentation(
            name="nested_tuples",
            says="one tuple of tuples of arrays in place of several arrays",
            container=CONTAINERS["nested_tuples"],
        ),
        Presentation(
            name="numpy_scalars",
            says="operators, and NumPy scalars in place of 0-d arrays and Python floats",
            ops=_scalar_operators,
            array=_numpy_scalar,
        ),
        Presentation(name="operators", says="Python operators where the language has one", ops=_operators),
        Presentation(
            name="python_numbers",
            says="Python numbers in place of 0-d arrays",
            array=_python_number,
            cotangent=_as_it_is,
        ),
        Presentation(name="read_only", says="arrays that may not be written to", array=_read_only),
        Presentation(name="reversed", says="views with negative strides", array=_reversed_view),
        Presentation(name="strided", says="views on every second element", array=_strided_view),
    )
}

# For random cases, where "functions" is chosen apart. Python numbers are none of them, since they have no
# shape for what comes later; and of a rule alone a container says nothing.
OF_PROGRAMS = tuple(name for name in PRESENTATIONS if name not in {"functions", "python_numbers"})
OF_RULES = tuple(name for name in OF_PROGRAMS if name not in CONTAINERS)
