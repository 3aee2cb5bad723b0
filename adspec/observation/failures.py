"""Failures: derivatives of an f that raises, and what an engine is like after them.

All of it happens in one scope of the engine: leaving one may heal it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from adspec.observation.observation import Arrays, Observation
from adspec.observation.watching import Step, failing, steps_of, watched
from adspec.observation.ways import given, halves_of, outcome, runs_of

Answers = Mapping[str, Arrays]


class Interruption(Exception):  # noqa: N818 -- what f raises is no fault
    """What f raises."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Failures:
    """What came out of derivatives that failed, of which kind; and the engine before, around and after.

    `came_out` has, per derivative and failure, "the same" where it was the very object that f raised.
    `states` are the engine's own before and after, `later` the answers of push and pull, by when they came.
    """

    came_out: tuple[tuple[str, str], ...]
    states: tuple[Any, Any]
    later: Mapping[str, Answers]


def failures_of(obs: Observation) -> Failures:
    """Let f raise in its first and in its last equation, and ask again, alone and around a failure.

    Cost: per derivative, one call of f that it takes, two that fail, and two later ones.
    """
    with obs.stage("grad"):
        refused = {name for name, run in runs_of(obs).items() if isinstance(outcome(run), Exception)}
    steps, came_out = len(steps_of(obs)), list[tuple[str, str]]()
    remembered = obs.engine.state or (lambda: None)
    with obs.stage("exceptions"):
        before = remembered()
        for at in sorted({0, steps - 1}):
            error = Interruption("from inside f")
            runs = runs_of(obs, failing(obs, at, steps, error))
            caught = {name: outcome(run) for name, run in runs.items() if name not in refused}
            came_out += [(name, "the same" if e is error else repr(e)) for name, e in caught.items()]
        states = before, remembered()
        again = answers(obs, obs.f("ways"))
        around = answers(obs, watched(obs, lambda step: _stumble(obs, step, steps)))
    later = {"afterwards": again, "around a derivative that fails": around}
    return Failures(came_out=tuple(came_out), states=states, later=later)


def _stumble(obs: Observation, step: Step, steps: int) -> Any:
    """Run a step; before the first one of f an inner derivative fails, and that is caught."""
    if step.number % steps == 0:
        for run in runs_of(obs, failing(obs, 0, steps, Interruption("from inside an inner f"))).values():
            outcome(run)
    return step.run()


def answers(obs: Observation, f: Callable[..., Any]) -> Answers:
    """Return what push and pull of f answer, with no scope of its own."""
    found = {}
    for name, run in halves_of(obs, f).items():
        with obs.stage(name):
            found[name] = obs.arrays(given(run()), name)
    return found
