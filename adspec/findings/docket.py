"""The docket: the causes found on one engine, each with its smallest case and all answers.

A broken case is blamed first. Where its cause is already on the docket it is counted; where it is
new it is made small, with the law that accuses it and nothing else deciding, and every oracle
is asked. A symptom that many primitives share (no push rule at all, results that alias the
cotangent) is one cause, "many rules", not dozens: past `CROWD` primitives it is merged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import groupby

import numpy as np

from adspec.engine import Engine
from adspec.findings.answers import ask
from adspec.findings.blame import Accusation, blame
from adspec.findings.cause import Cause
from adspec.findings.counterexample import Counterexample
from adspec.findings.diagnosis import NOTHING, diagnose
from adspec.findings.evidence import Collection
from adspec.findings.parts import structuring
from adspec.findings.whereabouts import Whereabouts
from adspec.language.case import Case
from adspec.language.containers import CONTAINERS
from adspec.language.higher import CONTROL
from adspec.language.primitives import VOCABULARY
from adspec.language.program import Name
from adspec.law import FINDINGS, Law, Verdict, judge
from adspec.observation import observe

CROWD = 6
COMMON = 1 / 4  # of the cases of a primitive: a rule that is wrong on more is wrong at plain points too
Shrink = Callable[[Case, Callable[[Case], bool]], Case]
Oracles = Callable[[], Sequence[Engine]]  # asked for the first counterexample: their import takes time


class Docket:
    """The causes of one engine; `oracles` are the engines whose answers a counterexample shows."""

    def __init__(self, engine: Engine, laws: Mapping[str, Law], oracles: Oracles, shrink: Shrink) -> None:
        """Start empty."""
        self._engine, self._laws, self._oracles, self._shrink = engine, laws, oracles, shrink
        self._found: dict[Cause, Counterexample] = {}
        self._counts: Counter[Cause] = Counter()
        self._shown: Counter[str] = Counter()
        self._falls: dict[Cause, set[str]] = {}
        self._evidence, self._whereabouts = Collection(), Whereabouts()

    def file(
        self,
        case: Case,
        roots: Iterable[Verdict],
        explained: Sequence[Verdict],
        verdicts: Sequence[Verdict] = (),
    ) -> None:
        """Put the broken laws of one case on the docket; of all its `verdicts` those that hold are noted."""
        if verdicts and not any(v.status in FINDINGS for v in verdicts):
            self._whereabouts.held(case, (v.law for v in verdicts if v.status == "holds"))
        self._shown.update(case.program.primitives())
        for verdict in roots:
            for accusation in blame(self._engine, self._laws[verdict.law], verdict, case, self._laws):
                self._enter(accusation, {v.law for v in explained})

    def _enter(self, accusation: Accusation, explained: AbstractSet[str]) -> None:
        """Count an accusation, or, where it is new, make its case small.

        A program may break a law that each of its rules keeps alone at the numbers they see, and no other
        part of it. Made small it may be one rule at other numbers: then that one is accused in its place.
        """
        cause = accusation.cause
        if cause not in self._found:
            found = self._counterexample(accusation)
            rules = () if cause.where in VOCABULARY else self._rules_in(found)
            for rule in rules:
                self._enter(rule, explained)
            if rules:
                return
            self._found[cause] = found
        self._counts[cause] += 1
        self._evidence.add(accusation)
        self._whereabouts.broke(cause, accusation.case)
        self._falls.setdefault(cause, set()).update(explained)

    def _rules_in(self, found: Counterexample) -> list[Accusation]:
        """Return the accusations of rules by the small case of a program that was accused as a whole."""
        law = self._laws[found.law]
        verdict = judge(law, observe(self._engine, found.case))
        is_broken = verdict.status in FINDINGS
        again = blame(self._engine, law, verdict, found.case, self._laws) if is_broken else []
        return [accusation for accusation in again if accusation.cause.where in VOCABULARY]

    def accused(self) -> set[str]:
        """Return the primitives that are on the docket."""
        return {cause.where for cause in self._found}

    def counterexamples(self) -> tuple[Counterexample, ...]:
        """Return one counterexample per cause, crowds merged, worst first."""
        entries = [self._told(cause) for cause in self._found if not self._outshone(cause)]
        return tuple(sorted(_merge_crowds(entries), key=_importance))

    def _told(self, cause: Cause) -> Counterexample:
        """Return the counterexample of a cause with what the whole run has seen of it."""
        found = self._found[cause]
        in_container = found.case.presentation in CONTAINERS  # a number tells nothing of its place
        known = NOTHING if in_container else diagnose(self._evidence.of(cause))
        return replace(
            found,
            count=self._counts[cause],
            falls_with=self._falling_with(cause, found.law),
            diagnosis=str(known),
            mistake=known.mistake,
            only=self._whereabouts.only(cause, found.law),
        )

    def _falling_with(self, cause: Cause, law: str) -> tuple[str, ...]:
        """Return the other laws that break because of a cause: on its cases, or of its rule's derivative."""
        derived = {found.law for other, found in self._found.items() if self._derives(other, cause)}
        return tuple(sorted((self._falls[cause] | derived) - {law}))

    def _outshone(self, cause: Cause) -> bool:
        """Return whether its rule is accused of worse than a loss of digits, or of being wrong itself.

        Or more exactly: that push and pull disagree says nothing new where one of them is known to be wrong.
        """
        if any(self._derives(cause, other) for other in self._found):
            return True
        rule = (cause.where, cause.argument)
        others = [c for c in self._found if c != cause and (c.where, c.argument) == rule]
        worse = any(c.mode == cause.mode and c.symptom != "inaccurate" for c in others)
        is_relation = cause.mode == "" and cause.symptom == "wrong value"
        return (cause.symptom == "inaccurate" and worse) or (is_relation and any(c.mode for c in others))

    def _derives(self, cause: Cause, other: Cause) -> bool:
        """Return whether a cause is about derivatives of rules put together, and the other says why it shows.

        Where sums over several uses are lost, whatever is differentiated twice, or in a function of its own,
        is wrong. So it is where a rule's derivative is wrong and derivatives are nested deeper than once, for
        they take it from rules that are not in the program. A rule's derivative is wrong where the rule is
        wrong itself, or where one is by which others are differentiated.
        """
        outer, of, inner = cause.mode.partition(" of ")
        is_composed = cause.where in CONTROL or cause.where.startswith("nesting")
        if other.where == "fan-out":
            return (bool(of) or is_composed) and other.mode in {"", *cause.mode.split(" of ")}
        if is_composed:
            deep = cause in self._found and self._found[cause].case.program.depth > 1
            return deep and " of " in other.mode and other.symptom == "wrong value"
        if cause.where == other.where or not of:
            return bool(of) and other.mode in {outer, inner}
        return other in self._common(outer) and not self._is_wrong_either_way(cause)

    def _common(self, mode: str) -> list[Cause]:
        """Return the causes of rules that are wrong by push, or by pull, at plain points too."""
        return [
            cause
            for cause in self._found
            if (cause.mode, cause.symptom) == (mode, "wrong value")
            and self._counts[cause] >= COMMON * self._shown[cause.where] > 0
        ]

    def _is_wrong_either_way(self, cause: Cause) -> bool:
        """Return whether a rule's derivative is wrong by push and by pull, and no other rule explains both.

        A rule that is made of another, wrong in one half only, is differentiated rightly by the other half.
        The laws of both halves break then, and one falls with the other.
        """
        outer, _, inner = cause.mode.partition(" of ")
        other = "pull" if outer == "push" else "push"
        is_broken = f"{other}_of_{inner}" in self._falls.get(cause, ())
        return is_broken and not self._common(other)

    def _counterexample(self, accusation: Accusation) -> Counterexample:
        law, symptom = accusation.law, accusation.verdict.symptom
        structure = structuring(accusation.case, accusation.cause.where)

        def still_broken(case: Case) -> bool:
            if not concerns(accusation.cause, case) or structuring(case, accusation.cause.where) != structure:
                return False
            again = judge(law, observe(self._engine, case))
            return again.status in FINDINGS and again.symptom == symptom

        crowded = self._alike(accusation) >= CROWD or self._outshone(accusation.cause)
        case = accusation.case if crowded else self._shrink(accusation.case, still_broken)
        verdict = judge(law, observe(self._engine, case))
        if verdict.status not in FINDINGS:  # an engine that answers otherwise the next time it is asked
            case, verdict = accusation.case, accusation.verdict
        return self._written(accusation, case, verdict)

    def _alike(self, accusation: Accusation) -> int:
        return sum(
            _crowd(found) == (accusation.law.name, accusation.cause.mode, accusation.cause.symptom)
            for found in self._found.values()
        )

    def _written(self, accusation: Accusation, case: Case, verdict: Verdict) -> Counterexample:
        claim = verdict.claim
        numeric = claim is not None and claim.interval is not None
        manners = accusation.law.accuses == "engine" and claim is not None and not numeric  # not a number
        return Counterexample(
            engine=self._engine.name,
            version=self._engine.version,
            law=accusation.law.name,
            status=verdict.status,
            cause=accusation.cause,
            case=case,
            left=claim.left if claim else None,
            right=claim.right if claim else None,
            left_says=claim.left_says if claim else "",
            right_says=claim.right_says if claim else "",
            digits=verdict.digits,
            ulps=verdict.ulps,
            power=verdict.power,
            reason=verdict.reason,
            notes=_notes(case, accusation.cause.mode, self._engine),
            answers=() if manners else ask(case, accusation.cause.mode, self._engine, self._oracles()),
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


def _crowd(found: Counterexample) -> tuple[str, str, str]:
    return found.law, found.cause.mode, found.cause.symptom


def _mergeable(found: Counterexample) -> bool:
    """Return whether a crowd with this symptom is one cause: it raises, aliases, has another type."""
    return found.cause.symptom not in ("wrong value", "inaccurate", "nan", "inf")


def _merge_crowds(entries: list[Counterexample]) -> list[Counterexample]:
    merged: list[Counterexample] = []
    for _, group in groupby(sorted(entries, key=_crowd), key=_crowd):
        members = list(group)
        places = [m.cause.where for m in members]
        if len(set(places)) > CROWD and _mergeable(members[0]):
            first = replace(members[0].cause, where="many rules", argument=None)
            names = ", ".join(sorted(set(places)))
            notes = {"primitives": names}
            total = sum(m.count for m in members)
            members = [replace(members[0], cause=first, count=total, notes=notes, only="")]
        merged += members
    return merged


_RANK = {"broken": 0, "crashed": 1, "inaccurate": 2}


def _importance(found: Counterexample) -> tuple[int, str, str]:
    return _RANK.get(found.status, 3), found.cause.where, str(found.cause)
