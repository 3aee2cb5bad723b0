"""Nested containers of arrays as vectors: taken apart into leaves, and rebuilt.

A tree is an array, or a tuple, list, dict, named tuple or registered container
of trees. Its structure is None for an array, else (kind, keys, structures of
the parts); two trees live in the same space when structure, shapes and dtypes agree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from adspec.reference_engine.tracing import Traced, dtype_of, escaped, shape_of

Structure = tuple[type, Any, tuple[Any, ...]] | None


class Container(NamedTuple):
    """How to take a container apart, and how to build one like it."""

    parts: Callable[[Any], tuple[Any, Sequence[Any]]]  # keys (comparable), values
    build: Callable[[Any, Sequence[Any]], Any]


CONTAINERS: dict[type, Container] = {
    tuple: Container(lambda t: (len(t), t), lambda _, parts: tuple(parts)),
    list: Container(lambda t: (len(t), t), lambda _, parts: list(parts)),
    dict: Container(
        lambda t: (tuple(t), tuple(t.values())),
        lambda keys, parts: dict(zip(keys, parts, strict=True)),
    ),
}


def register_container(
    kind: type,
    parts: Callable[[Any], tuple[Any, Sequence[Any]]],
    build: Callable[[Any, Sequence[Any]], Any],
) -> None:
    """Make a class of the user's a container.

    `parts(c)` returns (keys, values), the keys comparable with ==; `build(keys,
    values)` returns a container with those values.
    """
    CONTAINERS[kind] = Container(parts, build)


def container_of(kind: type) -> Container | None:
    """Return how to take this class apart, None if it is no container."""
    known = CONTAINERS.get(kind)
    if known is None and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return Container(lambda t: (t._fields, t), lambda _, parts: kind(*parts))
    return known


def take_apart(tree: Any, leaves: list[Any]) -> Structure:
    """Append the leaves of the tree, and return its structure."""
    kind = type(tree)
    if kind is np.ndarray or kind is Traced or kind is float:
        leaves.append(tree)
        return None
    container = container_of(kind)
    if container is None:
        leaves.append(tree)
        return None
    keys, parts = container.parts(tree)
    return kind, keys, tuple(take_apart(part, leaves) for part in parts)


def put_together(structure: Structure, leaves: Any) -> Any:
    """Return the tree of this structure with the leaves from an iterator."""
    if structure is None:
        return next(leaves)
    kind, keys, parts = structure
    container = container_of(kind)
    assert container is not None, "only containers have a structure"
    return container.build(keys, [put_together(part, leaves) for part in parts])


def rebuild(structure: Structure, leaves: list[Any]) -> Any:
    """Return the tree of this structure with these leaves."""
    return leaves[0] if structure is None else put_together(structure, iter(leaves))


def split_up(structures: Sequence[Structure], leaves: Any) -> list[Any]:
    """Return one tree per structure, from all their leaves in a row."""
    leaves = iter(leaves)
    return [next(leaves) if s is None else put_together(s, leaves) for s in structures]


def alike(tree: Any, structure: Structure, what: str, leaves: list[Any]) -> None:
    """Append the leaves of a tree that must have this structure, in its order.

    Raises: TypeError where it has another one
    """
    if structure is None:
        if container_of(type(tree)) is not None:
            raise TypeError(f"{what}: {describe(tree)} where an array belongs.")
        leaves.append(tree)
        return
    kind, keys, parts = structure
    if type(tree) is not kind:
        raise TypeError(f"{what}: {describe(tree)} where a {kind.__name__} belongs.")
    container = container_of(kind)
    assert container is not None, "only containers have a structure"
    own_keys, values = container.parts(tree)
    if isinstance(tree, dict) and kind is dict and set(own_keys) == set(keys):
        own_keys, values = keys, [tree[key] for key in keys]
    if own_keys != keys:
        raise TypeError(f"{what}: {kind.__name__} with {own_keys} where {keys} belongs.")
    for value, part in zip(values, parts, strict=True):
        alike(value, part, what, leaves)


def checked_input(x: Any, *, borrowed: bool = False) -> Any:
    """Return a leaf at which one can differentiate, a copy unless `borrowed`.

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


def checked_vector(u: Any, x: Any, what: str) -> Any:
    """Return u as a vector of the space of x.

    Raises: ValueError for another shape, TypeError for a dtype that does not fit
    """
    if type(u) is not Traced:
        weak = type(u) in (int, float, complex)
        u = np.asarray(u)[()]
        if weak and u.dtype.kind in "if" and dtype_of(x).kind in "fc":
            u = u.astype(dtype_of(x))
    shape, dtype = shape_of(x), dtype_of(x)
    if u.shape != shape:
        raise ValueError(f"{what} of shape {u.shape}: the value it belongs to has shape {shape}.")
    if not np.can_cast(u.dtype, dtype, "same_kind"):
        raise TypeError(f"{what} of dtype {u.dtype}: the value it belongs to has dtype {dtype}.")
    return u if type(u) is Traced or u.dtype == dtype else u.astype(dtype)


def describe(x: Any) -> str:
    """Return a few words about a value, for error messages."""
    if isinstance(x, np.ndarray | np.generic | Traced):
        return f"of shape {x.shape}, dtype {x.dtype}"
    return f"of type {type(x).__name__}"


def owned(result: Any, like: Any, seen: set[int]) -> Any:
    """Return the result as an array that nobody else has a hold on.

    `seen` are the ids of arrays that it must not be; it is added to them.
    """
    if type(result) is Traced or result is None:
        return result
    if not isinstance(result, np.ndarray):
        return np.asarray(result) if type(like) is np.ndarray else result
    if result.base is not None or id(result) in seen or not result.flags.writeable:
        result = np.array(result)
    seen.add(id(result))
    return result
