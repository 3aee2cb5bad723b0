"""Here: the court sits in this process, which a debugger can enter and nothing has to be sent to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from traceback import format_exc

from adspec.findings.court import Charge, Court, Hearing, Reduced
from adspec.language.case import Case


class Here:
    """A runner without processes."""

    def __init__(self, court: Court) -> None:
        """Start with nothing heard."""
        self._court = court

    def hearings(self, cases: Iterable[Case], laws: Sequence[str]) -> Iterator[Hearing]:
        """Yield the hearing of each case."""
        return (heard(self._court, case, laws) for case in cases)

    def reduce(self, charge: Charge, *, as_it_is: bool) -> Reduced:
        """Return a charge made small."""
        return self._court.reduce(charge, as_it_is=as_it_is)

    def close(self) -> None:
        """End nothing."""


def heard(court: Court, case: Case, laws: Sequence[str]) -> Hearing:
    """Return the hearing of a case; a fault of adspec itself must not cost a long run its findings."""
    try:
        return court.hear(case, laws)
    except Exception:  # noqa: BLE001 -- whatever it is, it is reported with the case
        return Hearing(case=case, fault=format_exc())
