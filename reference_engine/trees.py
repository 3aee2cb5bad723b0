"""Nested containers of arrays as vectors: taken apart into leaves, and rebuilt.

A tree is an array, or a tuple, list, dict, named tuple or registered container
of trees. Its structure is None for an array, else (kind, keys, structures of
the parts); two trees live in the same space when structure, shapes and dtypes agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from adspec.reference_engine.tracing import Traced, dtype_of, shape_of

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
    is_array = kind is np.ndarray or kind is Traced or kind is float  # nearly always, hence asked first
    container = None if is_array else container_of(kind)
    if container is None:
        leaves.append(tree)
        return None
    keys, parts = container.parts(tree)
    return kind, keys, tuple(take_apart(part, leaves) for part in parts)


def rebuild(structure: Structure, leaves: Sequence[Any]) -> Any:
    """Return the tree of this structure with these leaves."""
    return leaves[0] if structure is None else put_together(structure, iter(leaves))


def put_together(structure: Structure, leaves: Iterator[Any]) -> Any:
    """Return the tree of this structure with the next leaves."""
    if structure is None:
        return next(leaves)
    kind, keys, parts = structure
    container = container_of(kind)
    assert container is not None, "only containers have a structure"
    return container.build(keys, [put_together(part, leaves) for part in parts])


def alike(tree: Any, structure: Structure, what: str, leaves: list[Any]) -> None:
    """Append the leaves of a tree that must have this structure, in its order.

    Raises: TypeError where it has another one
    """
    container = container_of(type(tree))
    if container is None and structure is None:
        leaves.append(tree)
        return
    if container is None or structure is None or type(tree) is not structure[0]:
        wanted = "an array" if structure is None else f"a {structure[0].__name__}"
        raise TypeError(f"{what}: {describe(tree)} where {wanted} belongs.")
    kind, keys, parts = structure
    own_keys, values = container.parts(tree)
    if isinstance(tree, dict) and set(own_keys) == set(keys):
        own_keys, values = keys, [tree[key] for key in keys]
    if own_keys != keys:
        raise TypeError(f"{what}: {kind.__name__} with {own_keys} where {keys} belongs.")
    for value, part in zip(values, parts, strict=True):
        alike(value, part, what, leaves)


def describe(x: Any) -> str:
    """Return a few words about a value, for error messages."""
    if isinstance(x, np.ndarray | np.generic | Traced | complex | float | int):
        return f"of shape {shape_of(x)}, dtype {dtype_of(x)}"
    return f"of type {type(x).__name__}"
