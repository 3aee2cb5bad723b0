import io
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from adspec.findings.cause import Cause
from adspec.findings.coverage import Cell, Coverage
from adspec.report.terminal import Replays, coverage_notes, likenesses, show_report

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture
def many(report, prod_nan):
    """Return a report with four causes, of which the first three are alike."""
    causes = (
        prod_nan,
        replace(prod_nan, law="truth_push", cause=replace(prod_nan.cause, mode="push"), count=1),
        replace(prod_nan, cause=replace(prod_nan.cause, argument=1), count=2),
        replace(prod_nan, cause=Cause(where="engine", argument=None, mode="pull", symptom="nan")),
    )
    return replace(report, engines=(replace(report.engines[0], causes=causes), report.engines[1]))


def printed(report, replays, *, terminal=False, in_full=False):
    console = Console(
        file=io.StringIO(), width=140, force_terminal=terminal, color_system="standard" if terminal else None
    )
    show_report(report, console, replays, in_full=in_full)
    return console.file.getvalue()


def test_the_whole_report(many, golden):
    replays = Replays(folder=Path("out"), spelled={"autograd": "my.adapter:make()"})
    golden(GOLDEN / "report.txt", printed(many, replays).rstrip("\n"))


def test_causes_of_one_primitive_and_symptom_are_alike(many):
    assert [len(group) for group in likenesses(many)] == [3, 1]


def test_in_full_every_cause_has_its_text(many):
    text = printed(many, Replays(), in_full=True)
    assert text.count("Because") == 4
    assert "Likewise" not in text


def test_without_a_terminal_there_are_no_colours(many):
    assert "\x1b" not in printed(many, Replays())


def test_a_terminal_gets_colours(many):
    assert "\x1b[1;31mbroken" in printed(many, Replays(), terminal=True)


def test_no_color_is_honoured(many, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[1;31m" not in printed(many, Replays(), terminal=True)


def test_a_cause_of_no_single_rule_is_found_again_by_its_law(prod_nan):
    found = replace(prod_nan, cause=replace(prod_nan.cause, where="fan-out"))
    command = Replays(profile="deep", seed=3).command("x.json", found)
    assert command == "adspec check autograd --law truth_pull --profile deep --seed 3"


def test_a_command_can_be_pasted(prod_nan):
    replays = Replays(folder=Path("my reports"), spelled={"autograd": "a b:C"})
    assert replays.command("x.json", prod_nan) == "adspec replay 'my reports/x.json' -e 'a b:C'"


def test_coverage_is_complete_only_where_every_cell_was_exercised():
    cells = tuple(Cell(f"word{i}", 0, "push", "float64") for i in range(5))
    [(_, [text])] = coverage_notes(Coverage(provided=100_000, never=cells))
    assert text == (
        "99,995 of 100,000 cells (99.9 %); never ran: word0 0 (push float64), word1 0 (push float64), "
        "word2 0 (push float64), 2 more rules"
    )
    [(_, [text])] = coverage_notes(Coverage(provided=8))
    assert text == "8 of 8 cells (100.0 %)"
    assert list(coverage_notes(Coverage())) == []
