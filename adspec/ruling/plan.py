"""What is shown of a function: how many points, which ones, and what else beside the plain way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from adspec.ruling.points import Domain, Pointed, points
from adspec.ruling.subject import Subject, Way

LARGE = 2_000  # entries; beyond, few points are shown
OTHER = {"float64": "float32", "float32": "float64", "complex128": "complex64", "complex64": "complex128"}
FEW, EAGER = 3, 2  # points


@dataclass(frozen=True, kw_only=True, slots=True)
class Profile:
    """How much is shown. Units: `random` and `elsewhere` are points per way, `second` likewise."""

    random: int
    elsewhere: int
    second: int


PROFILES: Mapping[str, Profile] = {
    "quick": Profile(random=12, elsewhere=4, second=6),
    "default": Profile(random=40, elsewhere=8, second=12),
    "deep": Profile(random=400, elsewhere=30, second=60),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """What is shown: the domains, how much, from which seed.

    `wide` is from tiny to large and in every way, as suits a rule; otherwise next to the example. Of a
    `large` function one point is shown, two if it is a rule.
    """

    domains: Sequence[Domain]
    profile: Profile
    seed: int
    wide: bool
    entrywise: bool
    large: bool


def rows_of(subject: Subject, plan: Plan) -> list[Pointed]:
    """Return the points: few where they are large, next to the example where they are not `wide`."""
    signature = subject.signature
    total = sum(signature.example[k].size for k in signature.moving)
    if plan.wide:
        rows = points(signature.example, signature.moving, plan.domains, plan.seed, plan.profile.random)
        return list(rows)[: EAGER if plan.large else FEW if total > LARGE else None]
    rng = np.random.default_rng(plan.seed)
    found = [Pointed(signature.example, "the example")]
    for _ in range(0 if plan.large else 1 if total > LARGE else 3):
        x = list(signature.example)
        for k in signature.moving:
            x[k] = np.asarray(x[k] * rng.uniform(0.5, 1.5, x[k].shape)).astype(x[k].dtype)
        found.append(Pointed(tuple(x), "next to the example"))
    return found


def elsewhere(
    plan: Plan, ways: Mapping[str, Way], main: Way, rows: list[Pointed], subject: Subject
) -> Iterator[tuple[Pointed, Way]]:
    """Yield what else is shown: a batch, the other dtype, other shapes where f acts entry by entry."""
    few = rows[: 1 if plan.large else 1 + plan.profile.elsewhere]
    if "vmap" in ways and plan.wide:
        yield from ((at, ways["vmap"]) for at in few)
    if plan.wide:
        yield from ((other, main) for at in few if (other := _in_other_dtype(at, subject)))
    if plan.entrywise:
        for shape in ((), (2, 3)):
            if rows[0].x[0].shape != shape:
                yield from ((_reshaped(at, shape), main) for at in few[1:] if at.x[0].size)


def _in_other_dtype(at: Pointed, subject: Subject) -> Pointed | None:
    moving = subject.signature.moving
    kinds = {at.x[k].dtype.name for k in moving}
    if len(kinds) != 1 or not kinds <= OTHER.keys():
        return None
    dtype = OTHER[next(iter(kinds))]
    x = tuple(a.astype(dtype) if k in moving else a for k, a in enumerate(at.x))
    return Pointed(x, f"{dtype}, {at.says}")


def _reshaped(at: Pointed, shape: tuple[int, ...]) -> Pointed:
    size = int(np.prod(shape))
    return Pointed(tuple(np.resize(a, size).reshape(shape) for a in at.x), f"shape {shape}, {at.says}")
