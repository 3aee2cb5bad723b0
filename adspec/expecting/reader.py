"""Reading files of expectations: TOML that says what is wrong with one engine, why, and what shows it.

    engine = "mypkg"
    versions = "<2"                 # of every entry below that has none of its own; optional

    [[known]]
    reason = "the pull rule of prod divides by the argument"
    url = "https://example.org/issues/1"                # optional
    versions = ">=1.2,<1.4"                             # optional
    causes = [
        { law = "finite", where = "prod", argument = 0, mode = "pull", symptom = "nan", witness = "w.json" },
    ]

A witness is a counterexample as `adspec check --report DIR` writes it: the name of a file beside this one,
or its JSON as a text. It must be of the very law and cause that its line names. A key that is not in these
tables is refused, for a misspelt condition would be none.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from adspec.discovery import did_you_mean
from adspec.findings import counterexample
from adspec.findings.cause import Cause
from adspec.findings.counterexample import Counterexample
from adspec.findings.expected import Identity, identity
from adspec.language.literals import LanguageError

# table -> key -> its kind, and whether it must be there
KEYS: Mapping[str, Mapping[str, tuple[type, bool]]] = {
    "file": {"engine": (str, True), "versions": (str, False), "known": (list, False)},
    "entry": {
        "reason": (str, True),
        "url": (str, False),
        "versions": (str, False),
        "causes": (list, True),
    },
    "cause": {
        "law": (str, True),
        "where": (str, True),
        "argument": (int, False),
        "mode": (str, False),
        "symptom": (str, True),
        "witness": (str, False),
    },
}
WORDS = {str: "a text", int: "a whole number", list: "a list"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """One cause of an entry as it is written; a witness of None is that of an earlier file."""

    law: str
    cause: Cause
    witness: Counterexample | None
    reason: str
    url: str
    versions: SpecifierSet
    place: str

    @property
    def identity(self) -> Identity:
        """Return what makes it the same as another line."""
        return identity(self.law, self.cause)


@dataclass(frozen=True, kw_only=True, slots=True)
class ExpectedFile:
    """One file of expectations."""

    path: Path
    engine: str
    lines: tuple[Line, ...]


def read_expected(path: Path, *, is_draft: bool = False) -> ExpectedFile:
    """Return the expectations of a file; a draft may leave its reasons empty.

    Raises: LanguageError naming file, entry, field and the way out; OSError where it cannot be read.
    """
    try:
        text = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LanguageError(f"{path}: not TOML: {error}") from error
    _require(text, "file", str(path))
    general = _versions(text.get("versions", ""), str(path))
    lines: list[Line] = []
    for number, entry in enumerate(text.get("known", ()), start=1):
        place = f"{path}: entry {number}"
        _require_entry(entry, place, is_draft=is_draft)
        lines += _entry(path, place, entry, general)
    _require_once(lines)
    return ExpectedFile(path=path, engine=text["engine"], lines=tuple(lines))


def _require_once(lines: Iterable[Line]) -> None:
    """Refuse a cause that is written down twice, with two reasons perhaps."""
    seen: dict[Identity, Line] = {}
    for line in lines:
        if line.identity in seen:
            first = seen[line.identity].place
            raise LanguageError(f"{line.place}: {line.cause} stands in {first} already. Delete one")
        seen[line.identity] = line


def _require_entry(entry: Any, place: str, *, is_draft: bool) -> None:
    _require(entry, "entry", place)
    if not entry["reason"].strip() and not is_draft:
        raise LanguageError(
            f"{place}: reason is empty. Say why this is expected, for those who read it later"
        )
    if not entry["causes"]:
        raise LanguageError(f"{place}: causes is empty, so it matches nothing. Delete the entry")


def _entry(path: Path, place: str, entry: Mapping[str, Any], general: SpecifierSet) -> Iterator[Line]:
    versions = _versions(entry["versions"], place) if "versions" in entry else general
    for number, written in enumerate(entry["causes"], start=1):
        where = f"{place}, cause {number}"
        _require(written, "cause", where)
        cause = Cause(
            where=written["where"],
            argument=written.get("argument"),
            mode=written.get("mode", ""),
            symptom=written["symptom"],
        )
        yield Line(
            law=written["law"],
            cause=cause,
            witness=_witness(path, where, written, cause),
            reason=" ".join(entry["reason"].split()),
            url=entry.get("url", ""),
            versions=versions,
            place=where,
        )


def _require(value: Any, table: str, place: str) -> None:
    """Refuse a table with a key that is unknown, lacking or of another kind."""
    if not isinstance(value, dict):
        raise LanguageError(f"{place}: expected a table, not {value!r}")
    keys = KEYS[table]
    for key in value:
        if key not in keys:
            raise LanguageError(
                f"{place}: {key!r} is no key of it. {did_you_mean(key, keys, 'It may have {}.')}"
            )
    for key, (kind, is_needed) in keys.items():
        if key not in value and is_needed:
            raise LanguageError(f"{place}: has no {key!r}. Write {key} = …")
        if key in value and (not isinstance(value[key], kind) or isinstance(value[key], bool)):
            raise LanguageError(f"{place}: {key} must be {WORDS[kind]}, not {value[key]!r}")


def _versions(text: str, place: str) -> SpecifierSet:
    try:
        return SpecifierSet(text)
    except InvalidSpecifier as error:
        raise LanguageError(f"{place}: versions = {text!r}: {error}. Write >=1.2,<1.4, say") from error


def _witness(path: Path, place: str, written: Mapping[str, Any], cause: Cause) -> Counterexample | None:
    """Return the witness of a cause, which must be of this cause."""
    text = written.get("witness")
    if text is None:
        return None
    found = _counterexample(path, place, text)
    if (found.law, found.cause) != (written["law"], cause):
        raise LanguageError(
            f"{place}: its witness is of {found.law}: {found.cause}, not of {written['law']}: {cause}. "
            "Name the counterexample of this cause"
        )
    return found


def _counterexample(path: Path, place: str, text: str) -> Counterexample:
    try:
        if text.lstrip().startswith("{"):
            return counterexample.from_json(json.loads(text), "witness")
        return counterexample.read(path.parent / text)
    except OSError as error:
        raise LanguageError(
            f"{place}: witness {text!r}: {error.strerror}. It stands beside {path}"
        ) from error
    except (json.JSONDecodeError, LanguageError) as error:
        raise LanguageError(f"{place}: {error}") from error
