"""Which argument's rule a finding accuses, and what its answer and the right one are there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from adspec.discovery import find_laws
from adspec.findings.evidence import Evidence
from adspec.language import spaces
from adspec.language.spaces import Array
from adspec.language.variants import holding_all_but
from adspec.law import FINDINGS, Claim, Law, judge
from adspec.observation import EngineError, Observation, observe
from adspec.ruling.examine import Finding
from adspec.ruling.subject import Asked, Twice
from adspec.truth import truth_of
from adspec.truth.interval import Interval, real_view

PULLED = "Jᵀ v"
LARGE = 256  # entries of a case, beyond which no other derivative is asked whether it is the wrong answer


def by_argument(found: Finding) -> Iterator[Finding]:
    """Yield a finding once for each argument whose rule is wrong; as it is, where that cannot be told."""
    split = list(_accused(found)) if len(found.case.x) > 1 and not isinstance(found.case, Twice) else []
    yield from split or [replace(found, argument=0 if len(found.case.x) == 1 else None)]


def _accused(found: Finding) -> Iterator[Finding]:
    if found.verdict.status == "crashed" and found.verdict.stage == "pull":
        yield from _alone(found)
    elif found.law.name == "truth_pull":
        for k in range(len(found.case.x)):
            law = _of_argument(found.law, k)
            verdict = judge(law, observe(found.engine, found.case))
            if verdict.status in FINDINGS and verdict.claim and verdict.claim.left_says == PULLED:
                yield replace(found, law=law, verdict=verdict, argument=k)
    elif found.law.name == "truth_push":
        guilty = [k for k in range(len(found.case.x)) if _is_guilty(found, k)]
        if len(guilty) == 1:
            yield replace(found, argument=guilty[0])


@cache
def _of_argument(rule: Law, number: int) -> Law:
    """Return the law that makes the claim on one argument alone."""

    def claim(obs: Observation) -> Iterator[Claim]:
        claims = list(rule.predicate(obs))
        yield claims[number] if len(claims) >= len(obs.case.x) else claims[-1]

    return replace(rule, predicate=claim)


def _alone(found: Finding) -> Iterator[Finding]:
    """Yield a pull that raises, argument by argument, the others held: some raise, or have another shape."""
    [shapes] = find_laws(("tangent_space",))
    tried = []
    for k in range(len(found.case.x)):
        case = holding_all_but(found.case, k)
        assert isinstance(case, Asked)
        for law in (shapes, found.law):
            verdict = judge(law, observe(found.engine, case))
            if verdict.status in FINDINGS:
                falls = tuple(sorted({*found.falls_with, found.law.name} - {law.name}))
                part = replace(found, law=law, verdict=verdict, case=case, argument=k, falls_with=falls)
                tried.append(part)
                break
    if len(tried) < len(found.case.x):
        yield from tried


def _is_guilty(found: Finding, number: int) -> bool:
    """Return whether the push is wrong along one argument alone."""
    case = found.case
    u = tuple(a if k == number else np.zeros_like(a) for k, a in enumerate(case.u))
    return judge(found.law, observe(found.engine, replace(case, u=u))).status in FINDINGS


def mode_of(found: Finding) -> str:
    """Return the half that a finding accuses."""
    claim, stage = found.verdict.claim, found.verdict.stage
    said = claim.mode if claim is not None and found.law.mode == "each" else found.law.mode
    return said if said != "each" and said else stage if stage in {"push", "pull"} else ""


def numbers_of(found: Finding) -> tuple[Any, Any]:
    """Return the wrong answer and the right one, where the claim compares them; else what both sides say."""
    claim = found.verdict.claim
    if claim is not None:
        return claim.left, claim.right
    if found.verdict.status != "crashed" or isinstance(found.case, Twice) or not truth_of(found.case).judged:
        return None, None
    mode, truth = mode_of(found), truth_of(found.case)
    told = truth.JTv if mode == "pull" else truth.Ju if mode == "push" else ()
    return None, told[0].lo if len(told) == 1 else None


# ------------------------------------------------------------------ evidence


def evidence_of(found: Finding, *, entrywise: bool) -> Evidence:
    """Return what a finding shows of the mistake: the answer and the right one, at one argument alone."""
    claim, case = found.verdict.claim, found.case
    if isinstance(case, Twice):
        sides = (None, None) if claim is None else (np.asarray(claim.left), np.asarray(claim.right))
        return Evidence(law=found.law.name, symptom="", mode="pull of pull", wrong=sides[0], right=sides[1])
    alone = case if found.argument is None or len(case.x) == 1 else holding_all_but(case, found.argument)
    is_small = spaces.dimension((*case.x, *case.v)) <= LARGE
    wrong, right = _arrays(found)
    return Evidence(
        law=found.law.name,
        symptom=found.verdict.symptom,
        mode=mode_of(found) if is_small else "",
        argument=found.argument,
        case=alone if is_small else None,
        wrong=wrong,
        right=right,
        claim=claim,
        entrywise=entrywise,
        value=_value(found),
    )


def _value(found: Finding) -> Array | None:
    with suppress(EngineError):
        return np.asarray(observe(found.engine, found.case).y[0])
    return None


def _arrays(found: Finding) -> tuple[Array | None, Array | None]:
    claim, case = found.verdict.claim, found.case
    if claim is None:
        return None, None
    if claim.symptom == "shape" and claim.interval is None:
        return np.zeros(claim.left), np.zeros(claim.right)
    if claim.interval is None or claim.interval.lo.shape != real_view(np.asarray(claim.left)).shape:
        return None, None
    left, interval = np.asarray(claim.left), claim.interval
    if found.law.name == "truth_push" and len(case.x) > 1 and found.argument is not None:
        left, interval = _pushed_alone(found, found.argument)
    return left, _numbers(interval, is_complex=np.iscomplexobj(left))


def _pushed_alone(found: Finding, number: int) -> tuple[Array, Interval]:
    case = found.case
    u = tuple(a if k == number else np.zeros_like(a) for k, a in enumerate(case.u))
    part = replace(case, u=u)
    pairs = zip(observe(found.engine, part).Ju, truth_of(part).Ju, strict=True)
    return next(((a, i) for a, i in pairs if is_wrong(a, i).any()), (case.v[0], truth_of(part).Ju[0]))


def _numbers(interval: Interval, *, is_complex: bool) -> Array:
    """Return the right answer, nan where it is not one number."""
    known = np.where(interval.lo == interval.hi, interval.lo, np.nan)
    return np.asarray(known[..., 0] + 1j * known[..., 1]) if is_complex else known


def is_wrong(left: Any, interval: Interval) -> Array:
    """Return which entries are beyond their allowance."""
    with np.errstate(all="ignore"):
        off = np.abs(np.asarray(left) - interval.lo)
        return np.asarray(~(off <= interval.allowance) & np.isfinite(interval.lo))
