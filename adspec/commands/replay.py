"""`adspec replay`: run a counterexample again."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import click

from adspec.commands.examples import examples
from adspec.commands.faults import BROKEN
from adspec.discovery import find_engine, find_laws

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

    Exit status: 1 while the law is broken, 0 when it is not.
    """
    from adspec.findings import counterexample
    from adspec.report import replay as again

    saved = counterexample.read(file)
    text = engine or saved.engine
    [law] = find_laws([saved.law])
    found = again.replay(saved, find_engine(text), law)
    if as_json:
        click.echo(json.dumps(counterexample.to_json(found), ensure_ascii=False, indent=1))
    else:
        from rich.console import Console

        from adspec.report.terminal import show_counterexample

        command = f"adspec replay {shlex.quote(str(file))} -e {shlex.quote(text)}"
        show_counterexample(found, Console(highlight=False), command)
    sys.exit(BROKEN if again.is_broken(found) else 0)
