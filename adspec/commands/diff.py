"""`adspec diff`: what changed between two runs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from adspec.commands.examples import examples
from adspec.commands.faults import BROKEN

EXAMPLES = examples(
    "adspec diff before/ after/",
    "adspec diff main/report.jsonl mine/report.jsonl --json",
    after="Exit status: 0 B has no new cause, 1 B has a cause that A lacks, 2 a run cannot be read.",
)
_RUN = click.Path(path_type=Path)


@click.command(epilog=EXAMPLES)
@click.argument("a", metavar="A", type=_RUN)
@click.argument("b", metavar="B", type=_RUN)
@click.option("as_json", "--json", is_flag=True, help="Print JSON.")
def diff(a: Path, b: Path, *, as_json: bool) -> None:
    """Say what changed from run A to run B.

    A and B are folders that `adspec check --report DIR` wrote, or the
    report.jsonl in them. Engines are compared by name, across versions.
    """
    from adspec.comparing.changes import change_lines, changes
    from adspec.comparing.merged import load

    found = changes(load(a)[1], load(b)[1])
    if as_json:
        click.echo(json.dumps(found.to_json(), ensure_ascii=False, indent=1))
    else:
        click.echo("\n".join(change_lines(found)))
    sys.exit(BROKEN if found.is_worse else 0)
