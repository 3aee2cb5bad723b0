"""The mutants of rule files are what they say they are, and belong to the rules that they are in."""

import ast
import time
import xml.etree.ElementTree as ET

import pytest

from adspec.findings.cause import Cause
from benchmarks.mutation.faults import faults, mutated, observed
from benchmarks.mutation.picture import curves
from benchmarks.mutation.processes import alone
from benchmarks.mutation.whose import Rules

SOURCE = '''
import numpy as anp
NAMES = [1, 2]
def refuse(n):
    """A text - with a minus."""
    if n > 3:
        raise ValueError(-1)
    return fit(n, anp.conj(n))
def check_all(n):
    return -n
defvjp(anp.hypot, lambda ans, x, y: lambda g: g * x / ans, lambda ans, x, y: refuse)
'''
RULES = "defvjp anp.hypot"


def keys(owner):
    return {(f.kind, f.before, f.after) for f in faults("numpy_vjps", SOURCE) if f.owner == owner}


def test_every_kind_of_fault_is_made_of_a_formula():
    assert keys(RULES) == {
        ("sign", "g * x / ans", "-(g * x / ans)"),
        ("operator", "g * x / ans", "g * x * ans"),
        ("operator", "g * x", "g / x"),
        ("dropped", "g * x / ans", "g * x"),
        ("dropped", "g * x", "g"),
        ("dropped", "g * x", "x"),
        ("swapped", "g * x / ans", "ans / (g * x)"),
    }


def test_guards_texts_and_tables_are_left_alone():
    assert keys("refuse") == {
        ("swapped", "fit(n, anp.conj(n))", "fit(anp.conj(n), n)"),
        ("unfitted", "anp.conj(n)", "n"),
    }
    assert keys("NAMES") == keys("check_all") == set()


def test_a_mutant_differs_from_its_file_in_the_one_place():
    for fault in faults("numpy_vjps", SOURCE):
        right, wrong = (
            ast.unparse(t).splitlines() for t in (ast.parse(SOURCE), mutated(SOURCE, fault.number))
        )
        changed = [(a, b) for a, b in zip(right, wrong, strict=True) if a != b]
        assert len(changed) == 1, fault.key
        assert ast.unparse(ast.parse(changed[0][1].strip())) == changed[0][1].strip()


def test_the_place_of_a_fault_is_seen_when_it_is_reached():
    number = next(f.number for f in faults("numpy_vjps", SOURCE) if f.before == "anp.conj(n)")
    text = ast.unparse(observed(SOURCE, number, "seen"))
    assert "return fit(n, seen(anp.conj(n)))" in text


@pytest.fixture
def rules():
    return Rules({"numpy_vjps": SOURCE})


def suspects(rules, before):
    fault = next(f for f in faults("numpy_vjps", SOURCE) if f.before == before)
    return rules.suspects(fault)


def test_a_fault_in_a_formula_belongs_to_its_argument(rules):
    assert {str(s) for s in suspects(rules, "g * x")} == {"hypot, argument 0, pull"}


def test_a_fault_in_a_function_belongs_to_the_rules_that_call_it(rules):
    assert {str(s) for s in suspects(rules, "anp.conj(n)")} == {"hypot, argument 1, pull"}


@pytest.mark.parametrize(
    ("argument", "mode", "right"),
    [
        (0, "pull", True),
        (None, "pull", True),
        (0, "pull of push", True),
        (1, "pull", False),
        (0, "push", False),
    ],
)
def test_blame_is_right_for_the_same_argument_and_mode(rules, argument, mode, right):
    (suspect,) = suspects(rules, "g * x")
    cause = Cause(where="hypot", argument=argument, mode=mode, symptom="wrong value")
    assert suspect.is_accused(cause) is right
    assert not suspect.is_accused(Cause(where="add", argument=argument, mode=mode, symptom="wrong value"))


def test_a_process_answers_with_its_cpu():
    answer = alone(lambda: {"said": 3})
    assert answer["said"] == 3
    assert 0 <= answer["cpu"] < 10


def test_a_process_that_fails_says_so():
    assert "ended with 1" in alone(lambda: 1 / 0)["died"]


def test_a_process_that_does_not_end_is_ended_by_its_cpu():
    def works():
        while True:
            pass

    assert alone(works, limit=1)["died"] == "no end after 1 s of CPU"


def test_a_process_that_only_waits_is_ended_by_the_clock():
    assert alone(lambda: {"said": time.sleep(60)}, limit=1)["died"] == "no end after 10 s"


def test_waiting_is_no_work():
    def waits():
        time.sleep(1.5)
        return {"said": 3}

    assert alone(waits, limit=1)["said"] == 3


def test_the_picture_ends_at_the_share_that_was_killed():
    root = ET.fromstring(curves("title", {"a": [1.0, 2.0], "b": []}, 4))  # noqa: S314 -- our own text
    ends = [line.get("points").split()[-1] for line in root.iter("{http://www.w3.org/2000/svg}polyline")]
    texts = [t.text for t in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "a: 2 of 4 (50.0 %)" in texts
    half, none = (float(end.split(",")[1]) for end in ends)
    assert half == 180.0  # the middle of 360
    assert none == 312.0  # the foot
