"""Merged runs in forms for other programs: Markdown, JUnit, a badge."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from unicodedata import category
from xml.sax.saxutils import quoteattr

from adspec.comparing.merged import PASSES, Column, Merged
from adspec.findings.counterexample import Counterexample
from adspec.findings.expected import KNOWN, STALE, Expected
from adspec.findings.summary import LawRow
from adspec.law import FINDINGS
from adspec.report.known import counts_of, reason_of
from adspec.report.text import counterexample_text, guilt

FAILURES = (*FINDINGS, STALE)
WIDE = 6.6  # pixels that a letter takes on a badge
GREEN, RED, GREY = "#2e7d32", "#b42318", "#57606a"


# ------------------------------------------------------------------ Markdown


def markdown(merged: Merged) -> str:
    """Return the runs as Markdown: the matrix, then the causes, engine by engine."""
    names = [column.name for column in merged.columns]
    lines = [
        "# Engines by the laws of derivatives",
        "",
        _row("law", *names),
        _row("---", *("---" for _ in names)),
        *(_row(f"`{law}`", *(_cell(c, law) for c in merged.columns)) for law in merged.laws),
        "",
        *(f"- {_plain(note)}" for note in (*merged.said, *map(_how, merged.columns))),
    ]
    for column in merged.columns:
        lines += ["", f"## {_plain(column.name)}", ""]
        summary = column.summary
        lines += [f"- {_bullet(found)}" for found in summary.new] or [f"{counts_of(summary).capitalize()}."]
        lines += [f"- {_plain(reason_of(expected))}" for expected in (*summary.stale, *summary.known)]
    return "\n".join((*lines, ""))


def _cell(column: Column, law: str) -> str:
    word, row = column.verdict(law), column.row(law)
    count = row.counts.get(word, 0) if row else 0
    return f"**{word}** {count or ''}".rstrip() if word in FINDINGS else word


def _row(*cells: str) -> str:
    return f"| {' | '.join(_plain(cell) if not cell.startswith(('`', '*')) else cell for cell in cells)} |"


def _bullet(found: Counterexample) -> str:
    because = f"; {found.diagnosis}" if found.diagnosis else ""
    return _plain(f"{found.status}: {found.cause} (law {found.law}): {guilt(found)}{because}")


def _how(column: Column) -> str:
    """Return how a column's run was made: `reference 0.1.0: 83 cases, profile quick, seed 0`."""
    told = ", ".join(f"{key} {column.header[key]}" for key in ("profile", "seed") if key in column.header)
    cut = "" if column.complete else ", incomplete"
    return f"{column.name}: {column.summary.cases:,} cases, {told}{cut}"


def _plain(text: str) -> str:
    """Return a text that Markdown shows as it is, on one line."""
    return escape(" ".join(text.split()), quote=False).replace("|", "\\|")


# ------------------------------------------------------------------ JUnit


def junit(merged: Merged) -> str:
    """Return the runs as JUnit XML: a suite per engine, a test per law.

    A law fails that has a new cause of its own, or a stale expectation. One whose causes are known is
    skipped with their reasons; one that falls with another law, or met no case, with that word: no pass.
    """
    body = [line for column in merged.columns for line in _suite(column, merged.laws)]
    return "\n".join(('<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", *body, "</testsuites>", ""))


def _suite(column: Column, laws: tuple[str, ...]) -> Iterator[str]:
    words = {law: column.verdict(law) for law in laws}
    failed = sum(word in FAILURES for word in words.values())
    skipped = sum(word not in {*FAILURES, *PASSES} for word in words.values())
    cut = 0 if column.complete else 1
    yield (
        f'  <testsuite name={_attribute(column.name)} tests="{len(laws) + cut}" failures="{failed}" '
        f'errors="{cut}" skipped="{skipped}" time="{column.summary.seconds:.3f}">'
    )
    for law, word in words.items():
        yield f"    <testcase classname={_attribute(column.name)} name={_attribute(law)}>"
        yield from _outcome(column, law, word)
        yield "    </testcase>"
    if cut:
        yield f'    <testcase classname={_attribute(column.name)} name="the whole run">'
        yield '      <error message="incomplete run"/>\n    </testcase>'
    yield "  </testsuite>"


def _outcome(column: Column, law: str, word: str) -> Iterator[str]:
    row = column.row(law)
    own = [expected for expected in column.summary.expected if expected.law == law]
    if word in FAILURES:
        found = [counterexample_text(found) for found in column.summary.new if found.law == law]
        stale = [reason_of(expected) for expected in own if expected.status == STALE]
        text = "\n\n".join([*found, *stale]) or _counts(row)
        yield f"      <failure type={_attribute(word)} message={_attribute(_counts(row))}>"
        yield f"{escape(_printable(text), quote=False)}</failure>"
    elif word == KNOWN:
        yield f"      <skipped type={_attribute(KNOWN)} message={_attribute(_reasons(own))}/>"
    elif word not in PASSES:
        yield f"      <skipped message={_attribute(word)}/>"


def _reasons(expected: list[Expected]) -> str:
    """Return why a law is expected to be broken; where it only falls with known causes, that."""
    return "; ".join(dict.fromkeys(map(reason_of, expected))) or "broken by known causes of other laws alone"


def _counts(row: LawRow | None) -> str:
    return ", ".join(f"{status} {n}" for status, n in (row.counts if row else {}).items() if n)


def _attribute(text: str) -> str:
    return quoteattr(_printable(text))


def _printable(text: str) -> str:
    """Return a text without the control characters that XML cannot hold, even escaped."""
    return "".join(c if c in "\n\t" or category(c) not in {"Cc", "Cs", "Cn"} else "\ufffd" for c in text)


# ------------------------------------------------------------------ badge


def badge(merged: Merged) -> str:
    """Return a badge, an SVG that fetches nothing: how many new causes, or that a run is incomplete."""
    causes, known, stale = (
        sum(len(getattr(column.summary, word)) for column in merged.columns) for word in ("new", KNOWN, STALE)
    )
    expected = [f"{n} {word}" for n, word in ((known, KNOWN), (stale, STALE)) if n]
    what = "new cause" if expected else "cause"
    told = ", ".join([f"{causes or 'no'} {what}{'' if causes == 1 else 's'}", *expected])
    cut = not all(column.complete for column in merged.columns)
    text = "incomplete run" if cut else told
    left, right = WIDE * len("adspec") + 12, WIDE * len(text) + 12
    colour = GREY if cut else RED if causes or stale else GREEN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right:.0f}" height="20" role="img" '
        f'aria-label="adspec: {escape(text)}"><title>adspec: {escape(text)}</title>'
        f'<rect width="{left:.1f}" height="20" fill="#1b1f24"/>'
        f'<rect x="{left:.1f}" width="{right:.1f}" height="20" fill="{colour}"/>'
        '<g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11" text-anchor="middle">'
        f'<text x="{left / 2:.1f}" y="14">adspec</text>'
        f'<text x="{left + right / 2:.1f}" y="14">{escape(text)}</text></g></svg>\n'
    )
