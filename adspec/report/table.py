"""The law table of one engine: how often each law was judged, and how it came out.

A zero is a dot, so that the eye finds what is there. Green says how much ran: the first column counts cases,
the last is the power, the relative error that a check of this law would have seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rich.table import Table

from adspec.findings.expected import KNOWN
from adspec.findings.summary import EngineSummary, LawRow
from adspec.law import STATUSES

SHOWN = (*STATUSES[:4], KNOWN, *STATUSES[4:])
COLUMNS = ("law", "cases", *SHOWN, "power")
RARE = ("timed_out", KNOWN)  # a column only where there is one
OPTIONAL = ("inaccurate", "crashed", "deviates", "inconclusive", "vacuous", "unsupported")
GAP = "  "
STYLES = {
    "holds": "green",
    "broken": "bold red",
    "crashed": "bold red",
    "timed_out": "bold red",
    "inaccurate": "yellow",
    "deviates": "cyan",
}


def judged(summary: EngineSummary) -> tuple[LawRow, ...]:
    """Return the rows of the laws that met a case; in a restricted run many do not."""
    return tuple(row for row in summary.rows if row.cases)


def cells(row: LawRow) -> tuple[str, ...]:
    """Return the texts of one row, in the order of COLUMNS."""
    counts = [row.cases, *(row.counts.get(status, 0) for status in SHOWN)]
    power = "" if row.power is None else f"{row.power:.0e}" if row.power else "exact"
    return (row.law, *(str(n) if n else "·" for n in counts), power)


def plain_table(summary: EngineSummary) -> str:
    """Return the law table as aligned text."""
    rows = _rows(summary)
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(_line(row, widths) for row in rows)


def markdown_table(summary: EngineSummary) -> str:
    """Return the law table in Markdown."""
    head, *rows = _rows(summary)
    rule = ("---", *("---:" for _ in head[1:]))
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *rows))


def rich_table(summary: EngineSummary, width: int) -> Table:
    """Return the law table for a terminal; where it is narrow, columns without any entry are left out."""
    rows = [cells(row) for row in judged(summary)]
    widths = [max(len(row[i]) for row in (COLUMNS, *rows)) for i in range(len(COLUMNS))]
    is_narrow = width < sum(widths) + len(GAP) * (len(widths) - 1)
    left_out = (*RARE, *(OPTIONAL if is_narrow else ()))
    shown = [i for i, name in enumerate(COLUMNS) if name not in left_out or not _is_empty(i, rows)]
    table = Table(box=None, padding=(0, len(GAP), 0, 0), pad_edge=False, header_style="bold")
    for i in shown:
        side: Literal["left", "right"] = "left" if i == 0 else "right"
        table.add_column(COLUMNS[i], justify=side, min_width=widths[i], no_wrap=True)
    for row in rows:
        table.add_row(*(_styled(COLUMNS[i], row[i]) for i in shown))
    return table


def _rows(summary: EngineSummary) -> list[tuple[str, ...]]:
    """Return the head and the rows, without the columns that are rarely of use and of none here."""
    rows = [cells(row) for row in judged(summary)]
    shown = [i for i, name in enumerate(COLUMNS) if name not in RARE or not _is_empty(i, rows)]
    return [tuple(row[i] for i in shown) for row in (COLUMNS, *rows)]


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    numbers = [text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True)]
    return GAP.join([row[0].ljust(widths[0]), *numbers]).rstrip()


def _is_empty(i: int, rows: Sequence[Sequence[str]]) -> bool:
    return COLUMNS[i] in (*OPTIONAL, *RARE) and all(row[i] == "·" for row in rows)


def _styled(column: str, text: str) -> str:
    style = "dim" if text == "·" else STYLES.get(column, "")
    return f"[{style}]{text}[/]" if style else text
