"""Where nobody watches, a long run still says now and then how far it is; a short one says nothing."""

import sys

from adspec.conform import conform
from adspec.conformance.engines.reference_engine import ENGINE
from adspec.report.progress import plain_lines, progress_bar


def lines_at(*seconds):
    """Return what is written where one case begins at each of these seconds after the start."""
    written, clock = [], iter((0.0, *seconds))
    advance = plain_lines(written.append, lambda: next(clock))
    for number, _ in enumerate(seconds):
        advance("jax", 3, 174, f"pow, {number} cases")
    return written


def test_a_run_of_less_than_half_a_minute_writes_nothing():
    assert lines_at(0.0, 10.0, 29.9) == []


def test_a_line_says_which_engine_how_far_it_is_where_and_since_when():
    assert lines_at(10.0, 31.2) == ["adspec: jax: 3 of 174, pow, 1 cases, 31 s"]


def test_lines_are_half_a_minute_apart_or_more():
    assert [line.rpartition(", ")[2] for line in lines_at(30.0, 31.0, 59.0, 65.0, 94.0, 300.0)] == [
        "30 s", "65 s", "300 s",
    ]  # fmt: skip


def test_a_pipe_gets_lines_and_no_bar(monkeypatch, capsys):
    monkeypatch.setattr("adspec.report.progress.SILENCE", 0.0)
    with progress_bar() as advance:
        advance("jax", 3, 174, "pow, 12 cases")
    assert not sys.stderr.isatty()
    assert capsys.readouterr().err == "adspec: jax: 3 of 174, pow, 12 cases, 0 s\n"


def test_a_run_reports_every_case_with_the_place_where_it_is():
    seen = []
    conform([ENGINE], primitives=["cbrt", "sin"], progress=lambda *moment: seen.append(moment))
    assert seen[0] == ("reference", 0, 2, "cbrt, 0 cases")
    assert seen[1] == ("reference", 0, 2, "cbrt, 1 cases")
    total = int(seen[-1][3].split()[1])
    assert seen[-1] == ("reference", 2, 2, f"done, {total} cases")
    assert len(seen) == total + 2 + 1  # the cases, the beginning of each primitive, the end
