"""Which entries of x move together for Jᵀv: entry by entry, and all at once where no output would notice.

A program that acts entry by entry shows all of Jᵀv in one move, and the move along u is one. One that brings
entries together needs a move for each that an output shares.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from flint import acb, arb

from adspec.truth.balls import listed
from adspec.truth.dependence import together
from adspec.truth.directional import Entries
from adspec.truth.turns import hides_kinks
from adspec.truth.values import Moves, Values, is_float

PROBES = 64  # beyond these, entries are left unjudged
PLAIN = 64.0  # moves of a size between this and its inverse show the same as moves of size 1


@dataclass(frozen=True, slots=True)
class Probes:
    """Moves of real coordinates of x that no output entry shares.

    Of probe p, `of[p]` says for each entry that it can change which coordinate that sees move, and
    `weights[p]` what one unit of its slope adds to Jᵀv there; `moved[p]` are the coordinates that move.
    """

    moves: Moves
    of: list[list[int]]
    weights: list[Entries]
    moved: list[list[int]]


def probes(values: Values, v: Entries) -> Probes:
    """Return the moves that together reach every real coordinate of x.

    Real coordinates are counted as in flat real views: a complex entry has two.
    """
    at = values.at
    widths = [width for a in at.x for width in [1 + np.iscomplexobj(a)] * a.size]
    starts = [0, *itertools.accumulate(widths)]
    parts = [p for a in at.x for p in [(1 + np.iscomplexobj(a)) * is_float(a)] * a.size]
    seen = [b for name in at.machine.outputs for b in values.depends[name]]
    seen = [
        b for b, complex_ in zip(seen, _outputs_complex(values), strict=True) for _ in range(1 + complex_)
    ]
    chosen, moved, owners = [], [], []
    for group in itertools.islice(together(seen, len(parts)), PROBES):
        for p, part in enumerate((arb(1), acb(0, 1))):
            moving = [i for i, n in enumerate(parts) if n > p and group >> i & 1]
            mask = sum(1 << i for i in moving)
            if moving:
                chosen.append((mask, part))
                moved.append([starts[i] + p for i in moving])
                owners.append((mask, p))
    moves = values.moves(chosen)
    of = [
        [starts[(seen[j] & mask).bit_length() - 1] + p for j in places]
        for places, (mask, p) in zip(moves.places, owners, strict=True)
    ]
    return Probes(moves, of, [[v[j] for j in places] for places in moves.places], moved)


def along_u(values: Values, v: Entries) -> Probes | None:
    """Return the move along u as the only probe, where every entry of y sees one entry of x move."""
    at, moves = values.at, values.along_u
    u = [part for a in at.u for part in listed(a)]
    if not all(a.dtype.kind == "f" for a in (*at.x, *at.u)) or any(at.complexes):
        return None
    if not all(1 / PLAIN <= abs(part) <= PLAIN for part in u):
        return None
    seen = [b for name in at.machine.outputs for b in values.depends[name]]
    if any(b & (b - 1) for b in seen):
        return None
    [found], _ = values.slopes_of(moves)
    if set(found.kinds) - {"smooth"} or hides_kinks(values):
        return None
    of = [seen[j].bit_length() - 1 for j in moves.places[0]]
    weights = [v[j] / arb(float(u[c])) for j, c in zip(moves.places[0], of, strict=True)]
    return Probes(moves, [of], [weights], [list(range(len(u)))])


def _outputs_complex(values: Values) -> list[bool]:
    """Return for every output entry whether it has an imaginary part."""
    sizes = [np.size(r) for r in values.at.machine.results(values.env)]
    return [c for size, c in zip(sizes, values.at.complexes, strict=True) for _ in range(size)]
