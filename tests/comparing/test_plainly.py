import xml.etree.ElementTree as ET
from dataclasses import replace

from adspec.comparing.merged import merge
from adspec.comparing.plainly import badge, junit, markdown


def test_markdown_holds_the_matrix_and_the_causes(saved):
    text = markdown(merge([saved("a")]))
    assert "| law | autograd 1.9.1 | reference 0.1.0 |" in text
    assert "| `truth_pull` | **broken** 37 | holds |" in text
    assert (
        "- broken: prod, argument 0, pull: nan (law truth_pull): the pull rule of prod for argument 0" in text
    )


def test_markdown_keeps_to_its_lines_and_tags(saved, evil):
    text = markdown(merge([saved("a", causes=(replace(evil, diagnosis="a|b\n# c <b>"),))]))
    assert "a\\|b # c &lt;b&gt;" in text


def test_junit_fails_what_is_broken_and_skips_what_is_no_pass(saved):
    [autograd, _] = ET.fromstring(junit(merge([saved("a")])))  # noqa: S314 - our own
    outcomes = {case.get("name"): [child.tag for child in case] for case in autograd}
    assert outcomes == {
        "truth_pull": ["failure"],
        "transpose": ["skipped"],
        "purity": [],
        "scalar_output": ["skipped"],
        "linear_cost": [],
        "checkpoint": [],
    }
    assert (autograd.get("tests"), autograd.get("failures"), autograd.get("skipped")) == ("6", "1", "2")


def test_junit_of_an_incomplete_run_has_an_error(saved):
    [autograd, _] = ET.fromstring(junit(merge([saved("a", complete=False)])))  # noqa: S314 - our own
    assert autograd.get("errors") == "1"


def test_junit_survives_texts_that_xml_cannot_hold(saved, evil):
    ET.fromstring(junit(merge([saved("a", causes=(replace(evil, reason="\x00\x1b]]>"),))])))  # noqa: S314 - our own


def test_the_badge_counts_causes_and_never_calls_an_incomplete_run_good(saved):
    assert 'aria-label="adspec: 1 cause"' in badge(merge([saved("a")]))
    assert 'aria-label="adspec: no causes"' in badge(merge([saved("b", causes=())]))
    assert 'aria-label="adspec: incomplete run"' in badge(merge([saved("c", causes=(), complete=False)]))
