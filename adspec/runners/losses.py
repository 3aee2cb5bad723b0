"""Losses: what is said of a case on which a worker did not answer.

Where the engine's code was running, that is a finding: the law that was being judged is broken, by an
engine that does not end or that takes its process along. Where it was not, adspec itself is at fault.
"""

from __future__ import annotations

import signal

from adspec.findings.cause import Cause
from adspec.findings.court import Charge, Hearing
from adspec.findings.evidence import Evidence
from adspec.law import Verdict
from adspec.runners.worker import INSIDE, JUDGED, Hear, Place

NO_END, NO_PROCESS = "does not end", "ends the process"
LOST = frozenset({NO_END, NO_PROCESS})


def loss(request: Hear, at: Place, reason: str, *, dead: bool) -> Hearing:
    """Return the hearing of a case that cost its worker, which was `at` some law."""
    if not at[INSIDE] and not dead:
        return Hearing(case=request.case, fault=f"adspec itself gave {reason}, outside of engine code\n")
    law = request.laws[min(at[JUDGED], len(request.laws) - 1)]
    status, symptom = ("crashed", NO_PROCESS) if dead else ("timed_out", NO_END)
    verdict = Verdict(law=law, status=status, symptom=symptom, reason=reason)
    return Hearing(case=request.case, verdicts=(verdict,), charges=(_charge(request, verdict),))


def _charge(request: Hear, verdict: Verdict) -> Charge:
    """Return the charge of the one rule in a case, or of the engine where there are several."""
    names = request.case.program.primitives()
    cause = Cause(
        where=names[0] if len(names) == 1 else "engine", argument=None, mode="", symptom=verdict.symptom
    )
    seen = Evidence(
        law=verdict.law, symptom=cause.symptom, mode=cause.mode, where=cause.where, case=request.case
    )
    return Charge(cause=cause, law=verdict.law, half="", case=request.case, verdict=verdict, evidence=seen)


def killed(code: int | None) -> str:
    """Return in words how a process ended."""
    if code is not None and code < 0:
        return f"the process ended by {signal.Signals(-code).name}"
    return f"the process ended with status {code}"
