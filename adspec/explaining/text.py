"""A walk as text: forward through values and tangents, back through cotangents, wrong numbers marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from adspec.explaining.words import accusation, at, brief, clipped, digits_of, status, symbol, true
from adspec.findings.counting import Count
from adspec.findings.told import Told
from adspec.findings.walk import Mark, Node, Walk
from adspec.report import numbers

Row = tuple[str, ...]
FIRST = "◀ first wrong number"
NOTE = 60  # columns of what an engine raised
FORWARD = ("value", "tangent")


def walk_text(found: Walk, title: str = "", counted: Sequence[Count] = ()) -> str:
    """Return the whole explanation: program, both passes, what is accused, what was counted."""
    lines = [
        title or f"{found.engine} {found.version}",
        "",
        *str(found.case.program).splitlines(),
        "",
        *_tables(found),
        "",
        *verdict_lines(found),
    ]
    if counted:
        lines += ["", *count_lines(counted)]
    return "\n".join(line.rstrip() for line in lines)


def _tables(found: Walk) -> Iterator[str]:
    head = ["", found.engine, *([found.reference] if found.reference else []), "truth"]
    marks = {(m.quantity, m.name): m for m in found.marks}
    forward = [row for node in found.nodes for row in _rows(found, node, FORWARD, marks)]
    backward = [row for node in reversed(found.nodes) for row in _rows(found, node, ("cotangent",), marks)]
    lines = [("forward", *head[1:], ""), *forward, ("backward", *head[1:], ""), *backward]
    widths = [max(len(_plain(row[i])) for row in lines) for i in range(len(head))]
    for row in lines:
        if row[0] == "backward":
            yield ""
        cells = (f"{cell}{' ' * (w - len(_plain(cell)))}" for cell, w in zip(row, widths, strict=False))
        yield "   ".join([*cells, row[-1]]).rstrip()


def _plain(text: str) -> str:
    """Return a text without its accents, which take no column."""
    return text.replace("\N{COMBINING DOT ABOVE}", "").replace("\N{COMBINING MACRON}", "")


def _rows(
    found: Walk, node: Node, quantities: Sequence[str], marks: dict[tuple[str, str], Mark]
) -> Iterator[Row]:
    for quantity, told in node.told():
        if quantity in quantities:
            said = f"{symbol(quantity, node.name)}"
            text = node.equation.lines()[-1] if node.equation and quantity == "value" else said
            yield (text, *_cells(found, told), _note(told, (quantity, node.name) in marks))


def _cells(found: Walk, told: Told) -> Iterator[str]:
    digits, place = digits_of(told), at(told)
    if place is not None and isinstance(told.engine, np.ndarray) and told.right is not None:
        yield numbers.shown(told.engine, digits, place)
        if found.reference:
            same = isinstance(told.reference, np.ndarray) and told.reference.ndim == len(place)
            yield numbers.shown(told.reference, digits, place) if same else brief(told.reference)
        yield numbers.shown(told.right, digits, place)
        return
    yield brief(told.engine, digits)
    if found.reference:
        yield brief(told.reference, digits)
    yield true(told, digits)


def _note(told: Told, is_first: bool) -> str:  # noqa: FBT001 -- one of two words
    if not told.is_wrong:
        return "" if told.status else status(told)
    shown = told.engine if isinstance(told.engine, str) else told.status
    return f"{FIRST if is_first else 'wrong as well'}: {clipped(shown, NOTE)}"


def verdict_lines(found: Walk) -> list[str]:
    """Return what the first wrong number of each pass accuses."""
    if not found.marks:
        return ["No number of the run is wrong, as far as they were judged."]
    words = {"value": "values", "tangent": "tangents", "cotangent": "cotangents"}
    return [
        f"The first wrong number among the {words[m.quantity]} is at {m.name} ({m.symptom}): "
        f"{accusation(found, m)}."
        for m in found.marks
    ]


def count_lines(counted: Sequence[Count]) -> list[str]:
    """Return the table of pushes against pulls, as they were counted."""
    head = ("way", "calls of f", "equations run", "what it yields")
    rows = [(c.way, str(c.calls), str(c.equations), c.yields) for c in counted]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    return ["   ".join(f"{cell:<{w}}" for cell, w in zip(r, widths, strict=True)) for r in (head, *rows)]
