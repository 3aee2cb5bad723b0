"""The reducer: from a broken case to the simplest one that is broken in the same way.

What is simpler is stated in `simplicity`; what may be tried stands in the tables of steps below, in
the order in which it is tried. Every candidate is run once over NumPy, which costs little:
what does not run, leaves a domain that the case kept, or is not simpler, is never shown to the
engine. The rest is decided by `still_broken`, which runs the engine and the truth; its calls are
bounded, and a large case counts for several, since the truth of it costs that much. (A bound on
the time would give another result on another machine.) A candidate is asked about once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from adspec.language import spaces
from adspec.language.case import Case
from adspec.language.primitives import VOCABULARY
from adspec.language.program import Equation, Name
from adspec.language.standin import NUMPY
from adspec.search.fitting import Draft, Ops, draft_of, environment, fit
from adspec.search.inside import literal_arguments, simpler_bodies, written_out
from adspec.search.recast import in_arrays, is_whole, lighter_literals, plain_call, plainly_shown
from adspec.search.simpler import (
    bypass,
    cut,
    earlier_end,
    fewer_outputs,
    idle,
    lone_equation,
    merged_inputs,
    merged_outputs,
)
from adspec.search.simplicity import outline, simplicity
from adspec.search.smaller import fewer_elements, places, plain_arrays, plainer_number

Step = Callable[[Case, Mapping[str, Any]], Iterator[Draft]]

EVALUATIONS = 300
ONE = 16  # coordinates times equations that count as one evaluation; twice as much counts for two

# Steps on programs come first: each takes several equations away at once. A call whose row brings an
# observable of its own is judged through it only, so its equations stay together.
ON_PROGRAMS: tuple[Step, ...] = (
    *(lone_equation, earlier_end, fewer_outputs, cut),
    *(written_out, simpler_bodies, bypass, literal_arguments, idle, merged_inputs, merged_outputs),
)
ON_POINTS: tuple[Step, ...] = (plain_call, plainly_shown, fewer_elements, lighter_literals, plain_arrays)


def reduce_case(
    case: Case,
    still_broken: Callable[[Case], bool],
    *,
    evaluations: int = EVALUATIONS,
    ops: Ops = NUMPY,
) -> Case:
    """Return the simplest case found for which `still_broken` holds; `case` itself where none is simpler.

    Cost: at most `evaluations` calls of `still_broken`, fewer on large cases, and one run over `ops`
    per candidate.
    """
    try:
        trial = _Trial(case, still_broken, evaluations, ops)
    except Exception:  # noqa: BLE001 -- a case that NumPy cannot run stays as it is
        return case
    while True:
        before = trial.best
        whole = any(map(is_whole, before.program.equations))
        for step in (in_arrays, *(() if whole else ON_PROGRAMS), *ON_POINTS):
            trial.descend(step)
        for place in tuple(places(trial.best)):
            trial.descend(plainer_number(place))
        if trial.best is before:
            return before


class _Trial:
    """The best case so far, and what has been asked about."""

    def __init__(self, case: Case, still_broken: Callable[[Case], bool], evaluations: int, ops: Ops) -> None:
        self.best, self.still_broken, self.left, self.ops = case, still_broken, evaluations, ops
        self._tried: set[object] = set()
        self._env = environment(draft_of(case), ops)
        self._rules = _kept_by(draft_of(case), self._env)
        self._simplicity = simplicity(case)

    def descend(self, step: Step) -> None:
        """Take the first candidate of a step that is still broken, until there is none."""
        while self.left > 0 and any(map(self._accept, step(self.best, self._env))):
            pass

    def _accept(self, draft: Draft) -> bool:
        """Return whether the case of a draft is simpler and still broken; then it is the best."""
        key = _key(draft)
        if self.left <= 0 or key in self._tried or outline(draft.program) > self._simplicity:
            return False
        self._tried.add(key)
        try:
            env = environment(draft, self.ops)
            case = fit(draft, env)
        except Exception:  # noqa: BLE001 -- whatever a candidate makes NumPy raise, it is no candidate
            return False
        measure = simplicity(case)
        known = str(case) in self._tried
        if known or measure >= self._simplicity or not self._rules <= _kept_by(draft, env):
            return False
        self._tried.add(str(case))
        self.left -= max(1, spaces.dimension(case.x) * len(case.program.equations) // ONE)
        if not self.still_broken(case):
            return False
        self.best, self._simplicity = case, measure
        self._env = environment(draft_of(case), self.ops)
        return True


def _key(draft: Draft) -> object:
    """Return what tells drafts apart."""
    arrays = (*draft.values.items(), *draft.tangents.items(), *enumerate(draft.cotangents))
    shown = [(name, a.dtype.str, a.shape, a.tobytes()) for name, a in arrays if a is not None]
    return str(draft.program), draft.presentation, draft.held, tuple(shown)


def _kept_by(draft: Draft, env: Mapping[str, Any]) -> set[str]:
    """Return the rules of good behaviour that a case keeps, which a simpler one must keep too."""
    leaves = map(np.asarray, spaces.leaves([env[name] for name in env]))
    kept = {
        "real inputs": all(a.dtype.kind != "c" for a in draft.values.values()),
        "finite values": all(np.all(np.isfinite(a)) for a in leaves if a.dtype.kind in "fc"),
        "arguments in their domains": all(_in_its_domains(e, env) for e in draft.program.all_equations()),
    }
    return {rule for rule, holds in kept.items() if holds}


def _in_its_domains(equation: Equation, env: Mapping[str, Any]) -> bool:
    row = VOCABULARY.get(equation.primitive)
    if row is None or any(name not in env for name in equation.uses()):  # in a branch not taken
        return True
    args = [env[a.text] for a in equation.args if isinstance(a, Name)]
    return all(row.domain(i).contains(np.asarray(a)) for i, a in enumerate(args) if not isinstance(a, tuple))
