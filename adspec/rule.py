"""One custom rule, or one whole function, in one call: `check(f, *example)` and `assert_laws(f, *example)`.

No adapter, no program, no strategy: shapes, dtypes and containers come from the example. The truth comes from
the function itself, read as equations over balls; where that is not possible, from `truth=`, `reference=`,
or a measurement that knows its error. What cannot be told is *inconclusive*, and never a pass.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from adspec.discovery import find_engine
from adspec.findings.counterexample import Counterexample
from adspec.language.case import Case
from adspec.lifting.graph import Lifted
from adspec.ruling.blaming import causes_of
from adspec.ruling.examine import Record, examine
from adspec.ruling.large import LARGE, notice
from adspec.ruling.measured import Measured
from adspec.ruling.plan import PROFILES, Plan
from adspec.ruling.points import Domain, domains_for
from adspec.ruling.report import RuleReport
from adspec.ruling.signature import SignatureError, signature_of
from adspec.ruling.subject import Subject
from adspec.ruling.tellers import Teller, choose
from adspec.ruling.walk import first_trouble
from adspec.ruling.which_engine import engine_for

ENOUGH = 3  # points at which the truth was told (all, if fewer), so that a rule that broke nothing holds
MEASURED = "differences of values"


def check(  # noqa: PLR0913 - the one call: each option has a default
    f: Callable[..., Any],
    *example: Any,
    engine: str | None = None,
    domain: Any = None,
    reference: Callable[..., Any] | None = None,
    truth: Callable[..., Any] | None = None,
    seed: int = 0,
    profile: str = "quick",
    replay: str = "",
    tell: Callable[[str], None] | None = None,
) -> RuleReport:
    """Return what the laws say of a function at and around an example of its arguments.

    Without an `engine` it is the one that f is written for. `domain` bounds the points: `(0.1, 10.0)` for all
    arrays, or `{0: (0.1, 10.0)}` by number. `truth` is a function of the same arguments in NumPy's words that
    has the right value, `reference` another implementation. `tell` hears what is noticed on the way.

    Raises: SignatureError for an example without floats, or on which f raises; ValueError for a domain
    or profile that is none; TypeError for what is no function; DiscoveryError for an engine that cannot
    be had.
    Cost: seconds; see `PROFILES`. A function of 100,000 scalar operations is shown at one point.
    """
    start = time.perf_counter()
    if profile not in PROFILES:
        raise ValueError(f"profile {profile!r}: unknown. Known: {', '.join(PROFILES)}.")
    for what, given in {"f": f, "truth": truth, "reference": reference}.items():
        if given is not None and not callable(given):
            raise TypeError(f"{what} {given!r}: is no function. Give one that takes the arguments of f.")
    subject = _subject(f, example, engine or engine_for(f, example))
    domains = domains_for(domain, len(subject.signature.moving))
    with np.errstate(all="ignore"):
        oracle = _oracle(subject, truth, reference)
        if tell is not None and (says := notice(subject.name, oracle.work)):
            tell(says)
        plan = oracle.plan(domains, profile, seed, bounded=domain is not None)
        record = examine(subject, oracle.teller or _measuring(subject), plan)
        found = replace(_reported(subject, oracle, record), replay=replay)
    return replace(found, seconds=time.perf_counter() - start)


def _subject(f: Callable[..., Any], example: Sequence[Any], engine: str) -> Subject:
    """Return the function as it is shown; it must take the example."""
    under = find_engine(engine)
    subject = Subject(name=_name_of(f), f=f, engine=under, signature=signature_of(example, under.to_numpy))
    try:
        _values(subject)
    except Exception as error:
        says = f"{type(error).__name__}: {(str(error).strip() or '…').splitlines()[0]}"
        raise SignatureError(
            f"function {subject.name}: raises {says} on this example. Give one that it takes."
        ) from error
    return subject


@dataclass(frozen=True, kw_only=True, slots=True)
class _Oracle:
    """Who tells the truth, why nobody better does, and the function as it was read, if it was."""

    teller: Teller | None
    why: str
    lifted: Lifted | None

    @property
    def work(self) -> int:
        """Return how many scalar operations the function takes, 0 where it could not be read."""
        return self.lifted.work if self.lifted is not None else 0

    @property
    def entrywise(self) -> bool:
        """Return whether the function is known to act entry by entry."""
        return self.lifted is not None and self.lifted.entrywise

    def plan(self, domains: Sequence[Domain], profile: str, seed: int, *, bounded: bool) -> Plan:
        """Return what is shown: a rule is tried widely, a whole function next to its example."""
        return Plan(
            domains=domains,
            profile=PROFILES[profile],
            seed=seed,
            wide=bounded or self.lifted is None or self.lifted.has_rules,
            entrywise=self.entrywise and self.lifted is not None and len(self.lifted.inputs) == 1,
            large=self.work > LARGE,
        )


def _oracle(subject: Subject, truth: Any, reference: Any) -> _Oracle:
    teller, why = choose(subject, truth, reference)
    lifted = teller.lifted(subject.signature.example) if teller is not None else None
    return _Oracle(teller=teller, why=why, lifted=lifted)


def _reported(subject: Subject, oracle: _Oracle, record: Record) -> RuleReport:
    """Return the report on what was seen."""
    lifted, teller = oracle.lifted, oracle.teller
    is_whole = lifted is not None and not lifted.has_rules
    causes = causes_of(subject, record, whole=is_whole, entrywise=oracle.entrywise)
    verdict = _verdict(record, causes)
    return RuleReport(
        verdict=verdict,
        name=subject.name,
        engine=subject.engine.name,
        version=subject.engine.version,
        causes=causes,
        oracle=teller.says if teller is not None else MEASURED,
        why=oracle.why,
        counts=record.counts,
        power=float(np.median(record.powers)) if record.powers else None,
        cases=record.cases,
        seconds=0.0,
        notes=record.why_inconclusive() if verdict == "inconclusive" else record.notes,
        walk=_walk(subject, teller) if lifted is None or not lifted.ruled else "",
    )


def assert_laws(f: Callable[..., Any], *example: Any, **options: Any) -> RuleReport:
    """Check a function, and fail with the report unless every law holds; options as in `check`.

    Raises: AssertionError with the text of the report where it is broken or inconclusive.
    """
    report = check(f, *example, **options)
    if report.verdict != "holds":
        raise AssertionError(str(report))
    return report


def _name_of(f: Any) -> str:
    name = str(getattr(f, "__name__", "") or type(f).__name__)
    return name if name.isidentifier() else "f"


def _measuring(subject: Subject) -> Callable[[Case], Any]:
    """Return what tells of a case by measurement: values of f itself."""

    def tell(case: Case) -> Any:
        def values(x: Any) -> Any:
            inputs = case.values(tuple(x))
            with subject.engine.scope():
                shown = [subject.engine.from_numpy(np.asarray(inputs[n])) for n in case.program.inputs]
                found = subject.flat(subject.f(*subject.signature.arguments(shown)))
                arrays = [np.ravel(np.asarray(subject.engine.to_numpy(a))) for a in found]
            return np.concatenate(arrays)

        return Measured(case, values)

    return tell


def _verdict(record: Record, causes: tuple[Counterexample, ...]) -> str:
    if causes:
        return "broken"
    rows = [record.counts.get(law, {}) for law in ("truth_push", "truth_pull")]
    told = [row.get("holds", 0) for row in rows]
    enough = [
        min(ENOUGH, sum(row.values())) or ENOUGH for row in rows
    ]  # a large function is shown fewer points
    return "holds" if any(n >= least for n, least in zip(told, enough, strict=True)) else "inconclusive"


def _walk(subject: Subject, teller: Teller | None) -> str:
    """Return where a whole function first goes wrong, in words; nothing where no line is to blame."""
    moving, xs = subject.signature.moving, subject.signature.example

    def call(*arrays: Any) -> Any:
        return subject.f(*subject.signature.arguments(arrays))

    try:
        v = [np.ones(np.shape(a)) for a in _values(subject)]
        if subject.engine.name == "jax":
            from adspec.lifting import jax_run

            run = jax_run.run(lambda *a: subject.flat(call(*a)), xs, moving, v)
        elif subject.engine.name == "torch":
            from adspec.lifting import torch_run

            run = torch_run.run(call, xs, moving, v, subject.flat)
        else:
            from adspec.lifting import autograd_run

            run = autograd_run.run(call, xs, moving, v, subject.flat)
        lifted = teller.lifted(xs) if teller is not None and teller.own else None
        return str(first_trouble(run, lifted) or "")
    except Exception as error:  # noqa: BLE001 - what cannot be walked is said
        return (
            f"not walked: {type(error).__name__}: {str(error).strip().splitlines()[0] if str(error) else ''}"
        )


def _values(subject: Subject) -> list[Any]:
    with subject.engine.scope(), warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        shown = [subject.engine.from_numpy(a) for a in subject.signature.example]
        return subject.flat(subject.f(*subject.signature.arguments(shown)))
