"""One cause on the page: its text, the picture of its program, and a script that shows it without adspec.

Text and picture come from the saved counterexample alone. A script is written in the words of the engine's
adapter and asks the reference engine where it needs to know a shape, so that what crashed or hung an engine
once cannot do so to the page.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from html import escape
from pathlib import Path

from adspec.artifacts.forms import script_text
from adspec.artifacts.script import script_of
from adspec.artifacts.spelling import NoScript
from adspec.comparing.merged import Column
from adspec.discovery import DiscoveryError, find_engine, find_laws
from adspec.engine import Engine
from adspec.explaining.drawing import HEAD, graph
from adspec.findings.counterexample import Counterexample
from adspec.findings.told import Told
from adspec.findings.walk import LONGEST, Mark, Node, Walk
from adspec.report.known import reason_of
from adspec.report.text import counterexample_text

REFERENCE = "reference"
Write = Callable[[Counterexample], str]


def cause(column: Column, saved: tuple[Path, Counterexample], key: str, *, unique: bool, write: Write) -> str:
    """Return one cause, saved in a file, as an element that opens; `unique` says that no other column has it.

    `write` returns its script, or why there is none.
    """
    file, found = saved
    expected = column.summary.reason(found)
    word = found.status if expected is None else expected.status
    told = f"{column.name} {word} {found.law} {found.cause} {found.diagnosis} {found.only}"
    marks = f'data-verdict="{escape(word)}" data-law="{escape(found.law)}"'
    cases = "1 case" if found.count == 1 else f"{found.count} cases"
    alone = ", here alone" if unique else ""
    lines = [
        f'<details class="cause" id="{key}" {marks} data-unique="{int(unique)}" data-text="{escape(told)}">',
        f'<summary><b class="{escape(word)}">{escape(word)}</b>',
        f"{escape(column.name)} · {escape(str(found.cause))}",
        f'<span class="soft">law {escape(found.law)}, {cases}{alone}</span></summary>',
        *([] if expected is None else [f'<p class="soft">{escape(reason_of(expected))}</p>']),
        f"<pre>{escape(counterexample_text(found, _replay(file, found)))}</pre>",
        *_picture(found),
        *_script(found, file, write),
        "</details>",
    ]
    return "\n".join(lines)


def _replay(file: Path, found: Counterexample) -> str:
    return f"adspec replay {shlex.quote(str(file))} -e {shlex.quote(found.engine)}"


# ------------------------------------------------------------------ picture


def _picture(found: Counterexample) -> Iterator[str]:
    if len(found.case.program.equations) <= LONGEST:
        drawn = graph(drawn_walk(found)).replace(HEAD, "")  # the page has it once
        # drawn on opening: hundreds of pictures that nobody looks at would make the page slow to open
        yield f'<template><div class="picture">{drawn}</div></template>'


def drawn_walk(found: Counterexample) -> Walk:
    """Return the walk that a saved counterexample knows of: what goes in, and who is accused."""
    case, f = found.case, found.case.program
    x = {name: Told(engine=a) for name, a in case.values(case.x).items()}
    u = {name: Told(engine=a) for name, a in zip(case.wrt, case.u, strict=True)}
    v = {name: Told(engine=a) for name, a in zip(f.outputs, case.v, strict=False)}
    equations = {e.name: e for e in f.equations}
    nodes = tuple(
        Node(
            name=name,
            equation=equations.get(name),
            held=name in case.held,
            value=x.get(name, Told()),
            tangent=u.get(name, Told()),
            cotangent=v.get(name, Told()),
        )
        for name in (*f.inputs, *equations)
    )
    marks = tuple(
        Mark(quantity="", name=e.name, symptom=found.cause.symptom, guilty=e.name)
        for e in f.equations
        if e.primitive == found.cause.where
    )
    return Walk(case=case, engine=found.engine, version=found.version, reference="", nodes=nodes, marks=marks)


# ------------------------------------------------------------------ script


def _script(found: Counterexample, file: Path, write: Write) -> Iterator[str]:
    text = write(found)
    command = escape(f"adspec script {shlex.quote(str(file))}")
    if text.startswith('"""'):
        yield f"<details><summary>Script without adspec</summary><pre>{escape(text)}</pre></details>"
    elif text:
        yield f'<p class="soft">{escape(text)}</p>'
    else:
        yield f'<p class="soft"><code>{command}</code> writes a script of it.</p>'


def script_or_reason(found: Counterexample) -> str:
    """Return a script of a counterexample, or in words why there is none.

    Cost: one run of the reference engine, and the truth.
    """
    try:
        accused = _adapter(found.engine)
        [law] = find_laws([found.law])
        stand_in = replace(
            find_engine(REFERENCE),
            name=found.engine,
            version=found.version,
            idiom=accused.idiom,
            dialect=accused.dialect,
        )
        return script_text(script_of(found, stand_in, law), found)
    except (NoScript, DiscoveryError) as error:
        return f"No script. {error}"
    except Exception as error:  # noqa: BLE001 - of a case of a stranger; the page is worth more than its script
        return f"No script. The case cannot be run: {type(error).__name__}."


def no_script(_found: Counterexample) -> str:
    """Return nothing: the page then names the command that writes the script."""
    return ""


@cache
def _adapter(name: str) -> Engine:
    return find_engine(name)
