"""Pass if a report of ``adspec check`` names every cause that is listed in a file, one a line.

    python .ci/finds.py report.jsonl .ci/autograd-finds.txt

A search that no longer finds what is known to be wrong has lost something, whatever its exit status. Further
arguments are those with which a run was restricted: then nothing is asked.
"""

import sys
from pathlib import Path

from adspec.report.jsonl import read_report


def missing(report: Path, wanted: Path) -> list[str]:
    """Return those causes of the list that no counterexample of the report has."""
    engines = read_report(report).engines
    found = {f"{cause.law}: {cause.cause}" for engine in engines for cause in engine.causes}
    lines = [line.strip() for line in wanted.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line and not line.startswith("#") and line not in found]


if __name__ == "__main__":
    lost = missing(*map(Path, sys.argv[1:])) if len(sys.argv) == 3 else []
    sys.exit("\n".join(["not found:", *lost]) if lost else 0)
