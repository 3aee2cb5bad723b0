"""Coverage as rows of a report and back."""

from __future__ import annotations

from typing import Any

from adspec.findings.coverage import Cell, Coverage
from adspec.language.literals import LanguageError


def coverage_row(coverage: Coverage) -> dict[str, Any]:
    """Return the JSON value of a coverage."""
    return {
        "provided": coverage.provided,
        "exercised": coverage.exercised,
        "missing": [list(cell) for cell in coverage.missing],
        "raised": [list(cell) for cell in coverage.raised],
        "never": [list(cell) for cell in coverage.never],
    }


def coverage_of(value: Any, where: str) -> Coverage:
    """Return the coverage of an engine's line; a report of an older adspec has none.

    Raises: LanguageError.
    """
    match value:
        case None:
            return Coverage()
        case {"provided": int(provided), "raised": list(raised), "never": list(never)}:
            missing = value.get("missing", [])  # counted as provided by older versions
            found = [tuple(_cell(c, where) for c in cells) for cells in (missing, raised, never)]
            return Coverage(provided=provided, missing=found[0], raised=found[1], never=found[2])
    raise LanguageError(f"{where}: expected coverage with provided, raised and never")


def _cell(value: Any, where: str) -> Cell:
    match value:
        case [str(primitive), int(argument), str(mode), str(dtype)]:  # as they were before there were orders
            return Cell(primitive, argument, mode, dtype)
        case [str(primitive), int(argument), str(mode), str(dtype), int(order)]:
            return Cell(primitive, argument, mode, dtype, order)
    raise LanguageError(f"{where}: a cell is [primitive, argument, mode, dtype, order], not {value!r}")
