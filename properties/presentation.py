"""However a case is written or handed over, the derivative is the same.

Why: `a * b` and `multiply(a, b)`, a view with negative strides and a copy of it, a Python number and
a 0-d array are the same to whoever writes them. Each takes another way through an engine: reflected
operators, array methods, memory order. What differs there is met by chance, far from any test.

Source: NumPy, "NEP 13" (operators and reflected operators); Elliott, The Simple Essence of Automatic
Differentiation, 2018: the derivative of a function, not of its spelling.

A minimal violation: multiply(a, b) whose pull reads b in the order of its memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adspec.language import spaces
from adspec.law import Claim, agree, law, nothing, same
from adspec.observation import Arrays, EngineError, Observation, observe
from adspec.truth import truth_of
from adspec.truth.interval import Interval

PLAIN = "functions"


@law(
    says="every presentation of a case gives the same J u and Jᵀ v",
    mode="each",
    explained_by=("value", "primal"),
    source="Elliott, The Simple Essence of Automatic Differentiation, 2018",
)
def presentation(obs: Observation) -> Iterator[Claim]:
    """Compare a case that is shown otherwise with the plain one."""
    if obs.case.presentation == PLAIN:
        yield nothing("the presentation is the plain one")
        return
    plain = observe(obs.engine, replace(obs.case, presentation=PLAIN))
    for mode, operator, name in (("push", "jvp", "J u"), ("pull", "vjp", "Jᵀ v")):
        if obs.engine.provides((operator,)):
            try:
                found, usual = _answer(obs, mode), _answer(plain, mode)
            except EngineError:  # what raises is another law's
                continue
            yield from _agree(obs, (found, usual), mode, name)


def _agree(obs: Observation, answers: tuple[Arrays, Arrays], mode: str, name: str) -> Iterator[Claim]:
    found, usual = answers
    says = f"{name} as {obs.case.presentation}", f"{name} as {PLAIN}"
    if spaces.alike(found, usual):
        yield from agree(found, usual, lambda: _truth(obs, mode), says, mode)
    else:
        left, right = ([a.shape for a in arrays] for arrays in answers)
        yield same(left, right, *says, symptom="shape", mode=mode)


def _answer(obs: Observation, mode: str) -> Arrays:
    return obs.Ju if mode == "push" else obs.JTv


def _truth(obs: Observation, mode: str) -> tuple[Interval, ...]:
    truth = truth_of(obs.case)
    return truth.Ju if mode == "push" else truth.JTv
