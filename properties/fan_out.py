"""Give every use of x a copy of its own: the cotangents of the copies sum to that of x.

Why: the chain rule adds over all ways from x to y. An engine that overwrites instead of adding is
right on every program without sharing, however long.

Source: Griewank and Walther, Evaluating Derivatives, §3.2 (incremental reverse); Bauer, 1974.

A minimal violation: y = x·x with the gradient x.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from adspec.language import spaces
from adspec.language.variants import begun_at, copied
from adspec.law import Claim, agree_in, close, law, nothing, of_parts
from adspec.law.where import PULLED, PUSHED, UNPACKED
from adspec.observation import Observation, observe
from adspec.truth import truth_of


@law(
    says="one copy of x per use: their cotangents sum to that of x, and J u is that of as many copies of u",
    needs=("jvp", "vjp"),
    where=(PUSHED, PULLED, UNPACKED),
    explained_by=("independence", "linear_push", "linear_pull"),
    tiers=("programs", "contracts"),
    source="Griewank and Walther, Evaluating Derivatives, 2nd ed., §3.2",
)
def fan_out(obs: Observation) -> Iterator[Claim]:
    """Copy every shared input, and the last shared value as an input of its own."""
    shared = list(_shared(obs))
    yield from of_parts(lambda: (c for found in shared for c in _one_copy_per_use(*found)))
    if not shared:
        yield nothing("no value is used twice")


def _shared(obs: Observation) -> Iterator[tuple[Observation, str]]:
    """Yield what is used several times, as an input of an observation."""
    case, uses = obs.case, obs.case.program.use_counts()
    yield from ((obs, name) for name in case.wrt if uses[name] > 1)
    values = {e.name: obs.value(e.name) for e in case.program.equations if uses[e.name] > 1}
    floats = [(name, a) for name, a in values.items() if a is not None and a.dtype.kind in "fc"]
    yield from ((observe(obs.engine, begun_at(case, *last)), last[0]) for last in floats[-1:])


def _one_copy_per_use(obs: Observation, name: str) -> Iterator[Claim]:
    split, places = copied(obs.case, name)
    apart, k = observe(obs.engine, split), obs.case.wrt.index(name)
    if not spaces.alike(apart.JTv, split.x) or not spaces.alike(obs.JTv, obs.case.x):
        yield nothing("Jᵀ v has not the shape of x")
        return
    parts, says = [apart.JTv[i] for i in places], f"of one copy of {name} per use"
    both = f"cotangent of {name}", f"Σ of the cotangents {says}"
    within = lambda: [truth_of(obs.case).JTv[k], *(truth_of(split).JTv[i] for i in places)]
    yield close(obs.JTv[k], np.add.reduce(parts), parts, within, both)
    yield from agree_in(["Ju"], (obs, apart), obs.case, ("{}", f"{{}} {says}"))
