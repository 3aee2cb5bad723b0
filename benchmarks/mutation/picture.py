"""Kills against CPU seconds, as plain SVG: one step line per tester."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

WIDTH, HEIGHT, EDGE = 640, 360, 48
COLOURS = ("#1f5fa8", "#b5541c")


def curves(title: str, kills: Mapping[str, Sequence[float]], many: int) -> str:
    """Return the share of `many` mutants that each tester has killed by so many CPU seconds each.

    `kills` has the seconds of every kill, by tester.
    """
    last = max((max(seconds, default=0.0) for seconds in kills.values()), default=0.0) or 1.0
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}"',
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{EDGE}" y="20">{title}</text>',
        *_axes(last),
    ]
    for k, (name, seconds) in enumerate(kills.items()):
        colour = COLOURS[k % len(COLOURS)]
        points = " ".join(f"{_x(s, last):.1f},{_y(share):.1f}" for s, share in _steps(seconds, many, last))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        share = 100 * len(seconds) / max(many, 1)
        at = HEIGHT - EDGE - 14 * (len(kills) - k)
        says = f"{name}: {len(seconds)} of {many} ({share:.1f} %)"
        parts.append(f'<text x="{WIDTH - EDGE}" y="{at}" text-anchor="end" fill="{colour}">{says}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _steps(seconds: Sequence[float], many: int, last: float) -> Iterator[tuple[float, float]]:
    """Yield the corners of a step line: the share rises at each kill."""
    yield 0.0, 0.0
    for k, at in enumerate(sorted(seconds)):
        yield at, k / max(many, 1)
        yield at, (k + 1) / max(many, 1)
    yield last, len(seconds) / max(many, 1)


def _axes(last: float) -> Iterator[str]:
    for k in range(5):
        share, at = k / 4, last * k / 4
        yield f'<line x1="{EDGE}" x2="{WIDTH - EDGE}" y1="{_y(share)}" y2="{_y(share)}" stroke="#ddd"/>'
        yield f'<text x="{EDGE - 6}" y="{_y(share) + 4}" text-anchor="end">{100 * share:.0f} %</text>'
        under = HEIGHT - EDGE + 18
        yield f'<text x="{_x(at, last):.1f}" y="{under}" text-anchor="middle">{at:.1f} s</text>'


def _x(seconds: float, last: float) -> float:
    return EDGE + seconds / last * (WIDTH - 2 * EDGE)


def _y(share: float) -> float:
    return HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE)
