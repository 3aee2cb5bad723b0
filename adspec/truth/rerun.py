"""Run a program again where only a few entries of x have moved.

The sets of `dependence` say which entries of every named value can change; in an equation that
acts entry by entry only those are computed anew. So the differences along all coordinates of x
cost little more than one run, up to the equation that brings entries together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from adspec.language.program import Name
from adspec.language.spaces import Array
from adspec.truth.balls import is_balls, is_same_number
from adspec.truth.evaluator import Env, Machine, Noise, Step, evaluated, is_entrywise, twinned

Index = list[int]


Patch = dict[int, Any]  # flat entries of a value, and the balls that they have become


class Base:
    """A run to start from: its values, its noise if any, and what each use saw."""

    def __init__(self, env: Env, noise: Noise | None = None, seen: Sequence[Any] = ()) -> None:
        """Keep the run; flat lists are made on first use."""
        self.env, self.noise, self.seen = env, noise, seen
        self._flat: dict[str, list[Any]] = {}
        self._pairs: dict[int, tuple[list[Any], list[Any]]] = {}

    def flat(self, name: str) -> list[Any]:
        """Return the entries of a value as a list."""
        if name not in self._flat:
            self._flat[name] = self.env[name].ravel().tolist()
        return self._flat[name]

    def pair(self, use: int) -> tuple[list[Any], list[Any]] | None:
        """Return factor and shift of the noise of a use as lists; None where it has none."""
        if self.noise is None or self.noise.pairs[use] is None:
            return None
        if use not in self._pairs:
            factor, shift = self.noise.pairs[use]
            self._pairs[use] = factor.ravel().tolist(), shift.ravel().tolist()
        return self._pairs[use]


@dataclass(frozen=True, slots=True)
class Change:
    """What of one equation to compute anew: everything, or the flat entries `out` from the entries `args`."""

    out: Index | None
    args: Sequence[Index] = ()


Plan = list[Change | None]  # per equation; None where nothing changes


def plan(machine: Machine, depends: dict[str, Any], clean: Env, moved: int) -> Plan:
    """Return what changes when the entries `moved` (bits) of x do."""
    return [_change(step, depends, clean, moved) for step in machine.steps]


def _change(step: Step, depends: dict[str, Any], clean: Env, moved: int) -> Change | None:
    if not any(_touches(depends[name], moved) for name in step.names):
        return None
    value = clean[step.name]
    if not is_entrywise(step.f) or value.size < 2:
        return Change(None)
    out = [i for i, bits in enumerate(depends[step.name]) if bits & moved]
    if 2 * len(out) > value.size:
        return Change(None)
    return Change(
        out, [_where_from(clean[a.text] if isinstance(a, Name) else a, value, out) for a in step.args]
    )


def _touches(bits: Any, moved: int) -> bool:
    return (
        any(_touches(part, moved) for part in bits)
        if isinstance(bits, tuple)
        else any(b & moved for b in bits)
    )


def _where_from(arg: Any, result: Array, out: Index) -> Index:
    """Return which flat entries of an argument the entries `out` of the result are computed from."""
    if np.shape(arg) == result.shape:
        return out
    places = np.arange(np.size(arg)).reshape(np.shape(arg))
    return [int(i) for i in np.broadcast_to(places, result.shape).ravel()[out]]


def rerun(machine: Machine, base: Base, patches: dict[str, Patch], changes: Plan) -> dict[str, Patch]:
    """Return the patches of all named values, from those of the inputs, computing anew only what has moved.

    An entry that comes out as the very number of the base run (a sign, a floor) has not moved, nor
    has what follows from such entries only.
    """
    found = dict(patches)
    whole: dict[str, Any] = {}
    use = 0
    for step, change in zip(machine.steps, changes, strict=True):
        first, use = use, use + len(step.names)
        if change is None or not any(name in found or name in whole for name in step.names):
            continue
        if change.out is not None and not any(name in whole for name in step.names):
            patch = _patch(step, change, base, found, first)
        else:
            result = evaluated(step, _whole(step, base, found, whole, first), base.noise)
            if base.noise is not None and step.name in base.noise.twins:
                result = twinned(step, result, _plain(step, base, found, whole), base.noise)
            if not is_balls(result):
                whole[step.name] = result
                continue
            patch = _difference(result, base.flat(step.name))
        if patch:
            found[step.name] = patch
    return found


def _patch(step: Step, change: Change, base: Base, found: dict[str, Patch], use: int) -> Patch:
    """Return the changed entries of an equation that acts entry by entry."""
    before, patch, columns = base.flat(step.name), {}, []
    for atom, places in zip(step.args, change.args, strict=True):
        if isinstance(atom, Name):
            columns.append(_seen(base, atom.text, found.get(atom.text, {}), places, use))
            use += 1
        else:
            columns.append(
                [atom.item(i) for i in places] if isinstance(atom, np.ndarray) else [atom] * len(places)
            )
    for place, *args in zip(change.out or (), *columns, strict=True):
        ball = step.entry(*args)
        if not is_same_number(ball, before[place]):
            patch[place] = ball
    return patch


def _seen(base: Base, name: str, patch: Patch, places: Index, use: int) -> list[Any]:
    """Return some entries of a value as a use sees them."""
    flat, pair = base.flat(name), base.pair(use)
    values = [patch[i] if i in patch else flat[i] for i in places]
    if pair is None:
        return values
    factor, shift = pair
    return [a * factor[i] + shift[i] for a, i in zip(values, places, strict=True)]


def _whole(step: Step, base: Base, found: dict[str, Patch], whole: dict[str, Any], use: int) -> list[Any]:
    """Return the values of an equation's names as they are seen; only what has moved is seen anew."""
    values = []
    for place, name in enumerate(step.names, use):
        patch = found.get(name, {})
        before = base.env[name] if base.noise is None else base.seen[place]
        if patch:
            balls = _seen(base, name, patch, list(patch), place)
            before = _patched(before, dict(zip(patch, balls, strict=True)))
        values.append(whole.get(name, before))
    return values


def _plain(step: Step, base: Base, found: dict[str, Patch], whole: dict[str, Any]) -> list[Any]:
    """Return the values of an equation's names."""
    return [_patched(whole.get(name, base.env[name]), found.get(name, {})) for name in step.names]


def _patched(value: Any, patch: Patch) -> Any:
    if not patch:
        return value
    result = np.array(value, order="C")
    flat = result.reshape(-1)
    for i, ball in patch.items():
        flat[i] = ball
    return result


def _difference(result: Array, before: list[Any]) -> Patch:
    pairs = enumerate(zip(result.ravel().tolist(), before, strict=True))
    return {i: a for i, (a, b) in pairs if a is not b and not is_same_number(a, b)}
