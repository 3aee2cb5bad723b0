"""Watching: f, its equations run by somebody who looks on.

A `Look` is called in place of every operation of the program. It sees which step of the run it is
and with what arguments, and returns `step.run()`; before and after it may note, wait, or raise. The
case is shown as plain functions, since an operator would not pass by here.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from adspec.observation.observation import Observation, observe


class Step(NamedTuple):
    """One call of an operation; `number` counts the calls from 0."""

    number: int
    f: Callable[..., Any]
    args: tuple[Any, ...]
    params: Mapping[str, Any]

    def run(self) -> Any:
        """Return what the operation returns."""
        return self.f(*self.args, **self.params)


Look = Callable[[Step], Any]
Function = Callable[..., Any]


def watched(obs: Observation, look: Look) -> Function:
    """Return f, every operation of which is run by `look`; steps are counted over all its calls."""
    numbers = itertools.count()

    def seen(f: Function) -> Function:
        return lambda *args, **params: look(Step(next(numbers), f, args, params))

    engine, words = obs.engine, obs.case.program.primitives()
    ops = {**engine.ops, **{name: seen(engine.ops[name]) for name in words if name in engine.ops}}
    return observe(replace(engine, ops=ops), replace(obs.case, presentation="functions")).f("watched")


def failing(obs: Observation, at: int, steps: int, error: Exception) -> Function:
    """Return f, every run of which, `steps` steps long, raises at one of them."""

    def fail(step: Step) -> Any:
        if step.number % steps == at:
            raise error
        return step.run()

    return watched(obs, fail)


def steps_of(obs: Observation, run: Callable[[Function], Any] | None = None) -> list[Step]:
    """Return the steps of f, with the values that it saw, in the plain call or in a run of another kind.

    Cost: one call of f.
    """
    steps: list[Step] = []

    def note(step: Step) -> Any:
        steps.append(step)
        return step.run()

    f = watched(obs, note)
    with obs.stage("primal" if run is None else "ways"):
        f(*obs.x) if run is None else run(f)
    return steps
