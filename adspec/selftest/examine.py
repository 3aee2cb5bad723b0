"""Examining one mutant: show it its cases, judge them, and see who kills it and who is blamed.

A wrong rule is shown the ladder of its primitive, and those contracts and random programs that use it;
a wrong engine all contracts and a few programs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice

from adspec.findings.blame import blame
from adspec.findings.tally import deepest
from adspec.language.case import Case
from adspec.language.primitives import VOCABULARY
from adspec.law import Law, Verdict, judge_all
from adspec.observation import observe
from adspec.search.contracts import contract_cases
from adspec.search.ladder import ladder
from adspec.selftest.outcome import Mutant, Outcome

ANSWERS = ("broken", "inaccurate")  # a crash is no kill
SEED = 0
ENOUGH = 12  # broken cases of a tier
DRAWN, KEPT = 12, 4  # programs per mutant
COMPANY = ("add", "multiply", "sin", "sum")  # what the programs are made of, beside what is wrong


def examine(name: str, mutant: Mutant, laws: Sequence[Law]) -> Outcome:
    """Return what came of one mutant.

    Its killer is its own law, where this is the deepest broken one on some case; else the law that is so
    on most cases.

    Of each tier it is shown all cases until `ENOUGH` of them broke a law.

    Cost: one observation per case and the truth of each; the killer's first case is blamed.
    """
    known = {rule.name: rule for rule in laws}
    counts, alone = Counter[str](), Counter[str]()
    first: dict[str, tuple[Verdict, Case]] = {}
    crashed, cases, broken = 0, 0, Counter[str]()
    for tier, case in shown(mutant.where):
        if broken[tier] == ENOUGH:
            continue
        applicable = [rule for rule in laws if tier in rule.tiers]
        verdicts = list(judge_all(applicable, observe(mutant.engine, case)))
        cases += 1
        crashed += any(v.status == "crashed" for v in verdicts)
        counts.update(v.law for v in verdicts if v.status in ANSWERS)
        roots = [v for v in deepest(verdicts, known)[0] if v.status in ANSWERS]
        broken[tier] += bool(roots)
        for root in roots:
            alone[root.law] += 1
            first.setdefault(root.law, (root, case))
    killer = mutant.law if mutant.law in alone else max(alone, key=lambda law: alone[law], default="")
    return Outcome(
        mutant=name,
        says=mutant.says,
        wanted=mutant.law,
        killed_by=killer,
        blamed=killer in first and _is_blamed(mutant, *first[killer], known),
        counts=dict(counts),
        roots=dict(alone),
        crashed=crashed,
        cases=cases,
    )


def _is_blamed(mutant: Mutant, verdict: Verdict, case: Case, known: Mapping[str, Law]) -> bool:
    """Return whether the fault is among the causes that are accused of a broken case."""
    accused = blame(mutant.engine, known[verdict.law], verdict, case, known)
    causes = {(a.cause.where, a.cause.argument, a.cause.mode) for a in accused}
    return (mutant.where, mutant.argument, mutant.mode) in causes


def shown(where: str) -> Iterator[tuple[str, Case]]:
    """Yield tier and case of all that a mutant of this place is shown."""
    yield from (("rules", case) for case in _rungs(where))
    yield from (("contracts", case) for case in _contracts() if _concerns(where, case))
    yield from (("programs", case) for case in _programs(where))


def _concerns(where: str, case: Case) -> bool:
    return where not in VOCABULARY or where in case.program.primitives()


# Mutants of one place are shown the same cases, whose truth is then computed once.


@cache
def _rungs(where: str) -> tuple[Case, ...]:
    return ladder(VOCABULARY[where]) if where in VOCABULARY else ()


@cache
def _contracts() -> tuple[Case, ...]:
    return contract_cases()


@cache
def _programs(where: str) -> tuple[Case, ...]:
    from adspec.search.strategies import draw, program_cases  # the import of Hypothesis takes 0.4 s

    words = {name: VOCABULARY[name] for name in (where, *COMPANY) if name in VOCABULARY}
    drawn = draw(program_cases(words), DRAWN, SEED)
    return tuple(islice((case for case in drawn if _concerns(where, case)), KEPT))
