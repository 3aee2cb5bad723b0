"""Runs of different engines and versions as the columns of one table.

A column is one engine in one version. What was run twice counts once, the later run, and that is said
aloud. Everything comes from the JSON lines of the runs; nothing is run again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from adspec.findings.counterexample import Counterexample
from adspec.findings.summary import EngineSummary, LawRow, Report
from adspec.language.literals import LanguageError
from adspec.law import FINDINGS
from adspec.report.folder import FILE, named_causes
from adspec.report.jsonl import read_report

# A cell shows one verdict, the first of these that the law met there: what is wrong comes first, then what
# was expected or declared, then what is right; what says nothing shows only where nothing else was said.
ORDER = (
    *("timed_out", "crashed", "broken", "inaccurate", "stale", "known"),
    *("deviates", "holds", "inconclusive", "vacuous", "unsupported"),
)
PASSES = ("holds", "deviates")
FALLS, NO_CASE, NOT_JUDGED = "falls with another", "no case", "not judged"


@dataclass(frozen=True, kw_only=True, slots=True)
class Column:
    """One engine in one version, as one run saw it; `files` are the names of its counterexamples."""

    summary: EngineSummary
    header: Mapping[str, str]
    source: Path
    complete: bool
    files: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Return the engine and its version: `autograd 1.9.1`."""
        return f"{self.summary.engine} {self.summary.version}"

    @property
    def causes(self) -> Iterator[tuple[Path, Counterexample]]:
        """Yield every cause and the file in which it was saved beside the run."""
        for file, cause in zip(self.files, self.summary.causes, strict=True):
            yield self.source.parent / file, cause

    def row(self, law: str) -> LawRow | None:
        """Return the verdicts of a law, or None where the run did not judge it."""
        return next((row for row in self.summary.rows if row.law == law), None)

    def verdict(self, law: str) -> str:
        """Return the one word for a law: of `ORDER`, or why there is none.

        A cause of its own may have been shrunk to a case that the law met in no other form: it counts too.
        """
        row = self.row(law)
        if row is None:
            return NOT_JUDGED
        own = [found.status for found in self.summary.new if found.law == law]
        own += [expected.status for expected in self.summary.expected if expected.law == law]
        if own:
            return min(own, key=_rank)
        met = [status for status in row.counts if row.counts[status]]
        word = next((status for status in ORDER if status in met), NO_CASE)
        found = sum(row.counts.get(status, 0) for status in FINDINGS)
        return FALLS if word in FINDINGS and found <= row.falls_with else word


@dataclass(frozen=True, kw_only=True, slots=True)
class Merged:
    """Columns in the order of their runs, the laws of all of them, and what has to be said of the runs."""

    columns: tuple[Column, ...]
    laws: tuple[str, ...]
    said: tuple[str, ...] = ()

    def verdicts(self, law: str) -> list[str]:
        """Return the words of a law, column by column."""
        return [column.verdict(law) for column in self.columns]


def _rank(status: str) -> int:
    return ORDER.index(status) if status in ORDER else len(ORDER)


def differs(verdicts: Sequence[str]) -> bool:
    """Return whether engines that were judged by a law came out differently."""
    return len({word for word in verdicts if word not in {NO_CASE, NOT_JUDGED}}) > 1


def is_unique(verdicts: Sequence[str]) -> bool:
    """Return whether one column alone is wrong where another was judged too."""
    judged = [word for word in verdicts if word not in {NO_CASE, NOT_JUDGED, "unsupported"}]
    return len(judged) > 1 and sum(word in {*FINDINGS, FALLS} for word in judged) == 1


def load(path: Path) -> tuple[Path, Report]:
    """Return the file of a run, given it or its folder, and its report.

    Raises: LanguageError with one line naming the file and the fault.
    """
    file = path / FILE if path.is_dir() else path
    try:
        return file, read_report(file)
    except OSError as error:
        raise LanguageError(
            f"{file}: {error.strerror}. A run is what `adspec check --report DIR` writes"
        ) from error


def merge(paths: Iterable[Path]) -> Merged:
    """Return runs as columns.

    Raises: LanguageError where a file is no run, or no run has an engine.
    """
    chosen: dict[str, Column] = {}
    said: list[str] = []
    for path in paths:
        file, report = load(path)
        said += [] if report.complete else [f"{file}: an incomplete run, which has no footer."]
        said += [f"{file}: {note}" for note in report.notes]
        for column in _columns(file, report):
            other = chosen.get(column.name)
            chosen[column.name] = column if other is None else _later(other, column)
            said += [] if other is None else [_twice(other, column, chosen[column.name])]
    if not chosen:
        raise LanguageError("report: no run has an engine in it. Run `adspec check ENGINE --report DIR`")
    laws = dict.fromkeys(row.law for column in chosen.values() for row in column.summary.rows)
    return Merged(columns=tuple(chosen.values()), laws=tuple(laws), said=tuple(said))


def _columns(file: Path, report: Report) -> Iterator[Column]:
    names = iter([name for name, _ in named_causes(report)])
    for summary in report.engines:
        files = tuple(next(names) for _ in summary.causes)
        complete = report.complete and summary.complete
        yield Column(summary=summary, header=report.header, source=file, complete=complete, files=files)


def _later(a: Column, b: Column) -> Column:
    """Return the later of two runs of one engine; where they do not tell, the one named later."""
    return a if a.header.get("started", "") > b.header.get("started", "") else b


def _twice(a: Column, b: Column, kept: Column) -> str:
    left_out = a if kept is b else b
    when = kept.header.get("started", "named later")
    return f"{kept.name}: run twice. The later run counts ({kept.source}, {when}), not {left_out.source}."
