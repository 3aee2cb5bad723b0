"""One mutant on trial: cases as `adspec check` shows them, until a cause that the clean engine does not have.

The order is that of `adspec check`: the rules tier, primitive by primitive, then contracts, then programs.
Only the words whose rules the changed file registers come first; `near` puts those first that own the
changed code, which a tester cannot know.

Where all verdicts on a case are those of the clean engine, to the last digit of what they claim, it is not
asked again whom they accuse. What survives that way is asked about these cases, too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from adspec.conform import PROFILES, VOCABULARY, Court, Plan, find_laws, reduce_case, unwarned
from adspec.engine import Engine
from adspec.findings.cause import Cause
from adspec.findings.court import Hearing
from adspec.language.case import Case
from adspec.law import FINDINGS, Law, Verdict, judge_all
from adspec.observation import observe
from adspec.smoke import require_sound

Part = tuple[str, str, Sequence[Case]]  # tier, primitive or "", cases
Words = tuple[tuple[str, ...], ...]  # what the broken laws of a case say


@dataclass(frozen=True, kw_only=True)
class Met:
    """What came of one engine: its first new causes, after how many cases and CPU seconds; or none.

    `primary` are the first new causes about a rule itself. Of a cause about a rule's derivative, which is
    made of other rules, a run says in the end which rule it falls with (see `adspec.findings.docket`).
    """

    killed_by: str = ""
    causes: tuple[Cause, ...] = ()
    primary: tuple[Cause, ...] = ()
    cases: int = 0
    seconds: float = 0.0


@dataclass(kw_only=True)
class Suite:
    """The parts of a run, of the words in `only`, and what the clean engine comes to.

    That is its causes, and what the broken laws say by case, where it ran in this process.
    """

    plan: Plan
    engine: Engine
    known: set[Cause] = field(default_factory=set)
    said: dict[Case, Words] = field(default_factory=dict)
    contracts: Sequence[Case] = ()
    programs: Sequence[Case] = ()
    only: Sequence[str] = tuple(VOCABULARY)

    def parts(self, first: Sequence[str]) -> Iterator[Part]:
        """Yield the parts, the rules of the words in `first` before the others."""
        for name in (*first, *(n for n in self.only if n not in set(first))):
            if name in self.engine.ops:
                yield "rules", name, self.plan.rules_for(self.engine, name)
        yield "contracts", "", self.contracts
        yield "programs", "", self.programs

    def learn(self, parts: Iterator[Part] | Sequence[Part]) -> None:
        """Hear the clean engine, whose truths stay known in this process."""
        for tier, _, case in _each(parts):
            hearing = _heard(self.engine, tier, case)
            self.known |= {charge.cause for charge in hearing.charges}
            self.said[case] = _words(hearing.verdicts)


def suite_of(engine: Engine, profile: str) -> Suite:
    """Return the suite after a run of the clean engine. Cost: that run."""
    plan = Plan(profile=PROFILES[profile], seed=0, words=dict(VOCABULARY), whole=True, shared=True)
    suite = Suite(plan=plan, engine=engine, contracts=plan.contracts_for(engine))
    suite.learn(suite.parts(()))
    suite.programs = plan.programs_for(engine, {cause.where for cause in suite.known})
    suite.learn([("programs", "", suite.programs)])
    return suite


def tried(engine: Engine, suite: Suite, first: Sequence[str]) -> Met:
    """Return what came of an engine. Cost: one hearing per case until its new cause."""
    start = time.process_time()
    try:
        require_sound(engine)
    except Exception as error:  # noqa: BLE001 -- whatever it says is how a run ends
        return Met(killed_by=f"the smoke test: {error}"[:200], seconds=time.process_time() - start)
    found = _until_new(engine, suite, first, start, in_full=False)
    return found if found.killed_by else _until_new(engine, suite, first, start, in_full=True)


def comes_to(engine: Engine, suite: Suite, first: Sequence[str], there: Callable[[], bool]) -> bool:
    """Return whether an engine comes to where `there` says so on any case of the run."""
    for tier, _, case in _each(suite.parts(first)):
        _verdicts(engine, tier, case)
        if there():
            return True
    return False


def _until_new(engine: Engine, suite: Suite, first: Sequence[str], start: float, *, in_full: bool) -> Met:
    met, cases = Met(), 0
    for tier, _, case in _each(suite.parts(first)):
        cases += 1
        if in_full and not suite.said.get(case):  # heard before: no law was broken
            continue
        if not in_full and _verdicts(engine, tier, case) == suite.said.get(case):
            continue
        charges = _heard(engine, tier, case).charges
        new = tuple(charge for charge in charges if charge.cause not in suite.known)
        causes = tuple(charge.cause for charge in new)
        if new and not met.killed_by:
            seconds = time.process_time() - start
            met = Met(killed_by=new[0].law, causes=causes, cases=cases, seconds=seconds)
        if primary := tuple(cause for cause in causes if " of " not in cause.mode):
            return Met(
                killed_by=met.killed_by,
                causes=met.causes,
                primary=primary,
                cases=met.cases,
                seconds=met.seconds,
            )
    return met if met.killed_by else Met(cases=cases, seconds=time.process_time() - start)


def _each(parts: Iterator[Part] | Sequence[Part]) -> Iterator[tuple[str, str, Case]]:
    return ((tier, name, case) for tier, name, cases in parts for case in cases)


def _heard(engine: Engine, tier: str, case: Case) -> Hearing:
    """Return the hearing of a case, as a run of its tier would have it."""
    laws = {law.name: law for law in _laws()}
    court = Court(engine, laws, lambda: (), reduce_case)
    return court.hear(case, [law.name for law in laws.values() if tier in law.tiers])


def _verdicts(engine: Engine, tier: str, case: Case) -> Words:
    with unwarned():
        laws = [law for law in _laws() if tier in law.tiers]
        return _words(judge_all(laws, observe(engine, case)))


@cache
def _laws() -> tuple[Law, ...]:
    return tuple(find_laws())


def _words(verdicts: Iterator[Verdict] | Sequence[Verdict]) -> Words:
    """Return the findings word for word, numbers included."""
    return tuple(
        (v.law, v.status, v.symptom, v.reason, *((str(v.claim.left),) if v.claim else ()))
        for v in verdicts
        if v.status in FINDINGS
    )
