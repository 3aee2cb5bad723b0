"""Give every use of x a copy of its own: the cotangents of the copies sum to that of x.

Why: the chain rule adds over all ways from x to y. An engine that overwrites instead of adding is
right on every program without sharing, however long.

Source: Griewank and Walther, Evaluating Derivatives, §3.2 (incremental reverse); Bauer, 1974.

A minimal violation: y = x·x with the gradient x.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

import numpy as np

from adspec.language import spaces
from adspec.language.case import Case
from adspec.language.spaces import Array
from adspec.law import Claim, agree, close, law, nothing
from adspec.observation import EngineError, Observation, observe
from adspec.truth import truth_of
from adspec.truth.interval import Interval


@law(
    says="one copy of x per use: their cotangents sum to that of x, and J u is that of as many copies of u",
    needs=("jvp", "vjp"),
    explained_by=("independence", "linear_push", "linear_pull"),
    tiers=("programs", "contracts"),
    source="Griewank and Walther, Evaluating Derivatives, 2nd ed., §3.2",
)
def fan_out(obs: Observation) -> Iterator[Claim]:
    """Copy every shared input, and the last shared value as an input of its own."""
    obs.raw_push, obs.raw_pull  # noqa: B018 -- where it cannot be differentiated at all, this raises
    if obs.packed is not None:
        yield nothing("one copy per use is another container")
        return
    try:
        claims = list(_claims(obs))
    except EngineError:
        claims = [nothing("a part of the program cannot be differentiated by itself", "inconclusive")]
    yield from claims or [nothing("no value is used twice")]


def _claims(obs: Observation) -> Iterator[Claim]:
    case, uses = obs.case, obs.case.program.use_counts()
    for name in case.wrt:
        if uses[name] > 1:
            yield from _one_copy_per_use(obs, name)
    shared = [e.name for e in case.program.equations if uses[e.name] > 1 and _flows(obs.value(e.name))]
    if shared:
        yield from _one_copy_per_use(observe(obs.engine, _from(obs, shared[-1])), shared[-1])


def _flows(value: Array | None) -> bool:
    return value is not None and value.dtype.kind in "fc"


def _from(obs: Observation, name: str) -> Case:
    """Return the case whose program starts from the value of `name`, with a plain tangent."""
    case, value = obs.case, np.asarray(obs.value(name))
    env = {**case.values(case.x), name: value}
    tangents = {**dict(zip(case.wrt, case.u, strict=True)), name: spaces.another(value)}
    return case.with_program(case.program.from_name(name), env, tangents)


def _one_copy_per_use(obs: Observation, name: str) -> Iterator[Claim]:
    case = obs.case
    x, u = dict(zip(case.wrt, case.x, strict=True))[name], dict(zip(case.wrt, case.u, strict=True))
    program, copies = case.program.one_copy_per_use(name)
    env = {**case.values(case.x), **dict.fromkeys(copies, x)}
    split = case.with_program(program, env, {**u, **dict.fromkeys(copies, u[name])})
    apart = observe(obs.engine, split)
    if not spaces.alike(apart.JTv, split.x) or not spaces.alike(obs.JTv, case.x):
        yield nothing("Jᵀ v has not the shape of x")
        return
    places = [i for i, n in enumerate(split.wrt) if n in copies]
    parts = [apart.JTv[i] for i in places]
    k, says = case.wrt.index(name), f"of one copy of {name} per use"
    total = reduce(np.add, parts)
    both = f"cotangent of {name}", f"Σ of the cotangents {says}"

    def within() -> list[Interval]:
        return [truth_of(case).JTv[k], *(truth_of(split).JTv[i] for i in places)]

    yield close(obs.JTv[k], total, parts, within, both)
    yield from agree(obs.Ju, apart.Ju, lambda: truth_of(case).Ju, ("J u", f"J u {says}"))
