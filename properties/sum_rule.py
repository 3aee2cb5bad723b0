"""The derivative of a sum is the sum of derivatives: J(α·f + β·g) = α·Jf + β·Jg.

Why: losses are sums of terms. Each term sends its share to every parameter, by its weight, and the
shares add up.

Source: Spivak, Calculus on Manifolds, theorem 2-3.

A minimal violation: the gradient of a loss with a penalty that is the gradient of the penalty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adspec.language.rewriting import mixed_with_its_square, squared
from adspec.law import Claim, close, law, nothing
from adspec.law.where import FLAT, PULLED, PUSHED
from adspec.observation import Observation, observe
from adspec.truth import truth_of
from adspec.truth.interval import Interval

ALPHA, BETA = 2.0, -0.5


@law(
    says="J(α·f + β·g) = α·Jf + β·Jg, forward and reverse, for g = f²",
    needs=("jvp", "vjp"),
    where=(PUSHED, PULLED, FLAT),
    explained_by=("fan_out", "chain_rule", "sharing", "truth_push", "truth_pull"),
    subsumed_by="fan_out",
    tiers=("programs", "contracts"),
    source="Spivak, Calculus on Manifolds, theorem 2-3",
)
def sum_rule(obs: Observation) -> Iterator[Claim]:
    """Differentiate f, its square, and both together."""
    f, g = obs.case.program, squared(obs.case.program)
    mixed = mixed_with_its_square(f, ALPHA, BETA)
    if obs.engine.lacks(mixed.primitives()) or any(y.dtype.kind not in "fc" for y in obs.y):
        yield nothing("no second function of this kind can be written")
        return
    sides = [obs, *(observe(obs.engine, replace(obs.case, program=p)) for p in (g, mixed))]
    for name, says in {"Ju": "J u", "JTv": "Jᵀ v"}.items():
        yield from _is_sum(sides, name, says)


def _is_sum(sides: list[Observation], name: str, says: str) -> Iterator[Claim]:
    words = f"{says} of α·f + β·g", f"α·({says} of f) + β·({says} of g)"
    for k, (a, b, c) in enumerate(zip(*(getattr(side, name) for side in sides), strict=True)):
        if not a.shape == b.shape == c.shape:
            yield nothing(f"{says} has not the shape of its space")
            continue

        def within(k: int = k) -> list[Interval]:
            return [getattr(truth_of(side.case), name)[k] for side in sides] * 2

        terms = [(ALPHA * a).astype(c.dtype), (BETA * b).astype(c.dtype)]
        yield close(c, terms[0] + terms[1], terms, within, words)
