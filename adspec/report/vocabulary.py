"""The vocabulary for a reader: its words by family, and the page of one word.

With an engine it also says which words the engine provides, and, of a run, which of its rules broke.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from adspec.engine import Engine
from adspec.findings.summary import EngineSummary
from adspec.language.literals import show
from adspec.language.primitives.row import Domain, Fixed, Form, Primitive
from adspec.report.text import COLUMNS
from adspec.search.ladder import ladder

MARGIN = " " * 19


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """How one engine stands to the words: which it provides, and what broke in a run, if one was made."""

    engine: str
    version: str
    ops: frozenset[str]
    breaks: Mapping[str, Sequence[str]] | None = None

    def of(self, name: str) -> str:
        """Return how the engine stands to one word; nothing where all is well."""
        if name not in self.ops:
            return "not provided"
        broken = (self.breaks or {}).get(name, ())
        return f"breaks: {'; '.join(broken)}" if broken else ""


def standing(engine: Engine, summary: EngineSummary | None = None) -> Standing:
    """Return how an engine stands to the words; without a run nothing is known to break."""
    breaks = None if summary is None else _broken_rules(summary)
    return Standing(engine=engine.name, version=engine.version, ops=frozenset(engine.ops), breaks=breaks)


def _broken_rules(summary: EngineSummary) -> Mapping[str, Sequence[str]]:
    """Return what breaks by word; a symptom that many rules share counts for each of them."""
    found: dict[str, list[str]] = {}
    for counterexample in summary.causes:
        cause = counterexample.cause
        crowd = counterexample.notes.get("primitives", "").split(", ")
        for name in crowd if cause.where == "many rules" else [cause.where]:
            found.setdefault(name, []).append(str(cause).removeprefix(cause.where).lstrip(",: "))
    return found


# ------------------------------------------------------------------ all words


def vocabulary_lines(rows: Iterable[Primitive], engine: Standing | None = None) -> Iterator[str]:
    """Yield the words by family, each with its meaning; with an engine, how it stands to each."""
    words = tuple(rows)
    width = max((len(row.name) for row in words), default=0)
    for family, group in groupby(words, key=lambda row: row.family):
        members = tuple(group)
        yield f"{family}: {len(members)}"
        for row in members:
            stands = engine.of(row.name) if engine else ""
            yield f"  {row.name:<{width}}  {row.says}{f'   [{stands}]' if stands else ''}"
        yield ""
    yield _total(words, engine)


def _total(rows: Sequence[Primitive], engine: Standing | None) -> str:
    """Return the last line: `203 of 251 primitives provided by autograd 1.9.1, of which 12 break`."""
    if engine is None:
        return f"{len(rows)} primitives"
    provided = [row.name for row in rows if row.name in engine.ops]
    broken = [name for name in provided if name in (engine.breaks or {})]
    tail = "" if engine.breaks is None else f", of which {len(broken) or 'none'} broke in the run"
    return f"{len(provided)} of {len(rows)} primitives provided by {engine.engine} {engine.version}{tail}"


def word_row(row: Primitive, engine: Standing | None = None) -> dict[str, Any]:
    """Return a word as a JSON object."""
    stands: dict[str, Any] = {}
    if engine is not None:
        stands = {"engine": engine.engine, "provided": row.name in engine.ops}
        if engine.breaks is not None:
            stands["breaks"] = list(engine.breaks.get(row.name, ()))
    return {"name": row.name, "family": row.family, "says": row.says, **stands}


# ------------------------------------------------------------------ one word


def page_row(row: Primitive, engine: Standing | None = None) -> dict[str, Any]:
    """Return all that the vocabulary says of one word as a JSON object. Cost: its ladder."""
    return {
        **word_row(row, engine),
        "domains": [_domain(domain) for domain in row.domains],
        "kinks": list(row.kinks),
        "complex": row.complex,
        "constant": row.constant,
        "parameters": {key: [show(v) for v in values] for key, values in parameters(row).items()},
        "forms": [call(row, form) for form in row.forms],
        "observable": row.observable[0],
        "prepare": row.prepare[0],
        "ladder": len(ladder(row)),
    }


def page_lines(row: Primitive, engine: Standing | None = None) -> Iterator[str]:
    """Yield the page of one word. Cost: its ladder."""
    seen = parameters(row)
    static = "; ".join(f"{key} = {', '.join(map(show, values))}" for key, values in seen.items())
    facts = (
        ("domain", _domains(row)),
        ("kinks", ", ".join(map(repr, row.kinks))),
        ("derivative", "zero wherever it exists" if row.constant else ""),
        ("numbers", "real and complex" if row.complex else "real"),
        ("static parameters", static),
        (f"forms ({len(row.forms)})", "; ".join(call(row, form) for form in row.forms)),
        ("ladder", f"{len(ladder(row))} cases, {len(row.rungs)} of them points of its own"),
        (engine.engine if engine else "", _stands(row, engine)),
    )
    yield f"{row.name}: {row.says}   ({row.family})"
    yield ""
    for words, text in facts:
        if text:
            yield from _entry(words, text)
    for words, (program, _) in (("prepared by", row.prepare), ("seen through", row.observable)):
        if program:
            yield from ("", f"{words}:", *textwrap.indent(program.strip(), "  ").splitlines())


def parameters(row: Primitive) -> dict[str, list[Any]]:
    """Return the values that static parameters have in the forms, each once, in their order."""
    found: dict[str, list[Any]] = {}
    for form in row.forms:
        for key, value in form.params.items():
            if show(value) not in map(show, found.setdefault(key, [])):
                found[key].append(value)
    return found


def call(row: Primitive, form: Form) -> str:
    """Return a form as the call that it is, an array by its shape: `sum([2×3], axis=0)`."""
    args = [show(a.value) if isinstance(a, Fixed) else _shape(a) for a in form.args]
    args += [f"{key}={show(value)}" for key, value in form.params.items()]
    return f"{row.name}({', '.join(args)})"


def _shape(shape: tuple[int, ...]) -> str:
    return f"[{'×'.join(map(str, shape))}]"


def _domains(row: Primitive) -> str:
    """Return the domain of each array argument, the last one for all that follow, with some numbers."""
    shown = [f"{d.name} ({_examples(d)})" for d in row.domains]
    return "; ".join(f"argument {i}: {text}" for i, text in enumerate(shown)) if len(shown) > 1 else shown[0]


def _examples(domain: Domain) -> str:
    return "built" if domain.build is not None else ", ".join([*map(repr, domain.pool[:3]), "…"])


def _domain(domain: Domain) -> dict[str, Any]:
    return {"name": domain.name, "plain": list(domain.pool[:3]), "holes": list(domain.holes)}


def _stands(row: Primitive, engine: Standing | None) -> str:
    if engine is None:
        return ""
    kept = "provided" if engine.breaks is None else "provided, nothing broke in the run"
    return engine.of(row.name) or kept


def _entry(words: str, text: str) -> list[str]:
    return textwrap.wrap(
        text,
        COLUMNS,
        initial_indent=f"{words:<{len(MARGIN)}}",
        subsequent_indent=MARGIN,
        break_on_hyphens=False,
    )
