"""The court: where an engine's cases are heard, and those that accuse a rule made small.

It is all of a run that calls engine code. What comes out is plain data, with no engine, law or
observation in it, so that a court may as well sit in another process (see `adspec.runners`) while the
docket is kept in this one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from adspec.engine import Engine
from adspec.findings.answers import ask
from adspec.findings.blame import Accusation, blame
from adspec.findings.cause import Cause
from adspec.findings.counterexample import Answer, Counterexample
from adspec.findings.evidence import Evidence, evidence_of
from adspec.findings.parts import structuring
from adspec.findings.tally import deepest
from adspec.language.case import Case
from adspec.language.primitives import VOCABULARY
from adspec.language.program import Name
from adspec.law import FINDINGS, Law, Verdict, half_of, judge, judge_all
from adspec.observation import observe, unwarned

Shrink = Callable[[Case, Callable[[Case], bool]], Case]
Oracles = Callable[[], Sequence[Engine]]  # asked for the first counterexample: their import takes time

REMEMBERED = 32  # equations: JAX compiles each in ten ways or more, and keeps a megabyte of code for each


@dataclass(frozen=True, kw_only=True, slots=True)
class Charge:
    """An accusation as plain data: the cause, a case on which `law` is broken, and what was seen there.

    `half` is "push" or "pull" where only the law's claims about that half of the engine are meant.
    """

    cause: Cause
    law: str
    half: str
    case: Case
    verdict: Verdict
    evidence: Evidence


@dataclass(frozen=True, kw_only=True, slots=True)
class Hearing:
    """One case, heard: all verdicts, those that deeper ones explain, and the charges of the rest.

    `fault` is the traceback of adspec's own failure on the case, "" for none: then nothing was judged.
    """

    case: Case
    verdicts: tuple[Verdict, ...] = ()
    explained: tuple[str, ...] = ()
    charges: tuple[Charge, ...] = ()
    fault: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reduced:
    """A charge made small: its counterexample, and the charges of single rules that it turned out to be."""

    found: Counterexample
    rules: tuple[Charge, ...] = ()


class Court:
    """One engine under all laws of a run by name; `oracles` are those whose answers are shown.

    `told` is called with each verdict as soon as there is one: who waits for them sees how far it is.
    """

    def __init__(
        self,
        engine: Engine,
        laws: Mapping[str, Law],
        oracles: Oracles,
        shrink: Shrink,
        told: Callable[[Verdict], None] | None = None,
    ) -> None:
        """Start with nothing heard."""
        self.engine, self.laws = engine, laws
        self._oracles, self._shrink, self._told = oracles, shrink, told
        self._seen = 0  # equations since the engine was told to forget

    def hear(self, case: Case, laws: Sequence[str]) -> Hearing:
        """Return what the laws of these names come to on a case, and whom that accuses.

        Cost: one observation, and for each root that is broken what blame costs.
        """
        with unwarned():
            obs = observe(self.engine, case)
            verdicts = []
            for verdict in judge_all([self.laws[name] for name in laws], obs):
                verdicts.append(verdict)
                if self._told is not None:
                    self._told(verdict)
            roots, explained = deepest(verdicts, self.laws)
            charges = [charge for verdict in roots for charge in self._charges(verdict, case)]
            self._forget_some(case)
        names = tuple(sorted({v.law for v in explained}))
        return Hearing(case=case, verdicts=tuple(verdicts), explained=names, charges=tuple(charges))

    def reduce(self, charge: Charge, *, as_it_is: bool) -> Reduced:
        """Return the counterexample of a charge, on the smallest case with the same cause.

        `as_it_is` leaves the case as it was met. A program may break a law that each of its rules keeps
        alone at the numbers they see, and no other part of it. Made small it may be one rule at other
        numbers: then that one is charged as well.

        Cost: some hundred observations of ever smaller cases.
        """
        with unwarned():
            law = self._law(charge)
            case = charge.case if as_it_is else self._shrink(charge.case, self._still_broken(charge))
            verdict = judge(law, observe(self.engine, case))
            if verdict.status not in FINDINGS:  # an engine that answers otherwise the next time it is asked
                case, verdict = charge.case, charge.verdict
            found = written(charge, case, verdict, self.engine, self._answers(charge, case, verdict, law))
            rules = () if charge.cause.where in VOCABULARY else self._rules_in(case, charge.law)
        return Reduced(found=found, rules=rules)

    # -------------------------------------------------------------- parts

    def _charges(self, verdict: Verdict, case: Case) -> list[Charge]:
        accused = blame(self.engine, self.laws[verdict.law], verdict, case, self.laws)
        return [self._charge(accusation) for accusation in accused]

    def _charge(self, accusation: Accusation) -> Charge:
        law = accusation.law
        return Charge(
            cause=accusation.cause,
            law=law.name,
            half="" if law.mode == self.laws[law.name].mode else law.mode,
            case=accusation.case,
            verdict=accusation.verdict,
            evidence=evidence_of(accusation),
        )

    def _rules_in(self, case: Case, name: str) -> tuple[Charge, ...]:
        """Return the charges of rules by the small case of a program that was accused as a whole."""
        verdict = judge(self.laws[name], observe(self.engine, case))
        again = self._charges(verdict, case) if verdict.status in FINDINGS else []
        return tuple(charge for charge in again if charge.cause.where in VOCABULARY)

    def _law(self, charge: Charge) -> Law:
        law = self.laws[charge.law]
        return half_of(law, charge.half) if charge.half else law

    def _still_broken(self, charge: Charge) -> Callable[[Case], bool]:
        """Return the test of smaller cases: the same law accuses the same rule of the same symptom."""
        law, cause, symptom = self._law(charge), charge.cause, charge.verdict.symptom
        structure = structuring(charge.case, cause.where)

        def still_broken(case: Case) -> bool:
            if not concerns(cause, case) or structuring(case, cause.where) != structure:
                return False
            again = judge(law, observe(self.engine, case))
            return again.status in FINDINGS and again.symptom == symptom

        return still_broken

    def _answers(self, charge: Charge, case: Case, verdict: Verdict, law: Law) -> tuple[Answer, ...]:
        claim = verdict.claim
        numeric = claim is not None and claim.interval is not None
        manners = law.accuses == "engine" and claim is not None and not numeric  # not a number
        return () if manners else ask(case, charge.cause.mode, self.engine, self._oracles())

    def _forget_some(self, case: Case) -> None:
        """Count the equations that the engine has seen, and tell it to forget when there are many."""
        self._seen += sum(1 for _ in case.program.all_equations())
        if self.engine.forget is not None and self._seen >= REMEMBERED:
            self.engine.forget()
            self._seen = 0


def written(
    charge: Charge, case: Case, verdict: Verdict, engine: Engine, answers: tuple[Answer, ...] = ()
) -> Counterexample:
    """Return the counterexample of a charge on a case; nothing is run."""
    claim = verdict.claim
    return Counterexample(
        engine=engine.name,
        version=engine.version,
        law=charge.law,
        status=verdict.status,
        cause=charge.cause,
        case=case,
        left=claim.left if claim else None,
        right=claim.right if claim else None,
        left_says=claim.left_says if claim else "",
        right_says=claim.right_says if claim else "",
        digits=verdict.digits,
        ulps=verdict.ulps,
        power=verdict.power,
        reason=verdict.reason,
        notes=_notes(case, charge.cause.mode, engine),
        answers=answers,
    )


def _notes(case: Case, mode: str, engine: Engine) -> dict[str, str]:
    """Return what a reader must know to see the same numbers in the engine itself."""
    complex_ = any(np.iscomplexobj(a) for a in (*case.x, *case.v))
    if mode != "pull" or not complex_ or engine.dialect.pairing == "hermitian":
        return {}
    return {"pairing": f"{engine.name} pairs bilinearly: it was given conj(v), and returned conj(Jᵀ v)"}


def concerns(cause: Cause, case: Case) -> bool:
    """Return whether the accused rule takes part in a case; else it would be another cause that is broken."""
    if cause.where not in VOCABULARY:
        return True
    calls = [e.args for e in case.program.equations if e.primitive == cause.where]
    if cause.argument is None:
        return bool(calls)
    accused = [(args[cause.argument], args) for args in calls if cause.argument < len(args)]
    moving = [(a, args) for a, args in accused if isinstance(a, Name) and a.text not in case.held]
    return any(args.count(a) == 1 for a, args in moving)  # another argument is another rule
