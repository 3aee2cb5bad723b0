from dataclasses import replace

import pytest

from adspec.comparing.merged import differs, is_unique, merge
from adspec.findings.summary import LawRow
from adspec.language.literals import LanguageError


def test_two_versions_of_an_engine_are_two_columns(saved):
    merged = merge([saved("a", version="1.8.0"), saved("b", version="1.9.1")])
    assert [c.name for c in merged.columns] == ["autograd 1.8.0", "reference 0.1.0", "autograd 1.9.1"]


@pytest.mark.parametrize("order", [("old", "new"), ("new", "old")])
def test_of_one_version_the_later_run_counts_and_that_is_said(saved, order):
    folders = {
        "old": saved("old", started="2026-01-01"),
        "new": saved("new", started="2026-02-01", causes=()),
    }
    merged = merge([folders[name] for name in order])
    assert [len(c.summary.causes) for c in merged.columns] == [0, 0]
    assert merged.said[0].startswith(f"autograd 1.9.1: run twice. The later run counts ({folders['new']}")
    assert merged.said[0].endswith(f"not {folders['old']}/report.jsonl.")


def test_a_run_without_footer_is_said_to_be_incomplete(saved):
    merged = merge([saved("a", complete=False)])
    assert [c.complete for c in merged.columns] == [False, False]
    assert merged.said[0].endswith("an incomplete run, which has no footer.")


def test_what_is_no_run_is_one_line(tmp_path):
    with pytest.raises(LanguageError, match=r"report\.jsonl: No such file or directory\. A run is what"):
        merge([tmp_path])


def test_the_word_of_a_law(saved):
    [autograd, reference] = merge([saved("a")]).columns
    words = {
        law: autograd.verdict(law)
        for law in ("truth_pull", "transpose", "purity", "scalar_output", "checkpoint")
    }
    assert words == {
        "truth_pull": "broken",
        "transpose": "falls with another",
        "purity": "holds",
        "scalar_output": "no case",
        "checkpoint": "deviates",
    }
    assert reference.verdict("transpose") == "not judged"


def test_a_cause_counts_whose_law_met_it_shrunk_alone(saved, prod_nan):
    shrunk = replace(prod_nan, law="purity")
    assert merge([saved("a", causes=(shrunk,))]).columns[0].verdict("purity") == "broken"


@pytest.mark.parametrize("status", ["timed_out", "unsupported", "stale", "known", "vacuous"])
def test_every_status_shows_as_what_it_is(saved, status):
    column = merge([saved("a", causes=())]).columns[0]
    changed = replace(column.summary, rows=(LawRow(law="purity", counts={status: 2}),))
    assert replace(column, summary=changed).verdict("purity") == status


def test_laws_without_a_case_make_no_difference():
    assert not differs(["holds", "no case", "not judged"])
    assert differs(["holds", "unsupported"])


def test_a_failure_is_unique_where_another_engine_was_judged_too():
    assert is_unique(["broken", "holds", "unsupported"])
    assert not is_unique(["broken", "unsupported"])
    assert not is_unique(["broken", "falls with another"])
