"""Cut the program anywhere: J(g∘f) u = Jg(f(x)) (Jf u), and the pullbacks compose in reverse.

Why: it is the one theorem that automatic differentiation is made of. What goes wrong between two
equations (a tangent rounded to a shorter float, a cotangent sent on before it is complete) shows
nowhere else when both halves are right.

Source: Spivak, Calculus on Manifolds, thm. 2-2; Elliott, The Simple Essence of AD, 2018, §2.

A minimal violation: sin(exp(x)) whose tangent is rounded to float32 after each equation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adspec.language import spaces
from adspec.language.case import Case
from adspec.language.variants import halves
from adspec.law import Claim, agree, law, nothing, of_parts
from adspec.law.where import PULLED, PUSHED, UNPACKED
from adspec.observation import Observation, observe
from adspec.truth import truth_of


@law(
    says="J(g∘f) u = Jg(f(x)) (Jf u), and the pullbacks compose in reverse",
    needs=("jvp", "vjp"),
    where=(PUSHED, PULLED, UNPACKED),
    explained_by=("fan_out", "tangent_space", "linear_push", "linear_pull"),
    tiers=("programs", "contracts"),
    source="Spivak, Calculus on Manifolds, theorem 2-2",
)
def chain_rule(obs: Observation) -> Iterator[Claim]:
    """Compare the whole program with its two halves."""
    parts = halves(obs.case, obs.value)
    if parts is None:
        yield nothing("the program has no two parts through which a derivative flows")
        return
    yield from of_parts(lambda: _composed(obs, *parts))


def _composed(obs: Observation, before: Case, after: Case) -> Iterator[Claim]:
    inner = observe(obs.engine, before)
    outer = observe(obs.engine, replace(after, u=inner.Ju))
    if not spaces.alike(inner.Ju, after.x) or not spaces.alike(outer.JTv, after.x):
        yield nothing("a derivative of one half has not the shape of its space")
        return
    composed = inner.pull(outer.JTv)
    yield from agree(obs.Ju, outer.Ju, lambda: truth_of(obs.case).Ju, ("J(g∘f) u", "Jg (Jf u)"))
    yield from agree(obs.JTv, composed, lambda: truth_of(obs.case).JTv, ("J(g∘f)ᵀ v", "Jfᵀ (Jgᵀ v)"))
