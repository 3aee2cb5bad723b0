"""Judging: from a law and an observation to a verdict. It is pure: the same observation, the same verdict."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from adspec.language.presentation import NotShown
from adspec.language.spaces import Array
from adspec.law.words import Claim, Law, Verdict
from adspec.observation import EngineError, Observation
from adspec.truth.allowance import ROUNDOFFS
from adspec.truth.interval import Interval, real_view

POWERLESS = 1e-3  # a check that cannot see a relative error of 1/1000 says nothing


def judge(rule: Law, obs: Observation) -> Verdict:
    """Return the verdict of a law on an observation: the worst over its claims.

    An operation or operator that the engine does not provide, or a presentation that its values do not
    have, is unsupported; an exception of the engine is crashed, except where the plain call itself raises.
    """
    missing = [name for name in rule.needs if not obs.engine.provides((name,))]
    lacking = obs.engine.lacks(obs.case.program.primitives())
    shown = [] if obs.packed is None or obs.case.presentation in obs.engine.trees else [obs.case.presentation]
    if missing or lacking or shown:
        reason = f"no {', '.join([*missing, *lacking, *shown])}"
        return Verdict(law=rule.name, status="unsupported", reason=reason)
    try:
        with np.errstate(all="ignore"):
            verdicts = [_weigh(rule, claim, obs) for claim in rule.predicate(obs)]
    except EngineError as error:
        if error.stage == "primal" or isinstance(error.error, NotShown) or _refuses(obs):
            return Verdict(law=rule.name, status="unsupported", reason=str(error), stage="primal")
        return Verdict(
            law=rule.name, status="crashed", symptom=error.symptom, reason=str(error), stage=error.stage
        )
    if not verdicts:
        return Verdict(law=rule.name, status="vacuous", reason="nothing to judge")
    told = [v.claim for v in verdicts if v.claim is not None]
    return replace(
        _worst(verdicts), measured={c.left_says: c.measured for c in told if c.measured is not None}
    )


def _refuses(obs: Observation) -> bool:
    """Return whether the plain call raises as well: then there is nothing to differentiate."""
    try:
        obs.raw_y  # noqa: B018 -- computed on first use
    except EngineError:
        return True
    return False


def judge_all(laws: Iterable[Law], obs: Observation) -> Iterator[Verdict]:
    """Yield the verdict of every law on one observation."""
    return (judge(rule, obs) for rule in laws)


_SEVERITY = {
    s: i for i, s in enumerate(("crashed", "broken", "inaccurate", "deviates", "holds", "inconclusive"))
}


def _worst(verdicts: list[Verdict]) -> Verdict:
    return min(verdicts, key=lambda v: (_SEVERITY.get(v.status, 9), -(v.ulps or 0.0)))


def _weigh(rule: Law, claim: Claim, obs: Observation) -> Verdict:
    if claim.status:
        return Verdict(law=rule.name, status=claim.status, claim=claim, reason=claim.left_says)
    if claim.interval is None:
        holds = _plainly_same(claim.left, claim.right)
        status, symptom = ("holds", "") if holds else ("broken", claim.symptom)
        return Verdict(law=rule.name, status=status, symptom=symptom, claim=claim, power=0.0)
    return _weigh_numbers(rule, claim, claim.interval, np.finfo(obs.case.dtype))


def _plainly_same(left: Any, right: Any) -> bool:
    if isinstance(left, np.ndarray):
        return left is right
    return bool(left == right)


def _weigh_numbers(rule: Law, claim: Claim, interval: Interval, kind: Any) -> Verdict:
    left = real_view(claim.left)
    if left.shape != interval.lo.shape:
        return Verdict(law=rule.name, status="broken", symptom="shape", claim=claim)
    grade = _filed(grade_entries(left, interval, float(kind.eps), float(kind.tiny)), claim.degree)
    return Verdict(law=rule.name, claim=claim, **grade)


def _filed(grade: dict[str, Any], degree: str) -> dict[str, Any]:
    """Return the grade as a law sees it that speaks of one degree only.

    What merely lost digits is right to a law of wrong answers; where the answer is wrong, there are no
    digits for a law of accuracy to count.
    """
    if not degree or grade["status"] not in {"broken", "inaccurate"} or grade["status"] == degree:
        return grade
    if degree == "broken":
        return {"status": "holds", "power": grade["power"]}
    return {"status": "vacuous", "reason": "wrong altogether"}


def grade_entries(left: Array, interval: Interval, eps: float, tiny: float = 0.0) -> dict[str, Any]:
    """Return status, symptom, power, digits and ulps of an array against an interval.

    Math: an entry is wrong where its distance d to [lo, hi] exceeds the allowance. With t the
    larger of |lo| and |hi| it is broken where d/t > eps^(1/3) (fewer than a third of the digits
    are right) and d exceeds the floor, or where it is not finite; else inaccurate, but for t below `tiny`,
    the smallest normal number, where floats do not hold all digits and what they hold is not counted.
    An answer other than 0 where 0 is right is measured against what the floor, a few roundoffs of it, is of.
    """
    with np.errstate(all="ignore"):
        known = np.isfinite(interval.lo) & np.isfinite(interval.hi) & np.isfinite(interval.allowance)
        size = np.maximum(np.abs(interval.lo), np.abs(interval.hi))
        distance = np.maximum(np.maximum(interval.lo - left, left - interval.hi), 0.0)
        wrong = known & ~(distance <= interval.allowance)
        finite = np.isfinite(left)
        relative = np.where(
            size > 0, distance / np.where(size > 0, size, 1.0), np.where(distance > 0, np.inf, 0.0)
        )
        relative = np.where(finite, relative, np.inf)
        broken = wrong & (~finite | ((relative > eps ** (1 / 3)) & (distance > interval.floor)))
        wrong = broken | (wrong & ((size >= tiny) | (size == 0)))
        reach = interval.allowance / np.where(size > 0, size, interval.floor / (ROUNDOFFS * eps))
        seen = known & ((size > 0) | (left != 0)) & (reach <= POWERLESS)
    if wrong.any():
        worst = float(np.max(relative[broken if broken.any() else wrong]))
        return {
            "status": "broken" if broken.any() else "inaccurate",
            "symptom": _symptom(left, known & ~finite) if broken.any() else "inaccurate",
            "power": statistics.median(reach[seen].tolist()) if seen.any() else None,
            "digits": max(0.0, float(-np.log10(worst))) if 0 < worst < np.inf else 0.0,
            "ulps": worst / eps,
        }
    if seen.any():
        return {"status": "holds", "power": statistics.median(reach[seen].tolist())}
    nothing = np.isinf(interval.lo) | np.isinf(interval.hi)  # no float holds it, or there is none
    if np.all(nothing | (known & (size == 0) & (left == 0))):
        return {"status": "vacuous", "reason": "no number to compare with" if nothing.any() else ""}
    return {"status": "inconclusive", "reason": "no power"}


def _symptom(left: Array, lost: Array) -> str:
    if lost.any():
        return "nan" if np.isnan(left[lost]).any() else "inf"
    return "wrong value"
