"""Which entries of x an output entry can depend on, read off by running the program on tags.

A tag is a set of coordinates (the bits of an integer); arithmetic and method calls of tags unite
them, and asking a tag for its value is refused. So a program that runs on tags proves which
entries of x its outputs do not depend on, whatever their values. An operation that looks at
values (or cannot run on tags) counts as one in which everything depends on everything.

Entries of x that no output shares may move at once: a program that acts entry by entry needs one
move for all of x, one that sums along an axis one per entry of that axis.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from adspec.language.program import Name
from adspec.language.spaces import Array, leaves
from adspec.truth.balls import lift, listed
from adspec.truth.evaluator import Env, Machine, Step, is_entrywise, settled
from adspec.truth.meanings.reductions import Along


class ValueAskedError(TypeError):
    """An operation wants the value of a tag."""


class Tag:
    """A set of coordinates of x, as the bits of an integer."""

    __slots__ = ("bits",)

    def __init__(self, bits: int) -> None:
        self.bits = bits

    def __getattr__(self, name: str) -> Callable[..., Tag]:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *others: union(self, *others)


def _refuse(*_: Any) -> Any:
    raise ValueAskedError("a tag has no value")


def union(*values: Any) -> Tag:
    """Return the tag of everything that any of the values depends on; a plain number depends on nothing."""
    bits = 0
    for value in values:
        if isinstance(value, Tag):
            bits |= value.bits
    return Tag(bits)


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"):
    setattr(Tag, f"__{_name}__", union)
    setattr(Tag, f"__r{_name}__", union)
for _name in ("neg", "pos", "abs"):
    setattr(Tag, f"__{_name}__", union)
for _name in ("bool", "float", "int", "complex", "index", "lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Tag, f"__{_name}__", _refuse)


# ------------------------------------------------------------------ running on tags


def dependence(machine: Machine, x: list[Any], clean: Env) -> dict[str, Any]:
    """Return for every named value, entry by entry, the bits of the entries of x it may depend on.

    Entries of x are counted through all inputs. `clean` is a run on balls, which gives the shapes
    where tags do not get through. Values of several arrays are tuples of lists of bits.
    """
    start, env = 0, dict(machine.held)
    for name, a in zip(machine.wrt, x, strict=True):
        env[name] = _tagged(a, start)
        start += np.size(a)
    for step in machine.steps:
        args = [env[a.text] if isinstance(a, Name) else a for a in step.args]
        env[step.name] = _traced(step, args, clean[step.name])
    return {name: _bits(value) for name, value in env.items()}


def _bits(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_bits, value))
    return [e.bits if isinstance(e, Tag) else 0 for e in listed(value)]


def _tagged(a: Any, start: int) -> Array:
    tags = np.empty(np.shape(a), dtype=object)
    for i, index in enumerate(np.ndindex(tags.shape)):
        tags[index] = Tag(1 << (start + i))
    return tags


def _traced(step: Step, args: list[Any], clean: Any) -> Any:
    """Return the tags of an equation's result."""
    try:
        if is_entrywise(step.f):
            found = lift(union, len(args))(*args)
        elif isinstance(step.f, Along):
            found = Along(lambda entries: union(*entries))(*args, **step.params)
        else:
            found = step.f(*args, **step.params)
        found = _filled((), found) if isinstance(found, Tag) else settled(found)
        if [np.shape(a) for a in leaves(found)] == [np.shape(a) for a in leaves(clean)]:
            return found
    except Exception:  # noqa: BLE001, S110 -- whatever does not run on tags depends on everything
        pass
    return _everything(args, clean)


def _everything(args: list[Any], clean: Any) -> Any:
    """Return the result in which everything depends on everything."""
    entries = [e for a in args for e in _entries(a)]
    if isinstance(clean, tuple):
        return tuple(_filled(np.shape(part), union(*entries)) for part in clean)
    return _filled(np.shape(clean), union(*entries))


def _entries(a: Any) -> list[Any]:
    return [e for part in a for e in _entries(part)] if isinstance(a, tuple) else listed(a)


def _filled(shape: tuple[int, ...], tag: Tag) -> Array:
    array = np.empty(shape, dtype=object)
    array.fill(tag)
    return array


# ------------------------------------------------------------------ moving together


def together(depends: list[int], size: int) -> Iterator[int]:
    """Yield sets of coordinates (as bits) that no output shares, which reach every coordinate of `size`.

    Math: greedy colouring of the graph in which two coordinates are joined by a shared output.
    """
    joined = [0] * size
    for bits in set(depends):
        rest = bits
        while rest:
            low = rest & -rest
            joined[low.bit_length() - 1] |= bits
            rest ^= low
    left = (1 << size) - 1
    while left:
        group = taken = 0
        for i in range(size):
            bit = 1 << i
            if left & bit and not taken & bit:
                group |= bit
                taken |= joined[i] | bit
        left &= ~group
        yield group
