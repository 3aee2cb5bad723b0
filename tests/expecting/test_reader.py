"""Files of expectations: what is refused, and in which words; and files laid over each other."""

import json
import re
from dataclasses import replace

import pytest

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.expecting.layers import expectations
from adspec.expecting.reader import read_expected
from adspec.findings import counterexample
from adspec.language.literals import LanguageError

AUTOGRAD = replace(ENGINE, name="autograd", version="1.9.1")
LAWS = ("truth_pull", "truth_push")
CAUSE = (
    '{ law = "truth_pull", where = "prod", argument = 0, mode = "pull", symptom = "nan", witness = "w.json" }'
)
GOOD = f"""
engine = "autograd"
[[known]]
reason = "the rule divides by its argument"
causes = [{CAUSE}]
"""


@pytest.fixture
def file(prod_nan, tmp_path):
    """Return a function that writes a file of expectations beside a witness."""
    (tmp_path / "w.json").write_text(json.dumps(counterexample.to_json(prod_nan)))

    def write(text, name="known.toml"):
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


def held(*files, engine=AUTOGRAD):
    return expectations(files, [engine], LAWS).get(engine.name, ())


def test_an_entry_is_read(file, prod_nan):
    [known] = held(file(GOOD))
    assert (known.law, known.cause) == (prod_nan.law, prod_nan.cause)
    assert known.reason == "the rule divides by its argument"
    assert known.witness.case.program == prod_nan.case.program


def test_a_witness_may_stand_in_the_file(file, prod_nan):
    inline = json.dumps(counterexample.to_json(prod_nan))
    [known] = held(file(GOOD.replace('"w.json"', f"'''{inline}'''")))
    assert known.witness.cause == prod_nan.cause


# what is replaced -> by what -> the words of the refusal, which begin with the file
REFUSED = [
    ("[[known]]", "[[unknown]]", "'unknown' is no key of it. Did you mean 'known'?"),
    ("reason =", "raeson =", "entry 1: 'raeson' is no key of it. Did you mean 'reason'?"),
    ("argument = 0", "arg = 0", "entry 1, cause 1: 'arg' is no key of it."),
    ('engine = "autograd"', "", "has no 'engine'. Write engine = …"),
    ('"the rule divides by its argument"', '" "', "entry 1: reason is empty. Say why"),
    (CAUSE, "", "entry 1: causes is empty, so it matches nothing. Delete the entry"),
    (CAUSE, f"{CAUSE}, {CAUSE}", "entry 1, cause 2: prod, argument 0, pull: nan stands in "),
    (
        "argument = 0",
        "argument = 1",
        "its witness is of truth_pull: prod, argument 0, pull: nan, not of truth_pull: ",
    ),
    (
        'symptom = "nan"',
        'symptom = "inf"',
        "its witness is of truth_pull: prod, argument 0, pull: nan, not of",
    ),
    ("argument = 0", "argument = true", "argument must be a whole number, not True"),
    ('"w.json"', '"v.json"', "witness 'v.json': No such file or directory. It stands beside "),
    ('"w.json"', '"known.toml"', "not JSON"),
    ('"w.json"', "'{'", "entry 1, cause 1: "),
    ("reason =", 'versions = "newest"\nreason =', "entry 1: versions = 'newest': "),
    ("[[known]]", "[[known]", "not TOML: "),
    (', witness = "w.json"', "", "has no witness, and no earlier file has one of prod"),
]


@pytest.mark.parametrize(("old", "now", "words"), REFUSED)
def test_what_is_wrong_is_named_with_its_place(file, old, now, words):
    assert old in GOOD
    path = file(GOOD.replace(old, now))
    with pytest.raises(LanguageError, match=re.escape(words)) as refused:
        held(path)
    assert str(refused.value).startswith(str(path))


def test_a_law_that_does_not_exist_is_refused(file):
    path = file(GOOD)
    with pytest.raises(LanguageError, match="'truth_pull' is no law"):
        expectations([path], [AUTOGRAD], ["purity", "truth_push"])


def test_a_file_about_another_engine_is_refused(file):
    with pytest.raises(LanguageError, match="is about engine 'autograd', and this run about reference"):
        held(file(GOOD), engine=ENGINE)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(LanguageError, match="known update"):
        held(tmp_path / "none.toml")


def test_auto_wants_an_engine_with_expectations():
    with pytest.raises(LanguageError, match="adspec has no expectations of reference"):
        held("auto", engine=ENGINE)


# ------------------------------------------------------------------ layers


def test_a_later_file_gives_another_reason(file):
    above = GOOD.replace("the rule divides by its argument", "will be mended").replace(
        ', witness = "w.json"', ""
    )
    [known] = held(file(GOOD), file(above, "above.toml"))
    assert known.reason == "will be mended"
    assert known.place.endswith("above.toml: entry 1, cause 1")


def test_a_later_file_adds_causes(file, prod_nan, tmp_path):
    inf = replace(prod_nan, cause=replace(prod_nan.cause, symptom="inf"))
    (tmp_path / "w2.json").write_text(json.dumps(counterexample.to_json(inf)))
    more = GOOD.replace('"nan"', '"inf"').replace("w.json", "w2.json")
    assert [e.cause.symptom for e in held(file(GOOD), file(more, "more.toml"))] == ["nan", "inf"]


@pytest.mark.parametrize(
    ("condition", "count"),
    [("", 1), ("==1.9.1", 1), (">=1.9,<1.10", 1), ("<1.9", 0), (">=2", 0)],
)
def test_an_entry_may_be_about_some_versions(file, condition, count):
    with_it = GOOD.replace("reason =", f'versions = "{condition}"\nreason =')
    assert len(held(file(with_it))) == count


def test_a_condition_may_be_that_of_the_file_and_an_entry_has_its_own(file):
    general = f'versions = "<1"\n{GOOD}'
    own = general.replace("reason =", 'versions = ">1"\nreason =')
    assert [len(held(file(text))) for text in (general, own)] == [0, 1]


def test_a_version_that_cannot_be_compared_is_refused(file):
    text = GOOD.replace("reason =", 'versions = ">1"\nreason =')
    with pytest.raises(LanguageError, match="calls its version 'of today', which cannot be compared"):
        held(file(text), engine=replace(AUTOGRAD, version="of today"))


def test_a_draft_may_lack_its_reasons(file):
    path = file(GOOD.replace("the rule divides by its argument", ""))
    assert len(read_expected(path, is_draft=True).lines) == 1
