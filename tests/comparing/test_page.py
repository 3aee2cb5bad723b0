import re
from dataclasses import replace

import pytest

from adspec.comparing.drill import drawn_walk, no_script, script_or_reason
from adspec.comparing.merged import merge
from adspec.comparing.page import page
from adspec.report.folder import write_report


def test_a_page_names_every_law_engine_and_cause(saved):
    text = page(merge([saved("a")]), no_script)
    assert '<th scope="row">truth_pull</th>' in text
    assert '<th scope="col">autograd 1.9.1</th>' in text
    assert "prod, argument 0, pull: nan" in text
    assert "adspec script" in text


def test_a_page_asks_for_nothing_from_outside(saved):
    text = page(merge([saved("a")]), no_script)
    assert set(re.findall(r"https?://[^\s\"'<]+", text)) == {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in text


def test_whatever_a_run_says_is_escaped(saved, evil):
    text = page(merge([saved("a", causes=(evil,))]), no_script)
    assert text.count("<script") == 1
    assert "<img" not in text


def test_an_incomplete_run_is_marked_in_its_column(saved):
    assert "incomplete run</b>" in page(merge([saved("a", complete=False)]), no_script)


def test_a_page_of_several_runs_marks_what_is_wrong_in_one_alone(saved):
    text = page(merge([saved("a", version="1.8.0", causes=()), saved("b")]), no_script)
    assert text.count('class="cause"') == 1
    assert ", here alone</span>" in text


def test_the_picture_accuses_the_equation_and_holds_what_was_saved(prod_nan):
    found = drawn_walk(prod_nan)
    assert [mark.guilty for mark in found.marks] == ["a"]
    assert found.node("x").value.engine.tolist() == [0.0, 2.0, 3.0]
    assert found.node("a").cotangent.engine.tolist() == 1.0


def test_the_script_asks_the_engine_in_its_own_words(prod_nan):
    pytest.importorskip("autograd")
    text = script_or_reason(prod_nan)
    assert "make_vjp" in text or "grad(" in text
    assert "import adspec" not in text


def test_an_engine_that_is_not_here_has_no_script_and_says_why(prod_nan):
    assert script_or_reason(replace(prod_nan, engine="nowhere")).startswith("No script. engine 'nowhere'")


def test_a_page_is_the_same_each_time(saved):
    merged = merge([saved("a")])
    assert page(merged, no_script) == page(merged, no_script)


def test_a_run_without_causes_says_so(report, tmp_path):
    write_report(replace(report, engines=report.engines[1:]), tmp_path / "a")
    assert "None: nothing is broken." in page(merge([tmp_path / "a"]), no_script)


def test_a_power_that_is_no_number_of_a_plot_is_left_out(report, tmp_path):
    first, _ = report.engines
    rows = tuple(replace(row, power=-1.0) for row in first.rows)
    write_report(replace(report, engines=(replace(first, rows=rows),)), tmp_path / "a")
    assert "by law: nothing was measured" in page(merge([tmp_path / "a"]), no_script)
