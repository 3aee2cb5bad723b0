"""Concurrent derivatives equal serial ones, even where one begins inside another and outlasts it.

Why: servers, data loaders and optimisers differentiate on several threads. An engine that keeps its
traces on one stack for all of them takes away the wrong one: the trace of an inner derivative then
gets the number of an outer one, and both are confused.

Source: HIPS autograd 1.9.1, `tracer.TraceStack`, one for the process; "d/dx (x · d/dy (x·y))" is the
classical test of perturbation confusion (Siskind and Pearlmutter, 2005).

A minimal violation: f(x0, x1) = x0·x1, whose mixed derivative is 1, with one stack for two threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from adspec.law import Claim, all_same_bits, law, same
from adspec.law.where import STEPPED, UNNESTED
from adspec.observation import Observation
from adspec.observation.overlap import Overlap
from adspec.observation.watching import watched
from adspec.observation.ways import described, given, halves_of, mixed_runs, outcome

Ways = Callable[[Observation, Callable[..., Any]], dict[str, Callable[[], Any]]]


@law(
    says="concurrent derivatives equal serial ones",
    where=(UNNESTED, STEPPED),
    explained_by=("primal", "determinism"),
    accuses="engine",
    tiers=("contracts",),
    source="HIPS autograd 1.9.1, tracer.TraceStack",
)
def threads(obs: Observation) -> Iterator[Claim]:
    """Begin one derivative, begin a second, end the first, end the second."""
    for name in halves_of(obs):
        for ways in (halves_of, mixed_runs):
            yield from _beside(obs, name, ways)


def _beside(obs: Observation, name: str, ways: Ways) -> Iterator[Claim]:
    """Claim that a derivative is what it is alone, whose thread overlaps with another one's."""
    with obs.stage("threads"):
        run = ways(obs, obs.f("ways")).get(name)
        alone = None if run is None else outcome(run)
        if alone is None or isinstance(alone, Exception):
            return  # there is no second derivative, or none at all: other laws tell
        overlap = Overlap()
        first = halves_of(obs, watched(obs, overlap.first))[name]
        second = ways(obs, watched(obs, overlap.second))[name]
        _, beside = overlap.run(obs.engine, first, second)
    says = f"{name} beside another thread", f"{name} alone"
    if isinstance(beside, Exception):
        yield same(described(beside), "an answer", *says, symptom="wrong under threads")
        return
    found, wanted = obs.arrays(given(beside)), obs.arrays(given(alone))
    yield from all_same_bits(found, wanted, *says, symptom="wrong under threads")
