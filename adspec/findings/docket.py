"""The docket: the causes found on one engine, each with its smallest case and all answers.

A hearing brings charges. Where the cause of one is already on the docket it is counted; where it is
new the court makes its case small, with the law that accuses it and nothing else deciding, and asks
every oracle. What is known (see `expectation`) explains nothing: what would fall with it counts as a cause
of its own, so that no new fault hides behind an old one. A symptom that many primitives share (no push
rule at all, results that alias the cotangent) is one cause, "many rules", not dozens: past `CROWD`
primitives it is merged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import groupby
from typing import Protocol

from adspec.findings import sums
from adspec.findings.again import is_listed_by, is_written_by
from adspec.findings.cause import Cause
from adspec.findings.counterexample import Counterexample
from adspec.findings.court import Charge, Hearing, Reduced
from adspec.findings.diagnosis import NOTHING, diagnose
from adspec.findings.evidence import Collection
from adspec.findings.expectation import Known
from adspec.findings.whereabouts import Whereabouts
from adspec.language.containers import CONTAINERS
from adspec.language.higher import CONTROL
from adspec.language.primitives import VOCABULARY
from adspec.law import FINDINGS

CROWD = 6
COMMON = 1 / 4  # of the cases of a primitive: a rule that is wrong on more is wrong at plain points too


class Reduce(Protocol):
    """Making the case of a charge small, or writing it down as it is."""

    def __call__(self, charge: Charge, *, as_it_is: bool) -> Reduced:
        """Return the counterexample, and the single rules that it turned out to be about."""


class Docket:
    """The causes of one engine; `reduce` makes the case of a charge small, `known` is what is expected."""

    def __init__(self, reduce: Reduce, known: Known | None = None) -> None:
        """Start empty."""
        self._reduce, self._known = reduce, known or Known()
        self._found: dict[Cause, Counterexample] = {}
        self._counts: Counter[Cause] = Counter()
        self._shown: Counter[str] = Counter()
        self._falls: dict[Cause, set[str]] = {}
        self._evidence, self._whereabouts = Collection(), Whereabouts()

    def file(self, heard: Hearing) -> None:
        """Put the broken laws of one case on the docket; where all hold, that is noted."""
        if not any(v.status in FINDINGS for v in heard.verdicts):
            self._whereabouts.held(heard.case, (v.law for v in heard.verdicts if v.status == "holds"))
        self._shown.update(heard.case.program.primitives())
        self.charge(heard)

    def charge(self, heard: Hearing) -> None:
        """Put the charges of a case on the docket."""
        for charge in heard.charges:
            self._enter(charge, frozenset(heard.explained))

    def _enter(self, charge: Charge, explained: AbstractSet[str]) -> None:
        """Count a charge, or, where it is new, have its case made small; it may turn out to be of rules."""
        cause = charge.cause
        if cause not in self._found or self._hides(charge):
            reduced = self._small(charge)
            for rule in reduced.rules:
                self._enter(rule, explained)
            if reduced.rules:
                return
            self._found[cause] = reduced.found
        self._counts[cause] += 1
        self._evidence.add(charge.evidence)
        self._whereabouts.broke(cause, charge.case)
        self._falls.setdefault(cause, set()).update(explained)

    def _hides(self, charge: Charge) -> bool:
        """Return whether a known cause of another law stands in the place of a new one."""
        return self._is_known(charge.cause) and not self._known.has(charge.law, charge.cause)

    def _is_known(self, cause: Cause) -> bool:
        """Return whether a cause on the docket is a known one."""
        return cause in self._found and self._known.has(self._found[cause].law, cause)

    def _small(self, charge: Charge) -> Reduced:
        """Return a charge made small; of a rule that is known to be wrong its witness is small already.

        What is not of one rule may still turn out to be of another, new one.
        """
        known = self._known.of(charge.law, charge.cause)
        if known is not None and charge.cause.where in VOCABULARY:
            return Reduced(found=known.witness)
        return self._reduce(charge, as_it_is=self._is_old_news(charge))

    def _is_old_news(self, charge: Charge) -> bool:
        """Return whether many like it are known, or worse of its rule: one more small case tells nothing."""
        alike = (charge.law, charge.cause.mode, charge.cause.symptom)
        many = sum(_crowd(self._found[cause]) == alike for cause in self._new()) >= CROWD
        return many or self._outshone(charge.cause)

    def accused(self) -> set[str]:
        """Return the primitives that are on the docket."""
        return {cause.where for cause in self._found}

    def count(self, cause: Cause) -> int:
        """Return how many cases had a cause."""
        return self._counts[cause]

    def drop(self, is_old: Callable[[Counterexample], bool]) -> None:
        """Forget new causes that are old ones, met in another form."""
        for cause in [c for c in self._new() if is_old(self._found[c])]:
            del self._found[cause]

    def counterexamples(self) -> tuple[Counterexample, ...]:
        """Return one counterexample per cause, crowds of new ones merged, worst first."""
        known = [self._told(cause) for cause in self._found if self._is_known(cause)]
        return tuple(sorted([*known, *_merge_crowds(self._standing())], key=_importance))

    def beneath(self) -> tuple[Counterexample, ...]:
        """Return the new causes that are not told of by themselves: in a crowd, or outshone by another."""
        told = {found.cause for found in self.counterexamples()}
        return tuple(self._told(cause) for cause in self._found if cause not in told)

    def _new(self) -> list[Cause]:
        """Return the causes that are not known."""
        return [cause for cause in self._found if not self._is_known(cause)]

    def _standing(self) -> list[Counterexample]:
        """Return the new causes that no other new one outshines."""
        return [self._told(cause) for cause in self._new() if not self._outshone(cause)]

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
        if any(self._derives(cause, other) for other in self._new()):
            return True
        rule = (cause.where, cause.argument)
        others = [c for c in self._new() if c != cause and (c.where, c.argument) == rule]
        worse = any(c.mode == cause.mode and c.symptom != "inaccurate" for c in others)
        is_relation = cause.mode == "" and cause.symptom == "wrong value"
        return (cause.symptom == "inaccurate" and worse) or (is_relation and any(c.mode for c in others))

    def _derives(self, cause: Cause, other: Cause) -> bool:
        """Return whether a cause is about derivatives of rules put together, and the other says why it shows.

        Where sums over several uses or arguments are lost, whatever is differentiated twice, or in a function
        of its own, is wrong. So it is where a rule's derivative is wrong and derivatives are nested deeper
        than once, for they take it from rules that are not in the program. A rule's derivative is wrong where
        the rule is wrong itself, or where one is by which others are differentiated.
        """
        if is_written_by(cause, other, self._found.get(cause)) or is_listed_by(cause, other):
            return True
        outer, of, inner = cause.mode.partition(" of ")
        is_composed = cause.where in CONTROL or cause.where.startswith("nesting")
        if other.where in {"fan-out", sums.WHERE}:
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
            for cause in self._new()
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


_RANK = {"broken": 0, "crashed": 1, "timed_out": 1, "inaccurate": 2}


def _importance(found: Counterexample) -> tuple[int, str, str]:
    return _RANK.get(found.status, 3), found.cause.where, str(found.cause)
