"""One custom rule, or one whole function, in one call: `check(f, *example)` and `assert_laws(f, *example)`.

No adapter, no program, no strategy: shapes, dtypes and containers come from the example. The truth comes from
the function itself, read as equations over balls; where that is not possible, from `truth=`, `reference=`,
or a measurement that knows its error. What cannot be told is *inconclusive*, and never a pass.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.discovery import find_engine
from adspec.findings.counterexample import Counterexample
from adspec.language.case import Case
from adspec.ruling.blaming import causes_of
from adspec.ruling.examine import PROFILES, Plan, Record, examine
from adspec.ruling.measured import Measured
from adspec.ruling.points import domains_for
from adspec.ruling.report import RuleReport
from adspec.ruling.signature import SignatureError, signature_of
from adspec.ruling.subject import Subject
from adspec.ruling.tellers import Teller, choose
from adspec.ruling.walk import first_trouble

ENOUGH = 3  # points at which the truth was told (all, if fewer), so that a rule that broke nothing holds
MEASURED = "differences of values"


def check(  # noqa: PLR0913 - the one call: each option has a default
    f: Callable[..., Any],
    *example: Any,
    engine: str = "jax",
    domain: Any = None,
    reference: Callable[..., Any] | None = None,
    truth: Callable[..., Any] | None = None,
    seed: int = 0,
    profile: str = "quick",
    replay: str = "",
) -> RuleReport:
    """Return what the laws say of a function at and around an example of its arguments.

    `domain` bounds the points: `(0.1, 10.0)` for all arrays, or `{0: (0.1, 10.0)}` by number. `truth` is a
    function of the same arguments in NumPy's words that has the right value, `reference` another
    implementation.

    Raises: SignatureError for an example without floats, or on which f raises; ValueError for a domain
    or profile that is none; TypeError for what is no function; DiscoveryError for an engine that cannot
    be had.
    Cost: seconds; see `PROFILES`.
    """
    start = time.perf_counter()
    if profile not in PROFILES:
        raise ValueError(f"profile {profile!r}: unknown. Known: {', '.join(PROFILES)}.")
    for what, given in {"f": f, "truth": truth, "reference": reference}.items():
        if given is not None and not callable(given):
            raise TypeError(f"{what} {given!r}: is no function. Give one that takes the arguments of f.")
    under = find_engine(engine)
    signature = signature_of(example, under.to_numpy)
    domains = domains_for(domain, len(signature.moving))
    name = _name_of(f)
    subject = Subject(name=name, f=f, engine=under, signature=signature)
    try:
        _values(subject)
    except Exception as error:
        says = f"{type(error).__name__}: {(str(error).strip() or '…').splitlines()[0]}"
        raise SignatureError(
            f"function {name}: raises {says} on this example. Give one that it takes."
        ) from error
    with np.errstate(all="ignore"):
        teller, why = choose(subject, truth, reference)
        lifted = teller.lifted(signature.example) if teller is not None else None
        plan = Plan(
            domains=domains,
            profile=PROFILES[profile],
            seed=seed,
            wide=domain is not None or lifted is None or lifted.has_rules,
            entrywise=lifted is not None and lifted.entrywise and len(signature.example) == 1,
        )
        record = examine(subject, teller or _measuring(subject), plan)
        causes = causes_of(subject, record, whole=lifted is not None and not lifted.has_rules)
        walk = _walk(subject, teller) if lifted is None or not lifted.ruled else ""
        verdict = _verdict(record, causes)
    return RuleReport(
        verdict=verdict,
        name=name,
        engine=under.name,
        version=under.version,
        causes=causes,
        oracle=teller.says if teller is not None else MEASURED,
        why=why,
        counts=record.counts,
        power=float(np.median(record.powers)) if record.powers else None,
        cases=record.cases,
        seconds=time.perf_counter() - start,
        notes=record.why_inconclusive() if verdict == "inconclusive" else record.notes,
        walk=walk,
        replay=replay,
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
