"""The smallest fault seen against the power stated, both as powers of ten, as plain SVG."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from benchmarks.power.grades import LATITUDE, Grade

SIDE, EDGE = 420, 50
LOW, HIGH = -17, -2
COLOURS = {"float64": "#1f5fa8", "float32": "#b5541c", "complex128": "#3b8a4a"}


def dots(found: Sequence[Grade]) -> str:
    """Return a dot per rule; between the grey lines the statement is true."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIDE}" height="{SIDE}" '
    return "\n".join(
        [
            f'{head}font-family="sans-serif" font-size="12">',
            f'<rect width="{SIDE}" height="{SIDE}" fill="white"/>',
            *_band(),
            *(_dot(grade) for grade in found if grade.seen),
            f'<text x="{SIDE / 2}" y="{SIDE - 8}" text-anchor="middle">power stated, 10ⁿ</text>',
            _beside("smallest fault seen, 10ⁿ"),
            "</svg>",
            "",
        ]
    )


def _beside(text: str) -> str:
    turned = f"rotate(-90 14 {SIDE / 2})"
    return f'<text x="14" y="{SIDE / 2}" text-anchor="middle" transform="{turned}">{text}</text>'


def _band() -> Iterator[str]:
    off = math.log10(LATITUDE)
    for shift in (-off, off):
        yield (
            f'<line x1="{_x(LOW)}" y1="{_y(LOW + shift)}" x2="{_x(HIGH)}" y2="{_y(HIGH + shift)}" '
            'stroke="#bbb"/>'
        )
    for n in range(LOW + 2, HIGH, 3):
        yield f'<text x="{_x(n)}" y="{SIDE - EDGE + 18}" text-anchor="middle">{n}</text>'
        yield f'<text x="{EDGE - 6}" y="{_y(n) + 4}" text-anchor="end">{n}</text>'


def _dot(grade: Grade) -> str:
    x, y = _x(math.log10(grade.power)), _y(math.log10(min(grade.seen)))
    says = f"{grade.primitive}, {grade.dtype}, {grade.mode}"
    look = f'r="3" fill="{COLOURS[grade.dtype]}"'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" {look}><title>{says}</title></circle>'


def _x(n: float) -> float:
    return EDGE + (n - LOW) / (HIGH - LOW) * (SIDE - 2 * EDGE)


def _y(n: float) -> float:
    return SIDE - _x(n)
