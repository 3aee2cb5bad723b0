"""`adspec selftest`: whether the laws catch engines that are known to be wrong."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from adspec.commands.examples import examples
from adspec.commands.faults import BROKEN, Fault
from adspec.discovery import MUTANTS, did_you_mean, find_laws, find_mutants

if TYPE_CHECKING:
    from adspec.selftest.outcome import LawScore, Outcome

EXAMPLES = examples(
    "adspec selftest",
    "adspec selftest sin_push_negated prod_pull_divides_by_x",
    "adspec selftest --json -n 4 > matrix.json",
    after="Exit status: 0 every mutant is killed by its law and every law kills one, 1 not.",
)


@click.command(epilog=EXAMPLES)
@click.argument("names", nargs=-1, metavar="[MUTANT...]")
@click.option("-n", "workers", type=click.IntRange(1), default=2, show_default=True, help="Processes.")
@click.option(
    "where_from", "--mutants", default=MUTANTS, metavar="PKG.MOD:ATTR", help="Where the mutants are."
)
@click.option("as_json", "--json", is_flag=True, help="Print JSON.")
def selftest(names: tuple[str, ...], workers: int, where_from: str, *, as_json: bool) -> None:
    """Show deliberately wrong engines to the laws, and print who killed whom.

    Of chosen MUTANTs only these are shown, and no law is missed.
    """
    from adspec.report.progress import progress_bar
    from adspec.selftest.outcome import complaints, scores
    from adspec.selftest.run import selftest as run

    chosen = _chosen(where_from, names, find_mutants(where_from))
    start = time.perf_counter()
    with progress_bar() as progress:
        outcomes = run(where_from, chosen, workers, progress)
    found = scores(outcomes, find_laws())
    wrong = complaints(outcomes, () if names else found)
    if as_json:
        click.echo(_json(outcomes, found, wrong))
    else:
        _show(outcomes, found, wrong, time.perf_counter() - start)
    sys.exit(BROKEN if wrong else 0)


def _chosen(where_from: str, names: Sequence[str], mutants: Mapping[str, Any]) -> tuple[str, ...]:
    for name in names:
        if name not in mutants:
            known = did_you_mean(name, mutants, f"{where_from} has {{}}.")
            raise Fault(f"mutant {name!r}: unknown. {known}")
    return tuple(dict.fromkeys(names)) or tuple(mutants)


def _json(outcomes: Sequence[Outcome], found: Sequence[LawScore], wrong: Sequence[str]) -> str:
    from adspec.selftest.outcome import outcome_row, score_row

    rows = {
        "mutants": [outcome_row(outcome) for outcome in outcomes],
        "laws": [score_row(score) for score in found],
        "complaints": list(wrong),
    }
    return json.dumps(rows, ensure_ascii=False, indent=1)


def _show(
    outcomes: Sequence[Outcome], found: Sequence[LawScore], wrong: Sequence[str], seconds: float
) -> None:
    from rich.console import Console

    from adspec.report.matrix import closing_line, law_table, mutant_table

    console = Console(highlight=False)
    laws = [score.law for score in found]
    touched = [score for score in found if score.own or score.broken or score.killed]
    console.print(mutant_table(outcomes, laws), "", law_table(touched), "", sep="\n")
    console.print("\n".join([*wrong, closing_line(outcomes, found, seconds)]), markup=False)
