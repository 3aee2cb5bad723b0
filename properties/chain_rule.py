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

import numpy as np

from adspec.language import spaces
from adspec.language.case import Case
from adspec.law import Claim, agree, law, nothing
from adspec.observation import EngineError, Observation, observe
from adspec.truth import truth_of


@law(
    says="J(g∘f) u = Jg(f(x)) (Jf u), and the pullbacks compose in reverse",
    needs=("jvp", "vjp"),
    explained_by=("fan_out", "tangent_space", "linear_push", "linear_pull"),
    tiers=("programs", "contracts"),
    source="Spivak, Calculus on Manifolds, theorem 2-2",
)
def chain_rule(obs: Observation) -> Iterator[Claim]:
    """Compare the whole program with its two halves."""
    obs.raw_push, obs.raw_pull  # noqa: B018 -- where it cannot be differentiated at all, this raises
    if obs.packed is not None:
        yield nothing("its halves have other containers")
        return
    halves = _halves(obs)
    if halves is None:
        yield nothing("the program has no two parts through which a derivative flows")
        return
    try:
        claims = list(_claims(obs, *halves))
    except EngineError:
        claims = [nothing("one half of the program cannot be differentiated by itself", "inconclusive")]
    yield from claims


def _claims(obs: Observation, before: Case, after: Case) -> Iterator[Claim]:
    inner = observe(obs.engine, before)
    outer = observe(obs.engine, replace(after, u=inner.Ju))
    if not spaces.alike(inner.Ju, after.x) or not spaces.alike(outer.JTv, after.x):
        yield nothing("a derivative of one half has not the shape of its space")
        return
    composed = inner.pull(outer.JTv)
    yield from agree(obs.Ju, outer.Ju, lambda: truth_of(obs.case).Ju, ("J(g∘f) u", "Jg (Jf u)"))
    yield from agree(obs.JTv, composed, lambda: truth_of(obs.case).JTv, ("J(g∘f)ᵀ v", "Jfᵀ (Jgᵀ v)"))


def _halves(obs: Observation) -> tuple[Case, Case] | None:
    """Return the cases before and after the middle; only float values that depend on x flow."""
    case = obs.case
    before, after = case.program.split(len(case.program.equations) // 2)
    found = {name: obs.value(name) for name in after.inputs}
    values = {name: a for name, a in found.items() if a is not None}
    flow = tuple(n for n, a in values.items() if n not in case.held and a.dtype.kind in "fc")
    if not before.equations or not flow or len(values) < len(found):
        return None
    held = {name: a for name, a in values.items() if name not in flow}
    x = tuple(values[name] for name in flow)
    zeros = tuple(map(np.zeros_like, x))
    first = replace(case, program=replace(before, outputs=flow), v=zeros)
    return first, replace(case, program=after, x=x, u=zeros, held=held)
