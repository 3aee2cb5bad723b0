"""A run that knows causes: they do not fail, hide nothing, and fail once their witnesses hold."""

from dataclasses import replace

import pytest

from adspec.conform import conform
from adspec.expecting.layers import expectations
from adspec.findings.summary import Report
from adspec.properties import LAWS
from adspec.report.jsonl import parse_report, report_lines

NAMES = [rule.name for rule in LAWS]
FIRST = "sin, argument 0, push: wrong value"


def run(engine, *files, **options):
    """Judge the sine of an engine, knowing what the files say."""
    known = expectations(files, [engine], NAMES)
    return conform([engine], primitives=["sin"], known=known, **options)


def new(report):
    return [str(found.cause) for found in report.engines[0].new]


def test_a_known_cause_is_shown_and_does_not_fail(engines, known):
    report = run(engines.FIRST, known)

    assert report.exit_status == 0
    assert new(report) == []
    assert FIRST in {str(found.cause) for found in report.engines[0].causes}
    assert {e.reason for e in report.engines[0].known} == {"the minus of cos was copied"}


def test_without_the_file_it_fails(engines):
    assert run(engines.FIRST).exit_status == 1


@pytest.mark.parametrize(
    ("engine", "cause"),
    [
        ("PULLED", "sin, argument 0, pull: wrong value"),
        ("RAISES", "sin, argument 0, pull: raises TypeError"),
        ("CURVED", "sin, argument 0, push of pull: wrong value"),
    ],
)
def test_a_second_fault_in_the_same_primitive_is_found(engines, known, engine, cause):
    report = run(getattr(engines, engine), known)

    assert cause in new(report)
    assert report.exit_status == 1
    assert report.engines[0].stale == ()


def test_another_symptom_is_new_and_the_entry_stale(engines, known):
    report = run(engines.OTHERWISE, known)

    assert "sin, argument 0, push: nan" in new(report)
    assert FIRST in {str(e.cause) for e in report.engines[0].stale}
    assert report.exit_status == 1


def test_a_witness_that_holds_is_stale(engines, known):
    report = run(engines.RIGHT, known)

    assert {(str(e.cause), e.says) for e in report.engines[0].stale} >= {(FIRST, "holds")}
    assert report.exit_status == 4


def test_no_witness_is_asked_by_a_run_that_is_about_others(engines, known):
    files = expectations([known], [engines.RIGHT], NAMES)
    others = [rule for rule in LAWS if rule.name == "purity"]

    by_law = conform([engines.RIGHT], primitives=["sin"], laws=others, known=files)
    by_primitive = conform([engines.RIGHT], primitives=["exp"], known=files)

    assert [report.engines[0].expected for report in (by_law, by_primitive)] == [(), ()]


def test_verdicts_of_known_causes_are_counted_as_known(engines, known):
    [row] = [r for r in run(engines.FIRST, known).engines[0].rows if r.law == "truth_push"]

    assert row.counts["known"] > 0
    assert row.counts.get("broken", 0) == 0


def test_a_report_keeps_what_was_known_and_stale(engines, known):
    for engine in (engines.FIRST, engines.RIGHT):
        report = run(engine, known)
        again = parse_report(report_lines(report))
        assert again.engines[0].expected == report.engines[0].expected
        assert again.exit_status == report.exit_status
        assert [str(c.cause) for c in again.engines[0].new] == new(report)


def test_what_another_cause_outshines_is_in_the_report_too(engines):
    """Without a file the wrong pull explains its wrong derivative, which with one is a cause of its own."""
    report = run(engines.PULLED)
    again = parse_report(report_lines(report))
    told = {str(c.cause) for c in again.engines[0].beneath}
    assert told == {str(c.cause) for c in report.engines[0].beneath}


@pytest.mark.parametrize(
    ("complete", "left_out", "status"),
    [(False, (), 5), (True, (), 1), (True, ("causes",), 4), (True, ("causes", "expected"), 0)],
)
def test_an_incomplete_run_counts_before_a_new_cause_before_a_stale_one(
    engines, known, complete, left_out, status
):
    summary = replace(run(engines.OTHERWISE, known).engines[0], **dict.fromkeys(left_out, ()))
    assert Report(header={}, engines=(summary,), complete=complete).exit_status == status
