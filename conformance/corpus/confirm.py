"""The causes of a report that no row of the corpus confirms: python confirm.py report.jsonl.

A row confirms the cause after which it is named, and those that name an argument, push or pull where it
names none. Of a cause that is said of many rules there must be a row for each of them, whichever argument
it takes. A cause without a row is a fault that nobody has seen without adspec yet, or a false alarm. Exit
status 1 while there are any.
"""

import json
import re
import runpy
import sys
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path

HOME = Path(__file__).resolve().parent
NAME = re.compile(
    r"(?P<where>[\w. -]+)(, argument (?P<argument>\d+))?(, (?P<mode>\w+( of \w+)?))?: (?P<how>.+)"
)


def confirmed(engine: str) -> set[str]:
    """Return the names of all rows of an engine's scripts."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scripts = [runpy.run_path(str(path)) for path in sorted((HOME / engine).glob("*.py"))]
    return {cause for script in scripts for cause, _, _ in script["ROWS"]}


def causes(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield engine and cause for each cause in the lines of a report, those of many rules one by one."""
    for line in lines:
        row = json.loads(line)
        if row["line"] == "cause":
            found = row["counterexample"]
            names = found.get("notes", {}).get("primitives", "").split(", ")
            for where in names if names != [""] else [found["cause"]["where"]]:
                yield row["engine"], _phrase(where, found["cause"])


def _phrase(where: str, cause: dict[str, object]) -> str:
    """Return a cause as adspec prints it."""
    argument = "" if cause["argument"] is None else f", argument {cause['argument']}"
    mode = f", {cause['mode']}" if cause["mode"] else ""
    return f"{where}{argument}{mode}: {cause['symptom']}"


def unconfirmed(lines: Iterable[str]) -> list[str]:
    """Return the causes of foreign engines that no row confirms, with their engine."""
    rows: dict[str, set[str]] = {}
    left = []
    for engine, cause in causes(lines):
        if engine not in rows:
            rows[engine] = confirmed(engine) if (HOME / engine).is_dir() else set()
        if not any(_covers(row, cause) for row in rows[engine]):
            left.append(f"{engine}: {cause}")
    return left


def _covers(row: str, cause: str) -> bool:
    """Return whether a row confirms a cause: where and how it shows are the same, and what both name."""
    says, about = NAME.fullmatch(row), NAME.fullmatch(cause)
    if says is None or about is None or (says["where"], says["how"]) != (about["where"], about["how"]):
        return False
    return all(
        None in {says[part], about[part]} or says[part] == about[part] for part in ("argument", "mode")
    )


if __name__ == "__main__":
    left = unconfirmed(Path(sys.argv[1]).read_text(encoding="utf-8").splitlines())
    print("\n".join(left))
    sys.exit(bool(left))
