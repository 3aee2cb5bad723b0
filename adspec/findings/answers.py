"""Answers: what every oracle says of the accused quantity of a counterexample.

The accused quantity is J u for a push rule, Jᵀv for a pull rule, D²f[u, u₂] or H u for the derivative
of a rule, y otherwise. The truth
speaks where it can; each engine's answer is held against it, so that the reader sees who is
alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from adspec.engine import Engine
from adspec.findings.counterexample import Answer
from adspec.language.case import Case
from adspec.language.spaces import Array
from adspec.law import grade_entries
from adspec.observation import EngineError, Observation, observe, second_of
from adspec.truth import Truth, curvature_of, truth_of
from adspec.truth.interval import Interval, real_view

# mode -> the accused quantity, by its name in observations, and what an engine needs for it
_QUANTITY = {
    "push": ("Ju", ("jvp",)),
    "pull": ("JTv", ("vjp",)),
    "push of push": ("push_of_push", ("jvp",)),
    "push of pull": ("push_of_pull", ("jvp", "vjp")),
    "pull of push": ("pull_of_push", ("jvp", "vjp")),
    "pull of pull": ("pull_of_pull", ("vjp",)),
    "push of push of push": ("push_of_push_of_push", ("jvp",)),
    "push of push of pull": ("push_of_push_of_pull", ("jvp", "vjp")),
}


def ask(case: Case, mode: str, accused: Engine, oracles: Sequence[Engine]) -> tuple[Answer, ...]:
    """Return the truth's answer, the accused engine's and every other oracle's, first component each.

    Shapes: the first output's J u or the first input's Jᵀv; counterexamples have one of each.
    """
    quantity, needs = _QUANTITY.get(mode, ("y", ()))
    truth = truth_of(case)
    spoken, interval = _truth_answer(case, truth, quantity)
    engines = [accused, *(o for o in oracles if o.name != accused.name)]
    return (spoken, *(_answer(engine, case, quantity, needs, interval) for engine in engines))


def _truth_answer(case: Case, truth: Truth, quantity: str) -> tuple[Answer, Interval | None]:
    if quantity != "y" and not truth.judged:
        return Answer(oracle="truth", value=None, says=truth.reason or truth.kind), None
    interval = _true(case, truth, quantity)[0]
    if np.array_equal(interval.lo, interval.hi, equal_nan=True):
        return Answer(oracle="truth", value=interval.lo, agrees=True), interval
    says = f"between {interval.lo.tolist()} and {interval.hi.tolist()}"
    return Answer(oracle="truth", value=None, says=says, agrees=True), interval


def _true(case: Case, truth: Truth, quantity: str) -> tuple[Interval, ...]:
    """Return what the truth says of a quantity, one interval per array."""
    found: tuple[Interval, ...]
    by_curvature = {
        "push_of_push": "along",
        "push_of_push_of_push": "thrice",
        "push_of_push_of_pull": "Hu_slope",
    }
    if "_of_" in quantity:
        found = getattr(curvature_of(case), by_curvature.get(quantity, "Hu"))
    else:
        found = getattr(truth, quantity)
    return found


def _answer(
    engine: Engine, case: Case, quantity: str, needs: tuple[str, ...], truth: Interval | None
) -> Answer:
    lacking = [n for n in needs if not engine.provides((n,))] + list(engine.lacks(case.program.primitives()))
    if lacking:
        return Answer(oracle=engine.name, value=None, says=f"no {', '.join(lacking)}")
    try:
        value = _first(observe(engine, case), quantity)
    except EngineError as error:
        return Answer(
            oracle=engine.name, value=None, says=f"raises {type(error.error).__name__}", agrees=False
        )
    return Answer(oracle=engine.name, value=value, agrees=_agrees(value, truth, case))


def _first(obs: Observation, quantity: str) -> Array:
    found = getattr(second_of(obs) if "_of_" in quantity else obs, quantity)
    return np.asarray(found[0])


def _agrees(value: Array, truth: Interval | None, case: Case) -> bool | None:
    if truth is None:
        return None
    view = real_view(value)
    if view.shape != truth.lo.shape:
        return False
    grade = grade_entries(view, truth, float(np.finfo(case.dtype).eps))
    return grade["status"] not in ("broken", "inaccurate")
