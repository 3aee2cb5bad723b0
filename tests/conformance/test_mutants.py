"""Every mutant is caught by its law and blamed on its fault; the right engine keeps every law."""

import pytest

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.conformance.mutants import MUTANTS
from adspec.findings.blame import blame
from adspec.findings.tally import deepest
from adspec.language.primitives import VOCABULARY
from adspec.law import FINDINGS, judge_all
from adspec.observation import observe
from adspec.properties import LAWS
from adspec.search.contracts import contract_cases
from adspec.search.ladder import ladder

BY_NAME = {rule.name: rule for rule in LAWS}
CONTRACTS = contract_cases()
LADDERS = {m.where: ladder(VOCABULARY[m.where]) for m in MUTANTS.values() if m.where in VOCABULARY}

each_mutant = pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS.keys())


def cases(where):
    """Yield the tier and the case of everything that a mutant of this place is shown."""
    yield from (("rules", case) for case in LADDERS.get(where, ()))
    yield from (("contracts", case) for case in CONTRACTS)


def verdicts(engine, tier, case):
    return list(judge_all((rule for rule in LAWS if tier in rule.tiers), observe(engine, case)))


def first_broken(engine, where):
    """Return the first case that breaks a law, with the deepest broken verdict.

    Where a rule is wrong itself, so is its derivative, be it on an earlier case: log x at x = 1.
    """
    of_derivatives = None
    for tier, case in cases(where):
        if tier != "rules" and of_derivatives:
            break
        roots, _ = deepest(verdicts(engine, tier, case), BY_NAME)
        if any(" of " not in BY_NAME[v.law].mode for v in roots):
            return case, roots
        of_derivatives = of_derivatives or ((case, roots) if roots else None)
    assert of_derivatives, "no law is broken"
    return of_derivatives


@each_mutant
def test_a_mutant_is_caught_by_its_law(mutant):
    _, roots = first_broken(mutant.engine, mutant.where)

    assert [(v.law, v.symptom) for v in roots] == [(mutant.law, mutant.symptom)]


@each_mutant
def test_a_mutant_is_caught_by_an_answer_and_not_by_a_crash(mutant):
    _, roots = first_broken(mutant.engine, mutant.where)

    assert [v.status for v in roots if v.status == "crashed"] == []


@each_mutant
def test_the_fault_is_blamed(mutant):
    case, (verdict,) = first_broken(mutant.engine, mutant.where)

    causes = [a.cause for a in blame(mutant.engine, BY_NAME[verdict.law], verdict, case, BY_NAME)]

    wanted = mutant.where, mutant.argument, mutant.mode
    assert wanted in [(c.where, c.argument, c.mode) for c in causes]


@pytest.mark.parametrize("where", ["contracts", *LADDERS])
def test_the_right_engine_keeps_every_law(where):
    shown = [(t, c) for t, c in cases(where) if (t == "contracts") == (where == "contracts")]

    found = [(v.law, v.status, v.reason, str(c)) for t, c in shown for v in verdicts(ENGINE, t, c)]

    assert [f for f in found if f[1] in FINDINGS] == []


def test_every_law_has_a_mutant_of_its_own_or_a_stronger_law():
    subsumed = {rule.name for rule in LAWS if rule.subsumed_by}

    assert {m.law for m in MUTANTS.values()} | subsumed == set(BY_NAME)


@pytest.mark.parametrize("law", BY_NAME)
def test_every_law_has_a_mutant_that_it_does_not_blame(law):
    def broken_by(mutant):
        case, _ = first_broken(mutant.engine, mutant.where)
        return {v.law for v in verdicts(mutant.engine, "contracts", case) if v.status in FINDINGS}

    spared = (m for m in MUTANTS.values() if BY_NAME[law] is not BY_NAME[m.law])

    assert any(law not in broken_by(m) for m in spared)
