"""An engine's conformance as tests in its own repository.

    from adspec.testing import conformance

    test_adspec = conformance("mypkg.adspec_adapter:ENGINE")

gives one test per law (`known="tests/known.toml"` names causes that are expected: their laws are expected
failures), and

    from adspec.testing import stateful

    TestOrder = stateful("mypkg.adspec_adapter:ENGINE")

calls its operators in any order. For the laws the engine is run once per session, whoever asks first:
workers of pytest-xdist wait for the first of them and read what it wrote. A law that was never judged
is a skip, since what says nothing is neither a pass nor a failure.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from os import PathLike, fspath
from pathlib import Path
from unittest import TestCase

import pytest

from adspec.conform import conform
from adspec.discovery import DiscoveryError, find_engine, find_laws, require_words
from adspec.engine import Engine
from adspec.findings.expectation import Expectation
from adspec.findings.expected import KNOWN
from adspec.findings.summary import EngineSummary, LawRow, Report
from adspec.language.literals import LanguageError
from adspec.law import FINDINGS
from adspec.report.known import reason_of, stale_lines
from adspec.report.once import computed_once
from adspec.report.terminal import Replays, new_causes
from adspec.report.text import counterexample_text

MANY_CAUSES = 10  # the deeper laws' own tests name them all
SAID = ("holds", "deviates", *FINDINGS)  # the statuses that are an answer


@dataclass(frozen=True, kw_only=True, slots=True)
class Run:
    """What is run: an engine by name, import string or as it is, and how much is searched.

    Two runs with the same `key` are one and the same, also in different processes.
    """

    engine: str | Engine
    profile: str = "quick"
    seed: int = 0
    laws: tuple[str, ...] | None = None
    primitives: tuple[str, ...] | None = None
    known: tuple[str, ...] = ()

    @property
    def spelled(self) -> str:
        """Return the engine as a command names it."""
        return self.engine.name if isinstance(self.engine, Engine) else self.engine

    @property
    def key(self) -> str:
        """Return a text that names the run."""
        return repr((self.spelled, self.profile, self.seed, self.laws, self.primitives, self.known))

    def compute(self) -> Report:
        """Run the engine.

        Raises: DiscoveryError; KeyboardInterrupt, which `conform` turned into an incomplete report.
        """
        engine = self.engine if isinstance(self.engine, Engine) else find_engine(self.engine)
        require_words(engine)
        report = conform(
            [engine],
            known=self.expected(engine),
            laws=None if self.laws is None else find_laws(self.laws),
            primitives=self.primitives,
            profile=self.profile,
            seed=self.seed,
        )
        if not report.complete:
            raise KeyboardInterrupt
        if report.faults:
            raise AssertionError("\n".join(["a fault of adspec, not of an engine:", *report.faults]))
        return report

    def expected(self, engine: Engine) -> dict[str, tuple[Expectation, ...]]:
        """Return what the files of expectations say of the engine."""
        if not self.known:
            return {}
        from adspec.expecting.layers import expectations

        return expectations(self.known, [engine], [rule.name for rule in find_laws()])


def conformance(  # noqa: PLR0913 - one parameter per way to restrict a run, and what it expects
    engine: str | Engine,
    *,
    profile: str = "quick",
    seed: int = 0,
    laws: Sequence[str] | None = None,
    primitives: Sequence[str] | None = None,
    known: str | PathLike[str] | Sequence[str | PathLike[str]] = (),
) -> Callable[..., None]:
    """Return a test of an engine with one parameter set per law.

    `engine` is an entry-point name, an import string `pkg.mod:ATTR`, or an `Engine`.
    `known` is a file of expectations, or several, each laid over those before it (see docs/known.md): a law
    whose causes are all known is an expected failure, and one with a stale expectation fails.

    Raises: DiscoveryError for an unknown law.
    Cost: nothing until the first test runs, then one run of the engine per session.
    """
    chosen = find_laws(laws)
    run = Run(
        engine=engine,
        profile=profile,
        seed=seed,
        laws=None if laws is None else tuple(laws),
        primitives=None if primitives is None else tuple(primitives),
        known=tuple(fspath(file) for file in ([known] if isinstance(known, str | PathLike) else known)),
    )

    @pytest.mark.parametrize("law", [rule.name for rule in chosen])
    def test_conformance(law: str, pytestconfig: pytest.Config) -> None:
        demand(run, law, pytestconfig)

    return test_conformance


def stateful(
    engine: str | Engine, *, sequences: int = 50, steps: int = 30, threads: int = 3
) -> type[TestCase]:
    """Return a test case that calls an engine in any order, on several threads, against the reference engine.

    An engine that lets one derivative in at a time wants `threads=0`: those would stand still inside.
    Raises: DiscoveryError.
    Cost: some milliseconds for each step of each sequence.
    """
    from adspec.search.stateful import machine, repeatable  # Hypothesis takes 0.4 s to import

    chosen = engine if isinstance(engine, Engine) else find_engine(engine)
    case: type[TestCase] = machine(chosen, find_engine("reference"), threads).TestCase
    case.settings = repeatable(sequences, steps)  # type: ignore[attr-defined]
    return case


def demand(run: Run, law: str, config: pytest.Config) -> LawRow:
    """Return the row of a law in a run that is shared by the session; fail or skip the test as it says."""
    try:
        report = shared_report(run, config)
    except (DiscoveryError, LanguageError) as error:
        pytest.fail(str(error), pytrace=False)
    row = _row(report, law)
    failure = failure_text(report, law, run)
    if failure:
        pytest.fail(failure, pytrace=False)
    known = known_text(report, law)
    if known:
        pytest.xfail(known)
    if not any(row.counts.get(status) for status in SAID):
        pytest.skip(f"nothing was judged: {counts_text(row)}")
    return row


# ------------------------------------------------------------------ words


def counts_text(row: LawRow) -> str:
    """Return the counts of a law: `340 cases: 328 holds, 12 broken`."""
    counts = ", ".join(f"{count} {status}" for status, count in row.counts.items() if count)
    return f"{row.cases} cases: {counts}" if counts else "no cases"


def failure_text(report: Report, law: str, run: Run) -> str:
    """Return the new counterexamples of a law, its stale expectations, and the deeper laws it falls with.

    It is "" where the law is kept but for known causes.
    """
    [summary] = report.engines
    row = _row(report, law)
    own = [(name, cause) for name, cause in new_causes(report) if cause.law == law]
    stale = "\n".join(stale_lines(replace(summary, expected=tuple(e for e in summary.stale if e.law == law))))
    if not own and not stale and not any(row.counts.get(status) for status in FINDINGS):
        return ""
    replays = Replays(spelled={summary.engine: run.spelled}, profile=run.profile, seed=run.seed)
    texts = [counterexample_text(cause, replays.command(name, cause)) for name, cause in own]
    head = f"{law}   {summary.engine} {summary.version}   {counts_text(row)}"
    return "\n\n".join([head, *texts, *([stale] if stale else []), *_fallen(summary, law)])


def known_text(report: Report, law: str) -> str:
    """Return the known causes of a law and their reasons; "" where it has none."""
    [summary] = report.engines
    told = dict.fromkeys(reason_of(expected) for expected in summary.known if expected.law == law)
    if not told and _row(report, law).counts.get(KNOWN):
        return "broken by known causes of other laws alone"
    return "\n".join(told)


def _row(report: Report, law: str) -> LawRow:
    [summary] = report.engines
    return next((row for row in summary.rows if row.law == law), LawRow(law=law, counts={}))


def _fallen(summary: EngineSummary, law: str) -> Iterator[str]:
    causes = [f"  {cause.law}   {cause.cause}" for cause in summary.new if law in cause.falls_with]
    more = [f"  … {len(causes) - MANY_CAUSES} more"] if len(causes) > MANY_CAUSES else []
    if causes:
        yield "\n".join(["falls with", *causes[:MANY_CAUSES], *more])


# ------------------------------------------------------------------ one run per session

_REPORTS = pytest.StashKey[dict[str, Report]]()


def shared_report(run: Run, config: pytest.Config) -> Report:
    """Return the report of a run, computed at most once per session, in whichever worker comes first."""
    reports = config.stash.setdefault(_REPORTS, {})
    if run.key not in reports:
        folder = _shared_folder(config)
        reports[run.key] = run.compute() if folder is None else _computed_once(run, folder)
    return reports[run.key]


def _shared_folder(config: pytest.Config) -> Path | None:
    """Return the folder that all workers of pytest-xdist share; None where there are no workers."""
    if not hasattr(config, "workerinput"):
        return None
    factory: pytest.TempPathFactory = config._tmp_path_factory  # type: ignore[attr-defined]  # noqa: SLF001 - else only a fixture has it
    return factory.getbasetemp().parent


def _computed_once(run: Run, folder: Path) -> Report:
    """Return the report that the first worker wrote, or be the first."""
    session = os.environ.get("PYTEST_XDIST_TESTRUNUID", "")
    name = f"adspec-{hashlib.sha256(f'{session}{run.key}'.encode()).hexdigest()[:16]}.jsonl"
    return computed_once(folder / name, run.compute)
