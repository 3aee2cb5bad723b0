"""`adspec laws`: what is judged, and why."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from adspec.commands.examples import examples
from adspec.discovery import find_laws

if TYPE_CHECKING:
    from adspec.law import Law


EXAMPLES = examples(
    "adspec laws",
    "adspec laws transpose",
    "adspec laws --json",
)


@click.command(epilog=EXAMPLES)
@click.argument("name", required=False)
@click.option("as_json", "--json", is_flag=True, help="Print JSON.")
def laws(name: str | None, *, as_json: bool) -> None:
    """List the laws, or explain the one called NAME."""
    found = find_laws([name] if name else None)
    if as_json:
        rows = [law_row(law) for law in found]
        click.echo(json.dumps(rows[0] if name else rows, ensure_ascii=False, indent=1))
    elif name:
        click.echo(law_text(found[0]))
    else:
        width = max((len(law.name) for law in found), default=0)
        click.echo("\n".join(f"{law.name:<{width}}  {law.says}" for law in found))


def law_row(law: Law) -> dict[str, Any]:
    """Return a law as a JSON object."""
    return {
        "name": law.name,
        "says": law.says,
        "needs": list(law.needs),
        "explained_by": list(law.explained_by),
        "subsumed_by": law.subsumed_by,
        "tiers": list(law.tiers),
        "where": [condition.says for condition in law.where],
        "source": law.source,
        "text": law.text,
    }


def law_text(law: Law) -> str:
    """Return a law's statement, its text, and what it stands on."""
    facts = (
        ("needs", ", ".join(law.needs)),
        ("judged on", ", ".join(law.tiers)),
        ("where", ", and ".join(condition.says for condition in law.where)),
        ("explained by", ", ".join(law.explained_by)),
        ("subsumed by", law.subsumed_by),
        ("source", law.source),
    )
    lines = [f"{key:<14}{text}" for key, text in facts if text]
    return "\n".join([f"{law.name}: {law.says}", "", law.text, "", *lines])
