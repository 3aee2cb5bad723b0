"""From findings to causes: whose rule, which argument, where it fails and only there, on a small case."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from adspec.findings.cause import Cause
from adspec.findings.counterexample import Answer, Counterexample
from adspec.findings.diagnosis import diagnose_pair
from adspec.language.case import Case
from adspec.language.spaces import Array
from adspec.law import FINDINGS, Verdict, judge
from adspec.observation import EngineError, Observation, observe
from adspec.ruling.examine import Finding, Record
from adspec.ruling.subject import Asked, Subject, Twice
from adspec.truth import truth_of
from adspec.truth.interval import Interval, real_view

PLAIN = (0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.25, -0.25, 0.0)
FEW = 3  # causes; the next ones fall with the first
MANY = 30  # cases that are looked at for what they have in common


def causes_of(subject: Subject, record: Record, *, whole: bool) -> tuple[Counterexample, ...]:
    """Return one counterexample per law that broke, on the smallest case among those seen.

    Push and pull are one rule where JAX transposes the one to get the other, and one fault of a whole
    function: the pull falls with the push there, or the other way round.
    """
    groups: dict[str, list[Finding]] = {}
    for finding in record.findings:
        groups.setdefault(finding.law.name, []).append(finding)
    if groups.keys() & {"truth_push", "truth_pull"}:
        groups.pop("truth_second", None)
    fallen = ""
    if groups.keys() >= {"truth_push", "truth_pull"} and (whole or subject.engine.name == "jax"):
        fallen = "truth_push" if whole else "truth_pull"
        groups.pop(fallen)
    found = [_cause(subject, record, group) for group in list(groups.values())[:FEW]]
    return tuple(
        replace(c, falls_with=(*c.falls_with, fallen)) if fallen and "truth" in c.law else c for c in found
    )


def _cause(subject: Subject, record: Record, group: list[Finding]) -> Counterexample:
    first = _shrunk(min(group, key=_size))
    verdict, case = first.verdict, first.case
    obs = observe(first.engine, case)
    position, wrong, right = _sides(first, obs)
    only = only_where(group, record)
    diagnosis = _diagnosis(group[0])
    claim = verdict.claim
    mode = first.law.mode or (verdict.stage if verdict.stage in {"push", "pull"} else "")
    shown = case.first if isinstance(case, Twice) else case
    return Counterexample(
        engine=subject.engine.name,
        version=subject.engine.version,
        law=first.law.name,
        status="broken" if verdict.status == "inaccurate" else verdict.status,
        cause=Cause(where=subject.name, argument=position, mode=mode, symptom=_symptom(verdict)),
        case=shown,
        left=wrong if wrong is not None else claim.left if claim else None,
        right=right if right is not None else claim.right if claim else None,
        left_says=claim.left_says if claim else "",
        right_says=claim.right_says if claim else "",
        digits=verdict.digits,
        ulps=verdict.ulps,
        power=verdict.power,
        reason=verdict.reason,
        diagnosis="; ".join(part for part in (diagnosis, only) if part),
        answers=(_truth_answer(right, verdict),),
        falls_with=first.falls_with,
        count=len(group),
    )


def _diagnosis(found: Finding) -> str:
    """Return the likely mistake, read off the first case, whose entries differ."""
    claim = found.verdict.claim
    if claim is None or claim.interval is None or isinstance(found.case, Twice):
        return ""
    return diagnose_pair(claim.left, claim.right).says


def _symptom(verdict: Verdict) -> str:
    return "wrong digits" if verdict.symptom == "inaccurate" else verdict.symptom


def _truth_answer(right: Any, verdict: Verdict) -> Answer:
    interval = verdict.claim.interval if verdict.claim else None
    if interval is not None and not np.array_equal(interval.lo, interval.hi, equal_nan=True):
        says = f"between {interval.lo.tolist()} and {interval.hi.tolist()}"
        return Answer(oracle="truth", value=None, says=says, agrees=True)
    return Answer(oracle="truth", value=right, agrees=True)


def _size(found: Finding) -> tuple[int, int, int]:
    """Order findings: the plain way first, few entries, short numbers."""
    text = sum(len(repr(e)) for a in found.case.x for e in np.ravel(a)[:64].tolist())
    return len(found.way), sum(a.size for a in found.case.x), text


def _sides(found: Finding, obs: Observation) -> tuple[int | None, Any, Any]:
    """Return the argument whose rule is wrong, the wrong array and the right one."""
    claim, name = found.verdict.claim, found.law.name
    if claim is None or claim.interval is None or claim.interval.lo.shape != real_view(claim.left).shape:
        return None, None, None
    if name == "truth_pull" and claim.left_says == "Jᵀ v":
        number = next(
            (k for k, a in enumerate(obs.JTv) if a is claim.left or np.array_equal(a, claim.left)), None
        )
        return _number(obs.case, number), claim.left, claim.right
    if name == "truth_push":
        guilty = (
            [k for k in range(len(obs.case.x)) if _is_guilty(found, obs.case, k)]
            if len(obs.case.x) > 1
            else [0]
        )
        return _number(obs.case, guilty[0] if len(guilty) == 1 else None), claim.left, claim.right
    return None, claim.left, claim.right


def _number(case: Case, moving: int | None) -> int | None:
    return None if moving is None else case.program.inputs.index(case.wrt[moving])


def _is_guilty(found: Finding, case: Case, number: int) -> bool:
    """Return whether the push is wrong along one argument alone."""
    u = tuple(a if k == number else np.zeros_like(a) for k, a in enumerate(case.u))
    return judge(found.law, observe(found.engine, replace(case, u=u))).status in FINDINGS


# ------------------------------------------------------------------ only where


def only_where(group: Sequence[Finding], record: Record) -> str:
    """Return in which class of cases a law breaks, and only there: `only where x < 0`."""
    law = group[0].law.name
    held = [(way, case) for name, way, case in record.held if name == law]
    seen = [(f.way, f.case) for f in group]
    for says, belongs in _CLASSES:
        inside = [belongs(way, case) for way, case in held]
        if held and all(belongs(way, case) for way, case in seen) and not any(inside):
            return f"only {says}"
    return _entries(group, held)


def _entries(group: Sequence[Finding], held: list[tuple[str, Asked]]) -> str:
    """Return what the wrong entries have in common that no right one has, where x and Jᵀ v go together."""
    wrong: list[float] = []
    right: list[float] = []
    for _, case in held[:MANY]:
        interval = _interval(group[0].law.name, case)
        if interval is None or interval.lo.shape != case.x[0].shape:
            return ""
        right += _numbers(case, _tells(interval))
    for found in group[:MANY]:
        claim = found.verdict.claim
        if claim is None or claim.interval is None or np.shape(claim.left) != np.shape(found.case.x[0]):
            return ""
        bad = _is_wrong(claim.left, claim.interval)
        wrong += _numbers(found.case, bad)
        right += _numbers(found.case, ~bad & _tells(claim.interval))
    for says, belongs in _NUMBERS:
        if wrong and right and all(map(belongs, wrong)) and not any(map(belongs, right)):
            return f"only where {says}"
    return ""


def _interval(law: str, case: Asked) -> Interval | None:
    truth = truth_of(case)
    return truth.JTv[0] if law == "truth_pull" else truth.Ju[0] if law == "truth_push" else None


def _tells(interval: Interval) -> Array:
    """Return where no entry is right by chance: the truth is not zero, nor within its allowance."""
    with np.errstate(all="ignore"):
        return np.asarray(np.abs(interval.lo) > 2 * np.maximum(interval.allowance, interval.floor))


def _is_wrong(left: Any, interval: Interval) -> Array:
    with np.errstate(all="ignore"):
        off = np.abs(np.asarray(left) - interval.lo)
        return np.asarray(~(off <= interval.allowance) & np.isfinite(interval.lo))


def _numbers(case: Asked, mask: Array | None) -> list[float]:
    if case.x[0].dtype.kind != "f":
        return []
    return [float(e) for e in (case.x[0].ravel() if mask is None else case.x[0][mask])]


Class = tuple[str, Callable[[str, Asked], bool]]
_CLASSES: tuple[Class, ...] = (
    ("for 0-d arrays", lambda _, c: c.x[0].shape == ()),
    ("for arrays that are not 0-d", lambda _, c: c.x[0].shape != ()),
    ("in float32", lambda _, c: c.x[0].dtype == np.float32),
    ("in float64", lambda _, c: c.x[0].dtype == np.float64),
    ("under vmap", lambda way, _: way == "vmap"),
    ("under jit and vmap", lambda way, _: way != ""),
    ("without jit", lambda way, _: way == ""),
)
_NUMBERS: tuple[tuple[str, Callable[[float], bool]], ...] = (
    ("x = 0", lambda e: e == 0),
    ("x < 0", lambda e: e < 0),
    ("x > 0", lambda e: e > 0),
    ("x ≤ -1", lambda e: e <= -1),
    ("x ≥ 1", lambda e: e >= 1),
    ("|x| < 1", lambda e: abs(e) < 1),
    ("|x| > 1", lambda e: abs(e) > 1),
)


# ------------------------------------------------------------------ smaller


def _shrunk(found: Finding) -> Finding:
    """Return a finding on plainer numbers that break the same law in the same way."""
    if isinstance(found.case, Twice) or sum(a.size for a in found.case.x) > 64:
        return found
    best = found
    for case in _plainer(found):
        verdict = _judged(found, case)
        if verdict is not None and verdict.status in FINDINGS and verdict.symptom == found.verdict.symptom:
            best = replace(found, case=case, verdict=verdict)
            break
    return best


def _judged(found: Finding, case: Asked) -> Verdict | None:
    try:
        if not all(np.isfinite(a).all() for a in observe(found.engine, case).y):
            return None
    except EngineError:
        return None
    return judge(found.law, observe(found.engine, case))


def _plainer(found: Finding) -> Iterator[Asked]:
    """Yield cases of the same shapes with all entries one plain number, then with short ones."""
    case = found.case
    ones = replace(case, u=tuple(np.ones_like(a) for a in case.u), v=tuple(np.ones_like(a) for a in case.v))
    for value in PLAIN:
        yield replace(ones, x=tuple(np.full_like(a, value) for a in case.x))
    for digits in (0, 1, 2):
        yield replace(ones, x=tuple(np.round(a, digits) for a in case.x))
        yield replace(case, x=tuple(np.round(a, digits) for a in case.x))
    yield ones
