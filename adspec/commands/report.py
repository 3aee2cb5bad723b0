"""`adspec report`: runs side by side, on a page and in other forms."""

from __future__ import annotations

from pathlib import Path

import click

from adspec.commands.examples import examples
from adspec.commands.faults import Fault

EXAMPLES = examples(
    "adspec report out/ --html matrix.html",
    "adspec report autograd-1.8/ autograd-1.9/ jax/ --html matrix.html",
    "adspec report out/report.jsonl --markdown run.md --junit run.xml --badge run.svg",
    after="Exit status: 0 written, 2 where a RUN cannot be read. What the runs found does not change it.",
)
_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(epilog=EXAMPLES)
@click.argument("runs", nargs=-1, metavar="RUN...", type=click.Path(path_type=Path))
@click.option("--html", type=_FILE, metavar="FILE", help="Write one page: matrix, causes, plots.")
@click.option("--markdown", type=_FILE, metavar="FILE", help="Write the matrix and the causes as Markdown.")
@click.option("--junit", type=_FILE, metavar="FILE", help="Write a test per engine and law as JUnit XML.")
@click.option("--badge", type=_FILE, metavar="FILE", help="Write a badge, an SVG.")
@click.option(
    "--scripts/--no-scripts", default=True, show_default=True, help="Put scripts without adspec on the page."
)
def report(  # noqa: PLR0913 - one parameter per option
    runs: tuple[Path, ...],
    *,
    html: Path | None,
    markdown: Path | None,
    junit: Path | None,
    badge: Path | None,
    scripts: bool,
) -> None:
    """Show runs of engines side by side.

    RUN is a folder that `adspec check --report DIR` wrote, or the
    report.jsonl in it. Two versions of an engine are two columns; of the same
    version the later run counts. Without an option Markdown is printed.
    """
    if not runs:
        raise Fault("report: wants one RUN or more, folders of `adspec check --report DIR`.")
    from adspec.comparing import plainly
    from adspec.comparing.drill import no_script, script_or_reason
    from adspec.comparing.merged import merge
    from adspec.comparing.page import page

    merged = merge(runs)
    for note in merged.said:
        click.echo(f"adspec: {note}", err=True)
    if html is not None:
        _write(html, page(merged, script_or_reason if scripts else no_script))
    forms = ((markdown, plainly.markdown), (junit, plainly.junit), (badge, plainly.badge))
    for path, form in forms:
        if path is not None:
            _write(path, form(merged))
    if not any((html, markdown, junit, badge)):
        click.echo(plainly.markdown(merged), nl=False)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Fault(f"{path}: cannot be written: {error.strerror}.") from error
