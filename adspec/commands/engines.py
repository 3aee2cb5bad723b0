"""`adspec engines`: what can be checked here."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from adspec.commands.examples import examples
from adspec.discovery import engine_entries

EXAMPLES = examples(
    "adspec engines",
    "adspec engines --json",
)


@click.command(epilog=EXAMPLES)
@click.option("as_json", "--json", is_flag=True, help="Print JSON.")
def engines(*, as_json: bool) -> None:
    """List the engines that `adspec check` knows by name.

    An engine without an entry point is named by its import string,
    package.module:ATTRIBUTE.
    """
    entries = engine_entries()
    if as_json:
        click.echo(json.dumps([asdict(entry) for entry in entries], indent=1))
        return
    width = max((len(entry.name) for entry in entries), default=0)
    for entry in entries:
        state = entry.version or f"not installed: {entry.install}"
        click.echo(f"{entry.name:<{width}}  {state}")
