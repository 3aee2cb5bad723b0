"""A whole report for a reader: for each engine its law table, then its causes, worst first.

Styles only where stdout is a terminal; piped, the same lines are plain text.
"""

from __future__ import annotations

import math
import shlex
import textwrap
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.text import Text

from adspec.findings.cause import Cause
from adspec.findings.counterexample import Counterexample
from adspec.findings.coverage import Cell, Coverage
from adspec.findings.summary import EngineSummary, Report
from adspec.language.primitives import VOCABULARY
from adspec.report.folder import named_causes
from adspec.report.known import counts_of, known_lines, stale_lines
from adspec.report.table import plain_table, rich_table
from adspec.report.text import COLUMNS, counterexample_text

MANY_CAUSES = 3
MANY_CELLS = 3  # the report file names all of them
STYLES = {
    "broken": "bold red",
    "crashed": "bold red",
    "timed_out": "bold red",
    "inaccurate": "bold yellow",
    "holds": "bold green",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Replays:
    """How to see a counterexample again.

    `folder` is where it was saved, `spelled` what the user calls each engine, `profile` and `seed` tell
    how it was searched.
    """

    folder: Path | None = None
    spelled: Mapping[str, str] = field(default_factory=dict)
    profile: str = "quick"
    seed: int = 0

    def command(self, file: str, found: Counterexample) -> str:
        """Return the command that replays a counterexample, or, where none was saved, finds it again."""
        engine = shlex.quote(self.spelled.get(found.engine, found.engine))
        if self.folder is not None:
            return f"adspec replay {shlex.quote(str(self.folder / file))} -e {engine}"
        is_rule = found.cause.where in VOCABULARY
        only = f"--primitive {found.cause.where}" if is_rule else f"--law {found.law}"
        profile = "" if self.profile == "quick" else f"--profile {self.profile}"
        seed = f"--seed {self.seed}" if self.seed else ""
        return " ".join(filter(None, ["adspec check", engine, only, profile, seed]))


def show_report(report: Report, console: Console, replays: Replays, *, in_full: bool = False) -> None:
    """Print a report; of causes that are alike the first one is printed in full, or every one."""
    groups = [[named] for named in new_causes(report)] if in_full else likenesses(report)
    for i, summary in enumerate(report.engines):
        _print(console, f"\n{headline(summary)}" if i else headline(summary), "bold")
        _show_table(summary, console)
        _print(console, "".join(f"\n{line}" for line in footnotes(summary)), "dim")
        own = [group for group in groups if group[0][1].engine == summary.engine]
        for group in own:
            _show_group(group, console, replays)
        _print(console, "".join(f"\n{line}" for line in known_lines(summary, in_full=in_full)), "dim")
        _print(console, "".join(f"\n{line}" for line in stale_lines(summary)), "bold red")
        if len(own) > MANY_CAUSES:
            _show_table(summary, console)  # the first one has scrolled away
    closing = [*report.notes, *(map(headline, report.engines) if groups else [])]
    _print(console, "\n".join(["", *closing]) if closing else "")
    if groups and replays.folder is None:
        _print(console, "--report DIR saves each counterexample as a file for `adspec replay`.", "dim")


def new_causes(report: Report) -> list[tuple[str, Counterexample]]:
    """Return the causes that are not known, each with the name of its file."""
    new = {id(found) for summary in report.engines for found in summary.new}
    return [(name, found) for name, found in named_causes(report) if id(found) in new]


def likenesses(report: Report) -> list[list[tuple[str, Counterexample]]]:
    """Return the new causes, named, in groups: one primitive and symptom, in other modes or arguments."""
    groups: dict[Hashable, list[tuple[str, Counterexample]]] = {}
    for name, found in new_causes(report):
        cause = found.cause
        is_rule = cause.where in VOCABULARY
        key = (found.engine, found.status, cause.where, cause.symptom) if is_rule else name
        groups.setdefault(key, []).append((name, found))
    return list(groups.values())


def _show_group(group: Sequence[tuple[str, Counterexample]], console: Console, replays: Replays) -> None:
    (name, found), *others = group
    show_counterexample(found, console, replays.command(name, found))
    for name, found in others:
        cases = "" if found.count == 1 else f" ({found.count} cases)"
        _print(console, f"Likewise {_place(found.cause)}{cases}: {replays.command(name, found)}")


def _place(cause: Cause) -> str:
    argument = "" if cause.argument is None else f"argument {cause.argument}"
    return ", ".join(filter(None, [argument, cause.mode])) or "the whole rule"


def show_counterexample(found: Counterexample, console: Console, replay: str = "") -> None:
    """Print one counterexample, its heading in colour, after an empty line."""
    first, *rest = counterexample_text(found, replay).splitlines()
    console.print()
    _print(console, first, STYLES.get(found.status, "bold"))
    _print(console, "\n".join(rest))


def headline(summary: EngineSummary) -> str:
    """Return the line over an engine's table: `autograd 1.9.1: 1,204 cases, 12 causes, 8.1 s`."""
    cut = "" if summary.complete else ", interrupted"
    return (
        f"{summary.engine} {summary.version}: {summary.cases:,} cases, {counts_of(summary)}, "
        f"{summary.seconds:.1f} s{cut}"
    )


def footnotes(summary: EngineSummary) -> Iterator[str]:
    """Yield what a table cannot say: verdicts explained by deeper laws, what met no case, what is lacking."""
    notes = (
        *deviation_notes(summary),
        *((f"{row.law} measures", _ranges(row.measured)) for row in summary.rows),
        ("explained by a deeper law", [f"{r.law} {r.falls_with}" for r in summary.rows if r.falls_with]),
        ("laws without a case in this run", [row.law for row in summary.rows if not row.cases]),
        ("primitives that the engine does not provide", summary.not_provided),
        *coverage_notes(summary.coverage),
    )
    for words, names in notes:
        if names:
            yield from textwrap.wrap(f"{words}: {', '.join(names)}", COLUMNS, subsequent_indent="  ")


def deviation_notes(summary: EngineSummary) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield by law what the engine does where its dialect has another answer, the first few of each."""
    for row in summary.rows:
        more = len(row.deviations) - MANY_CELLS
        rest = [f"{more} more"] if more > 0 else []
        told = "; ".join([*row.deviations[:MANY_CELLS], *rest])
        yield f"{row.law} deviates by the engine's dialect", [told] if told else []


def _ranges(measured: Mapping[str, tuple[float, float]]) -> list[str]:
    """Return what a law counted: `calls by a pull over calls by f 3.9 to 6.2`."""
    return [f"{words} {a:.1f}{f' to {b:.1f}' if a != b else ''}" for words, (a, b) in measured.items()]


def coverage_notes(coverage: Coverage) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield how many cells were exercised, and by name the first of those that were not."""
    if coverage.provided:
        share = f"{coverage.exercised:,} of {coverage.provided:,} cells"
        percent = math.floor(1000 * coverage.exercised / coverage.provided) / 10  # 100 only where all ran
        left = (
            ("only raised", coverage.raised),
            ("never ran", coverage.never),
            ("no rule, not counted", coverage.missing),
        )
        rest = [f"{words}: {_first_names(cells)}" for words, cells in left if cells]
        yield "coverage", ["; ".join([f"{share} ({percent:.1f} %)", *rest])]


def _first_names(cells: Sequence[Cell]) -> str:
    """Return cells by primitive, each with what is missing of it, the first few only."""
    groups: dict[str, list[str]] = {}
    for cell in cells:
        rule = f"{cell.primitive} {cell.argument}"
        mode = cell.mode if cell.order == 1 else f"{cell.mode} of order {cell.order},"
        groups.setdefault(rule, []).append(f"{mode} {cell.dtype}")
    names = [f"{rule} ({', '.join(kinds)})" for rule, kinds in groups.items()]
    more = len(names) - MANY_CELLS
    return ", ".join([*names[:MANY_CELLS], *([f"{more} more rules"] if more > 0 else [])])


def _show_table(summary: EngineSummary, console: Console) -> None:
    if console.is_terminal:
        console.print()
        console.print(rich_table(summary, console.width), crop=False)
    else:
        _print(console, f"\n{plain_table(summary)}")


def _print(console: Console, text: str, style: str = "") -> None:
    """Print lines as they are: no markup, no wrapping."""
    if text:
        console.print(Text(text, style=style), soft_wrap=True)
