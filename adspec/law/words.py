"""The words of a law: what it is, what it claims, and what it came to."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from adspec.observation import Observation
from adspec.truth.interval import Interval

STATUSES = (
    "holds",
    "broken",
    "inaccurate",
    "crashed",
    "timed_out",
    "deviates",
    "inconclusive",
    "vacuous",
    "unsupported",
)
FINDINGS = ("broken", "inaccurate", "crashed", "timed_out")


@dataclass(frozen=True, kw_only=True, slots=True)
class Claim:
    """left lies in right, in words on both sides; or a plain statement where `interval` is None.

    `mode` is the half of the engine that the claim is about: "push", "pull", "value", or "" for none.
    `degree` is how wrong a number must be for this law to speak: "broken" or "inaccurate", "" for either.
    `measured` is a number that is reported and not judged; what it is of stands in `left_says`.
    """

    left: Any
    right: Any
    left_says: str
    right_says: str
    symptom: str = "wrong value"
    interval: Interval | None = None
    status: str = ""  # set by the law itself: "deviates", "inconclusive", "vacuous"
    mode: str = ""
    degree: str = ""
    measured: float | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """What a law came to on one observation.

    Units: power is the smallest relative error that would have been seen; digits is the number
    of correct decimal digits of the worst entry; ulps its error in units of the dtype's roundoff;
    measured what the law counted, by the words for it.
    """

    law: str
    status: str
    symptom: str = ""
    claim: Claim | None = None
    power: float | None = None
    digits: float | None = None
    ulps: float | None = None
    reason: str = ""
    stage: str = ""
    measured: Mapping[str, float] = field(default_factory=dict)

    def __reduce__(self) -> tuple[Callable[..., Verdict], tuple[Any, ...]]:
        """Return how a verdict is sent to another process: of most there is nothing to tell but the status.

        Dataclasses with slots are sent ten times slower, and fifty verdicts on a case take longer than some
        cases. The claim of what holds is read by nobody there.
        """
        told = None if self.status == "holds" else self.claim
        numbers = (self.power, self.digits, self.ulps)
        return _sent, (
            self.law,
            self.status,
            self.symptom,
            told,
            numbers,
            self.reason,
            self.stage,
            self.measured,
        )


def _sent(  # noqa: PLR0913, PLR0917 -- the fields of a verdict
    law: str,
    status: str,
    symptom: str,
    claim: Claim | None,
    numbers: tuple[float | None, float | None, float | None],
    reason: str,
    stage: str,
    measured: Mapping[str, float],
) -> Verdict:
    power, digits, ulps = numbers
    return Verdict(
        law=law,
        status=status,
        symptom=symptom,
        claim=claim,
        power=power,
        digits=digits,
        ulps=ulps,
        reason=reason,
        stage=stage,
        measured=measured,
    )


Predicate = Callable[[Observation], Iterable[Claim]]


@dataclass(frozen=True, slots=True)
class Where:
    """A condition on which laws speak: in words, and as a question to an observation."""

    says: str
    holds: Callable[[Observation], bool]


@dataclass(frozen=True, kw_only=True, slots=True)
class Law:
    """One law: its statement, what an engine must provide, and the laws that explain its failure.

    `mode` says which half of an engine a failure accuses: "push", "pull", "each" where every claim says
    it for itself, or "" where none can tell;
    `accuses` whether a single "rule" may be guilty or only the "engine" as a whole.
    `tiers` are the kinds of cases on which it is judged, `where` what must hold of one for the law to say
    anything of it. `subsumed_by` is the stronger law, among those
    that explain it, which every fault breaks as well that breaks this one: no mutant can be its own.
    """

    name: str
    says: str
    predicate: Predicate
    needs: tuple[str, ...] = ()
    explained_by: tuple[str, ...] = ()
    source: str = ""
    mode: str = ""
    accuses: str = "rule"
    tiers: tuple[str, ...] = ("rules", "programs", "contracts")
    where: tuple[Where, ...] = ()
    subsumed_by: str = ""
    text: str = field(default="", repr=False)


def half_of(rule: Law, mode: str) -> Law:
    """Return the law restricted to its claims about one half of an engine."""

    def predicate(obs: Observation) -> Iterator[Claim]:
        return (claim for claim in rule.predicate(obs) if claim.mode == mode)

    return replace(rule, mode=mode, predicate=predicate)


def law(*, where: tuple[Where, ...] = (), **words: Any) -> Callable[[Predicate], Law]:
    """Return a decorator that makes a `Law` of a predicate; its name and docstring become the law's.

    The predicate is asked only where all conditions hold, which are looked at in their order.
    """

    def make(predicate: Predicate) -> Law:
        module = inspect.getmodule(predicate)
        text = inspect.cleandoc((module.__doc__ if module else "") or predicate.__doc__ or "")
        asked = _only(where, predicate) if where else predicate
        return Law(name=predicate.__name__, predicate=asked, where=where, text=text, **words)

    return make


def _only(where: tuple[Where, ...], predicate: Predicate) -> Predicate:
    """Return the predicate that says where it has nothing to say, and why."""

    def asked(obs: Observation) -> Iterable[Claim]:
        for condition in where:
            if not condition.holds(obs):
                says = f"judged only where {condition.says}"
                return [Claim(left=None, right=None, left_says=says, right_says="", status="vacuous")]
        return predicate(obs)

    return asked
