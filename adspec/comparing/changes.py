"""What changed from one run to another: causes, verdicts, coverage, versions, and how the runs were made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from adspec.findings.expected import Expected
from adspec.findings.summary import EngineSummary, Report

ASIDE = ("started",)  # of a header: differs between any two runs


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """What changed for one engine; a pair is what was and what is.

    `new` are causes that the second run has alone and does not expect; `known` and `stale` are expectations
    that became so. `verdicts` are the counts of a law that moved, by law and status.
    """

    engine: str
    version: tuple[str, str]
    new: tuple[str, ...]
    known: tuple[str, ...]
    stale: tuple[str, ...]
    gone: tuple[str, ...]
    stayed: int
    verdicts: Mapping[str, Mapping[str, tuple[int, int]]]
    cases: tuple[int, int]
    exercised: tuple[int, int]
    provided: tuple[int, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class Changes:
    """What changed between two runs; `added` and `removed` are the engines that only one of them has."""

    header: Mapping[str, tuple[str, str]]
    engines: tuple[Change, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    incomplete: tuple[str, ...]
    unseen: tuple[str, ...]  # causes of engines that were not in the first run

    @property
    def is_worse(self) -> bool:
        """Return whether the second run has a cause that the first one lacks."""
        return bool(self.unseen) or any(change.new for change in self.engines)

    def to_json(self) -> dict[str, Any]:
        """Return the changes as plain data."""
        return {**asdict(self), "worse": self.is_worse}


def changes(a: Report, b: Report) -> Changes:
    """Return what changed from run `a` to run `b`."""
    before = {summary.engine: summary for summary in a.engines}
    after = {summary.engine: summary for summary in b.engines}
    keys = [key for key in dict.fromkeys((*a.header, *b.header)) if key not in ASIDE]
    moved = {key: (a.header.get(key, ""), b.header.get(key, "")) for key in keys}
    added = [name for name in after if name not in before]
    return Changes(
        header={key: pair for key, pair in moved.items() if pair[0] != pair[1]},
        engines=tuple(_change(before[name], after[name]) for name in before if name in after),
        added=tuple(added),
        removed=tuple(name for name in before if name not in after),
        incomplete=tuple(name for name, report in (("A", a), ("B", b)) if not report.complete),
        unseen=tuple(f"{name}: {cause.cause}" for name in added for cause in after[name].new),
    )


def _change(a: EngineSummary, b: EngineSummary) -> Change:
    old, new = ({str(found.cause): None for found in side.causes} for side in (a, b))
    unexpected = {str(found.cause) for found in b.new}
    return Change(
        engine=b.engine,
        version=(a.version, b.version),
        new=tuple(cause for cause in new if cause not in old and cause in unexpected),
        known=_added(a.known, b.known),
        stale=_added(a.stale, b.stale),
        gone=tuple(cause for cause in old if cause not in new),
        stayed=sum(cause in old for cause in new),
        verdicts=_verdicts(a, b),
        cases=(a.cases, b.cases),
        exercised=(a.coverage.exercised, b.coverage.exercised),
        provided=(a.coverage.provided, b.coverage.provided),
    )


def _added(a: Iterable[Expected], b: Iterable[Expected]) -> tuple[str, ...]:
    """Return the expectations of the second run that the first one lacks."""
    before = {str(expected) for expected in a}
    return tuple(str(expected) for expected in b if str(expected) not in before)


def _verdicts(a: EngineSummary, b: EngineSummary) -> dict[str, dict[str, tuple[int, int]]]:
    """Return the counts that moved, law by law."""
    old, new = ({row.law: row.counts for row in side.rows} for side in (a, b))
    found = {}
    for law in dict.fromkeys((*old, *new)):
        was, now = old.get(law, {}), new.get(law, {})
        pairs = {status: (was.get(status, 0), now.get(status, 0)) for status in dict.fromkeys((*was, *now))}
        moved = {status: pair for status, pair in pairs.items() if pair[0] != pair[1]}
        if moved:
            found[law] = moved
    return found


# ------------------------------------------------------------------ as text


def change_lines(found: Changes) -> Iterator[str]:
    """Yield the changes as lines, new causes first; one line where nothing changed."""
    lines = [*_run_lines(found), *(line for change in found.engines for line in _engine_lines(change))]
    yield from lines or ["nothing changed"]


def _run_lines(found: Changes) -> Iterator[str]:
    yield from (
        f"run {name} is incomplete: what it lacks may not have been searched" for name in found.incomplete
    )
    yield from (f"{key}: {was or 'none'} → {now or 'none'}" for key, (was, now) in found.header.items())
    yield from (f"engine {name}: only in B" for name in found.added)
    yield from (f"  + {cause}" for cause in found.unseen)
    yield from (f"engine {name}: only in A" for name in found.removed)


def _engine_lines(change: Change) -> Iterator[str]:
    lines = [
        *_moved("version", change.version),
        *(f"  + {cause}" for cause in change.new),
        *(f"  - {cause}" for cause in change.gone),
        *(f"  known now: {cause}" for cause in change.known),
        *(f"  stale now: {cause}" for cause in change.stale),
        *_moved("cases", change.cases),
        *_moved("cells exercised", change.exercised),
        *_moved("cells provided", change.provided),
        *(f"  {law}: {_counts(moved)}" for law, moved in change.verdicts.items()),
    ]
    if lines:
        told = f"{len(change.new)} new, {len(change.gone)} gone, {change.stayed} as before"
        yield from (f"{change.engine} {change.version[1]}: causes {told}", *lines)


def _moved(what: str, pair: tuple[Any, Any]) -> list[str]:
    return [] if pair[0] == pair[1] else [f"  {what}: {pair[0]} → {pair[1]}"]


def _counts(moved: Mapping[str, tuple[int, int]]) -> str:
    return ", ".join(f"{status} {was} → {now}" for status, (was, now) in moved.items())
