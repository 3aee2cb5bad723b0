"""A counterexample survives JSON bit for bit, and a malformed one gets one clear error."""

import json
from pathlib import Path

import numpy as np
import pytest

from adspec.findings.cause import Cause
from adspec.findings.counterexample import Answer, Counterexample, from_json, read, to_json
from adspec.language.case import Case, same_case
from adspec.language.literals import LanguageError
from adspec.language.program import parse_program

FOUND = Counterexample(
    engine="autograd",
    version="1.9.1",
    law="truth_pull",
    status="broken",
    cause=Cause(where="prod", argument=0, mode="pull", symptom="nan"),
    case=Case(
        program=parse_program("def f(x):\n    a = prod(x)\n    return a"),
        x=(np.array([0.0, 2.0, 3.0]),),
        u=(np.array([1.0, -0.5, 2.0]),),
        v=(np.array(1.0),),
    ),
    left=np.array([np.nan, 0.0, 0.0]),
    right=np.array([6.0, 0.0, 0.0]),
    left_says="Jᵀv by autograd",
    right_says="Jᵀv by truth",
    answers=(Answer(oracle="truth", value=np.array([6.0, 0.0, 0.0]), agrees=True),),
    falls_with=("transpose",),
    diagnosis="nan trap (in 6 of 6 cases)",
    mistake="nan",
    only="only where x = 0",
)


def test_it_survives_json() -> None:
    back = from_json(json.loads(json.dumps(to_json(FOUND))))
    assert same_case(back.case, FOUND.case)
    assert to_json(back) == to_json(FOUND)


def test_a_file_of_the_first_schema_is_read_too() -> None:
    value = to_json(FOUND)
    old = {key: part for key, part in value.items() if key not in {"mistake", "only"}} | {"schema": 1}

    back = from_json(old)

    assert to_json(back) == {**value, "mistake": "", "only": ""}


def test_the_second_schema_has_its_own_fields() -> None:
    value = to_json(FOUND)
    value.pop("only")
    with pytest.raises(LanguageError, match="'only' is missing"):
        from_json(value)


def test_its_name_is_stable() -> None:
    assert FOUND.id == "autograd-prod-0-pull-nan"


def test_a_cause_reads_as_a_phrase() -> None:
    assert str(FOUND.cause) == "prod, argument 0, pull: nan"


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda j: j.update(schema=99), "schema: 99"),
        (lambda j: j.update(format="other"), "format"),
        (lambda j: j.pop("law"), "'law' is missing"),
        (lambda j: j["case"]["x"][0]["elements"].__setitem__(1, "0x1.zp+0"), "case.x[0].elements[1]"),
        (lambda j: j["case"]["program"]["equations"][0].pop("args"), "case.program.equations[0]"),
        (lambda j: j["cause"].update(argument="first"), "cause"),
        (lambda j: j.update(schema=["1"]), "schema: ['1']"),
        (lambda j: j.update(law=["transpose"]), "law: expected a text, not ['transpose']"),
        (lambda j: j.update(engine=[]), "engine: expected a text"),
        (lambda j: j.update(power="much"), "power: expected a number or null"),
        (lambda j: j.update(notes=[]), "notes: expected an object"),
    ],
)
def test_a_malformed_file_names_file_place_and_fault(tmp_path: Path, spoil, words: str) -> None:
    value = to_json(FOUND)
    spoil(value)
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(value))
    with pytest.raises(LanguageError) as caught:
        read(path)
    assert str(path) in str(caught.value)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_json_is_named(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text("{")
    with pytest.raises(LanguageError, match=r"bad\.json: not JSON"):
        read(path)
