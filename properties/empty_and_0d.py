"""Arrays without an entry or without an axis are arrays: y, J u and Jᵀ v keep their shapes.

Why: the last batch is empty, the loss is 0-d. Both are where an engine that writes `x[0]`, `len(x)`
or `atleast_1d` inside is caught, and where NumPy itself turns arrays into scalars on the way.

Source: the array API standard 2024.12: "zero-dimensional arrays" and "zero-size" are arrays.

A minimal violation: y = x at x = 0.5 whose pull returns an array of shape (1,).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adspec.language.spaces import Array
from adspec.law import Claim, law, nothing, same
from adspec.observation import EngineError, Observation


@law(
    says="zero-size and 0-d arrays keep their shapes",
    mode="each",
    explained_by=("value", "primal", "broadcasting"),
    source="array API standard 2024.12, array object",
)
def empty_and_0d(obs: Observation) -> Iterator[Claim]:
    """Compare the shapes where an array of x or y is empty or 0-d."""
    case = obs.case
    if not any(map(_is_special, (*case.x, *case.v))):
        yield nothing("every array has axes and entries")
        return
    for mode, operator, home, says in (
        ("push", "jvp", case.v, ("J u", "y")),
        ("pull", "vjp", case.x, ("Jᵀ v", "x")),
    ):
        if obs.engine.provides((operator,)):
            yield from _kept(obs, mode, home, says)


def _is_special(a: Array) -> bool:
    return a.size == 0 or a.ndim == 0


def _kept(obs: Observation, mode: str, home: Sequence[Array], says: tuple[str, str]) -> Iterator[Claim]:
    """Compare shape by shape, where the half is answered: what raises is another law's."""
    try:
        found = obs.Ju if mode == "push" else obs.JTv
    except EngineError:
        return
    for a, b in zip(found, home, strict=False):
        if _is_special(b):
            yield same(a.shape, b.shape, f"shape of {says[0]}", f"shape of {says[1]}", "shape", mode)
