"""Laws, their claims, and the verdicts on them.

A law is a predicate on an observation that yields claims and never asserts. A claim says that
an array lies in an interval whose width was derived (`adspec.truth`), or that two plain things
(a shape, a count, a kind of exception) are the same. Judging a law is pure: the same
observation gives the same verdict.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from adspec.language.presentation import NotShown
from adspec.language.spaces import Array
from adspec.observation import EngineError, Observation
from adspec.truth.interval import Interval, point, real_view

STATUSES = (
    "holds",
    "broken",
    "inaccurate",
    "crashed",
    "deviates",
    "inconclusive",
    "vacuous",
    "unsupported",
)
FINDINGS = ("broken", "inaccurate", "crashed")
POWERLESS = 1e-3  # a check that cannot see a relative error of 1/1000 says nothing


@dataclass(frozen=True, kw_only=True, slots=True)
class Claim:
    """left lies in right, in words on both sides; or a plain statement where `interval` is None."""

    left: Any
    right: Any
    left_says: str
    right_says: str
    symptom: str = "wrong value"
    interval: Interval | None = None
    status: str = ""  # set by the law itself: "deviates", "inconclusive", "vacuous"


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """What a law came to on one observation.

    Units: power is the smallest relative error that would have been seen; digits is the number
    of correct decimal digits of the worst entry; ulps its error in units of the dtype's roundoff.
    """

    law: str
    status: str
    symptom: str = ""
    claim: Claim | None = None
    power: float | None = None
    digits: float | None = None
    ulps: float | None = None
    reason: str = ""
    stage: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Law:
    """One law: its statement, what an engine must provide, and the laws that explain its failure.

    `mode` says which half of an engine a failure accuses: "push", "pull" or "" for either;
    `accuses` whether a single "rule" may be guilty or only the "engine" as a whole.
    `tiers` are the kinds of cases on which it is judged.
    """

    name: str
    says: str
    predicate: Callable[[Observation], Iterable[Claim]]
    needs: tuple[str, ...] = ()
    explained_by: tuple[str, ...] = ()
    source: str = ""
    mode: str = ""
    accuses: str = "rule"
    tiers: tuple[str, ...] = ("rules", "programs", "contracts")
    text: str = field(default="", repr=False)


def law(**words: Any) -> Callable[[Callable[[Observation], Iterable[Claim]]], Law]:
    """Return a decorator that makes a `Law` of a predicate; its name and docstring become the law's."""

    def make(predicate: Callable[[Observation], Iterable[Claim]]) -> Law:
        module = inspect.getmodule(predicate)
        text = inspect.cleandoc((module.__doc__ if module else "") or predicate.__doc__ or "")
        return Law(name=predicate.__name__, predicate=predicate, text=text, **words)

    return make


# ------------------------------------------------------------------ making claims


def inside(left: Any, interval: Interval, left_says: str, right_says: str) -> Claim:
    """Return the claim that an array lies in an interval of the truth."""
    return Claim(left=left, right=interval.lo, interval=interval, left_says=left_says, right_says=right_says)


def equal(  # noqa: PLR0913, PLR0917 - reads as the sentence it is
    left: Any, right: Any, allowance: Any, left_says: str, right_says: str, floor: Any = 0.0
) -> Claim:
    """Return the claim that two arrays are equal within a derived allowance.

    `floor` is the absolute error below which a difference is a loss of digits.
    """
    interval = point(right, allowance, floor)
    return Claim(left=left, right=right, interval=interval, left_says=left_says, right_says=right_says)


def close(
    left: Any,
    right: Any,
    terms: Sequence[Any],
    within: Callable[[], Iterable[Interval]],
    says: tuple[str, str],
) -> Claim:
    """Return the claim that two results of the engine itself agree.

    Math: right is the sum of `terms`. A few roundoffs of their sizes are granted at once; only where
    that is not enough are the derived allowances of the results asked for (`within`), since
    they cost an evaluation of the truth. Entries with a term that is not finite say nothing.
    """
    a, b = np.asarray(left), np.asarray(right)
    allowed = point(b, 0.0)
    if a.shape == b.shape and np.iscomplexobj(a) == np.iscomplexobj(b):
        size = sum(np.abs(t) for t in map(np.asarray, terms))
        number = np.finfo(b.dtype)
        roundoff = np.broadcast_to(2 * len(terms) * (number.eps * size + number.tiny), b.shape)
        allowed = point(b, np.stack([roundoff] * 2, axis=-1) if np.iscomplexobj(b) else roundoff)
        near = np.abs(real_view(a) - allowed.lo) <= allowed.allowance
        if not np.all(near | ~np.isfinite(allowed.allowance)):
            allowed = _widened(allowed, within())
    return Claim(left=a, right=b, interval=allowed, left_says=says[0], right_says=says[1])


def agree(
    lefts: Iterable[Any],
    rights: Iterable[Any],
    truth: Callable[[], Sequence[Interval]],
    says: tuple[str, str],
) -> Iterator[Claim]:
    """Yield the claims that two ways of the engine lead to the same arrays, of which there is one truth."""
    for k, (left, right) in enumerate(zip(lefts, rights, strict=False)):

        def both(k: int = k) -> list[Interval]:
            return [truth()[k]] * 2

        yield close(left, right, [right], both, says)


def _widened(interval: Interval, others: Iterable[Interval]) -> Interval:
    """Return the interval with the allowances and floors of all the others added."""
    allowance, floor = interval.allowance, interval.floor
    for other in others:
        allowance, floor = allowance + other.allowance, floor + other.floor
    lo = np.where(np.isfinite(interval.allowance), interval.lo, np.nan)
    return Interval(lo, lo, allowance, floor)


def same(left: Any, right: Any, left_says: str, right_says: str, symptom: str) -> Claim:
    """Return the claim that two plain things (shapes, counts, names) are the same."""
    return Claim(left=left, right=right, left_says=left_says, right_says=right_says, symptom=symptom)


def same_bits(
    left: Array, right: Array, left_says: str, right_says: str, symptom: str = "wrong value"
) -> Claim:
    """Return the claim that two arrays agree in shape, dtype and every bit (NaNs are equal)."""
    a, b = np.asarray(left), np.asarray(right)
    agree = a.shape == b.shape and a.dtype == b.dtype and bool(np.array_equal(a, b, equal_nan=True))
    return Claim(left=a, right=a if agree else b, left_says=left_says, right_says=right_says, symptom=symptom)


def multiple(left: Array, right: Array, factor: float, says: tuple[str, str]) -> Claim:
    """Return the claim that left = factor·right bit for bit, `factor` being a power of two.

    Only entries far from overflow and underflow are judged, where no bit can get lost on the way.
    """
    number = np.finfo(right.dtype)
    with np.errstate(all="ignore"):
        size, wanted = np.abs(right), np.asarray(right * right.real.dtype.type(factor))
        plain = (size > np.sqrt(number.tiny)) & (size < np.sqrt(number.max))
    return same_bits(np.where(plain, left, 0), np.where(plain, wanted, 0), *says)


def deviates(answer: Any, strict: Any, left_says: str, right_says: str) -> Claim:
    """Return the claim that the engine answers a dialect question as declared, not as the strict reading."""
    return Claim(left=answer, right=strict, left_says=left_says, right_says=right_says, status="deviates")


def nothing(reason: str, status: str = "vacuous") -> Claim:
    """Return the claim that there was nothing to judge ("vacuous") or no way to tell ("inconclusive")."""
    return Claim(left=None, right=None, left_says=reason, right_says="", status=status)


# ------------------------------------------------------------------ judging


def judge(rule: Law, obs: Observation) -> Verdict:
    """Return the verdict of a law on an observation: the worst over its claims.

    An operation or operator that the engine does not provide, or a presentation that its values do not
    have, is unsupported; an exception of the engine is crashed, except where the plain call itself raises.
    """
    missing = [name for name in rule.needs if not obs.engine.provides((name,))]
    lacking = obs.engine.lacks(obs.case.program.primitives())
    if missing or lacking:
        return Verdict(law=rule.name, status="unsupported", reason=f"no {', '.join([*missing, *lacking])}")
    try:
        with np.errstate(all="ignore"):
            verdicts = [_weigh(rule, claim, obs) for claim in rule.predicate(obs)]
    except EngineError as error:
        if error.stage == "primal" or isinstance(error.error, NotShown) or _refuses(obs):
            return Verdict(law=rule.name, status="unsupported", reason=str(error), stage="primal")
        return Verdict(
            law=rule.name, status="crashed", symptom=error.symptom, reason=str(error), stage=error.stage
        )
    return (
        _worst(verdicts) if verdicts else Verdict(law=rule.name, status="vacuous", reason="nothing to judge")
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
    return _weigh_numbers(rule, claim, claim.interval, float(np.finfo(obs.case.dtype).eps))


def _plainly_same(left: Any, right: Any) -> bool:
    if isinstance(left, np.ndarray):
        return left is right
    return bool(left == right)


def _weigh_numbers(rule: Law, claim: Claim, interval: Interval, eps: float) -> Verdict:
    left = real_view(claim.left)
    if left.shape != interval.lo.shape:
        return Verdict(law=rule.name, status="broken", symptom="shape", claim=claim)
    grade = grade_entries(left, interval, eps)
    return Verdict(law=rule.name, claim=claim, **grade)


def grade_entries(left: Array, interval: Interval, eps: float) -> dict[str, Any]:
    """Return status, symptom, power, digits and ulps of an array against an interval.

    Math: an entry is wrong where its distance d to [lo, hi] exceeds the allowance. With t the
    larger of |lo| and |hi| it is broken where d/t > eps^(1/3) (fewer than a third of the digits
    are right) and d exceeds the floor, or where it is not finite; else inaccurate.
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
        reach = interval.allowance / size
        seen = known & (size > 0) & (reach <= POWERLESS)
    if wrong.any():
        worst = float(np.max(relative[broken if broken.any() else wrong]))
        return {
            "status": "broken" if broken.any() else "inaccurate",
            "symptom": _symptom(left, known & ~finite) if broken.any() else "inaccurate",
            "power": float(np.median(reach[seen])) if seen.any() else None,
            "digits": max(0.0, float(-np.log10(worst))) if 0 < worst < np.inf else 0.0,
            "ulps": worst / eps,
        }
    if seen.any():
        return {"status": "holds", "power": float(np.median(reach[seen]))}
    zero = known & (size == 0) & (left == 0)
    return {"status": "vacuous" if zero.all() else "inconclusive", "reason": "" if zero.all() else "no power"}


def _symptom(left: Array, lost: Array) -> str:
    if lost.any():
        return "nan" if np.isnan(left[lost]).any() else "inf"
    return "wrong value"
