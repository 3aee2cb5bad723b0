"""What is printed: a row per kind of fault, totals, and every survivor with why it survived."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from rich.table import Table

from benchmarks.mutation.mutants import Score

SOON = 5.0  # CPU seconds


def by_kind(scores: Sequence[Score], peer: str) -> Table:
    """Return the table of kills by kind of fault."""
    table = Table(title="Single faults in rules", title_justify="left")
    for head in ("fault", "mutants", "equivalent", "killed", f"≤ {SOON:.0f} s", "blamed", *_named(peer)):
        table.add_column(head, justify="left" if head == "fault" else "right")
    for kind in dict.fromkeys(s.fault.kind for s in scores):
        table.add_row(kind, *_counts([s for s in scores if s.fault.kind == kind], peer))
    table.add_section()
    table.add_row("all", *_counts(scores, peer))
    return table


def lines(scores: Sequence[Score], peer: str) -> Iterator[str]:
    """Yield the totals."""
    real = [s for s in scores if not s.equivalent]
    killed = [s for s in real if s.killed_by]
    theirs = [s for s in real if s.peer_killed_by]
    yield f"killed {_share(len(killed), len(real))} of those that are not equivalent"
    reachable = [s for s in real if s.reached is not False]
    yield f"killed {_share(len(killed), len(reachable))} of those whose code a case reaches"
    yield f"within {SOON:.0f} s of CPU {_share(sum(s.seconds <= SOON for s in killed), len(real))}"
    yield f"blamed on the rule {_share(sum(s.blamed for s in killed), len(killed))} of the killed"
    yield f"CPU until the kill: {_spread([s.seconds for s in killed])}"
    if peer:
        yield f"{peer} killed {_share(len(theirs), len(real))}"
        yield f"{peer} alone killed {sum(not s.killed_by for s in theirs)}"
        yield f"CPU until the kill by {peer}: {_spread([s.peer_seconds for s in theirs])}"


def survivors(scores: Sequence[Score]) -> Iterator[str]:
    """Yield a line for each mutant that survived, or whose rule was not blamed."""
    for score in scores:
        at = f"{score.fault.kind}, line {score.fault.line}: {score.fault.key}"
        if score.equivalent:
            yield f"equivalent  {at}\n            {score.equivalent}"
        elif not score.killed_by:
            yield f"survived    {at}\n            {_why(score)}"
        elif not score.blamed:
            accused = "; ".join(score.causes) or score.killed_by
            yield f"not blamed  {at}\n            accused: {accused}"


def _why(score: Score) -> str:
    if not score.suspects:
        return "no word of the language calls it"
    if not score.reached:
        return f"no case reaches this code of {'; '.join(score.suspects[:3])}"
    return "reached, and every answer stayed within its allowance"


def _named(peer: str) -> list[str]:
    return [peer] if peer else []


def _counts(scores: Sequence[Score], peer: str) -> list[str]:
    real = [s for s in scores if not s.equivalent]
    killed = [s for s in real if s.killed_by]
    return [
        str(len(scores)),
        str(len(scores) - len(real)),
        str(len(killed)),
        str(sum(s.seconds <= SOON for s in killed)),
        str(sum(s.blamed for s in killed)),
        *(str(sum(bool(s.peer_killed_by) for s in real)) for _ in _named(peer)),
    ]


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / max(whole, 1):.1f} %)"


def _spread(seconds: Sequence[float]) -> str:
    """Return the median and the largest of some seconds."""
    return f"median {median(seconds or [0]):.2f} s, at most {max(seconds, default=0):.2f} s"
