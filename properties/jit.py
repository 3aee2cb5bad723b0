"""A compiled function has the value and the derivative of the plain one, and Python runs it once.

Why: compilers fuse, reorder and specialise. Whatever they do, jit(grad f) = grad(jit f) = grad f up to
roundoff; and what was baked in when it was traced must not be an argument.

Source: JAX, `jit` ("traced once per shape"); Frostig, Johnson and Leary, Compiling machine learning
programs via high-level tracing, 2018.

A minimal violation: a jit that runs the Python function each time.
"""

from __future__ import annotations

from collections.abc import Iterator

from adspec.language import spaces
from adspec.law import Claim, agree, agree_in, law, same
from adspec.law.where import FLAT, PULLED
from adspec.observation import Observation, observe
from adspec.truth import truth_of


@law(
    says="jit(f) has the y, J u and Jᵀ v of f; so has its derivative compiled; f runs in Python once",
    needs=("vjp", "jit"),
    where=(FLAT, PULLED),
    explained_by=("value", "truth_push", "truth_pull", "tangent_space", "primal"),
    accuses="engine",
    tiers=("contracts",),
    source="JAX, jit",
)
def jit(obs: Observation) -> Iterator[Claim]:
    """Compile f, then its pull, and call twice."""
    compiled = observe(obs.engine, obs.case, obs.engine.jit)
    names = ("y", "JTv", "Ju") if obs.engine.provides(("jvp",)) else ("y", "JTv")
    yield from agree_in(names, (compiled, obs), obs.case, ("{} of jit(f)", "{}"))
    says = "compiled Jᵀ v of f", "Jᵀ v"
    yield from agree(_compiled_pull(obs), obs.JTv, lambda: truth_of(obs.case).JTv, says)
    with obs.stage("jit"):
        f = compiled.f("calls")
        f(*compiled.x), f(*compiled.x)
    found, allowed = compiled.calls["calls"], obs.engine.dialect.jit_calls
    yield same(found, allowed, "Python calls of f by two calls of jit(f)", "calls allowed", "calls of f")


def _compiled_pull(obs: Observation) -> spaces.Tree:
    """Return Jᵀ v by one compiled function."""
    assert obs.engine.jit is not None
    assert obs.engine.vjp is not None
    vjp, compile_, f, v = obs.engine.vjp, obs.engine.jit, obs.f("jit"), obs.v
    with obs.stage("jit"):
        return obs.cotangents(compile_(lambda *xs: vjp(f, xs)[1](v))(*obs.x))
