"""Summaries: how often each law held, per engine, and the causes that were found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adspec.findings.counterexample import Counterexample
from adspec.findings.coverage import Coverage
from adspec.findings.expected import KNOWN, STALE, Expected, identity


@dataclass(frozen=True, kw_only=True, slots=True)
class LawRow:
    """The verdicts of one law over a run.

    Units: `counts` is cases per status; `power` the median relative error that a numeric check
    would have seen (None where none was numeric); `falls_with` is how many broken verdicts a
    deeper law explains; `deviations` say in words what the engine does where its dialect has another answer;
    `measured` is the least and the greatest of what the law counted, by the words for it.
    """

    law: str
    counts: Mapping[str, int]
    power: float | None = None
    falls_with: int = 0
    deviations: tuple[str, ...] = ()
    measured: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    @property
    def cases(self) -> int:
        """Return the number of observations judged, unsupported ones among them."""
        return sum(self.counts.values())


@dataclass(frozen=True, kw_only=True, slots=True)
class EngineSummary:
    """One engine's run: its law table and its causes; `complete` is False after an interruption.

    `faults` are the cases on which adspec itself failed, each with the traceback: nobody judged them.
    `expected` is what became of the expectations, and `beneath` are causes that are not told of by
    themselves: members of a crowd, and what another cause outshines.
    """

    engine: str
    version: str
    rows: tuple[LawRow, ...]
    causes: tuple[Counterexample, ...]
    cases: int
    seconds: float
    complete: bool = True
    not_provided: tuple[str, ...] = ()  # primitives that the engine lacks
    coverage: Coverage = field(default_factory=Coverage)
    faults: tuple[str, ...] = ()
    expected: tuple[Expected, ...] = ()
    beneath: tuple[Counterexample, ...] = ()

    @property
    def known(self) -> tuple[Expected, ...]:
        """Return the expectations whose witnesses stand."""
        return tuple(e for e in self.expected if e.status == KNOWN)

    @property
    def stale(self) -> tuple[Expected, ...]:
        """Return the expectations whose witnesses no longer show their cause."""
        return tuple(e for e in self.expected if e.status == STALE)

    @property
    def new(self) -> tuple[Counterexample, ...]:
        """Return the causes that are not known."""
        return tuple(found for found in self.causes if self.reason(found) is None)

    @property
    def broken(self) -> bool:
        """Return whether anything is newly broken."""
        return bool(self.new)

    def reason(self, found: Counterexample) -> Expected | None:
        """Return the expectation that a cause meets; None where it is new."""
        wanted = identity(found.law, found.cause)
        return next((e for e in self.known if identity(e.law, e.cause) == wanted), None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """A whole run. `header` holds adspec's version, profile, seed, Python, platform and start time."""

    header: Mapping[str, str]
    engines: tuple[EngineSummary, ...]
    complete: bool = True
    notes: tuple[str, ...] = field(default_factory=tuple)

    @property
    def faults(self) -> tuple[str, ...]:
        """Return what adspec itself failed on, of all engines."""
        return tuple(fault for summary in self.engines for fault in summary.faults)

    @property
    def exit_status(self) -> int:
        """Return 5 for a run that left out a case, else 1 where anything is newly broken.

        Else 4 where an expectation is stale, else 0.
        """
        if not self.complete or self.faults:
            return 5
        if any(e.broken for e in self.engines):
            return 1
        return 4 if any(e.stale for e in self.engines) else 0
