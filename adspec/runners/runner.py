"""What a runner is: hearings in the order of their cases, and charges made small."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from adspec.findings.court import Charge, Hearing, Reduced
from adspec.language.case import Case


class Runner(Protocol):
    """One engine's court, wherever it sits."""

    def hearings(self, cases: Iterable[Case], laws: Sequence[str]) -> Iterator[Hearing]:
        """Yield what the laws of these names come to on each case, in the order of the cases."""

    def reduce(self, charge: Charge, *, as_it_is: bool) -> Reduced:
        """Return a charge made small, or as it was met; see `Court.reduce`."""

    def close(self) -> None:
        """End what was started."""
