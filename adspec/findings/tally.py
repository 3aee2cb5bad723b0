"""The tally: how often each law came to which verdict, and with what power."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from adspec.findings.summary import LawRow
from adspec.law import FINDINGS, Claim, Law, Verdict


class Tally:
    """Counts of verdicts per law; grows with every observation."""

    def __init__(self, laws: Iterable[Law]) -> None:
        """Start with no case for any of the laws."""
        self._counts: dict[str, Counter[str]] = {rule.name: Counter() for rule in laws}
        self._powers: dict[str, list[float]] = {name: [] for name in self._counts}
        self._falls: Counter[str] = Counter()
        self._deviations: dict[str, dict[str, None]] = {name: {} for name in self._counts}
        self._measured: dict[str, dict[str, list[float]]] = {name: {} for name in self._counts}

    def count(self, verdicts: Iterable[Verdict]) -> None:
        """Add the verdicts of one observation."""
        for verdict in verdicts:
            self._counts[verdict.law][verdict.status] += 1
            if verdict.power is not None and verdict.status != "inconclusive":
                self._powers[verdict.law].append(verdict.power)
            for words, number in verdict.measured.items():
                self._measured[verdict.law].setdefault(words, []).append(number)
            if verdict.status == "deviates" and verdict.claim is not None:
                self._deviations[verdict.law].setdefault(_in_words(verdict.claim))

    def explain(self, explained: Iterable[str]) -> None:
        """Note that the broken verdicts of these laws fall with a deeper one."""
        self._falls.update(explained)

    def rows(self) -> tuple[LawRow, ...]:
        """Return the law table."""
        return tuple(
            LawRow(
                law=name,
                counts=dict(counts),
                power=statistics.median(self._powers[name]) if self._powers[name] else None,
                falls_with=self._falls[name],
                deviations=tuple(self._deviations[name]),
                measured={words: (min(found), max(found)) for words, found in self._measured[name].items()},
            )
            for name, counts in self._counts.items()
        )


def _in_words(claim: Claim) -> str:
    """Return what an engine does otherwise: `cotangent of an unused input: None instead of zeros`."""
    return f"{claim.left_says}: {claim.left} instead of {claim.right}"


def deepest(verdicts: Sequence[Verdict], laws: Mapping[str, Law]) -> tuple[list[Verdict], list[Verdict]]:
    """Return the broken verdicts that no other broken one explains, and those that are explained.

    Math: the laws are ordered by the transitive closure of `explained_by`; the first list holds
    the minimal elements among the broken ones. An exception is one event however many laws it
    reaches: of the laws crashed at one stage, one stands for all.
    """
    broken = [v for v in verdicts if v.status in FINDINGS]
    crashed = {v.stage: v for v in sorted(broken, key=_spokesman, reverse=True) if v.status == "crashed"}
    standing = [v for v in broken if v.status != "crashed" or v is crashed[v.stage]]
    names = {v.law for v in standing if v.status != "crashed"}
    roots = [v for v in standing if not names & ancestors(v.law, laws)]
    return roots, [v for v in broken if not any(v is root for root in roots)]


def _spokesman(verdict: Verdict) -> tuple[bool, str]:
    """Order crashed verdicts so that the law of the truth speaks for its stage."""
    return not verdict.law.startswith("truth"), verdict.law


def ancestors(name: str, laws: Mapping[str, Law]) -> set[str]:
    """Return all laws whose failure explains a failure of `name`, directly or through others."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        current = laws.get(waiting.pop())
        new = set(current.explained_by) - found if current else set()
        found |= new
        waiting += new
    return found - {name}
