"""Proposing entries: the causes of a run that are not known yet, each under the witness that shows it.

A file may have witnesses that accuse of nothing but themselves, so every case is heard again first, and
what it is accused of is what is proposed. What has probably one reason is one entry: a symptom that many
primitives share, or one primitive's symptom in all its modes and arguments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from adspec.expecting.beyond import fallen, of_rules
from adspec.findings.counterexample import Counterexample
from adspec.findings.court import Charge
from adspec.findings.expected import Identity, identity
from adspec.findings.summary import EngineSummary
from adspec.language.primitives import VOCABULARY
from adspec.runners import Runner

CROWD = 6  # primitives that share a symptom: past them it is one entry
OF_NUMBERS = ("wrong value", "inaccurate", "nan", "inf")  # a reason of each primitive's own


def proposed(
    summary: EngineSummary, runner: Runner, known: Iterable[Identity], laws: Sequence[str]
) -> list[list[Counterexample]]:
    """Return the causes of a run that are not among the known ones, in groups of probably one reason.

    `laws` are those by which rules are judged.

    Cost: one observation each, and blame.
    """
    taken = set(known)
    found: list[Counterexample] = []
    for told in (*summary.causes, *summary.beneath):
        for shown in _shown_by(told, runner, laws):
            if identity(shown.law, shown.cause) not in taken:
                taken.add(identity(shown.law, shown.cause))
                found.append(shown)
    return _grouped(found)


def _shown_by(told: Counterexample, runner: Runner, laws: Sequence[str]) -> Iterator[Counterexample]:
    """Yield what the case of a counterexample is accused of by its law, then by all laws that fall with it.

    A run that knows the one asks for the others by themselves. Each is shown by its own smallest part of the
    case, and by what the court saw there.
    """
    [alone] = runner.hearings([told.case], [told.law])
    if any((charge.law, charge.cause) == (told.law, told.cause) for charge in alone.charges):
        yield told
    else:
        yield from (_written(told, charge) for charge in alone.charges)
    left = laws if told.cause.where in VOCABULARY else ()
    while left:
        [heard] = runner.hearings([told.case], left)
        heard = of_rules(heard)
        yield from (_written(told, charge) for charge in heard.charges)
        left = fallen(heard) if heard.charges else ()


def _written(told: Counterexample, charge: Charge) -> Counterexample:
    """Return the counterexample of a charge against the engine of another one."""
    claim = charge.verdict.claim
    return replace(
        told,
        law=charge.law,
        status=charge.verdict.status,
        cause=charge.cause,
        case=charge.case,
        left=claim.left if claim else None,
        right=claim.right if claim else None,
        left_says=claim.left_says if claim else "",
        right_says=claim.right_says if claim else "",
        digits=charge.verdict.digits,
        ulps=charge.verdict.ulps,
        power=charge.verdict.power,
        reason=charge.verdict.reason,
        diagnosis="",
        mistake="",
        only="",
        answers=(),
        falls_with=(),
        count=1,
        notes={},
    )


def _grouped(found: list[Counterexample]) -> list[list[Counterexample]]:
    """Return counterexamples in groups, in the order in which the first of each was found."""
    crowds: dict[tuple[str, str], set[str]] = {}
    for one in found:
        crowds.setdefault((one.cause.mode, one.cause.symptom), set()).add(one.cause.where)
    groups: dict[tuple[str, str], list[Counterexample]] = {}
    for one in found:
        shared = (one.cause.mode, one.cause.symptom)
        is_crowd = len(crowds[shared]) > CROWD and one.cause.symptom not in OF_NUMBERS
        key = shared if is_crowd else (one.cause.where, one.cause.symptom)
        groups.setdefault(key, []).append(one)
    return list(groups.values())
