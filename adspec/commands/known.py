"""`adspec known`: write down what is known to be wrong with an engine, and take out what no longer is."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adspec.commands.examples import examples
from adspec.commands.expected import expected_by
from adspec.commands.faults import INCOMPLETE, Fault
from adspec.discovery import find_engine, find_laws

if TYPE_CHECKING:
    from adspec.engine import Engine
    from adspec.expecting.reader import ExpectedFile
    from adspec.findings.summary import EngineSummary
    from adspec.runners import Isolated

EXAMPLES = examples(
    "adspec known update mypkg.adspec_adapter:ENGINE --file tests/known.toml",
    "adspec known update out/report.jsonl --file known.toml -e autograd",
    "adspec known prune mypkg.adspec_adapter:ENGINE --file tests/known.toml",
)
_FILE = click.option(
    "file",
    "--file",
    required=True,
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file of expectations.",
)
_PROFILES = click.Choice(("quick", "default", "deep"))


@click.group(epilog=EXAMPLES)
def known() -> None:
    """Keep the file of what is known to be wrong with an engine.

    `adspec check ENGINE --known FILE` expects what the file says, fails where
    something else breaks, and where an expectation is stale.
    """


@known.command(epilog=EXAMPLES)
@click.argument("source", metavar="ENGINE|REPORT")
@_FILE
@click.option("spelled", "-e", "--engine", metavar="ENGINE", help="The engine of REPORT, if not by its name.")
@click.option("--profile", type=_PROFILES, default="quick", show_default=True, help="How much to search.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The seed of the search.")
@click.option("--reason", default="", metavar="TEXT", help="The reason of every new entry.")
def update(  # noqa: PLR0913 - one parameter per option
    source: str, *, file: Path, spelled: str | None, profile: str, seed: int, reason: str
) -> None:
    """Add an entry for each cause that FILE does not have.

    The causes are those of REPORT (what `adspec check --report DIR` wrote), or
    of a run of ENGINE. No entry is changed. Each new one wants a reason: a run
    refuses a file with an empty one.
    """
    from adspec.expecting.proposing import proposed
    from adspec.expecting.writing import added

    name = _spelled_in(source) if Path(source).exists() else source
    engine = find_engine(spelled or name)
    old = _old(file, engine)
    summary = _reported(source, engine) if Path(source).exists() else _run(source, profile, seed)
    with _runner(engine, spelled or name) as runner:
        taken = [line.identity for line in (old.lines if old else ())]
        groups = proposed(
            summary, runner, taken, [rule.name for rule in find_laws() if "rules" in rule.tiers]
        )
    if groups:
        added(file, engine.name, groups, reason)
    _say_added(file, [str(found.cause) for group in groups for found in group], len(groups), reason)


@known.command(epilog=EXAMPLES)
@click.argument("spelled", metavar="ENGINE")
@_FILE
def prune(spelled: str, *, file: Path) -> None:
    """Take out of FILE what its witnesses no longer show on ENGINE, and say what.

    Entries for other versions of the engine stay, and so does everything else
    in the file.
    """
    from adspec.expecting.replaying import replayed
    from adspec.expecting.writing import pruned
    from adspec.findings.expected import STALE, identity

    engine = find_engine(spelled)
    expected = expected_by([str(file)], [engine], None).get(engine.name, ())
    with _runner(engine, spelled) as runner:
        found = replayed(runner, expected)
    if found.faults:
        raise Fault("\n".join(found.faults), INCOMPLETE)
    stale = [e for e in found.expected if e.status == STALE]
    gone = pruned(file, {identity(e.law, e.cause) for e in stale}) if stale else []
    says = {str(e): e.says for e in stale}
    for text in gone:
        click.echo(f"- {text}   (now: {says[text]})")
    click.echo(f"{file}: {len(gone)} taken out, {len(expected) - len(gone)} stand.")


# ------------------------------------------------------------------ parts


def _old(file: Path, engine: Engine) -> ExpectedFile | None:
    """Return what the file holds already; its reasons may still be empty."""
    from adspec.expecting.reader import read_expected
    from adspec.language.literals import LanguageError

    if not file.exists():
        return None
    old = read_expected(file, is_draft=True)
    if old.engine != engine.name:
        raise LanguageError(f"{file}: is about engine {old.engine!r}, not {engine.name!r}")
    return old


def _spelled_in(source: str) -> str:
    """Return the name of the one engine of a report."""
    names = [summary.engine for summary in _summaries(source)]
    if len(names) != 1:
        raise Fault(f"{source}: has the engines {', '.join(names)}. Name one with -e.")
    return names[0]


def _summaries(source: str) -> Iterable[EngineSummary]:
    from adspec.comparing.merged import load

    return load(Path(source))[1].engines


def _reported(source: str, engine: Engine) -> EngineSummary:
    found = next((s for s in _summaries(source) if s.engine == engine.name), None)
    if found is None:
        raise Fault(f"{source}: has no run of engine {engine.name}.")
    return found


def _run(spelled: str, profile: str, seed: int) -> EngineSummary:
    from adspec.conform import conform
    from adspec.report.progress import progress_bar

    with progress_bar() as progress:
        report = conform([spelled], profile=profile, seed=seed, workers=1, progress=progress)
    if report.exit_status == INCOMPLETE:
        raise Fault("\n".join([*report.faults, "the run is incomplete, so nothing is written."]), INCOMPLETE)
    return report.engines[0]


@contextmanager
def _runner(engine: Engine, spelled: str) -> Iterator[Isolated]:
    from adspec.runners import Isolated

    runner = Isolated(engine, spelled, (), 1)
    try:
        yield runner
    finally:
        runner.close()


def _say_added(file: Path, causes: list[str], entries: int, reason: str) -> None:
    for cause in causes:
        click.echo(f"+ {cause}")
    click.echo(f"{file}: {len(causes)} causes added in {entries} entries.")
    if causes and not reason:
        check = f"adspec check ENGINE --known {shlex.quote(str(file))}"
        click.echo(
            f"Write down the reasons, which are empty: `{check}` refuses the file until then.", err=True
        )
