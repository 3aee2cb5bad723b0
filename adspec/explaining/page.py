"""A walk as one HTML page that steps through the run; it holds all that it needs, and fetches nothing.

Without JavaScript it shows every step and the finished graph; with it, one step at a time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from html import escape
from importlib.resources import files

from adspec.explaining.drawing import COLOURS, DARK, STYLE, graph
from adspec.explaining.steps import Matrix, Step, steps
from adspec.explaining.text import verdict_lines
from adspec.explaining.words import brief, digits_of, status, symbol, true
from adspec.findings.counting import Count, disagreement
from adspec.findings.walk import Node, Walk

POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


def walk_page(found: Walk, title: str = "", counted: Sequence[Count] = ()) -> str:
    """Return the page of a walk; `counted` is what pushes and pulls took."""
    heading = title or f"{found.engine} {found.version}"
    run = steps(found)
    return "\n".join(
        (
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f'<title>{escape(heading)}</title>\n<link rel="icon" href="data:,">',
            f"<style>{_style()}</style>\n</head>\n<body>",
            *_header(found, heading),
            '<main>\n<div class="stage">',
            f'<div class="picture" tabindex="0" aria-label="graph">{graph(found)}</div>',
            "<section>",
            *_controls(len(run)),
            '<ol class="steps" aria-live="polite">',
            *(_step(step) for step in run),
            "</ol>\n</section>\n</div>",
            *_counts(found, counted),
            *_table(found),
            "</main>",
            f'<script type="application/json" id="run">{_json(run)}</script>',
            f"<script>{_file('page.js')}</script>\n</body>\n</html>",
        )
    )


def framed(page: str, height: int = 720) -> str:
    """Return a page as an element of another one, such as a notebook, on which it has no influence."""
    return (
        f'<iframe title="a run, step by step" style="width: 100%; height: {height}px; border: 0" '
        f'srcdoc="{escape(page)}"></iframe>'
    )


def _style() -> str:
    scheme = f":root {{{COLOURS}}} @media (prefers-color-scheme: dark) {{ :root {{{DARK}}} }}"
    return f"{scheme}{STYLE}{_file('page.css')}"


def _file(name: str) -> str:
    return files("adspec.explaining").joinpath(name).read_text(encoding="utf-8")


def _json(run: Sequence[Step]) -> str:
    """Return what the script reads of the steps; no text in it can end the element that it stands in."""
    rows = [
        {k: v for k, v in asdict(step).items() if k in {"phase", "node", "shows", "uses"}} for step in run
    ]
    return json.dumps(rows, ensure_ascii=False).replace("<", "\\u003c")


def _header(found: Walk, heading: str) -> Iterator[str]:
    bad = " bad" if found.marks else ""
    yield f"<header><h1>{escape(heading)}</h1>"
    yield f"<pre>{escape(str(found.case.program))}</pre>"
    yield from (f'<p class="verdict{bad}">{escape(line)}</p>' for line in verdict_lines(found))
    yield "</header>"


def _controls(count: int) -> Iterator[str]:
    yield '<div class="controls" hidden>'
    for name, text, says in (
        ("first", "|◀", "first step (Home)"),
        ("back", "◀ back", "one step back (left arrow)"),
        ("on", "next ▶", "one step on (right arrow)"),
        ("last", "▶|", "last step (End)"),
        ("all", "all", "show all steps (a)"),
    ):
        yield f'<button type="button" id="{name}" title="{says}" aria-label="{says}">{text}</button>'
    yield '<span id="where" class="hint" role="status"></span>'
    yield f'<input type="range" id="slider" min="0" max="{count - 1}" value="0" aria-label="step">'
    keys = " ".join(f"<kbd>{key}</kbd>" for key in ("←", "→", "Home", "End"))
    yield f'<span class="hint">{keys}, <kbd>a</kbd> for all</span>'
    yield "</div>"


def _step(step: Step) -> str:
    lines = "".join(f'<p class="mono">{escape(line)}</p>' for line in step.lines)
    alarms = "".join(f'<p class="alarm">◀ {escape(line)}</p>' for line in step.alarms)
    local = "".join(["<div class='local'>", *map(_matrix, step.matrices), "</div>"] if step.matrices else [])
    return (
        f'<li class="{step.phase}"><h3>{escape(step.title)} <span class="phase">{step.phase}</span></h3>'
        f"{lines}{alarms}{local}</li>"
    )


def _matrix(matrix: Matrix) -> str:
    m, n = matrix.shape
    says = f"{escape(matrix.use)}, {m} × {n}: {m * n:,} number{'s' * (m * n != 1)} that the pull never builds"
    cells = "".join(
        f"<tr>{''.join(f'<td{_zero(a)}>{escape(a)}</td>' for a in row)}</tr>" for row in matrix.rows
    )
    shown = f'<div class="wide"><table class="matrix">{cells}</table></div>' if cells else ""
    return f"<figure><figcaption>{says}</figcaption>{shown}</figure>"


def _zero(text: str) -> str:
    return ' class="zero"' if text in {"0.0", "-0.0"} else ""


def _counts(found: Walk, counted: Sequence[Count]) -> Iterator[str]:
    if not counted:
        return
    most = max(c.equations for c in counted) or 1
    yield "<h2>Pushes against pulls, counted</h2>"
    yield f'<p class="hint">Each was run with {escape(found.engine)}, its evaluations counted.</p>'
    head = "".join(f"<th>{text}</th>" for text in ("way", "calls of f", "equations run", "", "yields"))
    yield f'<div class="wide"><table><tr>{head}</tr>'
    for c in counted:
        bar = f'<span class="bar" style="width: {10 * c.equations / most:.2f}rem"></span>'
        cells = (c.way, str(c.calls), str(c.equations), bar, escape(c.yields))
        yield f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
    yield "</table></div>"
    if sum(c.gradient is not None for c in counted) > 1:
        yield f'<p class="hint">Both gradients differ by at most {disagreement(tuple(counted)):.1g}.</p>'


def _table(found: Walk) -> Iterator[str]:
    others = [found.engine, *([found.reference] if found.reference else []), "truth", ""]
    yield "<h2>Every number</h2>"
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in ("", *others))
    yield f'<div class="wide"><table><tr>{head}</tr>'
    for node in found.nodes:
        yield from _numbers(found, node)
    yield "</table></div>"


def _numbers(found: Walk, node: Node) -> Iterator[str]:
    for quantity, told in node.told():
        digits = digits_of(told)
        cells = [
            node.equation.lines()[-1]
            if quantity == "value" and node.equation
            else symbol(quantity, node.name),
            brief(told.engine, digits, 60),
            *([brief(told.reference, digits, 60)] if found.reference else []),
            true(told, digits, 60),
            f"◀ {status(told)}" if told.is_wrong else status(told),
        ]
        row = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        yield f'<tr class="{"bad" if told.is_wrong else ""}">{row}</tr>'
