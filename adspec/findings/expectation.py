"""Expectations: causes that are known, each with the case that shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from adspec.findings.cause import Cause
from adspec.findings.counterexample import Counterexample
from adspec.findings.court import Hearing
from adspec.findings.expected import KNOWN, Identity, identity
from adspec.law import FINDINGS, Verdict


@dataclass(frozen=True, kw_only=True, slots=True)
class Expectation:
    """A cause that is expected, why, and its witness; `place` is where that is written."""

    law: str
    cause: Cause
    witness: Counterexample
    reason: str
    url: str = ""
    place: str = ""

    def __str__(self) -> str:
        """Return law and cause: `finite: prod, argument 0, pull: nan`."""
        return f"{self.law}: {self.cause}"

    @property
    def identity(self) -> Identity:
        """Return what makes its cause the same as another."""
        return identity(self.law, self.cause)


class Known:
    """Expectations by what they expect."""

    def __init__(self, expectations: Iterable[Expectation] = ()) -> None:
        """Hold these; of one cause the last one counts."""
        self._held = {e.identity: e for e in expectations}

    def __iter__(self) -> Iterator[Expectation]:
        """Yield the expectations."""
        return iter(self._held.values())

    def __len__(self) -> int:
        """Return how many causes are known."""
        return len(self._held)

    def has(self, law: str, cause: Cause) -> bool:
        """Return whether a cause of a law is known."""
        return identity(law, cause) in self._held

    def of(self, law: str, cause: Cause) -> Expectation | None:
        """Return the expectation of a cause, if there is one."""
        return self._held.get(identity(law, cause))

    def explains(self, heard: Hearing) -> bool:
        """Return whether what broke on a case has known causes only."""
        return bool(heard.charges) and all(self.has(c.law, c.cause) for c in heard.charges)

    def verdicts(self, heard: Hearing, *, alone: bool) -> tuple[Verdict, ...]:
        """Return the verdicts on a case, "known" for what is broken by known causes.

        `alone` says that there are no others on the case; else it is known of the laws of the known ones.
        """
        new = {c.law for c in heard.charges if not self.has(c.law, c.cause)}
        old = {c.law for c in heard.charges} - new
        return tuple(
            replace(v, status=KNOWN) if v.status in FINDINGS and (alone or v.law in old) else v
            for v in heard.verdicts
        )
