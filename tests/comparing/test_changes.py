from dataclasses import replace

from adspec.comparing.changes import change_lines, changes
from adspec.findings.cause import Cause
from adspec.findings.summary import LawRow


def with_first(report, **fields):
    first, *rest = report.engines
    return replace(report, engines=(replace(first, **fields), *rest))


def test_a_run_and_itself_differ_in_nothing(report):
    assert list(change_lines(changes(report, report))) == ["nothing changed"]


def test_when_a_run_started_is_no_change(report):
    again = replace(report, header={**report.header, "started": "later"})
    assert list(change_lines(changes(report, again))) == ["nothing changed"]


def test_a_new_cause_is_worse_and_a_gone_one_is_not(report):
    mended = with_first(report, causes=())
    assert changes(mended, report).is_worse
    assert not changes(report, mended).is_worse


def test_a_cause_of_an_engine_that_only_the_second_run_has_is_worse(report):
    found = changes(replace(report, engines=report.engines[1:]), report)
    assert found.is_worse
    assert list(change_lines(found)) == [
        "engine autograd: only in B",
        "  + autograd: prod, argument 0, pull: nan",
    ]


def test_everything_that_moved_is_said(report, prod_nan):
    other = replace(prod_nan, cause=Cause(where="sort", argument=0, mode="push", symptom="wrong value"))
    rows = (LawRow(law="truth_pull", counts={"holds": 990, "broken": 14}), *report.engines[0].rows[1:])
    later = with_first(report, version="2.0", causes=(prod_nan, other), rows=rows, cases=1000)
    later = replace(later, header={**report.header, "seed": "1"}, complete=False)
    assert list(change_lines(changes(report, later))) == [
        "run B is incomplete: what it lacks may not have been searched",
        "seed: 0 → 1",
        "autograd 2.0: causes 1 new, 0 gone, 1 as before",
        "  version: 1.9.1 → 2.0",
        "  + sort, argument 0, push: wrong value",
        "  cases: 1004 → 1000",
        "  truth_pull: holds 963 → 990, broken 37 → 14, unsupported 4 → 0",
    ]
