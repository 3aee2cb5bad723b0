"""The self-test kills a sample of mutants, and complains where one survives or is misnamed."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from adspec.cli import main
from adspec.conformance.engines.reference_engine import ENGINE
from adspec.conformance.mutants import MUTANTS
from adspec.discovery import DiscoveryError, find_mutants
from adspec.law import law
from adspec.properties import LAWS
from adspec.report.matrix import closing_line
from adspec.selftest.examine import examine, shown
from adspec.selftest.outcome import Outcome, complaints, outcome_row, scores
from adspec.selftest.run import selftest

OURS = "adspec.conformance.mutants:MUTANTS"
SAMPLE = ("sin_push_negated", "sinc_push_by_the_formula", "jvp_calls_f_twice")
SIN = MUTANTS["sin_push_negated"]


@pytest.fixture(scope="module")
def outcomes():
    return selftest(OURS, SAMPLE, workers=1)


def test_every_mutant_of_a_sample_is_killed_by_its_law_and_blamed(outcomes):
    assert [(o.mutant, o.killed_by, o.right) for o in outcomes] == [
        ("sin_push_negated", "truth_push", True),
        ("sinc_push_by_the_formula", "finite", True),
        ("jvp_calls_f_twice", "evaluation_count", True),
    ]


@pytest.mark.slow
def test_several_processes_come_to_the_same(outcomes):
    assert [outcome_row(o) for o in selftest(OURS, SAMPLE, workers=2)] == [outcome_row(o) for o in outcomes]


def test_the_right_engine_survives_and_is_complained_about():
    survivor = examine("none", replace(SIN, engine=ENGINE), LAWS)

    [line] = complaints([survivor], ())
    assert line.startswith("mutant none: survives ")


def test_a_crash_is_no_kill():
    def raising(*_):
        raise ZeroDivisionError

    crashing = examine("crash", replace(SIN, engine=replace(ENGINE, jvp=raising, grad=None)), LAWS)

    assert crashing.crashed > 0
    assert [name for name in crashing.counts if name.startswith("truth")] == []
    assert not crashing.right


def test_a_mutant_of_another_law_or_place_is_complained_about():
    as_finite = examine("misnamed", replace(SIN, law="finite"), LAWS)
    as_cosine = examine("misplaced", replace(SIN, argument=1), LAWS)

    assert complaints([as_finite, as_cosine], ()) == [
        "mutant misnamed: killed by truth_push, its law is finite",
        "mutant misplaced: the fault is not blamed",
    ]


def test_a_law_that_kills_nothing_must_be_subsumed(outcomes):
    @law(says="anything")
    def toothless(_obs):
        return []

    @law(says="anything", subsumed_by="truth_push")
    def weaker(_obs):
        return []

    assert complaints(outcomes, scores(outcomes, [toothless, weaker])) == ["law toothless: kills no mutant"]


def test_a_wrong_rule_is_shown_only_what_uses_it_and_an_engine_every_contract():
    tiers = {where: {tier for tier, _ in shown(where)} for where in ("sin", "engine")}
    rest = [case for tier, case in shown("sin") if tier != "rules"]

    assert tiers == {"sin": {"rules", "contracts", "programs"}, "engine": {"contracts", "programs"}}
    assert all("sin" in case.program.primitives() for case in rest)


def test_subsumed_laws_are_explained_by_the_stronger_one():
    assert [r.name for r in LAWS if r.subsumed_by and r.subsumed_by not in r.explained_by] == []


def test_the_last_line_counts_mutants_and_laws():
    words = {"says": "", "wanted": "a", "blamed": True, "roots": {}, "crashed": 0, "cases": 2}
    two = [
        Outcome(mutant="m", killed_by="purity", counts={"purity": 1}, **words),
        Outcome(mutant="n", killed_by="", counts={}, **words),
    ]

    line = closing_line(two, scores(two, LAWS[:2]), 12.3)

    assert line == "1 of 2 mutants killed, by 1 of 2 laws, 12 s"


# ------------------------------------------------------------------ the command


def run(*args):
    return CliRunner().invoke(main, ["selftest", "-n", "1", *args])


def test_the_matrix_is_printed_and_the_status_is_0():
    done = run("sinc_push_by_the_formula")

    assert done.exit_code == 0
    assert "sinc_push_by_the_formula  finite" in done.stdout
    assert "1 of 1 mutants killed" in done.stdout


def test_the_matrix_as_json():
    [row] = json.loads(run("max_counts_every_tie", "--json").stdout)["mutants"]

    assert (row["killed_by"], row["blamed"]) == ("ties", True)
    assert row["broken"].keys() >= {"ties", "kinks"}


def test_an_unknown_mutant_is_wrong_usage():
    done = run("sin_push_negate")

    assert done.exit_code == 2
    assert "Did you mean 'sin_push_negated'?" in done.output


def test_mutants_are_found_by_an_import_string():
    assert find_mutants(OURS)["sin_push_negated"].where == "sin"
    with pytest.raises(DiscoveryError, match="not a mapping from names to mutants"):
        find_mutants("adspec.properties:LAWS")
