"""Where the nodes of a program stand: in layers, each below all that it reads.

The idea is Sugiyama's: a layer is the longest way from an input; a use that skips layers gets a stand-in in
each, so that its line goes round the cards; within a layer, nodes stand in the order of the middle of their
neighbours; then everybody moves towards its neighbours as far as the room allows.

Source: Sugiyama, Tagawa, Toda, Methods for visual understanding of hierarchical system structures, 1981.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adspec.language.program import Program

SWEEPS = 6
PORTS = 0.8  # of the width of a card, where lines end
Point = tuple[float, float]


@dataclass(frozen=True, kw_only=True, slots=True)
class Size:
    """How large a card is, and the room between cards and between layers."""

    width: float
    height: float
    gap: float
    step: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Use:
    """One use of a value: from the card of `source` to that of `target`, through `points`."""

    source: str
    target: str
    number: int  # among the uses of the target
    points: tuple[Point, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Layout:
    """The middle of the upper edge of each card, the uses, and how large everything is together."""

    at: dict[str, Point]
    uses: tuple[Use, ...]
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class _Chain:
    """A use with the stand-ins on its way."""

    source: str
    target: str
    number: int
    stops: tuple[str, ...]


def layout(program: Program, size: Size) -> Layout:
    """Return where the inputs and equations of a program stand."""
    rank = _ranks(program)
    chains = _chains(program, rank)
    layers: list[list[str]] = [[] for _ in range(max(rank.values()) + 1)]
    for name, k in rank.items():
        layers[k].append(name)
    for chain in chains:
        for stop, k in zip(chain.stops, range(rank[chain.source] + 1, rank[chain.target]), strict=True):
            layers[k].append(stop)
    near = _neighbours(chains)
    _order(layers, near)
    x = _spread(layers, near, size, set(rank))
    left = min(x.values()) - size.width / 2
    shift = size.gap - left
    at = {
        name: (x[name] + shift, size.gap + k * (size.height + size.step))
        for k, layer in enumerate(layers)
        for name in layer
    }
    uses = tuple(_uses(chains, at, size))
    width = max(x.values()) + size.width / 2 + shift + size.gap
    height = len(layers) * (size.height + size.step) - size.step + 2 * size.gap
    return Layout(at={name: at[name] for name in rank}, uses=uses, width=width, height=height)


def _ranks(program: Program) -> dict[str, int]:
    """Return the layer of each name; an input stands right above the first equation that reads it."""
    rank = dict.fromkeys(program.inputs, 0)
    for equation in program.equations:
        rank[equation.name] = 1 + max((rank[name] for name in equation.uses()), default=-1)
    for name in program.inputs:
        below = [rank[e.name] for e in program.equations if name in e.uses()]
        rank[name] = min(below, default=1) - 1
    return rank


def _chains(program: Program, rank: dict[str, int]) -> list[_Chain]:
    return [
        _Chain(
            name,
            equation.name,
            number,
            tuple(f"{name}>{equation.name}#{number}@{k}" for k in range(rank[name] + 1, rank[equation.name])),
        )
        for equation in program.equations
        for number, name in enumerate(equation.uses())
    ]


def _neighbours(chains: Sequence[_Chain]) -> dict[str, tuple[list[str], list[str]]]:
    """Return for each node and stand-in those above and those below it."""
    near: dict[str, tuple[list[str], list[str]]] = {}
    for chain in chains:
        way = (chain.source, *chain.stops, chain.target)
        for above, below in itertools.pairwise(way):
            near.setdefault(below, ([], []))[0].append(above)
            near.setdefault(above, ([], []))[1].append(below)
    return near


def _order(layers: list[list[str]], near: dict[str, tuple[list[str], list[str]]]) -> None:
    """Order every layer by the middle of its neighbours, above and below in turn."""
    for sweep in range(SWEEPS):
        side = sweep % 2
        place = {name: i for layer in layers for i, name in enumerate(layer)}
        for layer in layers if side == 0 else reversed(layers):

            def middle(name: str, side: int = side, place: dict[str, int] = place) -> float:
                others = near.get(name, ([], []))[side]
                return sum(place[o] for o in others) / len(others) if others else place[name]

            layer.sort(key=middle)
            place.update({name: i for i, name in enumerate(layer)})


def _spread(
    layers: list[list[str]], near: dict[str, tuple[list[str], list[str]]], size: Size, cards: set[str]
) -> dict[str, float]:
    """Return the horizontal middle of each node: as near to its neighbours as the room allows."""

    def wide(name: str) -> float:
        return size.width if name in cards else size.gap / 2

    x: dict[str, float] = {}
    for layer in layers:
        total = sum(map(wide, layer)) + size.gap * (len(layer) - 1)
        edge = -total / 2
        for name in layer:
            x[name] = edge + wide(name) / 2
            edge += wide(name) + size.gap
    for _ in range(SWEEPS):
        for layer in layers:
            wanted = [_mean([x[o] for side in near.get(n, ([], [])) for o in side], x[n]) for n in layer]
            x.update(zip(layer, _apart(wanted, [wide(n) for n in layer], size.gap), strict=True))
    return x


def _mean(numbers: Sequence[float], otherwise: float) -> float:
    return sum(numbers) / len(numbers) if numbers else otherwise


def _apart(wanted: Sequence[float], widths: Sequence[float], gap: float) -> list[float]:
    """Return places in this order that are far enough apart, the middle between pushing right and left."""
    right, left = list(wanted), list(wanted)
    for i in range(1, len(wanted)):
        right[i] = max(right[i], right[i - 1] + (widths[i] + widths[i - 1]) / 2 + gap)
    for i in range(len(wanted) - 2, -1, -1):
        left[i] = min(left[i], left[i + 1] - (widths[i] + widths[i + 1]) / 2 - gap)
    return [(a + b) / 2 for a, b in zip(right, left, strict=True)]


def _uses(chains: Sequence[_Chain], at: dict[str, Point], size: Size) -> Iterator[Use]:
    """Yield the uses as lines; those of one card leave it, and enter it, side by side."""
    ways = [(c.source, *c.stops, c.target) for c in chains]
    leaves = _ports([(way[0], at[way[1]][0]) for way in ways], size)
    enters = _ports([(way[-1], at[way[-2]][0]) for way in ways], size)
    for chain, (first, *_), leave, enter in zip(chains, ways, leaves, enters, strict=True):
        (sx, sy), (tx, ty) = at[first], at[chain.target]
        points = [(sx + leave, sy + size.height)]
        for stop in chain.stops:
            x, y = at[stop]
            points += [(x, y), (x, y + size.height)]
        points.append((tx + enter, ty))
        yield Use(source=chain.source, target=chain.target, number=chain.number, points=tuple(points))


def _ports(ends: Sequence[tuple[str, float]], size: Size) -> list[float]:
    """Return for each line how far from the middle of its card it ends; each comes with where it goes."""
    found = [0.0] * len(ends)
    for card in {name for name, _ in ends}:
        own = sorted((i for i, (name, _) in enumerate(ends) if name == card), key=lambda i: ends[i][1])
        for place, i in enumerate(own):
            found[i] = ((place + 0.5) / len(own) - 0.5) * size.width * PORTS
    return found
