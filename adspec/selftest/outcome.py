"""What came of one mutant, and of all of them: plain data that a worker can send back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from adspec.engine import Engine
from adspec.law import Law


class Mutant(Protocol):
    """A wrong engine, and what must be said of it; `adspec.conformance.mutants` has ours."""

    @property
    def engine(self) -> Engine:
        """Return the wrong engine, named after its fault."""
        ...

    @property
    def says(self) -> str:
        """Return the fault in words."""
        ...

    @property
    def where(self) -> str:
        """Return the primitive that is wrong, or "engine", "fan-out", "nesting"."""
        ...

    @property
    def law(self) -> str:
        """Return the deepest law that the fault breaks."""
        ...

    @property
    def argument(self) -> int | None:
        """Return the argument whose rule is wrong."""
        ...

    @property
    def mode(self) -> str:
        """Return the half that is wrong: push, pull, grad, value, or nothing."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """What one mutant met with.

    `counts` is how many cases broke each law, crashes left out, and `roots` on how many of them no
    deeper law explained it; `killed_by` is the root that killed it, "" where there is none, and `blamed`
    whether the fault itself was accused there.
    """

    mutant: str
    says: str
    wanted: str
    killed_by: str
    blamed: bool
    counts: Mapping[str, int]
    roots: Mapping[str, int]
    crashed: int
    cases: int

    @property
    def right(self) -> bool:
        """Return whether the mutant was killed by its law and blamed on its fault."""
        return bool(self.killed_by) and self.killed_by == self.wanted and self.blamed

    @property
    def also(self) -> tuple[str, ...]:
        """Return the other laws that it broke, most often broken first."""
        others = [law for law in self.counts if law != self.killed_by]
        return tuple(sorted(others, key=lambda law: (-self.counts[law], law)))


@dataclass(frozen=True, kw_only=True, slots=True)
class LawScore:
    """What one law did: its own mutants, those that it killed, those on which it broke at all.

    `subsumed_by` is the stronger law that stands in for a mutant of its own.
    """

    law: str
    own: int
    killed: int
    broken: int
    subsumed_by: str

    @property
    def bites(self) -> bool:
        """Return whether the law killed a mutant, or a stronger one stands in for it."""
        return self.killed > 0 or bool(self.subsumed_by)


def scores(outcomes: Sequence[Outcome], laws: Sequence[Law]) -> tuple[LawScore, ...]:
    """Return the score of every law."""
    return tuple(
        LawScore(
            law=rule.name,
            own=sum(o.wanted == rule.name for o in outcomes),
            killed=sum(o.killed_by == rule.name for o in outcomes),
            broken=sum(rule.name in o.counts for o in outcomes),
            subsumed_by=rule.subsumed_by,
        )
        for rule in laws
    )


def complaints(outcomes: Sequence[Outcome], found: Sequence[LawScore]) -> list[str]:
    """Return what is wrong with the tester, one line each; `found` are the laws that must bite."""
    lines = [line for o in outcomes if (line := _complaint(o))]
    return [*lines, *(f"law {score.law}: kills no mutant" for score in found if not score.bites)]


def _complaint(outcome: Outcome) -> str:
    name = f"mutant {outcome.mutant}"
    if not outcome.killed_by:
        crashes = f"; {outcome.crashed} crashes are no kill" if outcome.crashed else ""
        return f"{name}: survives {outcome.cases} cases ({outcome.says}){crashes}"
    if outcome.killed_by != outcome.wanted:
        return f"{name}: killed by {outcome.killed_by}, its law is {outcome.wanted}"
    return "" if outcome.blamed else f"{name}: the fault is not blamed"


def outcome_row(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as a JSON object."""
    return {
        "mutant": outcome.mutant,
        "says": outcome.says,
        "killed_by": outcome.killed_by,
        "wanted": outcome.wanted,
        "blamed": outcome.blamed,
        "broken": dict(sorted(outcome.counts.items())),
        "roots": dict(sorted(outcome.roots.items())),
        "crashed": outcome.crashed,
        "cases": outcome.cases,
    }


def score_row(score: LawScore) -> dict[str, Any]:
    """Return a law's score as a JSON object."""
    return {
        "law": score.law,
        "own": score.own,
        "killed": score.killed,
        "broken": score.broken,
        "subsumed_by": score.subsumed_by,
    }
