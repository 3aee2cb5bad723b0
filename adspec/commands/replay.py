"""`adspec replay`: run a counterexample again."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adspec.commands.examples import examples
from adspec.commands.faults import BROKEN, Fault, naming_the_adapter
from adspec.discovery import find_engine, find_laws

if TYPE_CHECKING:
    from adspec.engine import Engine
    from adspec.findings.counterexample import Counterexample

EXAMPLES = examples(
    "adspec replay out/autograd-prod-0-pull-nan.json",
    "adspec replay out/autograd-prod-0-pull-nan.json -e jax",
    "adspec replay case.json -e mypkg.adspec_adapter:ENGINE",
)


@click.command(epilog=EXAMPLES)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("-e", "--engine", metavar="ENGINE", help="Replay on this engine instead of the accused one.")
@click.option("as_json", "--json", is_flag=True, help="Print the counterexample as JSON.")
def replay(file: Path, engine: str | None, *, as_json: bool) -> None:
    """Run the counterexample in FILE again and judge it anew.

    FILE is one of those that `adspec check --report DIR` writes.

    Exit status: 1 while the law is broken, 0 when it is not, 2 where the case cannot run.
    """
    from adspec.findings import counterexample
    from adspec.report import replay as again

    saved = _read(file)
    text = engine or saved.engine
    [law] = find_laws([saved.law])
    accused = _engine(text, file, is_saved=engine is None)
    _require_primitives(saved, accused)
    found = again.replay(saved, accused, law, text)
    if found.status == "unsupported":
        raise Fault(f"engine {accused.name}: cannot run this case: {found.reason}.")
    if as_json:
        click.echo(json.dumps(counterexample.to_json(found), ensure_ascii=False, indent=1))
    else:
        from rich.console import Console

        from adspec.report.terminal import show_counterexample

        command = f"adspec replay {shlex.quote(str(file))} -e {shlex.quote(text)}"
        show_counterexample(found, Console(highlight=False), command)
    sys.exit(BROKEN if again.is_broken(found) else 0)


def _engine(text: str, file: Path, *, is_saved: bool) -> Engine:
    """Return the engine to replay on; one that was given by an import string is saved by its name alone."""
    with naming_the_adapter("replay", file if is_saved else None):
        return find_engine(text)


def _read(file: Path) -> Counterexample:
    from adspec.findings import counterexample

    try:
        return counterexample.read(file)
    except RecursionError:
        raise Fault(f"{file}: is nested too deeply for a counterexample.") from None


def _require_primitives(saved: Counterexample, engine: Engine) -> None:
    """Refuse a case that the engine cannot run: what was not judged must not look like a pass."""
    from adspec.language.standin import NUMPY

    names = saved.case.program.primitives()
    unknown = [name for name in names if name not in NUMPY]
    if unknown:
        raise Fault(
            f"engine {engine.name}: cannot run {', '.join(unknown)}, which adspec does not know. "
            "Use a version of adspec that has it."
        )
    lacking = engine.lacks(names)
    if lacking:
        raise Fault(f"engine {engine.name}: does not provide {', '.join(lacking)}, which this case needs.")
