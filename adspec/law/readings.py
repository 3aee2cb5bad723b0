"""Readings: J u and Jᵀ v, each beside the intervals in which the truth has it.

Several laws read them, each for a question of its own: whether the numbers are right where there is
one derivative, whether they are within the hull where there are several, whether they are finite,
how many digits are right. They read the same observation, so nothing is computed twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from adspec.language import spaces
from adspec.language.spaces import Array
from adspec.law.claims import same
from adspec.law.words import Claim
from adspec.observation import Arrays, EngineError, Observation
from adspec.truth import truth_of
from adspec.truth.interval import Interval, blurred, real_view


@dataclass(frozen=True, kw_only=True, slots=True)
class Half:
    """One half of an engine: its mode, its operator, and what an observation and we call its answer."""

    mode: str
    operator: str
    name: str
    says: str

    def of(self, obs: Observation) -> Arrays:
        """Return the answer of this half."""
        found: Arrays = getattr(obs, self.name)
        return found


HALVES = (
    Half(mode="push", operator="jvp", name="Ju", says="J u"),
    Half(mode="pull", operator="vjp", name="JTv", says="Jᵀ v"),
)


def answered(*observations: Observation) -> Iterator[Half]:
    """Yield the halves that one engine provides and answers every time; what raises is for other laws."""
    provides = observations[0].engine.provides
    return (half for half in HALVES if provides((half.operator,)) and _is_answered(half, observations))


def _is_answered(half: Half, observations: Iterable[Observation]) -> bool:
    try:
        for obs in observations:
            half.of(obs)
    except EngineError:
        return False
    return True


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """One half of a derivative: its mode, its name, the arrays found, and the truth of each."""

    mode: str
    says: str
    pairs: tuple[tuple[Array, Interval], ...]


def readings(obs: Observation) -> tuple[Reading, ...]:
    """Return the halves that an engine answers with arrays of the right shapes; found once.

    What raises or has another shape is for other laws to tell, and so is what an engine flushes to
    zero by its own declaration.
    """
    if "readings" not in obs.notes:
        obs.notes["readings"] = tuple(_readings(obs))
    found: tuple[Reading, ...] = obs.notes["readings"]
    return found


def _readings(obs: Observation) -> Iterator[Reading]:
    for half in answered(obs):
        home = obs.case.v if half.mode == "push" else obs.case.x
        if not flushes(obs, half.mode) and spaces.alike(half.of(obs), home):
            read = reading(obs, half.mode)
            # complex where it should be real, or the reverse, has another real view: another law's, too
            if all(real_view(a).shape == interval.lo.shape for a, interval in read.pairs):
                yield read


def reading(obs: Observation, mode: str) -> Reading:
    """Return one half as the engine answers it, whatever its shape; read once."""
    if mode not in obs.notes:
        obs.notes[mode] = _reading(obs, mode)
    found: Reading = obs.notes[mode]
    return found


def _reading(obs: Observation, mode: str) -> Reading:
    truth = truth_of(obs.case)
    says, found, known = ("J u", obs.Ju, truth.Ju) if mode == "push" else ("Jᵀ v", obs.JTv, truth.JTv)
    smallest = flushed(obs, obs.case.u if mode == "push" else obs.case.v)
    pairs = tuple((a, blurred(i, smallest)) for a, i in zip(found, known, strict=False))
    return Reading(mode=mode, says=says, pairs=pairs)


def flushed(obs: Observation, given: Sequence[Array]) -> float:
    """Return what an engine that flushes loses by its own declaration: a tiny weight of every number given.

    The softmax of (710, 1) has an entry of 1e-308, which is flushed, and so is the row of J that it scales.
    """
    if obs.engine.dialect.subnormals != "flushed":
        return 0.0
    total = sum(float(np.sum(np.abs(a))) for a in given)
    return float(np.finfo(obs.case.dtype).tiny) * max(1.0, total)


def is_array(obs: Observation, leaf: Any) -> bool:
    """Return whether a part of an answer is an array; Python numbers may come out where some went in."""
    shown = {type(x) for x in obs.x} & {float, complex}
    return isinstance(leaf, obs.engine.array_type) or type(leaf) in shown


def has_width(obs: Observation, mode: str) -> bool:
    """Return whether a half is answered in arrays: lists of Python numbers have no width to keep."""
    raw = obs.raw_push[1] if mode == "push" else obs.raw_pull
    return all(leaf is None or is_array(obs, leaf) for leaf in spaces.leaves(raw))


def containers(obs: Observation, answer: str, says: tuple[str, str], mode: str = "") -> Iterator[Claim]:
    """Yield the claim that an answer came in the container of its home, where the case is shown in one."""
    if obs.packed is not None and answer in obs.packed.structures:
        yield same(*obs.packed.structures[answer], *says, symptom="structure", mode=mode)


def flushes(obs: Observation, mode: str) -> bool:
    """Return whether the engine was given subnormal numbers, which it flushes by its own declaration."""
    case = obs.case
    given = (*case.x, *(case.u if mode == "push" else case.v), *case.held.values())
    return obs.engine.dialect.subnormals == "flushed" and spaces.has_subnormals(given)


def single_valued(interval: Interval) -> Interval:
    """Return the interval without the entries that may be one of several; these become unknown."""
    return _only(interval, interval.lo == interval.hi)


def many_valued(interval: Interval) -> Interval:
    """Return the interval with those entries only that may be one of several."""
    return _only(interval, interval.lo < interval.hi)


def _only(interval: Interval, chosen: Array) -> Interval:
    lo, hi = (np.where(chosen, end, np.nan) for end in (interval.lo, interval.hi))
    return replace(interval, lo=lo, hi=hi)
