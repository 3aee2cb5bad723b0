"""Beyond known causes: what deeper laws explain on a case is asked for by itself, once those are known.

A law that falls with a deeper one is not judged further on that case (see `findings.tally`). Where the
deeper law is broken by what is known, a new fault could hide there in every case of a primitive. So the laws
that fall are heard again without it, until a cause is new or nothing is broken any more. Laws that ended in
one and the same exception are one event, and are not asked one by one. Only rules are accused: what an
operator makes of a wrong rule says nothing new of the operator.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adspec.findings.court import Hearing
from adspec.findings.expectation import Known
from adspec.language.primitives import VOCABULARY
from adspec.law import FINDINGS
from adspec.runners import Runner


def beyond(heard: Hearing, known: Known, runner: Runner) -> Iterator[Hearing]:
    """Yield the further hearings of a case on which what broke is known; the last may have new causes.

    Cost: one observation each, and blame.
    """
    laws = fallen(heard) if known.explains(heard) else []
    while laws:
        [again] = runner.hearings([heard.case], laws)
        heard = of_rules(again)
        yield heard
        laws = fallen(heard) if known.explains(heard) else []


def of_rules(heard: Hearing) -> Hearing:
    """Return a hearing with the charges against rules alone."""
    return replace(heard, charges=tuple(c for c in heard.charges if c.cause.where in VOCABULARY))


def fallen(heard: Hearing) -> list[str]:
    """Return the laws that fell with those that were charged, in another way than by their exception."""
    broken = [v for v in heard.verdicts if v.status in FINDINGS]
    raised = {(v.stage, v.symptom) for v in broken if v.status == "crashed" and v.law not in heard.explained}
    fallen = [v for v in broken if v.law in heard.explained]
    return [v.law for v in fallen if v.status != "crashed" or (v.stage, v.symptom) not in raised]
