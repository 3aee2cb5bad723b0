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
from adspec.truth.evaluator import Env, Machine, Step, is_entrywise, noisy, settled

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
    env: Env = {**base.env, **dict(zip(machine.wrt, x, strict=True))}
    use = 0
    for step, change in zip(machine.steps, changes, strict=True):
        first, use = use, use + sum(isinstance(a, Name) for a in step.args)
        if change is None or not any(_has_moved(env[a.text], base.env[a.text]) for a in step.args if isinstance(a, Name)):
            continue
        if change.out is None:
            found = settled(step.f(*_whole(step, base, env, first), **step.params))
            env[step.name] = found if isinstance(found, tuple) else _kept(found, base.env[step.name])
            continue
        parts = _parts(step, base, env, first, change.args)
        result = np.array(base.env[step.name], order="C")
        flat = result.reshape(-1)
        for place, *args in zip(change.out, *parts, strict=True):
            found = step.entry(*args)
            if not found == flat[place]:
                flat[place] = found
        env[step.name] = result
    return env


def _has_moved(value: Any, base: Any) -> bool:
    """Return whether any entry is another ball than in the base run."""
    if value is base:
        return False
    if isinstance(value, tuple):
        return any(map(_has_moved, value, base))
    if not is_balls(value):
        return not np.array_equal(value, base)
    return any(a is not b for a, b in zip(value.flat, base.flat, strict=True))


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


def _whole(step: Step, base: Base, env: Env, use: int) -> list[Any]:
    args = []
    for atom in step.args:
        if not isinstance(atom, Name):
            args.append(atom)
            continue
        value = env[atom.text]
        if base.noise is not None:
            value = base.seen[use] if value is base.env.get(atom.text) else noisy(value, base.noise[use])
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
