"""The vocabulary reads as a list of words, and each word as a page."""

from dataclasses import replace
from pathlib import Path

import pytest

from adspec.engine import Engine
from adspec.findings.cause import Cause
from adspec.language.primitives import VOCABULARY
from adspec.language.primitives.forms import form
from adspec.language.primitives.row import Fixed
from adspec.report.vocabulary import call, page_lines, page_row, parameters, standing, vocabulary_lines

GOLDEN = Path(__file__).parent / "golden"
ROWS = [VOCABULARY[name] for name in ("sin", "cos", "sum", "prod")]
ENGINE = Engine(name="autograd", version="1.9.1", ops={"sin": None, "prod": None, "sum": None})


def test_words_stand_by_family_with_their_meaning(golden):
    golden(GOLDEN / "vocabulary.txt", "\n".join(vocabulary_lines(ROWS)))


def test_an_engine_says_what_it_provides_and_a_run_what_broke(golden, report):
    stands = standing(ENGINE, report.engines[0])
    golden(GOLDEN / "vocabulary_engine.txt", "\n".join(vocabulary_lines(ROWS, stands)))


def test_without_a_run_nothing_is_said_to_break():
    assert not any("broke" in line or "breaks" in line for line in vocabulary_lines(ROWS, standing(ENGINE)))


def test_a_symptom_of_many_rules_counts_for_each_of_them(report, prod_nan):
    many = Cause(where="many rules", argument=None, mode="push", symptom="raises NotImplementedError")
    crowd = replace(prod_nan, cause=many, notes={"primitives": "sin, sum"})
    stands = standing(ENGINE, replace(report.engines[0], causes=(crowd,)))
    assert [stands.of(name) for name in ("sin", "prod", "sum", "cos")] == [
        "breaks: push: raises NotImplementedError",
        "",
        "breaks: push: raises NotImplementedError",
        "not provided",
    ]


def test_the_page_of_a_word(golden, report):
    stands = standing(ENGINE, report.engines[0])
    golden(GOLDEN / "page.txt", "\n".join(page_lines(VOCABULARY["prod"], stands)))


def test_a_page_shows_the_programs_around_the_word():
    text = "\n".join(page_lines(VOCABULARY["linalg.eigh"]))
    assert "prepared by:\n  def g(x):\n" in text
    assert "seen through:\n  def g(a):\n" in text


def test_static_parameters_are_listed_once_each():
    seen = parameters(replace(VOCABULARY["sum"], forms=(form((3,), axis=0), form((3,), axis=0), form((3,)))))
    assert seen == {"axis": [0]}


@pytest.mark.parametrize(
    ("shown", "args"),
    [("sum([2×3])", ((2, 3),)), ("sum([])", ((),)), ("sum([3], (0, 1))", ((3,), Fixed((0, 1))))],
)
def test_a_call_shows_arrays_by_their_shape(shown, args):
    assert call(VOCABULARY["sum"], form(*args)) == shown


@pytest.mark.parametrize("name", VOCABULARY)
def test_every_word_has_a_meaning_for_the_list(name):
    assert VOCABULARY[name].says
    assert len(VOCABULARY[name].says) <= 100


def test_a_page_as_json_has_the_same_facts():
    row = page_row(VOCABULARY["abs"])
    assert (row["kinks"], row["complex"], row["forms"][0]) == ([0.0], True, "abs([])")
    assert row["ladder"] > len(row["forms"])
