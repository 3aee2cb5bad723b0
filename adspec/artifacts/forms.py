"""The forms in which a counterexample is handed over: a script, a pytest test, a bug report, text, JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping

from adspec.artifacts.right import ANY
from adspec.artifacts.script import Script
from adspec.findings import counterexample
from adspec.findings.counterexample import Counterexample
from adspec.report.text import counterexample_text

DERIVED = "what rounding may do, derived from the case"


def script_text(script: Script, found: Counterexample) -> str:
    """Return a script that exits non-zero while the answer is wrong, and says so."""
    says, by = script.says, script.engine
    return "\n".join((
        *_opening(script, found),
        *script.setup,
        *_right(script),
        "try:",
        f"    found = {script.found}",
        "except Exception as error:",
        f'    raise SystemExit(f"{says} by {by} raises {{error!r}}; {_wanted(script)}")',
        f"ok = {script.test}",
        f'raise SystemExit(0 if ok else f"{says} by {by}: {{found}}, {_wanted(script)}")',
        "",
    ))  # fmt: skip


def pytest_text(script: Script, found: Counterexample) -> str:
    """Return a test that fails while the answer is wrong."""
    name = re.sub(r"\W+", "_", found.cause.slug).strip("_")
    inside = (
        *script.setup,
        *_right(script),
        f"found = {script.found}",
        f'assert {script.test}, f"{script.says} by {script.engine}: {{found}}, {_wanted(script)}"',
    )
    body = "\n".join(f"    {line}" for line in inside)
    return "\n".join((*_opening(script, found), "", "", f"def test_{name}():", body, ""))


def markdown_text(script: Script, found: Counterexample) -> str:
    """Return the text of a bug report: what is wrong, what is right and why, and how to see it."""
    where = f" for argument {found.cause.argument}" if found.cause.argument is not None else ""
    lines = counterexample_text(found).splitlines()
    return "\n".join((
        f"# {found.cause.where}: {found.cause.mode or 'derivative'}{where}: {found.cause.symptom}",
        "",
        f"With {found.engine} {found.version}. This script needs NumPy and {found.engine} alone.",
        "It exits with a status other than 0 while the answer is wrong:",
        "",
        "```python",
        script_text(script, found).rstrip(),
        "```",
        "",
        f"The right value comes {script.right.source}."
        if script.right.allowed
        else f"What is right is {script.right.source}.",
        *(["", f"Likely mistake: {found.diagnosis}."] if found.diagnosis else []),
        "",
        "```text",
        *lines,
        "```",
        "",
        f"Found by adspec, law `{found.law}`.",
        "",
    ))  # fmt: skip


def case_text(_script: Script | None, found: Counterexample) -> str:
    """Return the case as Python text, which reads back bit for bit."""
    return f"{found.case}\n"


def json_text(_script: Script | None, found: Counterexample) -> str:
    """Return the counterexample as JSON."""
    return json.dumps(counterexample.to_json(found), ensure_ascii=False, indent=1) + "\n"


# form -> its text, and whether it needs a script
# fmt: off
FORMS: Mapping[str, tuple[Callable[..., str], bool]] = {
    "script":   (script_text,   True),
    "pytest":   (pytest_text,   True),
    "markdown": (markdown_text, True),
    "text":     (case_text,     False),
    "json":     (json_text,     False),
}
# fmt: on


def _opening(script: Script, found: Counterexample) -> Iterator[str]:
    yield f'"""{script.title} (law {found.law} of adspec)."""'
    yield from script.imports


def _right(script: Script) -> Iterator[str]:
    yield f"right = {script.right.text}  # {script.right.source}"
    if script.right.allowed:
        free = script.right.allowed == repr(ANY)
        yield f"allowed = {script.right.allowed}  # {'any finite number' if free else DERIVED}"


def _wanted(script: Script) -> str:
    """Return what is right, as the text of an f-string."""
    if script.right.allowed:
        dtype = " {right.dtype}" if script.right.has_dtype else ""
        return f"right is {{right}}{dtype}"
    return "right is {right.dtype} of shape {right.shape}"
