"""Which expectations hold for the engines of a run: files laid over each other, and versions asked.

A later file may say of a cause what an earlier one has said: then its reason, its URL and its condition
count, and its witness if it has one. What is written for other versions of an engine is left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from packaging.version import InvalidVersion, Version

from adspec.discovery import did_you_mean
from adspec.engine import Engine
from adspec.expecting.reader import ExpectedFile, Line, read_expected
from adspec.findings.expectation import Expectation
from adspec.findings.expected import Identity
from adspec.language.literals import LanguageError

AUTO = "auto"  # instead of a file: those that come with adspec
SHIPPED = "adspec.conformance"


def expectations(
    named: Sequence[str | Path], engines: Iterable[Engine], laws: Collection[str]
) -> dict[str, tuple[Expectation, ...]]:
    """Return the expectations of each engine, by its name, from files; `laws` are those that exist.

    Raises: LanguageError for what cannot be read, is of another engine, or matches nothing.
    """
    by_name = {engine.name: engine for engine in engines}
    read: dict[str, list[ExpectedFile]] = {name: [] for name in by_name}
    for path in (path for text in named for path in _paths(text, by_name)):
        file = _read(path)
        if file.engine not in by_name:
            others = ", ".join(by_name)
            raise LanguageError(f"{path}: is about engine {file.engine!r}, and this run about {others}")
        read[file.engine].append(file)
    return {name: tuple(laid(found, by_name[name], laws)) for name, found in read.items() if found}


def laid(found: Sequence[ExpectedFile], engine: Engine, laws: Collection[str]) -> list[Expectation]:
    """Return what the files say of one engine in its version, each laid over those before it."""
    lines: dict[Identity, Line] = {}
    for line in (line for file in found for line in file.lines):
        if line.law not in laws:
            raise LanguageError(f"{line.place}: {line.law!r} is no law. {did_you_mean(line.law, laws)}")
        below = lines.get(line.identity)
        if below is None and line.witness is None:
            raise LanguageError(f"{line.place}: has no witness, and no earlier file has one of {line.cause}")
        if _is_about(line, engine):
            witness = line.witness or (below.witness if below else None)
            lines[line.identity] = replace(line, witness=witness)
    return [
        Expectation(
            law=line.law,
            cause=line.cause,
            witness=line.witness,
            reason=line.reason,
            url=line.url,
            place=line.place,
        )
        for line in lines.values()
        if line.witness is not None
    ]


def shipped(engine: str) -> Path:
    """Return where adspec keeps the expectations of an engine, whether it has any or not."""
    return Path(str(files(SHIPPED))) / "expected" / f"{engine}.toml"


def _paths(text: str | Path, engines: Mapping[str, Engine]) -> list[Path]:
    if str(text) != AUTO:
        return [Path(text)]
    paths = [path for path in map(shipped, engines) if path.is_file()]
    if not paths:
        raise LanguageError(f"{AUTO}: adspec has no expectations of {', '.join(engines)}. Name a file")
    return paths


def _read(path: Path) -> ExpectedFile:
    try:
        return read_expected(path)
    except OSError as error:
        raise LanguageError(
            f"{path}: {error.strerror}. `adspec known update ENGINE --file {path}` writes one"
        ) from error


def _is_about(line: Line, engine: Engine) -> bool:
    """Return whether a line is about this version of an engine; one without a condition is about any."""
    if not str(line.versions):
        return True
    try:
        return line.versions.contains(Version(engine.version), prereleases=True)
    except InvalidVersion:
        raise LanguageError(
            f"{line.place}: versions = {str(line.versions)!r}, but {engine.name} calls its version "
            f"{engine.version!r}, which cannot be compared. Delete the condition"
        ) from None
