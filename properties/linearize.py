"""linearize returns f(x) and the push at x: the same J u as jvp, linear in u, without another call of f.

Why: forward mode pays for f with every direction; linearizing pays once. What it keeps of the first
evaluation must be the derivative there, not a difference of values, and not stale.

Source: JAX, `linearize`; Griewank and Walther, Evaluating Derivatives, §3.1 (tangent mode on a tape).

A minimal violation: push(u) = f(x + u) − f(x).
"""

from __future__ import annotations

from collections.abc import Iterator

from adspec.language import spaces
from adspec.law import Claim, agree, law, same
from adspec.law.where import FLAT, PUSHED
from adspec.observation import Observation, linearized
from adspec.truth import truth_of


@law(
    says="linearize gives f(x) and J u, with one call of f for any number of directions",
    needs=("jvp", "linearize"),
    where=(FLAT, PUSHED),
    explained_by=("truth_push", "linear_push", "tangent_space", "primal"),
    accuses="engine",
    tiers=("programs", "contracts"),
    source="JAX, linearize",
)
def linearize(obs: Observation) -> Iterator[Claim]:
    """Push u, twice u and u again, and count."""
    y, push = linearized(obs)
    values, case = obs.arrays(y, "linearize"), obs.case
    shapes, wanted = ([a.shape for a in arrays] for arrays in (values, obs.y))
    yield same(shapes, wanted, "shape of the value of linearize", "shape of f(x)", symptom="shape")
    yield from agree(values, obs.y, lambda: truth_of(case).y, ("value of linearize", "f(x)"))
    with obs.stage("linearize"):
        once, twice = (obs.arrays(push(*obs.shown(u)), "linearize") for u in _tangents(obs))
    if not spaces.alike(once, obs.Ju):
        found, wanted = ([a.shape for a in arrays] for arrays in (once, obs.Ju))
        yield same(found, wanted, "shapes of the linearized push", "shapes of J u", symptom="shape")
        return
    truth = lambda: truth_of(obs.case).Ju
    yield from agree(once, obs.Ju, truth, ("linearized push of u", "J u"))
    yield from agree([a / 2 for a in twice], obs.Ju, truth, ("half the linearized push of 2·u", "J u"))
    calls, allowed = obs.calls["linearize"], obs.engine.dialect.linearize_calls
    yield same(calls, allowed, "calls of f by linearize and two pushes", "calls allowed", "calls of f")


def _tangents(obs: Observation) -> tuple[spaces.Tree, spaces.Tree]:
    return obs.case.u, spaces.scale(2.0, obs.case.u)
