"""`adspec check`: judge engines by the laws."""

from __future__ import annotations

import difflib
import signal
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile

import click
from rich.console import Console

from adspec.commands.examples import examples
from adspec.commands.expected import expected_by
from adspec.commands.faults import INCOMPLETE, OURS, Fault
from adspec.discovery import did_you_mean, engine_names, find_engine, find_laws, require_words
from adspec.engine import Engine
from adspec.findings.summary import Report
from adspec.report.folder import write_report
from adspec.report.jsonl import report_lines
from adspec.report.progress import progress_bar
from adspec.report.terminal import Replays, show_report

PROFILES = ("quick", "default", "deep")


EXAMPLES = examples(
    "adspec check autograd",
    "adspec check autograd jax reference --report out/",
    "adspec check jax --law transpose --primitive prod --profile deep",
    "adspec check jax --profile default -n 2 --time-limit 30",
    "adspec check mypkg.adspec_adapter:ENGINE --json > run.jsonl",
    'adspec check "cmd:node examples/other_languages/engine.mjs"',
    "adspec check mypkg.adspec_adapter:ENGINE --known tests/known.toml",
    after="Exit status: 0 nothing is newly broken, 1 a law is broken, 2 wrong usage,\n"
    "3 an adapter is broken, 4 an expectation is stale, 5 a case was left out\n"
    "(Ctrl-C, a fault of adspec). Of several 5 counts first, then 1, then 4.",
)


@click.command(epilog=EXAMPLES)
@click.argument("engines", nargs=-1, metavar="ENGINE...")
@click.option("laws", "--law", multiple=True, metavar="NAME", help="Judge this law only (repeatable).")
@click.option(
    "primitives", "--primitive", multiple=True, metavar="NAME", help="Try this primitive only (repeatable)."
)
@click.option(
    "--profile", type=click.Choice(PROFILES), default="quick", show_default=True, help="How much to search."
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same cases.")
@click.option(
    "workers",
    "-n",
    "--workers",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="Processes for engine code; 0 runs it in this one.",
)
@click.option(
    "limit",
    "--time-limit",
    metavar="SECONDS",
    type=click.FloatRange(0, min_open=True),
    default=60.0,
    show_default=True,
    help="What a case may work (or sleep), with workers.",
)
@click.option(
    "folder",
    "--report",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write report.jsonl and one file per counterexample there.",
)
@click.option(
    "known",
    "--known",
    multiple=True,
    metavar="FILE",
    help="Expect what FILE says, after its witnesses; auto: what comes with adspec (repeatable).",
)
@click.option("as_json", "--json", is_flag=True, help="Print JSON lines instead of text.")
@click.option("in_full", "-v", "--verbose", is_flag=True, help="Print like causes in full, too.")
def check(  # noqa: PLR0913, PLR0917 - one parameter per option
    engines: tuple[str, ...],
    laws: tuple[str, ...],
    primitives: tuple[str, ...],
    profile: str,
    seed: int,
    workers: int,
    limit: float,
    folder: Path | None,
    known: tuple[str, ...],
    *,
    as_json: bool,
    in_full: bool,
) -> None:
    """Judge engines by the laws of differentiation.

    ENGINE is the name of an installed engine (see `adspec engines`), an
    import string, package.module:ATTRIBUTE, or a command that speaks for an
    engine of another language, cmd:COMMAND. What breaks is shrunk, blamed on
    one rule, and printed as a counterexample.
    """
    _require_seed(seed)
    found = _named(engines)
    chosen = find_laws(laws) if laws else None
    _require_primitives(primitives)
    _require_words(found.values(), primitives)
    _prepare(folder)
    expected = expected_by(known, found.values(), chosen)
    from adspec.conform import conform

    with _terminable(), progress_bar() as progress:
        report = conform(
            list(found) if workers else list(found.values()),
            laws=chosen,
            primitives=primitives or None,
            profile=profile,
            seed=seed,
            workers=workers,
            limit=limit,
            known=expected,
            progress=progress,
        )
    spelled = {engine.name: text for text, engine in found.items()}
    replays = Replays(folder=folder, spelled=spelled, profile=profile, seed=seed)
    _require_cases(report, laws)
    _deliver(report, replays, as_json=as_json, in_full=in_full)
    _say_what_is_left(report, found.values())
    sys.exit(report.exit_status)


# ------------------------------------------------------------------ before


def _require_seed(seed: int) -> None:
    if seed < 0:
        raise Fault(f"--seed {seed}: is negative. Give 0 or more.")


def _named(texts: Sequence[str]) -> dict[str, Engine]:
    """Return the engines by what the user calls them."""
    if not texts:
        names = engine_names(installed=True)
        if not names:
            raise Fault("no engine is named, and none is installed. Run pip install adspec.")
        raise Fault(f"no engine is named. Installed: {', '.join(names)}. Try: adspec check {names[0]}")
    found: dict[str, Engine] = {}
    for text in texts:
        engine = find_engine(text)
        if engine.name in {e.name for e in found.values()}:
            raise Fault(f"engine {engine.name}: named twice. Name it once.")
        found[text] = engine
    return found


def _require_primitives(names: Sequence[str]) -> None:
    from adspec.language.primitives import VOCABULARY

    for name in names:
        if name not in VOCABULARY:
            known = did_you_mean(name, VOCABULARY, "`adspec primitives` lists all {}.")
            raise Fault(f"primitive {name!r}: unknown. {known}")


def _require_words(engines: Collection[Engine], names: Sequence[str]) -> None:
    """Refuse a run that has no case, which is no pass; say which of an adapter's names are misspelt."""
    for engine in engines:
        if engine.unknown():
            ignored = ", ".join(f"{name!r}{_perhaps(name)}" for name in engine.unknown())
            click.echo(f"adspec: engine {engine.name}: no primitives, ignored: {ignored}", err=True)
        require_words(engine)
    if names and all(len(engine.lacks(names)) == len(names) for engine in engines):
        raise Fault(f"--primitive {', '.join(names)}: {' and '.join(e.name for e in engines)} provides none.")


def _perhaps(name: str) -> str:
    from adspec.language.primitives import VOCABULARY

    close = difflib.get_close_matches(name, VOCABULARY, n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def _prepare(folder: Path | None) -> None:
    """Make the report's folder before the run, since a long run must not end in a typing error."""
    try:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            with TemporaryFile(dir=folder):
                pass
    except OSError as error:
        raise Fault(f"--report {folder}: {error.strerror}. Name a folder that can be written.") from error


def _require_cases(report: Report, laws: Sequence[str]) -> None:
    """Refuse a run that tried nothing, which is no pass."""
    if report.complete and not report.faults and not any(summary.cases for summary in report.engines):
        named = f"--law {', '.join(laws)}: " if laws else ""
        raise Fault(f"{named}no case of these primitives is for them to judge. Leave out --primitive.")


@contextmanager
def _terminable() -> Iterator[None]:
    """Let SIGTERM end a run as Ctrl-C does, so that a build's time limit leaves a report behind."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


# ------------------------------------------------------------------ after


def _deliver(report: Report, replays: Replays, *, as_json: bool, in_full: bool) -> None:
    """Print the report, then write it to its folder: a full disk must not cost what was found."""
    if as_json:
        for line in report_lines(report):
            click.echo(line)
    else:
        show_report(report, Console(highlight=False), replays, in_full=in_full)
    if replays.folder is not None:
        try:
            click.echo(f"report: {write_report(report, replays.folder)}", err=True)
        except OSError as error:
            where = f"--report {replays.folder}: {error.strerror}"
            raise Fault(f"{where}. What was found is printed, and not written.", INCOMPLETE) from error


def _say_what_is_left(report: Report, engines: Collection[Engine]) -> None:
    """Print, if a run is incomplete, why."""
    if not report.complete:
        click.echo(_interrupted(engines, report), err=True)
    if report.faults:
        click.echo("\n".join([*report.faults, f"adspec: {OURS}"]), err=True)


def _interrupted(engines: Collection[Engine], report: Report) -> str:
    """Return what an interrupted run has to say: an engine that was not reached is in no table."""
    begun = {summary.engine for summary in report.engines}
    left = [engine.name for engine in engines if engine.name not in begun]
    never = f" Never run: {', '.join(left)}." if left else ""
    return f"adspec: interrupted. This is what was found so far.{never}"
