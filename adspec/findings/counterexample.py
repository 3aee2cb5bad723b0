"""Counterexamples: a broken law on a shrunk case, with its cause and what everyone answers.

A counterexample is plain data. Reading one from JSON evaluates nothing; replaying it means to
observe its engine on its case again and to judge its law.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from adspec.findings.cause import Cause
from adspec.language.arrays import array_from_json, array_to_json
from adspec.language.case import Case, case_from_json, case_to_json
from adspec.language.literals import LanguageError
from adspec.language.spaces import Array

FORMAT = "adspec-counterexample"
SCHEMA = 2
BESIDE = "Name one of the counterexamples beside it, `.json` each"
LACKED: Mapping[int, Mapping[str, str]] = {1: {"mistake": "", "only": ""}, 2: {}}  # by schema


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What one oracle ("truth", "reference", "autograd", …) says of the accused quantity."""

    oracle: str
    value: Array | None  # None where it raised or does not provide it; then `says` tells
    says: str = ""
    agrees: bool | None = None  # with the truth, within the allowance; None where nobody can tell


@dataclass(frozen=True, kw_only=True, slots=True, repr=False)
class Counterexample:
    """One cause with its smallest case.

    `left`/`right` are the two sides of the broken claim (the worst one), `left_says`/`right_says` their
    words. `diagnosis` is the likely mistake in words and `mistake` its name; `only` is where the rule fails
    and only there, as far as the run has seen. `falls_with` names the laws that break on the same cases
    because of this one; `count` is how many cases of the run had this cause.
    """

    engine: str
    version: str
    law: str
    status: str
    cause: Cause
    case: Case
    left: Any
    right: Any
    left_says: str
    right_says: str
    digits: float | None = None
    ulps: float | None = None
    power: float | None = None
    reason: str = ""
    diagnosis: str = ""
    mistake: str = ""
    only: str = ""
    answers: tuple[Answer, ...] = ()
    falls_with: tuple[str, ...] = ()
    count: int = 1
    notes: Mapping[str, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """Return a stable short name, also the file name: `autograd-prod-0-pull-nan`."""
        return f"{self.engine}-{self.cause.slug}"

    def __repr__(self) -> str:
        """Return one line; the whole text is what `adspec replay` prints."""
        return f"<Counterexample {self.engine} {self.version}, {self.cause}: {self.law} is {self.status}>"


def to_json(found: Counterexample) -> dict[str, Any]:
    """Return the JSON value of a counterexample."""
    return {
        "format": FORMAT,
        "schema": SCHEMA,
        "id": found.id,
        "engine": found.engine,
        "version": found.version,
        "law": found.law,
        "status": found.status,
        "cause": {
            "where": found.cause.where,
            "argument": found.cause.argument,
            "mode": found.cause.mode,
            "symptom": found.cause.symptom,
        },
        "case": case_to_json(found.case),
        "left": _side_to_json(found.left),
        "right": _side_to_json(found.right),
        "left_says": found.left_says,
        "right_says": found.right_says,
        "digits": found.digits,
        "ulps": None if found.ulps is None or not np.isfinite(found.ulps) else found.ulps,
        "power": found.power,
        "reason": found.reason,
        "diagnosis": found.diagnosis,
        "mistake": found.mistake,
        "only": found.only,
        "answers": [
            {"oracle": a.oracle, "value": _side_to_json(a.value), "says": a.says, "agrees": a.agrees}
            for a in found.answers
        ],
        "falls_with": list(found.falls_with),
        "count": found.count,
        "notes": dict(found.notes),
    }


def from_json(value: Any, where: str = "counterexample") -> Counterexample:
    """Return the counterexample of a JSON value: inverse of `to_json`.

    Raises: LanguageError naming the place and the fault.
    """
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise LanguageError(f"{where}.format: not an {FORMAT}")
    schema = value.get("schema", 0)
    lacked = LACKED.get(schema) if isinstance(schema, int) else None
    if lacked is None:
        raise LanguageError(f"{where}.schema: {schema!r} is not {SCHEMA}. Use a matching adspec version")
    _require_kinds({**lacked, **value}, where)
    try:
        return Counterexample(
            **{key: {**lacked, **value}[key] for key in _PLAIN},
            cause=_cause_from_json(value["cause"], f"{where}.cause"),
            case=case_from_json(value["case"], f"{where}.case"),
            left=_side_from_json(value["left"], f"{where}.left"),
            right=_side_from_json(value["right"], f"{where}.right"),
            answers=tuple(_answer(a, f"{where}.answers[{i}]") for i, a in enumerate(value["answers"])),
            falls_with=tuple(value["falls_with"]),
        )
    except (KeyError, TypeError) as error:
        raise LanguageError(f"{where}: {error} is missing or of the wrong kind") from error


def read(path: Path) -> Counterexample:
    """Return the counterexample in a file.

    Raises: LanguageError with one line naming file, place and fault; OSError where it cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
        return from_json(json.loads(text))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        if path.suffix == ".jsonl":
            raise LanguageError(f"{path}: is the report of a run. {BESIDE}") from error
        raise LanguageError(f"{path}: not JSON: {error}") from error
    except LanguageError as error:
        raise LanguageError(f"{path}: {error}") from error


_TEXTS = (
    *("engine", "version", "law", "status", "left_says", "right_says"),
    *("reason", "diagnosis", "mistake", "only"),
)
_NUMBERS = ("digits", "ulps", "power")
_PLAIN = (*_TEXTS, *_NUMBERS, "count", "notes")
# field -> what a file must have there, in words and as types
_KINDS: Mapping[str, tuple[str, tuple[type, ...]]] = {
    **dict.fromkeys(_TEXTS, ("a text", (str,))),
    **dict.fromkeys(_NUMBERS, ("a number or null", (int, float, type(None)))),
    "count": ("a whole number", (int,)),
    "notes": ("an object", (dict,)),
}


def _require_kinds(value: Mapping[str, Any], where: str) -> None:
    for key, (words, kinds) in _KINDS.items():
        if key in value and not isinstance(value[key], kinds):
            raise LanguageError(f"{where}.{key}: expected {words}, not {value[key]!r}")


def _cause_from_json(value: Any, where: str) -> Cause:
    match value:
        case {
            "where": str(place),
            "argument": int() | None as argument,
            "mode": str(mode),
            "symptom": str(symptom),
        }:
            return Cause(where=place, argument=argument, mode=mode, symptom=symptom)
    raise LanguageError(f"{where}: expected where, argument, mode and symptom")


def _answer(value: Any, where: str) -> Answer:
    match value:
        case {"oracle": str(oracle), "value": side, "says": str(says), "agrees": bool() | None as agrees}:
            return Answer(
                oracle=oracle, value=_side_from_json(side, f"{where}.value"), says=says, agrees=agrees
            )
    raise LanguageError(f"{where}: expected oracle, value, says and agrees")


def _side_to_json(side: Any) -> Any:
    if isinstance(side, (np.ndarray, np.generic, float)):
        return {"array": array_to_json(np.asarray(side))}
    return None if side is None else {"text": str(side)}


def _side_from_json(value: Any, where: str) -> Any:
    match value:
        case None:
            return None
        case {"array": array}:
            return array_from_json(array, where)
        case {"text": str(text)}:
            return text
    raise LanguageError(f"{where}: expected an array or a text")
