"""`adspec primitives`: the words of the program language, and how an engine stands to them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adspec.commands.examples import examples
from adspec.commands.faults import Fault
from adspec.discovery import did_you_mean, find_engine
from adspec.engine import Engine
from adspec.language.primitives import VOCABULARY
from adspec.language.primitives.row import Primitive

if TYPE_CHECKING:
    from adspec.findings.summary import EngineSummary
    from adspec.report.vocabulary import Standing

EXAMPLES = examples(
    "adspec primitives",
    "adspec primitives pow",
    "adspec primitives --engine autograd --family linalg --check",
    "adspec primitives --engine jax --report out/report.jsonl --json",
)


@click.command(epilog=EXAMPLES)
@click.argument("name", required=False)
@click.option("-e", "--engine", metavar="ENGINE", help="Say of each primitive whether ENGINE provides it.")
@click.option("--family", metavar="NAME", help="List this family only.")
@click.option(
    "file",
    "--report",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Say what broke in this report, a report.jsonl of `adspec check`.",
)
@click.option("checked", "--check", is_flag=True, help="Say what breaks in a quick check made now.")
@click.option("as_json", "--json", is_flag=True, help="Print JSON.")
def primitives(  # noqa: PLR0913 - one parameter per option
    name: str | None,
    engine: str | None,
    family: str | None,
    file: Path | None,
    *,
    checked: bool,
    as_json: bool,
) -> None:
    """List the primitives by family, or explain the one called NAME."""
    rows = _chosen(name, family)
    stands = _standing(engine, rows, file, checked=checked)
    from adspec.report import vocabulary

    if as_json:
        shown = [(vocabulary.page_row if name else vocabulary.word_row)(row, stands) for row in rows]
        click.echo(json.dumps(shown[0] if name else shown, ensure_ascii=False, indent=1))
    else:
        lines = vocabulary.page_lines(rows[0], stands) if name else vocabulary.vocabulary_lines(rows, stands)
        click.echo("\n".join(lines))


def _chosen(name: str | None, family: str | None) -> tuple[Primitive, ...]:
    if name is not None:
        if name not in VOCABULARY:
            known = did_you_mean(name, VOCABULARY, "`adspec primitives` lists all {}.")
            raise Fault(f"primitive {name!r}: unknown. {known}")
        return (VOCABULARY[name],)
    families = dict.fromkeys(row.family for row in VOCABULARY.values())
    if family is not None and family not in families:
        raise Fault(f"family {family!r}: unknown. {did_you_mean(family, families)}")
    order = {known: i for i, known in enumerate(families)}
    rows = sorted(VOCABULARY.values(), key=lambda row: order[row.family])
    return tuple(row for row in rows if family in (None, row.family))


def _standing(
    text: str | None, rows: Sequence[Primitive], file: Path | None, *, checked: bool
) -> Standing | None:
    """Return how the engine stands to the words, after the run asked for, if any."""
    if text is None:
        if file is not None or checked:
            raise Fault("--report and --check speak of an engine. Name it: --engine ENGINE.")
        return None
    from adspec.report.vocabulary import standing

    engine = find_engine(text)
    if file is not None:
        return standing(engine, _reported(file, engine))
    return standing(engine, _judged(engine, rows) if checked else None)


def _reported(file: Path, engine: Engine) -> EngineSummary:
    from adspec.report.jsonl import read_report

    found = {summary.engine: summary for summary in read_report(file).engines}
    if engine.name not in found:
        raise Fault(f"--report {file}: has no run of {engine.name}. It has: {', '.join(found) or 'none'}.")
    return found[engine.name]


def _judged(engine: Engine, rows: Sequence[Primitive]) -> EngineSummary:
    from adspec.conform import conform
    from adspec.report.progress import progress_bar

    with progress_bar() as progress:
        report = conform([engine], primitives=[row.name for row in rows], progress=progress)
    if not report.complete:
        raise KeyboardInterrupt
    return report.engines[0]
