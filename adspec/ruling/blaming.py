"""From findings to causes: whose rule, which argument, where it fails and only there, on a small case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from adspec.findings.cause import Cause
from adspec.findings.counterexample import Answer, Counterexample
from adspec.findings.diagnosis import Diagnosis, diagnose
from adspec.language.spaces import Array
from adspec.law import Verdict
from adspec.ruling.examine import Finding, Record
from adspec.ruling.only_where import only_where
from adspec.ruling.plainer import plainer
from adspec.ruling.sides import by_argument, evidence_of, mode_of, numbers_of
from adspec.ruling.subject import Subject, Twice

FEW = 3  # causes; the next ones fall with the first
SHOWN = 6  # findings from which a mistake is read off

Groups = dict[tuple[str, int | None], list[Finding]]


def causes_of(
    subject: Subject, record: Record, *, whole: bool, entrywise: bool
) -> tuple[Counterexample, ...]:
    """Return one counterexample per law that broke and argument, on the smallest case among those seen.

    Push and pull are one rule where JAX transposes the one to get the other, and one fault of a whole
    function: the pull falls with the push there, or the other way round.
    """
    groups: Groups = {}
    for finding in record.findings:
        for part in [finding] if whole else by_argument(finding):
            groups.setdefault((part.law.name, part.argument), []).append(part)
    fallen = _fallen({law for law, _ in groups}, one=whole or subject.engine.name == "jax", whole=whole)
    named = {law for law, argument in groups if argument is not None}
    kept = [
        group
        for (law, argument), group in groups.items()
        if law not in fallen
        and not (argument is None and law in named)
        and not _is_explained(group[0], groups)
    ]
    found = [_cause(subject, record, group, entrywise=entrywise) for group in kept[:FEW]]
    halves = tuple(law for law in fallen if law != "truth_second")
    return tuple(replace(c, falls_with=(*c.falls_with, *halves)) if "truth" in c.law else c for c in found)


def _fallen(laws: set[str], *, one: bool, whole: bool) -> tuple[str, ...]:
    """Return the laws that break because another one does."""
    fallen = []
    if laws & {"truth_push", "truth_pull", "tangent_space"}:
        fallen.append("truth_second")
    if laws >= {"truth_push", "truth_pull"} and one:
        fallen.append("truth_push" if whole else "truth_pull")
    return tuple(fallen)


def _is_explained(found: Finding, groups: Groups) -> bool:
    """Return whether a law that explains this one is broken as well, elsewhere, for the same argument."""
    return any((law, found.argument) in groups for law in found.law.explained_by)


def _cause(subject: Subject, record: Record, group: Sequence[Finding], *, entrywise: bool) -> Counterexample:
    first = plainer(min(group, key=_size))
    verdict, case, claim = first.verdict, first.case, first.verdict.claim
    wrong, right = numbers_of(first)
    told = _diagnosis(group, first, entrywise=entrywise)
    return Counterexample(
        engine=subject.engine.name,
        version=subject.engine.version,
        law=first.law.name,
        status="broken" if verdict.status == "inaccurate" else verdict.status,
        cause=Cause(
            where=subject.name, argument=_position(first), mode=mode_of(first), symptom=_symptom(verdict)
        ),
        case=case.first if isinstance(case, Twice) else case,
        left=wrong,
        right=right if claim is not None else None,
        left_says=claim.left_says if claim else "",
        right_says=claim.right_says if claim else "",
        digits=verdict.digits,
        ulps=verdict.ulps,
        power=verdict.power,
        reason=verdict.reason,
        diagnosis=str(told),
        mistake=told.mistake,
        only=only_where(group, record),
        answers=_truth_says(right, verdict),
        falls_with=first.falls_with,
        count=len(group),
    )


def _diagnosis(group: Sequence[Finding], first: Finding, *, entrywise: bool) -> Diagnosis:
    """Return the likely mistake, read off the cases that have most to read."""
    alike = [f for f in group if f.verdict.symptom == first.verdict.symptom]
    alike.sort(key=lambda f: len(f.way) if f.case.x[0].ndim else 99)
    return diagnose([evidence_of(f, entrywise=entrywise) for f in alike[:SHOWN]])


def _position(found: Finding) -> int | None:
    """Return the number of the accused array among all that f takes."""
    case = found.case
    if found.argument is None or isinstance(case, Twice):
        return None
    return case.program.inputs.index(case.wrt[found.argument if len(case.x) > 1 else 0])


def _symptom(verdict: Verdict) -> str:
    return "wrong digits" if verdict.symptom == "inaccurate" else verdict.symptom


def _truth_says(right: Any, verdict: Verdict) -> tuple[Answer, ...]:
    """Return the truth's answer: an interval at a kink, nothing where the claim is about something else."""
    interval = verdict.claim.interval if verdict.claim else None
    if interval is not None and not np.array_equal(interval.lo, interval.hi, equal_nan=True):
        says = f"between {interval.lo.tolist()} and {interval.hi.tolist()}"
        return (Answer(oracle="truth", value=None, says=says, agrees=True),)
    is_told = interval is not None or verdict.claim is None
    told: Array | None = np.asarray(right) if is_told and right is not None else None
    return () if told is None else (Answer(oracle="truth", value=told, agrees=True),)


def _size(found: Finding) -> tuple[int, int, int]:
    """Order findings: the plain way first, few entries, short numbers."""
    text = sum(len(repr(e)) for a in found.case.x for e in np.ravel(a)[:64].tolist())
    return len(found.way), sum(a.size for a in found.case.x), text
