"""The table: a column per checker, a row per rule, what was caught and what was alarmed at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from benchmarks.checkers.right import RIGHT
from benchmarks.checkers.rules import sixteen, wrong_rules
from benchmarks.checkers.scores import Score

HEAD, WIDTH = 26, 22
WORDS = {"broken": "caught", "holds": "missed"}


def lines(scores: Mapping[str, Score]) -> Iterator[str]:
    """Yield the lines of the table."""
    columns = list(scores.values())
    yield _line("wrong rules", list(scores))
    for rule in wrong_rules():
        said = [c.wrong.get(rule.name, "") for c in columns]
        yield _line(rule.name, [WORDS.get(s, s) for s in said])
    classes = [rule.name for rule in sixteen()]
    yield _line("caught of the 16", [_caught(c, classes) for c in columns])
    yield _line("caught of all", [_caught(c, list(c.wrong)) for c in columns])
    yield ""
    yield _line("right rules, alarms", [""] * len(columns))
    for name in RIGHT:
        yield _line(name, [_alarms(c.right.get(name, [])) for c in columns])
    yield _line("false alarms", [f"{100 * c.share('broken'):.1f} %" for c in columns])
    yield _line("inconclusive", [f"{100 * c.share('inconclusive'):.1f} %" for c in columns])
    yield ""
    yield _line("CPU per call, median", [f"{median(c.seconds or [0]):.3f} s" for c in columns])
    yield _line("CPU per call, at most", [f"{max(c.seconds or [0]):.2f} s" for c in columns])


def _line(head: str, cells: Sequence[str]) -> str:
    return (f"{head:<{HEAD}}" + "".join(f"{cell:>{WIDTH}}" for cell in cells)).rstrip()


def _caught(column: Score, names: Sequence[str]) -> str:
    said = [column.wrong.get(name, "") for name in names]
    return f"{said.count('broken')} of {len(said)}"


def _alarms(said: Sequence[str]) -> str:
    unsure = said.count("inconclusive")
    return f"{said.count('broken')} of {len(said)}" + (f", {unsure} inconclusive" if unsure else "")
