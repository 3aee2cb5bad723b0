"""What became of an expectation in a run, and when two causes are one.

A cause is known, not a case or a law: another symptom, mode or argument of the same primitive is another
cause. What is not of one primitive ("engine", "fan-out", "nesting of grad") is told apart by the law as
well, since there the law alone says what is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from adspec.findings.cause import Cause
from adspec.language.primitives import VOCABULARY

KNOWN, STALE = "known", "stale"
Identity = tuple[Cause, str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Expected:
    """What became of an expectation: its witness broke again ("known") or did not ("stale").

    `says` is what the witness came to where it is stale; `count` how many cases of the search, beside the
    witness, had the cause.
    """

    law: str
    cause: Cause
    status: str
    reason: str
    url: str = ""
    place: str = ""
    says: str = ""
    count: int = 0

    def __str__(self) -> str:
        """Return law and cause: `finite: prod, argument 0, pull: nan`."""
        return f"{self.law}: {self.cause}"

    def counted(self, count: int) -> Expected:
        """Return it with the number of cases that had the cause."""
        return replace(self, count=count)


def identity(law: str, cause: Cause) -> Identity:
    """Return what makes a cause of a law the same as another."""
    return cause, "" if cause.where in VOCABULARY else law
