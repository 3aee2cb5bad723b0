"""A walk as a picture: the program as a graph, numbers on it, the guilty node marked. Plain SVG.

A card is an input or an equation with its value, tangent and cotangent; a line is a use. What is wrong is
said in words and by a thicker border, never by colour alone. Colours follow the light or dark scheme of the
reader, and nothing is fetched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape

from adspec.explaining.layout import Layout, Point, Size, Use, layout
from adspec.explaining.words import brief, clipped, digits_of, guilty, symbol
from adspec.findings.told import Told
from adspec.findings.walk import Node, Walk

SIZE = Size(width=236.0, height=92.0, gap=28.0, step=56.0)
TITLE = 30  # columns of a card
CELL = 24

COLOURS = """
  --paper: #ffffff; --ink: #1b1f24; --soft: #57606a; --line: #8c959f; --card: #f6f8fa;
  --value: #0550ae; --tangent: #116329; --cotangent: #8a3ffc; --wrong: #b42318; --wrong-card: #fff1f0;
  --focus: #0969da; --focus-card: #ddf4ff;
"""
DARK = """
  --paper: #0d1117; --ink: #e6edf3; --soft: #9da7b3; --line: #6e7681; --card: #161b22;
  --value: #79c0ff; --tangent: #7ee787; --cotangent: #d2a8ff; --wrong: #ff9a8f; --wrong-card: #3a1512;
  --focus: #58a6ff; --focus-card: #122d4d;
"""
STYLE = """
.graph text { font: 13px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: var(--ink); }
.graph .card { fill: var(--card); stroke: var(--line); }
.graph .title { font-weight: 600; }
.graph .value { fill: var(--value); } .graph .tangent { fill: var(--tangent); }
.graph .cotangent, .graph .share { fill: var(--cotangent); }
.graph .share { font-size: 11px; paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }
.graph .use { fill: none; stroke: var(--line); stroke-width: 1.5px; }
.graph .head { fill: var(--line); }
.graph .wrong { fill: var(--wrong); font-weight: 600; }
.graph .guilty .card { fill: var(--wrong-card); stroke: var(--wrong); stroke-width: 3px; }
.graph .badge { fill: var(--wrong); font-weight: 600; font-size: 12px; }
"""
HEAD = """<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="10"
markerHeight="10" markerUnits="userSpaceOnUse" orient="auto">
<path class="head" d="M0 0 8 4 0 8z"/></marker></defs>"""


def walk_svg(found: Walk) -> str:
    """Return the whole picture as an SVG file of its own."""
    scheme = f"svg {{{COLOURS}}} @media (prefers-color-scheme: dark) {{ svg {{{DARK}}} }}"
    paper = '<rect width="100%" height="100%" fill="var(--paper)"/>'
    return graph(found, f"<style>{scheme}{STYLE}</style>{paper}")


def graph(found: Walk, inside: str = "") -> str:
    """Return the graph as an SVG element; `inside` is put before all that it shows."""
    plan = layout(found.case.program, SIZE)
    accused = {node.name for node in guilty(found)}
    says = f"The program as a graph of {len(found.nodes)} nodes" + (
        f"; guilty: {', '.join(sorted(accused))}" if accused else ""
    )
    size = f'width="{plan.width:.0f}" height="{plan.height:.0f}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="graph" role="img" {size}',
        f'aria-label="{escape(says)}" viewBox="0 0 {plan.width:.0f} {plan.height:.0f}">',
        inside,
        HEAD,
        *(_use(use) for use in plan.uses),
        *(
            _card(node, plan, is_guilty=node.name in accused, first=_first(found, node))
            for node in found.nodes
        ),
        *_shares(found, plan),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part)


def _first(found: Walk, node: Node) -> frozenset[str]:
    """Return the quantities whose first wrong number stands at a node."""
    return frozenset(m.quantity for m in found.marks if m.name == node.name)


def _use(use: Use) -> str:
    key = f"{use.target}.{use.number}"
    return f'<path class="use" data-use="{escape(key)}" d="{_path(use.points)}" marker-end="url(#head)"/>'


def _path(points: tuple[Point, ...]) -> str:
    """Return a line that leaves and enters downwards: a curve between layers, straight along a card."""
    (x, y), *rest = points
    text = f"M{x:.1f} {y:.1f}"
    for i, (tx, ty) in enumerate(rest):
        bend = (ty - y) / 2
        is_along = i % 2 == 1
        text += (
            f" L{tx:.1f} {ty:.1f}"
            if is_along
            else (f" C{x:.1f} {y + bend:.1f} {tx:.1f} {ty - bend:.1f} {tx:.1f} {ty:.1f}")
        )
        x, y = tx, ty
    return text


def _card(node: Node, plan: Layout, *, is_guilty: bool, first: frozenset[str]) -> str:
    x, y = plan.at[node.name]
    left = x - SIZE.width / 2
    title = node.equation.lines()[-1] if node.equation else f"{node.name}{'   held' if node.held else ''}"
    badge = (
        f'<text class="badge" x="{left + SIZE.width:.1f}" y="{y - 5:.1f}" text-anchor="end">'
        f"\N{BLACK LEFT-POINTING POINTER} guilty</text>"
        if is_guilty
        else ""
    )
    rows = "".join(
        _row(node, quantity, told, (left + 10, y + 40 + 18 * i), first)
        for i, (quantity, told) in enumerate(node.told())
    )
    return (
        f'<g class="node{" guilty" if is_guilty else ""}" data-node="{escape(node.name)}">'
        f"<title>{escape(node.text)}</title>"
        f'<rect class="card" x="{left:.1f}" y="{y:.1f}" width="{SIZE.width:.0f}" height="{SIZE.height:.0f}" '
        f'rx="8"/><text class="title" x="{left + 10:.1f}" y="{y + 20:.1f}">{escape(clipped(title, TITLE))}'
        f"</text>{rows}{badge}</g>"
    )


def _row(node: Node, quantity: str, told: Told, at: Point, first: frozenset[str]) -> str:
    digits = digits_of(told)
    wrong = " wrong" if told.is_wrong else ""
    note = " \N{BLACK LEFT-POINTING POINTER}1st" if quantity in first else ""
    cell = brief(told.engine, digits, CELL - len(note))
    name = escape(node.name)
    return (
        f'<text class="{quantity}{wrong}" x="{at[0]:.1f}" y="{at[1]:.1f}">{symbol(quantity, name)} '
        f'<tspan data-number="{quantity}.{name}">{escape(cell)}</tspan>{note}</text>'
    )


def _shares(found: Walk, plan: Layout) -> Iterator[str]:
    """Yield what each use pulls back, on its line, below the card of the source."""
    sources: Counter[str] = Counter()
    for use in sorted(plan.uses, key=lambda use: use.points[0]):
        edge = next((e for e in found.node(use.target).edges if e.number == use.number), None)
        if edge is not None and edge.pulled.engine is not None:
            down = 14.0 + 12.0 * (sources[use.source] % 3)  # neighbours stand on different lines
            sources[use.source] += 1
            (x, y), (tx, ty), *_ = use.points
            part = down / (ty - y)
            wrong = " wrong" if edge.pulled.is_wrong else ""
            yield (
                f'<text class="share{wrong}" x="{x + (tx - x) * part * part * (3 - 2 * part):.1f}" '
                f'y="{y + down:.1f}" text-anchor="middle" data-share="{escape(use.target)}.{use.number}">'
                f"+ {escape(brief(edge.pulled.engine, 6, 16))}</text>"
            )
