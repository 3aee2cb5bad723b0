"""Run a program again where only a few entries of x have moved.

The sets of `dependence` say which entries of every named value can change; in an equation that
acts entry by entry only those are computed anew. So the differences along all coordinates of x
cost little more than one run, up to the equation that brings entries together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from adspec.language.program import Name
from adspec.language.spaces import Array
from adspec.truth.balls import is_balls
from adspec.truth.evaluator import Env, Machine, Step, is_entrywise, settled

Index = list[int]


@dataclass(frozen=True, slots=True)
class Base:
    """A run to start from: its values, its noise if any, and what each use saw."""

    env: Env
    noise: Sequence[Any] | None = None
    seen: Sequence[Any] = field(default_factory=list)


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
    names = [a.text for a in step.args if isinstance(a, Name)]
    if not any(_touches(depends[name], moved) for name in names):
        return None
    value = clean[step.name]
    if not is_entrywise(step.f) or value.size < 2:
        return Change(None)
    out = [i for i, bits in enumerate(depends[step.name]) if bits & moved]
    if 2 * len(out) > value.size:
        return Change(None)
    return Change(out, [_where_from(clean[a.text] if isinstance(a, Name) else a, value, out) for a in step.args])


def _touches(bits: Any, moved: int) -> bool:
    return any(_touches(part, moved) for part in bits) if isinstance(bits, tuple) else any(b & moved for b in bits)


def _where_from(arg: Any, result: Array, out: Index) -> Index:
    """Return which flat entries of an argument the entries `out` of the result are computed from."""
    if np.shape(arg) == result.shape:
        return out
    places = np.arange(np.size(arg)).reshape(np.shape(arg))
    return [int(i) for i in np.broadcast_to(places, result.shape).ravel()[out]]


def rerun(machine: Machine, base: Base, x: Sequence[Any], changes: Plan) -> Env:
    """Return every named value at `x`, computing anew only what `changes` names and what has moved.

    An entry that comes out as the very number of the base run (a sign, a floor) is the ball of the
    base run, and so is all that follows from such entries only.
    """
    env: Env = dict(base.env)
    moved: dict[str, Index] = {}
    for name, a in zip(machine.wrt, x, strict=True):
        env[name], moved[name] = a, _moved(a, base.env[name])
    use = 0
    for step, change in zip(machine.steps, changes, strict=True):
        first, use = use, use + step.uses
        if change is None or not any(moved.get(a.text) for a in step.args if isinstance(a, Name)):
            continue
        before = base.env[step.name]
        if change.out is None:
            found = settled(step.f(*_whole(step, base, env, moved, first), **step.params))
            env[step.name] = found if isinstance(found, tuple) else _kept(found, before)
        else:
            env[step.name] = _patched(step, change, _parts(step, base, env, first, change.args), before)
        moved[step.name] = _moved(env[step.name], before)
    return env


def _moved(value: Any, base: Any) -> Index:
    """Return the flat entries that are other balls than in the base run (of several arrays: some or none)."""
    if value is base:
        return []
    if is_balls(value):
        return [i for i, (a, b) in enumerate(zip(value.flat, base.flat, strict=True)) if a is not b]
    if isinstance(value, tuple):
        return [0] if any(map(_moved, value, base)) else []
    return [] if np.array_equal(value, base) else [0]


def _patched(step: Step, change: Change, parts: Sequence[Sequence[Any]], before: Array) -> Array:
    """Return the base run's result with the changed entries computed anew."""
    result = np.array(before, order="C")
    flat = result.reshape(-1)
    for place, *args in zip(change.out or (), *parts, strict=True):
        found = step.entry(*args)
        if not found == flat[place]:
            flat[place] = found
    return result


def _kept(value: Any, base: Any) -> Any:
    """Return a value with the base run's ball wherever it is the same exact number."""
    if is_balls(value):
        same = [i for i, (a, b) in enumerate(zip(value.flat, base.flat, strict=True)) if a is not b and a == b]
        if same:
            value = np.array(value, order="C")
            flat = value.reshape(-1)
            for i in same:
                flat[i] = base.flat[i]
    return value


def _whole(step: Step, base: Base, env: Env, moved: dict[str, Index], use: int) -> list[Any]:
    """Return the arguments of an equation as they are seen; with noise, only what has moved is seen anew."""
    args = []
    for atom in step.args:
        if not isinstance(atom, Name):
            args.append(atom)
            continue
        value, pair = env[atom.text], None if base.noise is None else base.noise[use]
        if pair is not None:
            value = np.array(base.seen[use], order="C")
            flat = value.reshape(-1)
            for i in moved.get(atom.text, ()):
                flat[i] = env[atom.text].item(i) * pair[0].item(i) + pair[1].item(i)
        args.append(value)
        use += 1
    return args


def _parts(step: Step, base: Base, env: Env, use: int, places: Sequence[Index]) -> list[list[Any]]:
    """Return per argument the entries at its places, as they are seen."""
    args = []
    for atom, place in zip(step.args, places, strict=True):
        if not isinstance(atom, Name):
            args.append([atom.item(i) for i in place] if isinstance(atom, np.ndarray) else [atom] * len(place))
            continue
        value, pair = env[atom.text], None if base.noise is None else base.noise[use]
        part = [value.item(i) for i in place]
        if pair is not None:
            part = [a * pair[0].item(i) + pair[1].item(i) for a, i in zip(part, place, strict=True)]
        args.append(part)
        use += 1
    return args
