"""Pushes against pulls, counted: how often f runs, and how many of its equations, for a whole Jacobian.

Math: a push yields a column of J, or one number ⟨v, J u⟩ of the gradient; a pull yields a row, or the whole
gradient Jᵀ v. With x: n and y: m, the gradient takes n pushes or one pull, J takes n pushes or m pulls.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from adspec.engine import Engine
from adspec.language import spaces
from adspec.language.case import Case
from adspec.observation import EngineError, Observation, observe
from adspec.observation.watching import Step, watched

MOST = 64  # pushes, or pulls, that are run to be counted


@dataclass(frozen=True, kw_only=True, slots=True)
class Count:
    """What one way to a derivative took: `calls` of f, `equations` run in them, `derivatives` asked for.

    `gradient` is Jᵀ v as it came out, in real coordinates; None where this way gives all of J.
    """

    way: str
    yields: str
    derivatives: int
    calls: int
    equations: int
    gradient: tuple[float, ...] | None = None


class _Counter:
    """The program as a function that counts its calls and the equations that they run."""

    def __init__(self, engine: Engine, case: Case) -> None:
        self.calls = self.equations = 0
        self.obs: Observation = observe(engine, replace(case, presentation="functions"))
        self._f = watched(self.obs, self._look)

    def _look(self, step: Step) -> Any:
        self.equations += 1
        return step.run()

    def __call__(self, *xs: Any) -> Any:
        self.calls += 1
        return self._f(*xs)

    def spent(self, way: str, yields: str, derivatives: int, gradient: Any = None) -> Count:
        shown = None if gradient is None else tuple(float(a) for a in gradient)
        return Count(
            way=way,
            yields=yields,
            derivatives=derivatives,
            calls=self.calls,
            equations=self.equations,
            gradient=shown,
        )


def counts(engine: Engine, case: Case) -> tuple[Count, ...]:
    """Return the ways to the gradient Jᵀ v and to J, each as it was counted; none that the engine lacks.

    Nothing is counted where x or y has more than `MOST` real coordinates, nor what raises.
    Cost: n pushes, one pull, and m pulls.
    """
    n, m = spaces.dimension(case.x), spaces.dimension(case.v)
    if max(n, m) > MOST:
        return ()
    found = (
        _counted(lambda: _gradient_by_pushes(engine, case, n), engine.provides(("jvp",))),
        _counted(lambda: _gradient_by_a_pull(engine, case), engine.provides(("vjp",))),
        _counted(lambda: _jacobian_by_pulls(engine, case, m), engine.provides(("vjp",))),
    )
    return tuple(itertools.chain(*found))


def _counted(count: Callable[[], Count], provided: bool) -> Iterator[Count]:  # noqa: FBT001 -- a table's column
    if provided:
        try:
            yield count()
        except EngineError:
            return


def _gradient_by_pushes(engine: Engine, case: Case, n: int) -> Count:
    counter, found = _Counter(engine, case), []
    obs, jvp = counter.obs, engine.jvp
    assert jvp is not None
    for e in spaces.basis(case.x):
        u = obs.shown(e)
        with obs.stage("push"):
            Ju = obs.arrays(jvp(counter, obs.x, u)[1], "push")
        found.append(spaces.pairing(case.v, Ju))
    return counter.spent(f"{n} push{'es' * (n != 1)}", "Jᵀ v, one number each; all columns of J", n, found)


def _gradient_by_a_pull(engine: Engine, case: Case) -> Count:
    counter = _Counter(engine, case)
    obs, vjp = counter.obs, engine.vjp
    assert vjp is not None
    with obs.stage("pull"):
        found = obs.cotangents(vjp(counter, obs.x)[1](obs.v))
    return counter.spent("1 pull", "Jᵀ v, all of it", 1, spaces.flatten(found))


def _jacobian_by_pulls(engine: Engine, case: Case, m: int) -> Count:
    counter = _Counter(engine, case)
    obs, vjp = counter.obs, engine.vjp
    assert vjp is not None
    rows = [obs.shown_cotangent(e) for e in spaces.basis(case.v)]
    with obs.stage("pull"):
        pull = vjp(counter, obs.x)[1]
        for v in rows:
            pull(v)
    return counter.spent(f"{m} pull{'s' * (m != 1)}", "all rows of J", m)


def disagreement(found: tuple[Count, ...]) -> float:
    """Return the largest difference between the gradients of all ways, 0 where there is one way."""
    known = [np.asarray(c.gradient) for c in found if c.gradient is not None]
    with np.errstate(all="ignore"):
        return max((float(np.max(np.abs(a - known[0]), initial=0.0)) for a in known[1:]), default=0.0)
