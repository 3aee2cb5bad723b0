"""The option `--known`: which causes a run expects."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from adspec.discovery import find_laws
from adspec.engine import Engine
from adspec.findings.expectation import Expectation
from adspec.law import Law


def expected_by(
    named: Sequence[str], engines: Collection[Engine], laws: Sequence[Law] | None
) -> dict[str, tuple[Expectation, ...]]:
    """Return the expectations of the engines of a run, by name; a law that is not asked is no error.

    Raises: LanguageError.
    """
    if not named:
        return {}
    from adspec.expecting.layers import expectations

    names = {rule.name for rule in (*find_laws(), *(laws or ()))}
    return expectations(named, engines, names)
