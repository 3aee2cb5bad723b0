"""What became of expectations, as rows of a report and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adspec.findings.cause import Cause
from adspec.findings.expected import Expected
from adspec.language.literals import LanguageError

TEXTS = ("law", "status", "reason", "url", "place", "says")


def expected_row(expected: Expected) -> dict[str, Any]:
    """Return the JSON value of what became of an expectation."""
    cause = expected.cause
    return {
        **{name: getattr(expected, name) for name in TEXTS},
        "count": expected.count,
        "cause": {
            "where": cause.where,
            "argument": cause.argument,
            "mode": cause.mode,
            "symptom": cause.symptom,
        },
    }


def expected_of(row: Any, where: str) -> Expected:
    """Return what became of an expectation: inverse of `expected_row`.

    Raises: LanguageError.
    """
    match row:
        case {
            "count": int(count),
            "cause": {
                "where": str(place),
                "argument": int() | None as argument,
                "mode": str(mode),
                "symptom": str(symptom),
            },
        } if _has_texts(row):
            cause = Cause(where=place, argument=argument, mode=mode, symptom=symptom)
            return Expected(cause=cause, count=count, **{name: row[name] for name in TEXTS})
    raise LanguageError(f"{where}: expected {', '.join(TEXTS)}, count and cause of what was expected")


def _has_texts(row: Mapping[str, Any]) -> bool:
    return all(isinstance(row.get(name), str) for name in TEXTS)
