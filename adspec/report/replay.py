"""Replaying: the case of a counterexample is observed again, and its law judged anew."""

from __future__ import annotations

from dataclasses import replace

from adspec.engine import Engine
from adspec.findings.counterexample import Answer, Counterexample
from adspec.law import FINDINGS, Law, Verdict, half_of, judge
from adspec.observation import observe


def replay(found: Counterexample, engine: Engine, law: Law) -> Counterexample:
    """Return the counterexample as it comes out now, on its own engine or on another.

    What was said of the rule is kept while the same law is broken in the same way; the answers of
    the other oracles are those of the file.
    Cost: one observation.
    """
    mode = found.cause.mode
    asked = half_of(law, mode) if law.mode == "each" and mode in {"push", "pull"} else law
    verdict = judge(asked, observe(engine, found.case))
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


def is_broken(verdict: Verdict | Counterexample) -> bool:
    """Return whether a status is a finding."""
    return verdict.status in FINDINGS


def _answers(found: Counterexample, engine: Engine) -> tuple[Answer, ...]:
    """Return the answers of the other oracles."""
    return tuple(a for a in found.answers if a.oracle != engine.name)
