"""Answers of several engines as a table, and their golden rows: what each version is known to answer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from adspec.engine import Engine
from adspec.language.literals import LanguageError
from adspec.probing import QUESTIONS
from adspec.probing.question import Question, answer

FORMAT, SCHEMA = "adspec-table", 1
Progress = Callable[[str], None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Answers:
    """What one version of an engine answers, by question."""

    engine: str
    version: str
    answers: Mapping[str, str]

    @property
    def name(self) -> str:
        """Return the engine and its version."""
        return f"{self.engine} {self.version}"

    @property
    def file(self) -> str:
        """Return the name of its file of golden rows."""
        return f"{self.engine}-{re.sub(r'[^A-Za-z0-9._+-]', '_', self.version)}.json"


def probe(engine: Engine, questions: Sequence[Question] = QUESTIONS) -> Answers:
    """Return what an engine answers.

    Cost: a derivative or two per question; a second each where an engine compiles.
    """
    told = {question.asks: answer(engine, question) for question in questions}
    if engine.forget is not None:
        engine.forget()
    return Answers(engine=engine.name, version=engine.version, answers=told)


# ------------------------------------------------------------------ shown


def text_table(found: Sequence[Answers], *, differing: bool = False) -> str:
    """Return the table as aligned text."""
    rows = [("question", *(one.name for one in found)), *table_rows(found, differing=differing)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows)
    return "\n".join(lines)


def markdown_table(found: Sequence[Answers], *, differing: bool = False) -> str:
    """Return the table in Markdown."""
    head = ("question", *(one.name for one in found))
    rows = [head, tuple("---" for _ in head), *table_rows(found, differing=differing)]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows)


def table_rows(found: Sequence[Answers], *, differing: bool = False) -> Iterator[tuple[str, ...]]:
    """Yield a row per question; of those that differ alone, what nobody lacks and not all answer alike."""
    for asks in dict.fromkeys(asks for one in found for asks in one.answers):
        told = [one.answers.get(asks, "not asked") for one in found]
        if not differing or len({text for text in told if text != "unsupported"}) > 1:
            yield (asks, *told)


def to_json(found: Answers) -> dict[str, object]:
    """Return the JSON value of golden rows."""
    return {
        "format": FORMAT,
        "schema": SCHEMA,
        "engine": found.engine,
        "version": found.version,
        "answers": dict(found.answers),
    }


# ------------------------------------------------------------------ golden rows


def golden_of(found: Answers, folder: Path) -> Answers | None:
    """Return the golden rows of this version, else those of the newest other one, or None.

    Raises: LanguageError naming the file and the fault.
    """
    exact = folder / found.file
    if exact.is_file():
        return read(exact)
    others = [path for path in folder.glob(f"{found.engine}-*.json") if _is_of(path, found.engine)]
    return read(max(others, key=lambda path: _ordered(path.stem))) if others else None


def read(path: Path) -> Answers:
    """Return the golden rows in a file; raises LanguageError naming the file and the fault."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise LanguageError(f"{path}: no golden rows: {error}") from error
    match value:
        case {"format": "adspec-table", "schema": 1, "engine": str(engine), "version": str(version)} if (
            isinstance(value.get("answers"), dict)
        ):
            return Answers(engine=engine, version=version, answers=value["answers"])
    raise LanguageError(f"{path}: not an {FORMAT} of schema {SCHEMA}")


def write(found: Answers, folder: Path) -> Path:
    """Write golden rows and return their file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / found.file
    path.write_text(f"{json.dumps(to_json(found), ensure_ascii=False, indent=1)}\n", encoding="utf-8")
    return path


def moved(golden: Answers, found: Answers) -> Iterator[str]:
    """Yield a line for each question that is answered otherwise than before."""
    for asks in dict.fromkeys((*golden.answers, *found.answers)):
        before, now = golden.answers.get(asks, "not asked"), found.answers.get(asks, "not asked")
        if before != now:
            yield f"{asks}: {before} → {now}"


def _is_of(path: Path, engine: str) -> bool:
    return path.stem.removeprefix(f"{engine}-")[:1].isdigit()


def _ordered(text: str) -> list[tuple[int, str]]:
    """Return a key under which version 1.10 comes after 1.9."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", text)]
