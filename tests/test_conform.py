"""One call runs everything: repeatable, faults told apart, what was found kept on an interruption."""

import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from adspec.conform import conform
from adspec.conformance.engines.reference_engine import ENGINE, engine_of
from adspec.findings.counterexample import to_json
from adspec.language.case import Case
from adspec.language.primitives import VOCABULARY
from adspec.language.program import parse_program
from adspec.law import judge, law, same
from adspec.observation import observe
from adspec.properties import LAWS
from adspec.reference_engine import RULES, with_rules
from adspec.report.jsonl import report_lines
from adspec.search.ladder import ladder

# Two faults in one engine, each in one rule: y for -sin x, and 2·v·a for v·a.
TWICE = engine_of(
    with_rules(
        {
            **RULES,
            "cos": RULES["cos"].replace(push={0: lambda u, y, _x: u * y}),
            "multiply": RULES["multiply"].replace(pull={1: lambda v, _y, a, _b: 2.0 * v * a}),
        }
    ),
    "two-faults",
)


def run(engine, *primitives, **options):
    return conform([engine], primitives=primitives, **options)


def causes(report):
    return {str(found.cause) for found in report.engines[0].causes}


def test_distinct_causes_are_found_in_one_run():
    assert causes(run(TWICE, "cos", "multiply", "sin")) == {
        "cos, argument 0, push: wrong value",
        "multiply, argument 1, pull: wrong value",
    }


def test_a_counterexample_is_one_equation_on_plain_numbers():
    (found,) = run(TWICE, "multiply").engines[0].causes
    assert [str(e) for e in found.case.program.equations] == ["a = multiply(1.0, x)"]
    assert [float(a) for a in (*found.case.x, *found.case.v)] == [1.0, 1.0]


def test_a_counterexample_says_what_is_right_and_what_came():
    (found,) = run(TWICE, "multiply").engines[0].causes
    assert (float(found.left), float(found.right)) == (2.0, 1.0)
    assert "counted twice" in found.diagnosis


def test_the_truth_and_the_reference_speak_in_a_counterexample():
    (found,) = run(TWICE, "multiply").engines[0].causes
    assert [(a.oracle, a.agrees) for a in found.answers] == [
        ("truth", True),
        ("two-faults", False),
        ("reference", True),
    ]


def test_a_counterexample_is_still_broken_when_judged_again():
    (found,) = run(TWICE, "cos").engines[0].causes
    (law,) = [rule for rule in LAWS if rule.name == found.law]
    assert judge(law, observe(TWICE, found.case)).status == "broken"


def test_the_same_seed_gives_the_same_report():
    reports = [run(TWICE, "cos", "pow", seed=3) for _ in range(2)]
    summaries = [
        (
            [(row.law, row.counts, row.power) for row in r.engines[0].rows],
            [to_json(c) for c in r.engines[0].causes],
        )
        for r in reports
    ]
    assert json.dumps(summaries[0]) == json.dumps(summaries[1])


def test_the_right_engine_breaks_nothing_and_the_truth_speaks():
    summary = run(ENGINE, "multiply", "sum", "getitem").engines[0]
    rows = {row.law: row.counts for row in summary.rows}
    assert summary.causes == ()
    assert rows["truth_pull"]["holds"] > 20


def test_an_interruption_keeps_what_was_found():
    def interrupt(_engine, done, _total, _text):
        if done == 1:
            raise KeyboardInterrupt

    report = run(TWICE, "cos", "multiply", progress=interrupt)
    assert (report.complete, report.exit_status) == (False, 5)
    assert causes(report) == {"cos, argument 0, push: wrong value"}


@pytest.mark.parametrize(("engine", "status"), [(ENGINE, 0), (TWICE, 1)])
def test_the_exit_status_says_whether_anything_is_broken(engine, status):
    assert run(engine, "cos").exit_status == status


def test_cases_are_not_written_to():
    case = Case(
        program=parse_program("def f(x):\n    a = multiply(x, x)\n    return a"),
        x=(np.array(3.0),),
        u=(np.array(1.0),),
        v=(np.array(1.0),),
    )
    before = str(case)
    for rule in LAWS:
        judge(rule, observe(ENGINE, case))
    assert str(case) == before


def test_of_chosen_primitives_the_whole_ladder_is_climbed():
    assert run(ENGINE, "cbrt").engines[0].cases == len(ladder(VOCABULARY["cbrt"])) + 1


def test_an_engine_is_told_to_forget_each_time_it_has_seen_many_equations(monkeypatch):
    monkeypatch.setattr("adspec.findings.court.REMEMBERED", 5)
    told = []
    report = run(replace(ENGINE, forget=lambda: told.append(1)), "cbrt")  # one equation in each case
    assert len(told) == report.engines[0].cases // 5 > 0


SPARING = """
import sys
from adspec.conform import conform
from adspec.engine import Engine, namespace
import numpy
conform([Engine(name="values only", version="1", ops=namespace(numpy))], primitives=["cbrt"])
print([name for name in ("hypothesis", "adspec.reference_engine") if name in sys.modules])
"""


def test_rules_that_hold_need_neither_hypothesis_nor_the_reference_engine():
    """Their imports take as long as judging one primitive, which should feel immediate."""
    done = subprocess.run([sys.executable, "-c", SPARING], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_fault_of_our_own_costs_its_case_and_no_more():
    def stumbles(obs):
        if obs.case.dtype == np.float32:
            raise ZeroDivisionError("our own")
        yield same(1, 1, "one", "one", "none")

    rule = law(says="one is one", explained_by=(), source="Peano")(stumbles)
    report = conform([ENGINE], laws=[rule], primitives=["sin"])
    text = "\n".join(report_lines(report))

    assert (report.complete, report.exit_status) == (True, 5)
    assert report.faults
    assert all("ZeroDivisionError: our own\non this case of rules:\ndef f(x):" in f for f in report.faults)
    assert report.engines[0].cases > len(report.faults)
    assert "ZeroDivisionError: our own" in text
