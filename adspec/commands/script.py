"""`adspec script`: a counterexample for people who do not know adspec."""

from __future__ import annotations

from pathlib import Path

import click

from adspec.commands.examples import examples
from adspec.commands.faults import Fault, naming_the_adapter
from adspec.discovery import find_engine, find_laws

EXAMPLES = examples(
    "adspec script out/autograd-prod-0-pull-nan.json > prod.py; python prod.py",
    "adspec script out/autograd-prod-0-pull-nan.json -e jax",
    "adspec script out/autograd-prod-0-pull-nan.json --format pytest > test_prod.py",
    "adspec script out/autograd-prod-0-pull-nan.json --format markdown",
    after="Exit status: 0 written, 2 where there is no script for it, 3 an engine cannot be loaded.",
)
FORMATS = ("script", "pytest", "markdown", "text", "json")


@click.command(epilog=EXAMPLES)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("-e", "--engine", metavar="ENGINE", help="Write it for ENGINE instead of the accused one.")
@click.option(
    "form",
    "--format",
    type=click.Choice(FORMATS),
    default="script",
    show_default=True,
    help="A script, a pytest test, a bug report, the case as Python text, or JSON.",
)
def script(file: Path, engine: str | None, form: str) -> None:
    """Write the counterexample in FILE as a script of its own.

    It imports NumPy and the engine alone, knows the right value and where that
    comes from, and exits non-zero while the answer is wrong. FILE is one of
    those that `adspec check --report DIR` writes; nothing in it is executed.
    """
    from adspec.artifacts.forms import FORMS
    from adspec.artifacts.script import script_of
    from adspec.artifacts.spelling import NoScript
    from adspec.findings import counterexample
    from adspec.report.replay import replay

    write, needs_script = FORMS[form]
    saved = counterexample.read(file)
    if not needs_script:
        click.echo(write(None, saved), nl=False)
        return
    with naming_the_adapter("script", None if engine else file):
        accused = find_engine(engine or saved.engine)
    [law] = find_laws([saved.law])
    lacking = accused.lacks(saved.case.program.primitives())
    if lacking:
        raise Fault(f"engine {accused.name}: does not provide {', '.join(lacking)}, which this case needs.")
    try:
        made = script_of(saved, accused, law)
    except NoScript as error:
        raise Fault(str(error)) from error
    found = replay(saved, accused, law, engine or saved.engine) if form == "markdown" else saved
    click.echo(write(made, found), nl=False)
