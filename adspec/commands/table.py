"""`adspec table`: where engines differ, by asking them."""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from pathlib import Path

import click

from adspec.commands.examples import examples
from adspec.commands.faults import BROKEN, Fault

EXAMPLES = examples(
    "adspec table autograd jax --differing",
    "adspec table mypkg.adspec_adapter:ENGINE reference --markdown",
    "adspec table autograd --check",
    after="Exit status: 0 asked, 1 --check found another answer, 2 wrong usage, or no golden\n"
    "rows to check, 3 an engine cannot be loaded.",
)


@click.command(epilog=EXAMPLES)
@click.argument("engines", nargs=-1, metavar="[ENGINE...]")
@click.option("--differing", is_flag=True, help="Only the questions that are not answered alike.")
@click.option("--markdown", "form", flag_value="markdown", help="Print Markdown.")
@click.option("--json", "form", flag_value="json", help="Print JSON.")
@click.option("--check", is_flag=True, help="Compare with the golden rows; say what is answered otherwise.")
@click.option("--update", is_flag=True, help="Write the answers as the golden rows of this version.")
@click.option(
    "--golden",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where golden rows are; those of adspec by default.",
)
def table(  # noqa: PLR0913 - one parameter per option
    engines: tuple[str, ...],
    *,
    differing: bool,
    form: str | None,
    check: bool,
    update: bool,
    golden: Path | None,
) -> None:
    """Ask engines the questions on which correct engines differ.

    Every answer is computed by running the engine: what it gives at a kink
    or a tie, what it accepts, what it raises, how often it calls f. What an
    engine lacks is unsupported. Without ENGINE all installed ones are asked.
    """
    from adspec.discovery import engine_names, find_engine
    from adspec.probing.table import golden_of, markdown_table, moved, probe, text_table, to_json, write

    found = [probe(find_engine(name)) for name in engines or engine_names(installed=True)]
    folder = golden or Path(str(files("adspec.conformance").joinpath("table")))
    if update:
        for one in found:
            click.echo(f"golden rows: {write(one, folder)}", err=True)
    if check:
        known = [(one, golden_of(one, folder)) for one in found]
        lines = []
        for one, before in known:
            if before is None:
                raise Fault(f"engine {one.engine}: has no golden rows in {folder}. --update writes them.")
            lines += [f"{one.name}, as against {before.version}: {line}" for line in moved(before, one)]
        click.echo("\n".join(lines) or "every answer is as it was")
        sys.exit(BROKEN if lines else 0)
    if form == "json":
        click.echo(json.dumps([to_json(one) for one in found], ensure_ascii=False, indent=1))
    else:
        shown = markdown_table if form == "markdown" else text_table
        click.echo(shown(found, differing=differing))
