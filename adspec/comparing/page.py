"""Merged runs as one HTML page: the matrix first, then the causes, the plots, and how it was made.

The page holds all that it needs and fetches nothing; whatever a run says is escaped. Without JavaScript
everything is there; with it, filters hide what is not asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape
from importlib.resources import files

from adspec.comparing.drill import Write, cause, script_or_reason
from adspec.comparing.merged import ORDER, Column, Merged, differs, is_unique
from adspec.comparing.plots import accuracy_plot, power_plot
from adspec.explaining.drawing import COLOURS, DARK, HEAD, STYLE
from adspec.law import FINDINGS
from adspec.report.known import counts_of, reason_of

POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
MEANINGS = (
    ("holds", "the numbers agree within an allowance computed from the case"),
    ("broken, inaccurate, crashed, timed_out", "the law is broken by a cause of its own"),
    ("falls with another", "only on cases on which a deeper law is broken already"),
    ("known, stale", "an expected cause; and one that no longer shows"),
    ("deviates", "the engine declares another answer (a dialect), and gives it"),
    ("inconclusive, vacuous, no case", "nothing was said: no pass"),
    ("unsupported, not judged", "the engine does not offer it; the run did not ask"),
)


def page(merged: Merged, write: Write = script_or_reason) -> str:
    """Return the page. `write` returns the script of a cause, or why there is none."""
    title = f"adspec: {len(merged.columns)} engines, {len(merged.laws)} laws"
    return "\n".join((
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f'<title>{escape(title)}</title>\n<link rel="icon" href="data:,">',
        f"<style>{_style()}</style>\n</head>\n<body>",
        '<a class="skip" href="#matrix">Skip to the matrix</a>',
        f'<svg width="0" height="0" aria-hidden="true" class="shared">{HEAD}</svg>',
        f"<header><h1>{escape(title)}</h1>",
        *(f'<p class="said">{escape(note)}</p>' for note in merged.said),
        "</header>\n<main>",
        *_filters(),
        *_matrix(merged),
        *_causes(merged, write),
        "<h2>Power and accuracy</h2>",
        power_plot(merged),
        accuracy_plot(merged),
        *_made(merged),
        "</main>",
        f"<script>{_file('page.js')}</script>\n</body>\n</html>\n",
    ))  # fmt: skip


def _style() -> str:
    scheme = f":root {{{COLOURS}}} @media (prefers-color-scheme: dark) {{ :root {{{DARK}}} }}"
    return f"{scheme}{STYLE}{_file('page.css')}"


def _file(name: str) -> str:
    return files("adspec.comparing").joinpath(name).read_text(encoding="utf-8")


def _filters() -> Iterator[str]:
    words = "".join(f'<option value="{word}">{word}</option>' for word in ORDER)
    yield '<form id="filters" role="search" aria-label="Filter laws and causes" hidden>'
    yield '<label>Search <input id="search" type="search" placeholder="law, primitive, engine"></label>'
    yield f'<label>Verdict <select id="verdict"><option value="">any</option>{words}</select></label>'
    yield '<label><input id="differ" type="checkbox"> only differences</label>'
    yield '<label><input id="unique" type="checkbox"> only unique failures</label>'
    yield '<button type="reset">Show all</button>'
    yield '<output id="count" aria-live="polite"></output></form>'


# ------------------------------------------------------------------ matrix


def _matrix(merged: Merged) -> Iterator[str]:
    yield '<h2 id="matrix" tabindex="-1">Engines by laws</h2>'
    yield '<div class="wide" tabindex="0" role="region" aria-label="Engines by laws">'
    yield '<table class="laws"><caption>One row is a law, one column an engine.</caption>'
    heads = "".join(f'<th scope="col">{escape(column.name)}{_cut(column)}</th>' for column in merged.columns)
    yield f'<thead><tr><th scope="col">law</th>{heads}</tr></thead><tbody>'
    for law in merged.laws:
        words = merged.verdicts(law)
        texts = f"{law} {' '.join(words)}"
        yield (
            f'<tr data-text="{escape(texts)}" data-verdicts="{escape(",".join(words))}" '
            f'data-differs="{int(differs(words))}" data-unique="{int(is_unique(words))}">'
            f'<th scope="row">{escape(law)}</th>'
        )
        yield from (_cell(column, i, law) for i, column in enumerate(merged.columns))
        yield "</tr>"
    causes = "".join(f"<td>{escape(_counted(c))}</td>" for c in merged.columns)
    yield f'</tbody><tfoot><tr><th scope="row">causes</th>{causes}</tr></tfoot></table></div>'
    meanings = "".join(f"<dt>{escape(a)}</dt><dd>{escape(b)}</dd>" for a, b in MEANINGS)
    yield f"<details><summary>What the words mean</summary><dl>{meanings}</dl></details>"


def _counted(column: Column) -> str:
    """Return how many causes there are; where something was expected, how many are new, known and stale."""
    summary = column.summary
    return counts_of(summary) if summary.expected else str(len(summary.causes))


def _cut(column: Column) -> str:
    return "" if column.complete else '<br><b class="broken">incomplete run</b>'


def _cell(column: Column, i: int, law: str) -> str:
    word, row = column.verdict(law), column.row(law)
    counts = ", ".join(f"{status} {n}" for status, n in row.counts.items() if n) if row else ""
    power = f"; sees {row.power:.0e}" if row and row.power else ""
    text = escape(word)
    own = next((k for k, found in enumerate(column.summary.causes) if found.law == law), None)
    if own is not None:
        text = f'<a href="#c{i}-{own}">{text}</a>'
    n = row.counts.get(word, 0) if row and word in FINDINGS else 0
    number = f' <span class="soft">{n}</span>' if n else ""
    name = word.split()[0]
    return f'<td class="{escape(name)}" title="{escape(counts + power)}">{text}{number}</td>'


# ------------------------------------------------------------------ causes, and how it was made


def _causes(merged: Merged, write: Write) -> Iterator[str]:
    yield '<h2 id="causes">Causes</h2>'
    for column in merged.columns:
        for expected in column.summary.stale:
            told = f"{column.name}: {reason_of(expected)}. Delete {expected.place}."
            yield f'<p class="said">{escape(told)}</p>'
    found = [str(one.cause) for column in merged.columns for one in column.summary.causes]
    if not found:
        yield "<p>None: nothing is broken.</p>"
    met, is_one_of_many = Counter(found), len(merged.columns) > 1
    for i, column in enumerate(merged.columns):
        for k, (file, one) in enumerate(column.causes):
            unique = is_one_of_many and met[str(one.cause)] == 1
            yield cause(column, (file, one), f"c{i}-{k}", unique=unique, write=write)


def _made(merged: Merged) -> Iterator[str]:
    yield '<h2>How it was made</h2><div class="wide" tabindex="0" role="region" aria-label="Runs"><table>'
    keys = list(dict.fromkeys(key for column in merged.columns for key in column.header))
    heads = ("engine", "cases", "seconds", "cells exercised", "lacks", "complete", *keys)
    named = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    yield f"<thead><tr>{named}</tr></thead><tbody>"
    for column in merged.columns:
        one = column.summary
        cells = (
            f"{one.cases:,}",
            f"{one.seconds:.1f}",
            f"{one.coverage.exercised:,} of {one.coverage.provided:,}",
            ", ".join(one.not_provided) or "nothing",
            "yes" if column.complete else "no",
            *(str(column.header.get(key, "")) for key in keys),
        )
        told = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        yield f'<tr><th scope="row">{escape(column.name)}</th>{told}</tr>'
    yield "</tbody></table></div>"
