"""What was expected, as text: the known causes by their reasons, and the stale ones with what to delete."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from adspec.findings.expected import Expected
from adspec.findings.summary import EngineSummary
from adspec.report.text import COLUMNS

MANY = 4  # causes of one reason that are named


def counts_of(summary: EngineSummary) -> str:
    """Return how many causes there are, and where something was expected, how many of them are new.

    `12 causes`, or `no new cause, 139 known, 1 stale`.
    """
    new = len(summary.new)
    what = "new cause" if summary.expected else "cause"
    told = [f"1 {what}" if new == 1 else f"{new or 'no'} {what}s"]
    told += [f"{len(summary.known)} known"] if summary.expected else []
    told += [f"{len(summary.stale)} stale"] if summary.stale else []
    return ", ".join(told)


def known_lines(summary: EngineSummary, *, in_full: bool = False) -> Iterator[str]:
    """Yield the known causes, those of one reason together."""
    reasons: dict[tuple[str, str], list[Expected]] = {}
    for expected in summary.known:
        reasons.setdefault((expected.reason, expected.url), []).append(expected)
    if not reasons:
        return
    met = sum(expected.count > 0 for expected in summary.known)
    shown = f"{len(summary.known)} causes, shown again by their witnesses"
    yield f"known        {shown}; the search met {met} of them"
    for (reason, url), members in reasons.items():
        yield from _hanging(" ".join(filter(None, [reason, url])), "  ")
        named = members if in_full else members[:MANY]
        rest = len(members) - len(named)
        yield from _hanging("; ".join([*map(str, named), *([f"{rest} more"] if rest else [])]), "    ")


def stale_lines(summary: EngineSummary) -> Iterator[str]:
    """Yield the stale expectations, each with what its witness came to, and the entry to delete."""
    for expected in summary.stale:
        yield f"stale        {expected}"
        yield from _hanging(f"its witness now: {expected.says}", " " * 9)
        yield from _hanging(f"it was expected because: {expected.reason}", " " * 9)
        yield f"Delete   {expected.place}: {written(expected)}"
    if summary.stale:
        yield "`adspec known prune` deletes what is stale."


def reason_of(expected: Expected) -> str:
    """Return what became of an expectation, on one line."""
    now = f"; its witness now: {expected.says}" if expected.says else ""
    return (
        f"{expected.status}: {expected.cause} (law {expected.law}): {expected.reason} {expected.url}".rstrip()
        + now
    )


def written(expected: Expected) -> str:
    """Return the keys by which a file of expectations names a cause."""
    cause = expected.cause
    pairs = [f'law = "{expected.law}"', f'where = "{cause.where}"']
    pairs += [] if cause.argument is None else [f"argument = {cause.argument}"]
    pairs += [f'mode = "{cause.mode}"'] if cause.mode else []
    pairs.append(f'symptom = "{cause.symptom}"')
    return f"{{ {', '.join(pairs)}, … }}"


def _hanging(text: str, indent: str) -> list[str]:
    return textwrap.wrap(
        text,
        COLUMNS,
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )
