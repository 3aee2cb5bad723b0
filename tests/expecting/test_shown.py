"""What others are told of known and stale causes: JUnit, Markdown, the page, a badge, a diff, pytest."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from adspec.comparing import plainly
from adspec.comparing.changes import change_lines, changes
from adspec.comparing.drill import no_script
from adspec.comparing.merged import merge
from adspec.comparing.page import page
from adspec.findings.expected import Expected
from adspec.findings.summary import Report
from adspec.report.folder import write_report
from adspec.testing import Run, failure_text, known_text


def expected(found, status):
    says = "holds" if status == "stale" else ""
    return Expected(
        law=found.law,
        cause=found.cause,
        status=status,
        reason="divides by x",
        says=says,
        place="k.toml: entry 1",
    )


@pytest.fixture
def told(report, tmp_path):
    """Return a function that gives the hand-made report of autograd with its causes known, or stale."""

    def tell(status):
        first, *_ = report.engines
        causes = first.causes if status == "known" else ()
        rows = [
            replace(row, counts={"holds": 1, "known" if status == "known" else "vacuous": 2})
            for row in first.rows
        ]
        said = tuple(expected(found, status) for found in first.causes)
        summary = replace(first, causes=causes, rows=tuple(rows), expected=said)
        made = Report(header=report.header, engines=(summary,))
        write_report(made, tmp_path / status)
        return made, merge([tmp_path / status])

    return tell


def outcome(merged, law):
    suites = ET.fromstring(plainly.junit(merged))  # noqa: S314 - written a line above
    [case] = [c for c in suites.iter("testcase") if c.get("name") == law]
    return case[0]


def test_in_junit_a_known_law_is_skipped_with_its_reason(told):
    report, merged = told("known")
    skipped = outcome(merged, report.engines[0].causes[0].law)
    assert (skipped.tag, skipped.get("type")) == ("skipped", "known")
    assert "divides by x" in skipped.get("message")


def test_in_junit_a_stale_law_fails(told):
    report, merged = told("stale")
    failure = outcome(merged, report.engines[0].expected[0].law)
    assert (failure.tag, failure.get("type")) == ("failure", "stale")
    assert "its witness now: holds" in failure.text


def test_junit_counts_what_it_has(told):
    for status, counted in (("known", "skipped"), ("stale", "failure")):
        [suite] = ET.fromstring(plainly.junit(told(status)[1])).iter("testsuite")  # noqa: S314 - as above
        number = "failures" if counted == "failure" else counted
        assert int(suite.get(number)) == len(list(suite.iter(counted))) > 0


def test_a_badge_is_green_for_known_causes_and_red_for_stale_ones(told):
    assert plainly.GREEN in plainly.badge(told("known")[1])
    assert plainly.RED in plainly.badge(told("stale")[1])
    assert "no new causes, " in plainly.badge(told("known")[1])


@pytest.mark.parametrize("status", ["known", "stale"])
def test_markdown_and_the_page_say_why(told, status):
    _, merged = told(status)
    for text in (plainly.markdown(merged), page(merged, no_script)):
        assert f"{status}: " in text
        assert "divides by x" in text


def test_what_is_known_is_nothing_new_in_a_diff(told, report):
    before = replace(told("known")[0].engines[0], causes=(), expected=())
    after, _ = told("known")
    found = changes(Report(header=report.header, engines=(before,)), after)
    assert not found.is_worse
    assert any(line.startswith("  known now: ") for line in change_lines(found))


def test_a_diff_names_what_became_stale(told):
    lines = list(change_lines(changes(told("known")[0], told("stale")[0])))
    assert any(line.startswith("  stale now: ") for line in lines)


def test_in_pytest_a_known_law_is_expected_to_fail_and_a_stale_one_fails(told):
    run = Run(engine="autograd")
    known, _ = told("known")
    stale, _ = told("stale")
    law = known.engines[0].causes[0].law
    assert (failure_text(known, law, run), "divides by x" in known_text(known, law)) == ("", True)
    assert "k.toml: entry 1" in failure_text(stale, law, run)


IN_A_REPOSITORY = """
from pathlib import Path
from adspec.testing import conformance

known = Path(__file__).with_name("known.toml")
LAWS = ["truth_push", "truth_pull"]
test_first = conformance("wrong_engines:FIRST", primitives=["sin"], laws=LAWS, known=known)
test_pulled = conformance("wrong_engines:PULLED", primitives=["sin"], laws=LAWS, known=[known])
test_right = conformance("wrong_engines:RIGHT", primitives=["sin"], laws=LAWS, known=str(known))
"""


def test_the_one_line_of_a_repository_takes_what_is_known(pytester, known):
    pytester.makepyfile(IN_A_REPOSITORY)
    pytester.path.joinpath("known.toml").write_text(known.read_text())
    known.with_suffix("").rename(pytester.path / "known")

    done = pytester.runpytest("-v")

    done.stdout.fnmatch_lines(
        [
            "*test_first[[]truth_push]*XFAIL*",
            "*test_first[[]truth_pull]*PASSED*",
            "*test_pulled[[]truth_push]*XFAIL*",
            "*test_pulled[[]truth_pull]*FAILED*",
            "*test_right[[]truth_push]*FAILED*",
            "*test_right[[]truth_pull]*PASSED*",
        ]
    )
