"""Replaying: the case of a counterexample is observed again, and its law judged anew."""

from __future__ import annotations

from dataclasses import replace

from adspec.engine import Engine
from adspec.findings.counterexample import Answer, Counterexample
from adspec.law import FINDINGS, Law, Verdict, half_of, judge
from adspec.observation import observe
from adspec.runners import LOST, Isolated


def replay(found: Counterexample, engine: Engine, law: Law, named: str = "") -> Counterexample:
    """Return the counterexample as it comes out now, on its own engine or on another.

    What was said of the rule is kept while the same law is broken in the same way; the answers of
    the other oracles are those of the file. Where the engine did not end, or ended the process, it is run
    in a process of its own, which loads it by what it is `named`.
    Cost: one observation, or two minutes where it still does not end.
    """
    is_lost = found.cause.symptom in LOST and named
    verdict = _isolated(found, engine, law, named) if is_lost else _judged(found, engine, law)
    claim = verdict.claim
    is_same = verdict.symptom == found.cause.symptom
    symptom = verdict.symptom if verdict.status in FINDINGS else found.cause.symptom
    return replace(
        found,
        engine=engine.name,
        version=engine.version,
        status=verdict.status,
        cause=replace(found.cause, symptom=symptom),
        left=claim.left if claim else None,
        right=claim.right if claim else None,
        left_says=claim.left_says if claim else "",
        right_says=claim.right_says if claim else "",
        digits=verdict.digits,
        ulps=verdict.ulps,
        power=verdict.power,
        reason=verdict.reason,
        diagnosis=found.diagnosis if is_same else "",
        mistake=found.mistake if is_same else "",
        only=found.only if is_same else "",
        answers=_answers(found, engine),
        falls_with=found.falls_with if is_same else (),
        count=1,
    )


def _judged(found: Counterexample, engine: Engine, law: Law) -> Verdict:
    mode = found.cause.mode
    asked = half_of(law, mode) if law.mode == "each" and mode in {"push", "pull"} else law
    return judge(asked, observe(engine, found.case))


def _isolated(found: Counterexample, engine: Engine, law: Law, named: str) -> Verdict:
    runner = Isolated(engine, named, (), 1)
    try:
        [heard] = runner.hearings([found.case], [law.name])
    finally:
        runner.close()
    return heard.verdicts[0]


def is_broken(verdict: Verdict | Counterexample) -> bool:
    """Return whether a status is a finding."""
    return verdict.status in FINDINGS


def _answers(found: Counterexample, engine: Engine) -> tuple[Answer, ...]:
    """Return the answers of the other oracles."""
    return tuple(a for a in found.answers if a.oracle != engine.name)
