"""A report as JSON lines, written and read back.

The first line is the header, the last the footer; a file without footer is of a run that was cut short, and
reads back as incomplete. Between them, for each engine: one line for the engine, one per
law, one per cause (the whole counterexample, and the reason where it is known). Reading evaluates nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from adspec.findings import counterexample
from adspec.findings.counterexample import Counterexample
from adspec.findings.summary import EngineSummary, LawRow, Report
from adspec.language.literals import LanguageError
from adspec.report.cells import coverage_of, coverage_row
from adspec.report.expected import expected_of, expected_row

FORMAT = "adspec-report"
SCHEMA = 1
Row = Mapping[str, Any]


# ------------------------------------------------------------------ writing


def report_lines(report: Report) -> Iterator[str]:
    """Yield the JSON lines of a report; the footer only where it is complete."""
    for row in _rows(report):
        yield json.dumps(row, ensure_ascii=False, allow_nan=False)


def _rows(report: Report) -> Iterator[Row]:
    yield {"line": "header", "format": FORMAT, "schema": SCHEMA, "header": dict(report.header)}
    for summary in report.engines:
        yield _engine_row(summary)
        for law in summary.rows:
            yield _law_row(summary, law)
        for found in summary.causes:
            yield _cause_row(summary, found)
    for note in (*report.notes, *report.faults):
        yield {"line": "note", "text": note}
    if report.complete:
        causes = sum(len(summary.causes) for summary in report.engines)
        counts = {word: sum(len(getattr(s, word)) for s in report.engines) for word in ("known", "stale")}
        yield {"line": "footer", "causes": causes, **counts, "exit_status": report.exit_status}


def _cause_row(summary: EngineSummary, found: Counterexample) -> Row:
    expected = summary.reason(found)
    known = {} if expected is None else {"known": expected.reason}
    return {
        "line": "cause",
        "engine": summary.engine,
        **known,
        "counterexample": counterexample.to_json(found),
    }


def _engine_row(summary: EngineSummary) -> Row:
    return {
        "line": "engine",
        "engine": summary.engine,
        "version": summary.version,
        "cases": summary.cases,
        "seconds": summary.seconds,
        "complete": summary.complete,
        "not_provided": list(summary.not_provided),
        "coverage": coverage_row(summary.coverage),
        "expected": [expected_row(e) for e in summary.expected],
        "beneath": [counterexample.to_json(found) for found in summary.beneath],
    }


def _law_row(summary: EngineSummary, law: LawRow) -> Row:
    return {
        "line": "law",
        "engine": summary.engine,
        "law": law.law,
        "counts": dict(law.counts),
        "power": law.power,
        "falls_with": law.falls_with,
        "deviations": list(law.deviations),
        "measured": {words: list(ends) for words, ends in law.measured.items()},
    }


# ------------------------------------------------------------------ reading


def read_report(path: Path) -> Report:
    """Return the report in a file; without a footer it is incomplete.

    Raises: LanguageError with one line naming file, line and fault; OSError where it cannot be read.
    """
    try:
        return parse_report(path.read_text(encoding="utf-8").splitlines())
    except UnicodeDecodeError as error:
        raise LanguageError(f"{path}: not UTF-8: {error.reason} at byte {error.start}") from error
    except LanguageError as error:
        raise LanguageError(f"{path}: {error}") from error


def parse_report(lines: Iterable[str]) -> Report:
    """Return the report of JSON lines: inverse of `report_lines`.

    Raises: LanguageError naming line and fault.
    """
    report: Report | None = None
    footed = False
    for number, text in enumerate(lines, start=1):
        where = f"line {number}"
        row = _parsed(text, where)
        if footed:
            raise LanguageError(f"{where}: nothing may follow the footer")
        if report is None:
            report = _header(row, where)
        elif row["line"] == "footer":
            footed = True
        else:
            report = _grown(report, row, where)
    if report is None:
        raise LanguageError("line 1: the file is empty. A report begins with its header")
    return replace(report, complete=footed)


def _parsed(text: str, where: str) -> Row:
    try:
        row = json.loads(text)
    except json.JSONDecodeError as error:
        raise LanguageError(f"{where}: not JSON: {error.msg} at column {error.colno}") from error
    except RecursionError:
        raise LanguageError(f"{where}: is nested too deeply") from None
    if not isinstance(row, dict) or not isinstance(row.get("line"), str):
        raise LanguageError(f"{where}: expected an object with the key 'line'")
    return row


def _header(row: Row, where: str) -> Report:
    match row:
        case {"line": "header", "format": "adspec-report", "schema": schema} if schema != SCHEMA:
            raise LanguageError(f"{where}: schema {schema!r} is not {SCHEMA}. Use a matching adspec version")
        case {"line": "header", "format": "adspec-report", "header": dict(header)} if _are(header, str):
            return Report(header=header, engines=())
    raise LanguageError(f"{where}: not the header of an {FORMAT}")


def _grown(report: Report, row: Row, where: str) -> Report:
    """Return the report with one more row in it."""
    match row:
        case {"line": "note", "text": str(text)}:
            return replace(report, notes=(*report.notes, text))
        case {"line": "engine"}:
            return replace(report, engines=(*report.engines, _engine(row, where)))
        case {"line": "law" | "cause"}:
            if not report.engines or report.engines[-1].engine != row.get("engine"):
                raise LanguageError(f"{where}: the line of engine {row.get('engine')!r} must come before it")
            *before, last = report.engines
            return replace(report, engines=(*before, _extended(last, row, where)))
    raise LanguageError(f"{where}: {row['line']!r} is not a line of an {FORMAT}")


def _extended(summary: EngineSummary, row: Row, where: str) -> EngineSummary:
    if row["line"] == "law":
        return replace(summary, rows=(*summary.rows, _law(row, where)))
    found = counterexample.from_json(row.get("counterexample"), f"{where}: counterexample")
    return replace(summary, causes=(*summary.causes, found))


def _engine(row: Row, where: str) -> EngineSummary:
    match row:
        case {
            "engine": str(engine),
            "version": str(version),
            "cases": int(cases),
            "seconds": int() | float() as seconds,
            "complete": bool(complete),
            "not_provided": list(absent),
        }:
            return EngineSummary(
                engine=engine,
                version=version,
                rows=(),
                causes=(),
                cases=cases,
                seconds=seconds,
                complete=complete,
                not_provided=tuple(absent),
                coverage=coverage_of(row.get("coverage"), where),
                expected=tuple(expected_of(e, where) for e in _list(row, "expected", where)),
                beneath=tuple(counterexample.from_json(c, where) for c in _list(row, "beneath", where)),
            )
    raise LanguageError(f"{where}: expected engine, version, cases, seconds, complete and not_provided")


def _list(row: Row, key: str, where: str) -> list[Any]:
    """Return a list of an engine's line; a report of an older adspec has none."""
    value = row.get(key, [])
    if not isinstance(value, list):
        raise LanguageError(f"{where}: {key} must be a list")
    return value


def _law(row: Row, where: str) -> LawRow:
    match row:
        case {
            "law": str(law),
            "counts": dict(counts),
            "power": int() | float() | None as power,
            "falls_with": int(falls),
        } if _are(counts, int):
            return LawRow(
                law=law,
                counts=counts,
                power=power,
                falls_with=falls,
                deviations=tuple(map(str, row.get("deviations", []))),  # older versions told neither of them
                measured=_measured(row.get("measured", {}), where),
            )
    raise LanguageError(f"{where}: expected law, counts, power and falls_with")


def _measured(value: Any, where: str) -> dict[str, tuple[float, float]]:
    try:
        return {words: (float(a), float(b)) for words, (a, b) in value.items()}
    except (AttributeError, TypeError, ValueError) as error:
        raise LanguageError(f"{where}: measured has two numbers for each text, not {value!r}") from error


def _are(row: Row, kind: type) -> bool:
    return all(isinstance(value, kind) for value in row.values())
