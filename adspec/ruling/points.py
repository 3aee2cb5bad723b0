"""At which points a function is tried: plain ones first, then special ones, then from tiny to large.

Points come from a named seed; each array is filled entry by entry within its domain. Where the
value of the function is not finite nothing is judged, so points may be generous.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from adspec.language.spaces import Array

Domain = tuple[float, float]
PLAIN = (0.5, -0.75, 1.5, 0.25, -2.0, 3.0, -0.125, 2.5)
MOVES = (1.0, -0.5, 2.0, 0.25, -1.5, 0.75, 3.0)
PULLS = (1.0, 2.0, -0.5, 1.5, -1.0, 0.25, -2.0)
EVERYWHERE = (-np.inf, np.inf)
ENDS = (1e-8, 1e8)  # the sizes of entries where no domain is given
SPECIAL = (0.0, 1.0, -1.0, 0.5, 2.0, 1e-8, -1e-8, 1e-3, 20.0, -20.0, 1e3, -1e3, 1e8, -1e8)


@dataclass(frozen=True, slots=True)
class Pointed:
    """A point and what is special about it, in words: "plain", "all 0.0", "sizes from 1e-08 to 1e+08"."""

    x: tuple[Array, ...]
    says: str


def domains_for(domain: Any, count: int) -> list[Domain]:
    """Return one domain per array: of `{0: (0.1, 10.0)}`, of one pair for all, or all real numbers.

    Raises: ValueError for what is no domain.
    """
    if domain is None:
        return [EVERYWHERE] * count
    if isinstance(domain, Mapping):
        unknown = sorted(set(domain) - set(range(count)))
        if unknown:
            raise ValueError(f"domain {unknown[0]!r}: no such argument. There are arrays 0 to {count - 1}.")
        return [_pair(domain.get(k, EVERYWHERE)) for k in range(count)]
    return [_pair(domain)] * count


def _pair(domain: Any) -> Domain:
    try:
        low, high = (float(e) for e in domain)
    except (TypeError, ValueError):
        raise ValueError(f"domain {domain!r}: not a pair. Write (0.1, 10.0).") from None
    if not low < high:
        raise ValueError(f"domain {domain!r}: is empty. The first number must be the smaller one.")
    return low, high


def points(
    example: Sequence[Array], moving: Sequence[int], domains: Sequence[Domain], seed: int, count: int
) -> Iterator[Pointed]:
    """Yield the example, plain points, special ones, then `count` random ones."""
    rng = np.random.default_rng(seed)
    rows: list[tuple[str, Any]] = [("plain", _pool(0)), ("plain", _pool(3))]
    rows += [(f"all {value}", _same(value)) for value in SPECIAL]
    rows += [("ties", _pool_of((0.5, 0.5, 2.0))), ("zeros among others", _pool_of((0.0, 1.5, -0.5)))]
    for k in range(count):
        ends = ((1e-3, 1e3), ENDS, (1e-8, 1.0), (1.0, 1e2))[k % 4]
        rows.append((f"sizes from {ends[0]:.0e} to {ends[1]:.0e}", _spread(rng, ends)))
    yield Pointed(tuple(example), "the example")
    seen = set()
    for says, fill in rows:
        x = list(example)
        for k, number in enumerate(moving):
            x[number] = _within(fill(example[number].shape, k), domains[k], example[number].dtype)
        key = b"".join(a.tobytes() for a in x)
        if key not in seen:
            seen.add(key)
            yield Pointed(tuple(x), says)


def example_array(dtype: str, shape: tuple[int, ...], domain: Any, number: int) -> Array:
    """Return plain numbers of a dtype and shape within the domain of an argument, for an example."""
    if np.dtype(dtype).kind in "biu":
        return np.arange(int(np.prod(shape))).reshape(shape).astype(dtype)
    own = domain.get(number, EVERYWHERE) if isinstance(domain, Mapping) else domain or EVERYWHERE
    return _within(_cycled(PLAIN, shape, 2 * number), _pair(own), dtype)


def _pool(offset: int) -> Any:
    return lambda shape, k: _cycled(PLAIN, shape, offset + 2 * k)


def _pool_of(pool: Sequence[float]) -> Any:
    return lambda shape, k: _cycled(pool, shape, k)


def _same(value: float) -> Any:
    return lambda shape, _: np.full(shape, value)


def _spread(rng: np.random.Generator, ends: tuple[float, float]) -> Any:
    def fill(shape: tuple[int, ...], _: int) -> Array:
        sizes = np.exp(rng.uniform(np.log(ends[0]), np.log(ends[1]), shape))
        return np.asarray(sizes * rng.choice([-1.0, 1.0], shape))

    return fill


def _cycled(pool: Sequence[float], shape: tuple[int, ...], offset: int) -> Array:
    size = int(np.prod(shape))
    return np.asarray([pool[(offset + i) % len(pool)] for i in range(size)], dtype=float).reshape(shape)


def _within(values: Array, domain: Domain, dtype: Any) -> Array:
    """Return values inside a domain: mirrored if that suffices, else spread by their size."""
    low, high = domain
    inside = (values >= low) & (values <= high)
    mirrored = np.where(inside, values, -values)
    inside = (mirrored >= low) & (mirrored <= high)
    share = np.abs(mirrored) / (1 + np.abs(mirrored))
    if np.isfinite(low) and np.isfinite(high):
        other = low * (high / low) ** share if low > 0 else low + (high - low) * share
    else:
        other = low + np.abs(mirrored) if np.isfinite(low) else high - np.abs(mirrored)
    filled = np.where(inside, mirrored, other)
    return np.asarray(filled if np.dtype(dtype).kind == "f" else filled * (1 - 0.5j)).astype(dtype)


def vector(like: Array, pool: Sequence[float], offset: int = 0) -> Array:
    """Return a tangent or cotangent of short numbers in the space of an array."""
    numbers = _cycled(pool, like.shape, offset)
    return np.asarray(numbers * (1 - 0.5j) if like.dtype.kind == "c" else numbers).astype(like.dtype)
