"""The derivatives of functions that move entries: themselves, and the way back."""

# ruff: noqa: D103 -- the row of the table that names a way says what it is

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.reference_engine import numpy as ad
from adspec.reference_engine.numpy import manipulation as m
from adspec.reference_engine.numpy.indexing import at, picked, put
from adspec.reference_engine.numpy.sorting import ordered
from adspec.reference_engine.rule import Each, Rule, linear
from adspec.reference_engine.tracing import dtype_of, shape_of


def passed_on(v: Any, _y: Any, _x: Any, **_: Any) -> Any:
    """Return v as it is: every cotangent is summed, and cast, to the space of its argument."""
    return v


def astype_push(u: Any, _y: Any, _x: Any, **_: Any) -> Any:
    return ad.astype(u, dtype_of(_y))


def concat_push(i: int, u: Any, _y: Any, *xs: Any, axis: int) -> Any:
    parts = [u if k == i else np.zeros(shape_of(x), dtype_of(u)) for k, x in enumerate(xs)]
    return ad.concat(parts, axis)


def concat_pull(i: int, v: Any, _y: Any, *xs: Any, axis: int) -> Any:
    axis = axis % len(shape_of(v))
    lengths = [shape_of(x)[axis] for x in xs]
    start = sum(lengths[:i])
    return ad.getitem(v, (*[slice(None)] * axis, slice(start, start + lengths[i])))


def stack_push(i: int, u: Any, y: Any, *_xs: Any, axis: int) -> Any:
    at = (*[slice(None)] * (axis % len(shape_of(y))), i)
    return ad.put_add(u, shape_of(y), at)


def stack_pull(i: int, v: Any, _y: Any, *_xs: Any, axis: int) -> Any:
    return ad.getitem(v, (*[slice(None)] * (axis % len(shape_of(v))), i))


def permute_pull(v: Any, _y: Any, _x: Any, *, axes: Any) -> Any:
    return ad.permute_dims(v, tuple(np.argsort(axes)))


def roll_pull(v: Any, _y: Any, _x: Any, *, shift: Any, axis: Any) -> Any:
    back = tuple(-s for s in shift) if isinstance(shift, tuple | list) else -shift
    return ad.roll(v, back, axis)


def scatter_of(function: Any) -> Rule:
    """Return the rule of a function that copies entries from known places.

    Where they came from is found by moving the flat places themselves.
    """

    def pull(v: Any, _y: Any, _x: Any, **params: Any) -> Any:
        shape = shape_of(_x)
        size = int(np.prod(shape, dtype=int))
        places = function.raw(np.arange(1, size + 1).reshape(shape), **params) - 1
        made = places < 0  # what padding made up came from nowhere
        v = ad.where(made, 0, v) if np.any(made) else v
        return ad.reshape(ad.put_add(v, (size,), np.maximum(places, 0)), shape)

    return Rule(push=(lambda u, _y, _x, **params: function(u, **params),), pull=(pull,))


def pad_way(x: Any, **params: Any) -> Any:
    """Pad a tangent or a count of places: with zeros where constants were."""
    return m.padded(x, **{k: p for k, p in params.items() if k != "constant_values"})


pad_way.raw = lambda x, **params: np.pad(  # type: ignore[attr-defined]
    x, **{k: p for k, p in params.items() if k != "constant_values"}
)


def getitem_pull(v: Any, _y: Any, _x: Any, *, index: Any) -> Any:
    return put(v, shape=shape_of(_x), index=index)


def put_pull(v: Any, _y: Any, _x: Any, *, index: Any, **_shape: Any) -> Any:
    return picked(v, index=index)


def set_push_x(u: Any, _y: Any, _x: Any, _values: Any, *, index: Any) -> Any:
    return at.replaced(u, np.zeros((), dtype_of(u)), index=index)


def set_push_values(u: Any, y: Any, _x: Any, _values: Any, *, index: Any) -> Any:
    return at.replaced(np.zeros(shape_of(y), dtype_of(u)), u, index=index)


def set_pull_values(v: Any, _y: Any, _x: Any, _values: Any, *, index: Any) -> Any:
    """Return v at the index, without the values that later ones have overwritten."""
    places = np.arange(np.prod(shape_of(v), dtype=int)).reshape(shape_of(v))[index]
    turns = np.arange(places.size).reshape(places.shape)
    last = np.zeros(shape_of(v), int)
    last[index] = turns
    return ad.where(last[index] == turns, picked(v, index=index), 0)


def sort_pull(v: Any, _y: Any, _x: Any, *, order: Any, axis: int) -> Any:
    return ordered(v, order=np.argsort(order, axis=axis), axis=axis)


# fmt: off
RULES: dict[str, Rule] = {
    "astype":       Rule(push=(astype_push,), pull=(passed_on,)),
    "at.set":       Rule(push=(set_push_x, set_push_values), pull=(set_push_x, set_pull_values)),
    "broadcast_to": linear(m.broadcast_to_shape, passed_on),
    "concat":       Rule(push=Each(concat_push), pull=Each(concat_pull)),
    "flip":         linear(m.flipped, lambda v, _y, _x, *, axis: ad.flip(v, axis)),
    "getitem":      linear(picked, getitem_pull),
    "pad":          scatter_of(pad_way),
    "permute_dims": linear(m.permuted, permute_pull),
    "put_add":      linear(put, put_pull),
    "repeat":       scatter_of(m.repeated),
    "reshape":      linear(m.reshape_to, lambda v, _y, _x, **_: ad.reshape(v, shape_of(_x))),
    "roll":         linear(m.rolled, roll_pull),
    "sort":         linear(ordered, sort_pull),
    "stack":        Rule(push=Each(stack_push), pull=Each(stack_pull)),
    "tile":         scatter_of(m.tiled),
}
# fmt: on
