"""A report as a folder: the run in `report.jsonl`, and one JSON file per counterexample.

A second run into the same folder replaces what the first one left there, and touches nothing else.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

from adspec.findings import counterexample
from adspec.findings.counterexample import Counterexample
from adspec.findings.summary import Report
from adspec.language.literals import LanguageError
from adspec.report.jsonl import read_report, report_lines

FILE = "report.jsonl"


def named_causes(report: Report) -> list[tuple[str, Counterexample]]:
    """Return every counterexample with the name of its file, no name twice, in the report's order."""
    taken: Counter[str] = Counter()
    named = []
    for found in (cause for summary in report.engines for cause in summary.causes):
        stem = re.sub(r"[^A-Za-z0-9_.-]+", "-", found.id).strip("-")
        taken[stem] += 1
        named.append((f"{stem}.json" if taken[stem] == 1 else f"{stem}-{taken[stem]}.json", found))
    return named


def write_report(report: Report, folder: Path) -> Path:
    """Write a report and its counterexamples into a folder and return the path of the report.

    Raises: OSError where it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE
    _forget(path)
    for name, found in named_causes(report):
        text = json.dumps(counterexample.to_json(found), ensure_ascii=False, indent=1)
        (folder / name).write_text(f"{text}\n", encoding="utf-8")
    path.write_text("".join(f"{line}\n" for line in report_lines(report)), encoding="utf-8")
    return path


def _forget(path: Path) -> None:
    """Remove the counterexamples of the report that was here before: they would pass for new ones."""
    try:
        earlier = read_report(path)
    except (OSError, LanguageError):
        return
    for name, _ in named_causes(earlier):
        (path.parent / name).unlink(missing_ok=True)
