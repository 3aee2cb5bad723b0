"""Replaying witnesses: first of all, without search, and in the same court as every case of the run.

A witness stands if the court, asked for its law alone, accuses of it the very cause that is expected.
Anything else makes the expectation stale: that the law holds now, that another law or another rule breaks,
that the symptom is another one, or that the engine no longer takes the case.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from itertools import groupby

from adspec.findings.cause import Cause
from adspec.findings.court import Hearing
from adspec.findings.expectation import Expectation, Known
from adspec.findings.expected import KNOWN, STALE, Expected, Identity, identity
from adspec.runners import Runner


@dataclass(frozen=True, kw_only=True, slots=True)
class Replayed:
    """What the witnesses came to: the causes that stand, what is said of each, and adspec's own failures."""

    known: Known
    expected: tuple[Expected, ...]
    faults: tuple[str, ...] = ()

    def told(self, count: Callable[[Cause], int]) -> tuple[Expected, ...]:
        """Return what became of each expectation once the search has counted the cases of each cause."""
        return tuple(e.counted(count(e.cause)) for e in self.expected)


def replayed(runner: Runner, expectations: Iterable[Expectation]) -> Replayed:
    """Return what the witnesses of expectations come to, in their order.

    Cost: one observation each, and blame.
    """
    asked = list(expectations)
    found: dict[Identity, Expected] = {}
    faults = []
    for law, group in groupby(sorted(asked, key=lambda e: e.law), key=lambda e: e.law):
        members = list(group)
        heard = runner.hearings([e.witness.case for e in members], [law])
        for expectation, hearing in zip(members, heard, strict=True):
            if hearing.fault:
                faults.append(f"{hearing.fault}on the witness of {expectation}\n")
            else:
                found[expectation.identity] = _expected(expectation, hearing)
    expected = [found[e.identity] for e in asked if e.identity in found]
    standing = {identity(e.law, e.cause) for e in expected if e.status == KNOWN}
    return Replayed(
        known=Known(e for e in asked if e.identity in standing),
        expected=tuple(expected),
        faults=tuple(faults),
    )


def _expected(expectation: Expectation, hearing: Hearing) -> Expected:
    """Return what became of an expectation whose witness was heard."""
    charged = {(charge.law, charge.cause) for charge in hearing.charges}
    is_known = (expectation.law, expectation.cause) in charged
    return Expected(
        law=expectation.law,
        cause=expectation.cause,
        status=KNOWN if is_known else STALE,
        reason=expectation.reason,
        url=expectation.url,
        place=expectation.place,
        says="" if is_known else _instead(hearing),
    )


def _instead(hearing: Hearing) -> str:
    """Return what a witness came to: `holds`, or the causes of which it accuses the engine now."""
    if hearing.charges:
        return "; ".join(f"{charge.law}: {charge.cause}" for charge in hearing.charges)
    return "; ".join(f"{v.status}{f' ({v.reason})' if v.reason else ''}" for v in hearing.verdicts)


def asked_of(
    expectations: Iterable[Expectation], laws: Collection[str], primitives: Collection[str], *, whole: bool
) -> list[Expectation]:
    """Return those expectations that a run restricted to some laws, or some primitives, is about."""
    return [e for e in expectations if e.law in laws and (whole or e.cause.where in primitives)]
