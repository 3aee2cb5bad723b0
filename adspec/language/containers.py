"""Containers: how the arrays of a point, a tangent or a cotangent are packed as one argument.

A dict lists its keys against their order, so that a container which is sorted on the way and one
which is not cannot be taken for each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True, slots=True)
class Container:
    """One way to pack n arrays as a tree, and to read the i-th of n again by indexing alone.

    What stands for a tree while a derivative is traced need be no dict or tuple: it can be indexed.
    """

    pack: Callable[[Sequence[Any]], Any]
    read: Callable[[Any, int, int], Any]

    def unpack(self, tree: Any, n: int) -> list[Any]:
        """Return the n arrays that were packed, in their order."""
        return [self.read(tree, i, n) for i in range(n)]

    def written(self, names: Sequence[str]) -> str:
        """Return the tree of these names as Python text: `{'p1': x1, 'p0': x0}`."""
        return repr(self.pack([_Word(name) for name in names]))


class _Word(str):
    """A name that is written without quotes."""

    __slots__ = ()
    __repr__ = str.__str__


def _key(i: int, n: int) -> str:
    return f"p{i:0{len(str(n - 1))}}"  # of equal length: sorted as their numbers are


def _in_dict(arrays: Sequence[Any]) -> dict[str, Any]:
    n = len(arrays)
    return {_key(i, n): arrays[i] for i in reversed(range(n))}


def _in_tuples(arrays: Sequence[Any]) -> tuple[Any, ...]:
    """Return ((x0,), (x1,)): the first half as a tuple and, where there is more, the rest as another."""
    half = (len(arrays) + 1) // 2
    first, rest = tuple(arrays[:half]), tuple(arrays[half:])
    return (first, rest) if rest else (first,)


def _from_tuples(tree: Any, i: int, n: int) -> Any:
    half = (n + 1) // 2
    return tree[0][i] if i < half else tree[1][i - half]


CONTAINERS: Mapping[str, Container] = {
    "dict": Container(pack=_in_dict, read=lambda tree, i, n: tree[_key(i, n)]),
    "list": Container(pack=list, read=lambda tree, i, _: tree[i]),
    "nested_tuples": Container(pack=_in_tuples, read=_from_tuples),
}
