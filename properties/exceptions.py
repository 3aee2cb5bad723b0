"""An exception inside f comes out as it is, and the engine is right afterwards and remembers nothing.

Why: f may fail for reasons of its own: a line search steps out of the domain, a user presses a key.
Whoever catches that exception must get the very object that was raised, and an engine that works as
before, also where an inner derivative fails in the middle of an outer one.

Source: HIPS autograd 1.9.1, `tracer.TraceStack.new_trace`, which counts down only where nothing was
raised; Python, "The try statement": clean-up belongs into `finally`.

A minimal violation: a stack of traces from which the failed one is never taken away.
"""

from __future__ import annotations

from collections.abc import Iterator

from adspec.law import Claim, all_same_bits, law, same
from adspec.law.where import STEPPED, UNNESTED
from adspec.observation import Observation
from adspec.observation.failures import answers, failures_of


@law(
    says="an exception inside f comes out as it is, and the engine is right afterwards",
    where=(UNNESTED, STEPPED),
    explained_by=("primal", "determinism"),
    accuses="engine",
    tiers=("contracts",),
    source="HIPS autograd 1.9.1, tracer.TraceStack.new_trace",
)
def exceptions(obs: Observation) -> Iterator[Claim]:
    """Raise in the first equation and in the last, then ask again, alone and around a failure."""
    right, failed = answers(obs, obs.f("ways")), failures_of(obs)
    for name, answer in failed.came_out:
        says = f"exception that {name} lets out", "the exception that f raised"
        yield same(answer, "the same", *says, symptom="exception")
    for when, found in failed.later.items():
        for name, wanted in right.items():
            says = f"{name} {when}", name
            yield from all_same_bits(found[name], wanted, *says, symptom="wrong after an exception")
    before, after = failed.states
    yield same(after, before, "state after exceptions in f", "before", "remembers an exception")
