"""`adspec explain`: a run, number by number, and the first wrong one."""

from __future__ import annotations

import json
from pathlib import Path

import click

from adspec.commands.examples import examples
from adspec.commands.faults import Fault, naming_the_adapter

EXAMPLES = examples(
    "adspec explain out/autograd-prod-0-pull-nan.json",
    "adspec explain out/autograd-prod-0-pull-nan.json -e jax --html run.html",
    'adspec explain --program "sin(x) * y + x" --at "x = 0.5; y = 2.0"',
    'adspec explain --program "a = x * y; a * a" -e autograd --svg run.svg',
    after="Exit status: 0 whatever the run shows, 2 wrong usage, 3 an engine cannot be loaded.",
)
_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(epilog=EXAMPLES)
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--program", metavar="TEXT", help="Explain this formula, lines of formulas, or `def f(x): …`.")
@click.option("--at", default="", metavar="TEXT", help="Where it is taken: `x = 2.0; u_x = 1.0; v = 1.0`.")
@click.option(
    "-e", "--engine", default="", metavar="ENGINE", help="Whose run: the accused engine's, or ENGINE's."
)
@click.option("--html", type=_FILE, metavar="FILE", help="Write a page that steps through the run.")
@click.option("--svg", type=_FILE, metavar="FILE", help="Write the program as a graph with its numbers.")
@click.option("as_json", "--json", is_flag=True, help="Print the run as JSON.")
def explain(  # noqa: PLR0913 - one parameter per option
    file: Path | None,
    *,
    program: str | None,
    at: str,
    engine: str,
    html: Path | None,
    svg: Path | None,
    as_json: bool,
) -> None:
    """Walk through a run and mark the first wrong number.

    Of each equation it shows value, tangent and cotangent, by the engine, by
    the reference and by the truth. FILE is a counterexample that `adspec check
    --report DIR` wrote, or a case as text. Nothing in it is executed.
    """
    if (file is None) == (program is None):
        raise Fault("explain: wants a FILE or --program TEXT, one of them.")
    if at and program is None:
        raise Fault("--at: is for --program. A FILE has a point of its own.")
    from adspec.explanation import explain as explained

    assert file is not None or program is not None
    with naming_the_adapter("explain", None if engine else file):
        found = explained(file if file is not None else str(program), engine, at=at)
    for path, text in ((html, found.html), (svg, found.svg)):
        if path is not None:
            _write(path, text())
    click.echo(json.dumps(found.to_json(), ensure_ascii=False, indent=1) if as_json else str(found))


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise Fault(f"{path}: cannot be written: {error.strerror}.") from error
