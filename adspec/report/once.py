"""A report that several processes want, computed by the first of them and read by the others."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from adspec.findings.summary import Report
from adspec.report.jsonl import read_report, report_lines


def computed_once(path: Path, compute: Callable[[], Report]) -> Report:
    """Return the report in a file, which is computed and written if it is not there yet."""
    with _locked(path.with_suffix(".lock")):
        if path.exists():
            return read_report(path)
        report = compute()
        _write_at_once(path, "".join(f"{line}\n" for line in report_lines(report)))
        return report


def _write_at_once(path: Path, text: str) -> None:
    part = path.with_suffix(".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a lock of the operating system, which lets go of it should the holder die."""
    with path.open("a+b") as file:
        _lock(file)
        yield


def _lock(file: IO[Any]) -> None:
    if sys.platform == "win32":
        import msvcrt

        while True:
            try:
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
            except OSError:  # it gives up after ten seconds; a run takes longer
                continue
            return
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)
