"""Linearity: what a push and a pull have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from adspec.language import spaces
from adspec.language.spaces import Array
from adspec.law.claims import close, equal, multiple, same
from adspec.law.words import Claim
from adspec.truth.interval import Interval

FACTOR = -8.0  # a power of two, so that nothing is rounded; negative, and beyond a clip at 3

Arrays = tuple[Array, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Map:
    """A map of vectors by its symbol: what an engine gives for one, and the truth of that."""

    says: str
    of: Callable[[Arrays], Arrays]
    truth: Callable[[Arrays], Sequence[Interval]]


def linear(m: Map, at: tuple[str, Arrays], image: Arrays) -> Iterator[Claim]:
    """Yield the claims that a map is linear at a vector u, by name, of which the image is known.

    Math: m(c·u) = c·m(u) and m(u + w) = m(u) + m(w) up to what each is allowed, w being another vector
    and c a power of two, which itself rounds nothing; m(0) = 0.
    An engine may choose its way by the size of the vector, as PyTorch does for the exponential of a matrix.
    Cost: four calls of the map; the truth of three where roundoff does not explain a difference.
    """
    u, vector = at
    w = tuple(map(spaces.another, vector))
    total = spaces.add(vector, w)
    vectors = spaces.scale(FACTOR, vector), w, total, spaces.zeros_like(vector)
    results = [m.of(each) for each in vectors]
    if not all(spaces.alike(result, image) for result in results):
        yield same("another shape", "the same shape", f"{m.says} of another vector", f"{m.says} {u}", "shape")
        return
    for k, (first, scaled, second, both, none) in enumerate(zip(image, *results, strict=True)):
        within = partial(_truths, m, (vector, w, total), k)
        beside = partial(_truths, m, (vectors[0], vectors[0]), k)
        times = f"{m.says}({FACTOR}·{u})", f"{FACTOR}·{m.says} {u}"
        yield multiple(scaled, first, FACTOR, beside, times)
        sums = f"{m.says}({u} + w)", f"{m.says} {u} + {m.says} w"
        yield close(both, first + second, [first, second], within, sums)
        yield equal(np.where(np.isfinite(first), none, 0), np.zeros_like(none), 0.0, f"{m.says} 0", "0")


def _truths(m: Map, vectors: Sequence[Arrays], k: int) -> Iterator[Interval]:
    return (m.truth(vector)[k] for vector in vectors)
