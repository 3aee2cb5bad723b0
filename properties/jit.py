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
from adspec.law import Claim, agree, law, nothing, same
from adspec.observation import Observation, observe
from adspec.truth import truth_of


@law(
    says="jit(f) has the y, J u and Jᵀ v of f; so has its derivative compiled; f runs in Python once",
    needs=("vjp", "jit"),
    explained_by=("value", "truth_push", "truth_pull", "tangent_space", "primal"),
    accuses="engine",
    tiers=("contracts",),
    source="JAX, jit",
)
def jit(obs: Observation) -> Iterator[Claim]:
    """Compile f, then its pull, and call twice."""
    if not obs.case.program.is_flat:
        yield nothing("the program has derivatives, branches or loops in it")
        return
    obs.raw_pull  # noqa: B018 -- where it cannot be differentiated at all, this raises
    truth, compiled = truth_of(obs.case), observe(obs.engine, obs.case, obs.engine.jit)
    yield from agree(compiled.y, obs.y, lambda: truth.y, ("jit(f)(x)", "f(x)"))
    yield from agree(compiled.JTv, obs.JTv, lambda: truth.JTv, ("Jᵀ v of jit(f)", "Jᵀ v"))
    if obs.engine.provides(("jvp",)):
        yield from agree(compiled.Ju, obs.Ju, lambda: truth.Ju, ("J u of jit(f)", "J u"))
    yield from agree(_compiled_pull(obs), obs.JTv, lambda: truth.JTv, ("compiled Jᵀ v of f", "Jᵀ v"))
    with obs.stage("jit"):
        f = compiled.f("calls")
        f(*compiled.x), f(*compiled.x)
    allowed = obs.engine.dialect.jit_calls
    yield same(
        compiled.calls["calls"],
        allowed,
        "Python calls of f by two calls of jit(f)",
        "calls allowed",
        "calls of f",
    )


def _compiled_pull(obs: Observation) -> spaces.Tree:
    """Return Jᵀ v by one compiled function."""
    assert obs.engine.jit is not None
    assert obs.engine.vjp is not None
    vjp, compile_, f, v = obs.engine.vjp, obs.engine.jit, obs.f("jit"), obs.v
    with obs.stage("jit"):
        return obs.cotangents(compile_(lambda *xs: vjp(f, xs)[1](v))(*obs.x))
