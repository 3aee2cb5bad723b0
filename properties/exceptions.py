"""An exception inside f comes out as it is, and the engine is right afterwards and remembers nothing.

Why: f may fail for reasons of its own: a line search steps out of the domain, a user presses a key.
Whoever catches that exception must get the very object that was raised, and an engine that works as
before, also where an inner derivative fails in the middle of an outer one.

Source: HIPS autograd 1.9.1, `tracer.TraceStack.new_trace`, which counts down only where nothing was
raised; Python, "The try statement": clean-up belongs into `finally`.

A minimal violation: a stack of traces from which the failed one is never taken away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from adspec.law import Claim, law, nothing, same, same_bits
from adspec.observation import Arrays, Observation
from adspec.observation.watching import Step, failing, steps_of, watched
from adspec.observation.ways import given, outcome, runs_of


class Interruption(Exception):  # noqa: N818 -- what f raises is no fault
    """What f raises."""


@law(
    says="an exception inside f comes out as it is, and the engine is right afterwards",
    explained_by=("primal", "determinism"),
    accuses="engine",
    tiers=("contracts",),
    source="HIPS autograd 1.9.1, tracer.TraceStack.new_trace",
)
def exceptions(obs: Observation) -> Iterator[Claim]:
    """Raise in the first equation and in the last, then ask again, alone and around a failure."""
    steps = 0 if obs.case.program.depth else len(steps_of(obs))
    if steps == 0:
        yield nothing("f has no equation in which it could raise, or derivatives of its own")
        return
    right = _answers(obs, obs.f("ways"))
    came_out, (before, after), later = _provoke(obs, steps)
    says = "the exception that f raised", "exception"
    for name, answer in came_out:
        yield same(answer, "the same", f"exception that {name} lets out", *says)
    for when, found in later.items():
        for name in right:
            for now, wanted in zip(found[name], right[name], strict=True):
                yield same_bits(now, wanted, f"{name} {when}", name, symptom="wrong after an exception")
    yield same(after, before, "state after exceptions in f", "before", "remembers an exception")


def _provoke(obs: Observation, steps: int) -> tuple[list[tuple[str, str]], tuple[Any, Any], dict[str, Any]]:
    """Return what came out of derivatives of an f that raises, the states around, and later answers."""
    with obs.stage("grad"):
        refused = {name for name, run in runs_of(obs).items() if isinstance(outcome(run), Exception)}
    remembered, came_out = obs.engine.state or (lambda: None), []
    with obs.stage("exceptions"):  # one scope around it all: leaving it may heal the engine
        before = remembered()
        for at in sorted({0, steps - 1}):
            error = Interruption("from inside f")
            runs = runs_of(obs, failing(obs, at, steps, error))
            caught = {name: outcome(run) for name, run in runs.items() if name not in refused}
            came_out += [(name, "the same" if e is error else repr(e)) for name, e in caught.items()]
        states = before, remembered()
        again = _answers(obs, obs.f("ways"))
        around = _answers(obs, watched(obs, lambda step: _stumble(obs, step, steps)))
    return came_out, states, {"afterwards": again, "around a derivative that fails": around}


def _stumble(obs: Observation, step: Step, steps: int) -> Any:
    """Run a step; before the first one of f an inner derivative fails, and that is caught."""
    if step.number % steps == 0:
        for run in runs_of(obs, failing(obs, 0, steps, Interruption("from inside an inner f"))).values():
            outcome(run)
    return step.run()


def _answers(obs: Observation, f: Callable[..., Any]) -> dict[str, Arrays]:
    """Return what push and pull of f answer, with no scope of its own."""
    runs = runs_of(obs, f).items()
    found = {}
    for name, run in ((name, run) for name, run in runs if name != "grad"):
        with obs.stage(name):
            found[name] = obs.arrays(given(run()), name)
    return found
