"""Trees of arrays as real inner-product spaces: where x, u, y and v live.

A point, a tangent or a cotangent is an array or a nested tuple, list or dict of arrays.
Every such tree is a real vector space: a complex entry counts as two real coordinates, and
the inner product is ⟨a, b⟩ = Σ Re(conj(a)·b). That product needs no convention, which is
why everything here is stated in it; what an engine's own convention is (bilinear or
hermitian) is translated where the engine is observed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Tree = Any  # an Array, or a tuple, list or dict of Trees


def leaves(tree: Tree) -> list[Any]:
    """Return the arrays of `tree`, left to right, dict entries by sorted key."""
    if isinstance(tree, (tuple, list)):
        return [leaf for branch in tree for leaf in leaves(branch)]
    if isinstance(tree, dict):
        return [leaf for key in sorted(tree) for leaf in leaves(tree[key])]
    return [tree]


def map_tree(f: Callable[..., Any], tree: Tree, *others: Tree) -> Tree:
    """Return the tree of f(leaf, …) over trees of one structure.

    Raises: ValueError where the structures differ.
    """
    if isinstance(tree, (tuple, list)):
        if any(type(o) is not type(tree) or len(o) != len(tree) for o in others):
            msg = f"tree {type(tree).__name__} of {len(tree)}: the other tree has another structure"
            raise ValueError(msg)
        return type(tree)(map_tree(f, *branches) for branches in zip(tree, *others, strict=True))
    if isinstance(tree, dict):
        if any(not isinstance(o, dict) or o.keys() != tree.keys() for o in others):
            msg = f"tree dict {sorted(tree)}: the other tree has another structure"
            raise ValueError(msg)
        return {key: map_tree(f, tree[key], *(o[key] for o in others)) for key in sorted(tree)}
    return f(tree, *others)


def structure(tree: Tree) -> str:
    """Return the structure of `tree` as text, a star for a leaf: `(*, {a: *})`."""
    if isinstance(tree, (tuple, list)):
        inner = ", ".join(structure(branch) for branch in tree)
        return f"({inner})" if isinstance(tree, tuple) else f"[{inner}]"
    if isinstance(tree, dict):
        return "{" + ", ".join(f"{key}: {structure(tree[key])}" for key in sorted(tree)) + "}"
    return "*"


def zeros_like(tree: Tree) -> Tree:
    """Return the zero of the space in which `tree` lives."""
    return map_tree(np.zeros_like, tree)


def add(a: Tree, b: Tree) -> Tree:
    """Return a + b, leaf by leaf."""
    return map_tree(lambda s, t: np.asarray(s + t), a, b)


def scale(c: float, a: Tree) -> Tree:
    """Return c·a in the dtype of each leaf."""
    return map_tree(lambda s: np.asarray(s * np.asarray(c, dtype=s.real.dtype)), a)


def another(a: Array) -> Array:
    """Return a plain vector of the space of `a`, not parallel to it where there is room.

    Math: coordinates ±(1 + |c|)/2 with alternating signs, none of them zero.
    """
    c = flatten(a)
    signs = np.where(np.arange(c.size) % 2 == 0, 0.5, -0.5)
    vector: Array = unflatten(a, signs * (1 + np.abs(c)))
    return vector


def summed_like(a: Array, like: Array) -> Array:
    """Return a summed over the axes along which `like` is repeated in it."""
    axes = tuple(i for i, n in enumerate((1,) * (a.ndim - like.ndim) + like.shape) if n == 1)
    return np.asarray(np.sum(a, axis=axes, dtype=a.dtype).reshape(like.shape))


def alike(a: Tree, b: Tree) -> bool:
    """Return whether two trees have as many leaves, of the same shapes."""
    return [np.shape(leaf) for leaf in leaves(a)] == [np.shape(leaf) for leaf in leaves(b)]


def strangers(a: Array) -> Iterator[tuple[str, Array]]:
    """Yield arrays of other shapes than a, and what they have; the first and the last would broadcast."""
    yield "one axis more", np.stack([a, a])
    if a.ndim:
        yield "one entry more", np.concatenate([a, a[..., :1]], axis=-1)
    if a.size > 1:
        yield "one number for all", np.asarray(a.ravel()[0])


def has_subnormals(a: Tree) -> bool:
    """Return whether a coordinate is a subnormal number of its dtype."""
    return any(
        bool(np.any((part != 0) & (np.abs(part) < np.finfo(part.dtype).tiny)))
        for leaf in leaves(a)
        if leaf.dtype.kind in "fc"
        for part in (leaf.real, leaf.imag)
    )


def conj(a: Tree) -> Tree:
    """Return the complex conjugate, leaf by leaf (a copy of nothing where real)."""
    return map_tree(lambda s: np.conj(s) if np.iscomplexobj(s) else s, a)


def pairing(a: Tree, b: Tree) -> float:
    """Return ⟨a, b⟩ = Σ Re(conj(a)·b), summed in float64 or wider.

    Math: the real inner product of the product of all leaves; a zero annihilates
    even an infinite partner, since a direction that does not move says nothing.
    """
    total = 0.0
    for s, t in zip(leaves(a), leaves(b), strict=True):
        wide = np.complex128 if np.iscomplexobj(s) or np.iscomplexobj(t) else np.float64
        left, right = np.asarray(s, wide), np.asarray(t, wide)
        with np.errstate(all="ignore"):
            terms = np.real(np.conj(left) * right)
        total += float(np.sum(np.where((left == 0) | (right == 0), 0.0, terms)))
    return total


def dimension(tree: Tree) -> int:
    """Return the number of real coordinates (a complex entry has two)."""
    return sum(np.size(leaf) * (2 if np.iscomplexobj(leaf) else 1) for leaf in leaves(tree))


def flatten(tree: Tree) -> NDArray[np.float64]:
    """Return the real coordinates: per leaf its real parts, then (complex) its imaginary parts."""
    parts = [np.zeros(0)]
    for leaf in leaves(tree):
        flat = np.ravel(np.asarray(leaf))
        parts.append(flat.real.astype(np.float64))
        if np.iscomplexobj(flat):
            parts.append(flat.imag.astype(np.float64))
    return np.concatenate(parts)


def unflatten(like: Tree, coordinates: NDArray[Any]) -> Tree:
    """Return the tree with these coordinates in the space of `like`: inverse of `flatten`."""
    position = 0

    def fill(leaf: Array) -> Array:
        nonlocal position
        size = leaf.size
        part = coordinates[position : position + size]
        position += size
        if np.iscomplexobj(leaf):
            part = part + 1j * coordinates[position : position + size]
            position += size
        return np.asarray(part).astype(leaf.dtype).reshape(leaf.shape)

    return map_tree(fill, tree_of_arrays(like))


def tree_of_arrays(tree: Tree) -> Tree:
    """Return `tree` with every leaf as a NumPy array."""
    return map_tree(np.asarray, tree)


def basis(like: Tree) -> Iterator[Tree]:
    """Yield the standard basis of the space of `like`, in the order of `flatten`."""
    for row in np.eye(dimension(like)):
        yield unflatten(like, row)
