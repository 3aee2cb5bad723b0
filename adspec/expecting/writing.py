"""Writing files of expectations: entries are added and taken out, and the rest stays as it was written.

Nothing here changes a reason, and comments stay where they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.items import AoT, Array, Table

from adspec.findings import counterexample
from adspec.findings.cause import Cause
from adspec.findings.counterexample import Counterexample
from adspec.findings.expected import Identity, identity

HEAD = "What is known to be wrong with {engine}, why, and what shows it. `adspec check --known` reads it."


def added(path: Path, engine: str, groups: Iterable[Sequence[Counterexample]], reason: str = "") -> None:
    """Write entries for groups of counterexamples to the end of a file, which is made if there is none.

    The witnesses are written into a folder beside it that has the file's name.
    Raises: OSError.
    """
    text = tomlkit.parse(path.read_text(encoding="utf-8")) if path.exists() else _new(engine)
    entries = text.get("known")
    if entries is None:
        entries = tomlkit.aot()
        text.add("known", entries)
    assert isinstance(entries, AoT)
    for group in groups:
        entries.append(_entry(path, group, reason))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(tomlkit.dumps(text), encoding="utf-8")


def pruned(path: Path, stale: Collection[Identity]) -> list[str]:
    """Take stale causes out of a file, with entries that have no other, and return what was taken out.

    A witness goes with its cause where it lies in the folder of the file.
    Raises: OSError.
    """
    text = tomlkit.parse(path.read_text(encoding="utf-8"))
    entries = text.get("known", [])
    gone: list[str] = []
    for n in reversed(range(len(entries))):
        causes = entries[n]["causes"]
        for i in reversed([i for i, row in enumerate(causes) if _identity(row) in stale]):
            gone.insert(0, f"{causes[i]['law']}: {_cause(causes[i])}")
            _remove_witness(path, causes[i].get("witness", ""))
            del causes[i]
        if not causes:
            del entries[n]
    if "known" in text and not entries:
        del text["known"]  # else it would stand at the top, as an empty list
    path.write_text(tomlkit.dumps(text), encoding="utf-8")
    return gone


def _new(engine: str) -> tomlkit.TOMLDocument:
    text = tomlkit.document()
    text.add(tomlkit.comment(HEAD.format(engine=engine)))
    text.add("engine", tomlkit.item(engine))
    text.add(tomlkit.nl())
    return text


def _entry(path: Path, group: Sequence[Counterexample], reason: str) -> Table:
    entry = tomlkit.table()
    entry.add("reason", reason)
    causes: Array = tomlkit.array()
    for found in group:
        causes.append(_row(found, _saved(path, found)))
    entry.add("causes", causes.multiline(multiline=True))
    return entry


def _row(found: Counterexample, witness: str) -> Any:
    cause = found.cause
    row = tomlkit.inline_table()
    row.append("law", found.law)
    row.append("where", cause.where)
    if cause.argument is not None:
        row.append("argument", cause.argument)
    if cause.mode:
        row.append("mode", cause.mode)
    row.append("symptom", cause.symptom)
    row.append("witness", witness)
    return row


def _saved(path: Path, found: Counterexample) -> str:
    """Write a witness beside the file and return what the file calls it; no other one is overwritten."""
    folder = path.parent / path.stem
    folder.mkdir(parents=True, exist_ok=True)
    stem = re.sub(r"[^A-Za-z0-9_.-]+", "-", found.cause.slug).strip("-")
    names = (f"{stem}.json" if n == 1 else f"{stem}-{n}.json" for n in range(1, 1000))
    name = next(name for name in names if not (folder / name).exists())
    text = json.dumps(counterexample.to_json(found), ensure_ascii=False)
    (folder / name).write_text(f"{text}\n", encoding="utf-8")
    return f"{path.stem}/{name}"


def _remove_witness(path: Path, name: str) -> None:
    file = path.parent / name
    if name and file.parent == path.parent / path.stem:
        file.unlink(missing_ok=True)


def _cause(row: Any) -> Cause:
    return Cause(
        where=str(row["where"]),
        argument=None if row.get("argument") is None else int(row["argument"]),
        mode=str(row.get("mode", "")),
        symptom=str(row["symptom"]),
    )


def _identity(row: Any) -> Identity:
    return identity(str(row["law"]), _cause(row))
