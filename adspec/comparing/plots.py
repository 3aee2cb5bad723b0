"""Power and accuracy as plots: inline SVG, each point with its number in words.

Power is by law: the relative error that the law would have seen (the median over its cases). Accuracy is by
engine: how many digits are right where a number was wrong.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

from adspec.comparing.merged import Merged

LEFT, RIGHT, ROW, TOP = 190, 620, 18, 26
POWERS = tuple(range(-18, 1, 3))  # exponents of ten
DIGITS = tuple(range(0, 17, 4))
Points = Sequence[tuple[str, Sequence[tuple[float, str]]]]


def power_plot(merged: Merged) -> str:
    """Return how small an error each law would have seen, a dot for each engine; left is better."""
    rows = []
    for law in merged.laws:
        found = [(c.name, r.power) for c in merged.columns if (r := c.row(law)) is not None]
        dots = [(_log(p), f"{name}: {law} sees {p:.0e}") for name, p in found if p and p > 0]
        rows += [(law, dots)] if dots else []
    ticks = [(float(e), f"1e{e}" if e else "1") for e in POWERS]
    return _plot("Power: the smallest relative error that a law would have seen, by law", rows, ticks)


def accuracy_plot(merged: Merged) -> str:
    """Return the correct digits of every wrong number, a dot for each cause; right is better."""
    rows = []
    for column in merged.columns:
        found = [(cause.digits, cause) for cause in column.summary.causes if cause.digits is not None]
        dots = [(min(max(d, 0.0), 16.0), f"{cause.cause}: {d:.1f} correct digits") for d, cause in found]
        rows += [(column.name, dots)] if dots else []
    ticks = [(float(d), str(d)) for d in DIGITS]
    return _plot("Accuracy: correct digits of the numbers that are wrong, by engine", rows, ticks)


def _log(power: float) -> float:
    return min(max(math.log10(power), POWERS[0]), POWERS[-1])


def _plot(title: str, rows: Points, ticks: Sequence[tuple[float, str]]) -> str:
    """Return a strip of dots for each row, and the same numbers as text for who cannot see it."""
    if not rows:
        return f'<p class="soft">{escape(title)}: nothing was measured.</p>'
    height = TOP + ROW * len(rows) + 6
    says, width = escape(title), RIGHT + 20
    lines = [
        f"<figure><figcaption>{says}</figcaption>",
        f'<div class="wide" tabindex="0" role="region" aria-label="{says}">',
        f'<svg class="plot" role="img" aria-label="{says}; the numbers follow as text"',
        f'width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        *_axis(ticks, height),
        *(part for i, row in enumerate(rows) for part in _strip(i, row, ticks)),
        "</svg></div>",
        f"<details><summary>The same numbers as text</summary><ul>{''.join(_words(rows))}</ul></details>",
        "</figure>",
    ]
    return "\n".join(lines)


def _axis(ticks: Sequence[tuple[float, str]], height: int) -> Iterator[str]:
    for value, text in ticks:
        x = _x(value, ticks)
        yield f'<line class="grid" x1="{x:.1f}" y1="{TOP - 6}" x2="{x:.1f}" y2="{height}"/>'
        yield f'<text x="{x:.1f}" y="14" text-anchor="middle">{text}</text>'


def _strip(
    i: int, row: tuple[str, Sequence[tuple[float, str]]], ticks: Sequence[tuple[float, str]]
) -> Iterator[str]:
    name, dots = row
    y = TOP + ROW * i + ROW / 2
    yield f'<text x="{LEFT - 10}" y="{y + 4:.1f}" text-anchor="end">{escape(name)}</text>'
    for value, words in dots:
        yield (
            f'<circle class="dot" cx="{_x(value, ticks):.1f}" cy="{y:.1f}" r="4"><title>{escape(words)}'
            "</title></circle>"
        )


def _x(value: float, ticks: Sequence[tuple[float, str]]) -> float:
    low, high = ticks[0][0], ticks[-1][0]
    return LEFT + (value - low) / (high - low) * (RIGHT - LEFT)


def _words(rows: Points) -> Iterator[str]:
    for _, dots in rows:
        yield from (f"<li>{escape(words)}</li>" for _, words in dots)
