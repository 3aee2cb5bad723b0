"""`adspec init`: the files with which an engine joins."""

from __future__ import annotations

from pathlib import Path

import click

from adspec.commands.examples import examples
from adspec.commands.faults import Fault
from adspec.starting import files_of

EXAMPLES = examples(
    "adspec init mypkg",
    "adspec init mypkg --dir tests --force",
)


@click.command(epilog=EXAMPLES)
@click.argument("name")
@click.option(
    "folder",
    "--dir",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Where to write them; here by default.",
)
@click.option("--force", is_flag=True, help="Write over files that are there.")
def init(name: str, folder: Path, *, force: bool) -> None:
    """Write an adapter, a test and a CI job for the engine NAME.

    The adapter runs at once: with the module NAME where there is one, else
    with dual numbers that stand in for it.
    """
    if not name.isidentifier():
        raise Fault(f"NAME {name!r}: no name of a Python module. Use letters, digits and _.")
    start, files = files_of(name)
    paths = {folder / path: text for path, text in files.items()}
    kept = [path for path in paths if path.exists() and not force]
    taken = [str(path) for path in kept if path.suffix == ".py"]
    if taken:
        raise Fault(f"{', '.join(taken)}: there already. Use --dir for another folder, or --force.")
    for path, text in paths.items():
        if path in kept:
            click.echo(f"kept {path}")
            continue
        _write(path, text)
        click.echo(f"wrote {path}")
    if not start.found:
        click.echo(f"There is no module {name} here: dual numbers stand in for it.")
    here = f"cd {folder} && " if folder != Path() else ""
    click.echo(f"Next: {here}adspec check {start.spelled}")


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Fault(f"{path}: {error.strerror}. Name a folder that can be written: --dir DIR.") from error
