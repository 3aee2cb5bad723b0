"""The kill matrix: one row per mutant, one per law.

The mutants stand by the law that killed them, so that a law and its mutants are read together; the
laws that broke beside it follow in the order of how often they did.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from adspec.selftest.outcome import LawScore, Outcome

MANY = 4  # other laws that are named


def mutant_table(outcomes: Sequence[Outcome], laws: Sequence[str]) -> Table:
    """Return the table of mutants, by the law that killed each."""
    order = {law: i for i, law in enumerate(laws)}
    table = _table("mutant", "killed by", "blamed", "also broken")
    for outcome in sorted(outcomes, key=lambda o: (order.get(o.killed_by, -1), o.mutant)):
        killer = outcome.killed_by or "survives"
        style = "" if outcome.right else "[bold red]"
        blamed = "yes" if outcome.blamed else "no"
        table.add_row(f"{style}{outcome.mutant}", f"{style}{killer}", blamed, _also(outcome))
    return table


def law_table(found: Sequence[LawScore]) -> Table:
    """Return the table of laws: their own mutants, those that they killed, those on which they broke."""
    table = _table("law", "own", "killed", "broken on", "")
    for score in found:
        style = "" if score.bites else "[bold red]"
        note = f"subsumed by {score.subsumed_by}" if score.subsumed_by else ""
        table.add_row(
            f"{style}{score.law}", *(_count(n) for n in (score.own, score.killed, score.broken)), note
        )
    return table


def closing_line(outcomes: Sequence[Outcome], found: Sequence[LawScore], seconds: float) -> str:
    """Return the last line: `104 of 104 mutants killed by 44 of 46 laws, 2 subsumed, 93 s`."""
    killed = sum(bool(o.killed_by) for o in outcomes)
    biting = sum(score.killed > 0 for score in found)
    subsumed = sum(score.killed == 0 and bool(score.subsumed_by) for score in found)
    tail = f", {subsumed} subsumed" if subsumed else ""
    return (
        f"{killed} of {len(outcomes)} mutants killed, by {biting} of {len(found)} laws{tail}, {seconds:.0f} s"
    )


def _table(*columns: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, no_wrap=column != "also broken")
    return table


def _also(outcome: Outcome) -> str:
    names = outcome.also
    more = f", {len(names) - MANY} more" if len(names) > MANY else ""
    return f"[dim]{', '.join(names[:MANY])}{more}"


def _count(number: int) -> str:
    return str(number) if number else "[dim]·"
