"""f(x) is the value that the program has.

Why: a right derivative of a wrong function is a wrong derivative, and the rule is not to blame. What
is asked for here is the function, not its last digits: half of them suffice.

Source: the meaning of the primitives in NumPy, evaluated in ball arithmetic; adspec/truth.

A minimal violation: sin(x) that returns cos(x), or raises.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from adspec.language.presentation import NotShown
from adspec.law import Claim, inside, law, same
from adspec.observation import EngineError, Observation
from adspec.truth import truth_of


@law(
    says="f(x) is the value of the program, to half of its digits",
    mode="value",
    explained_by=("purity", "determinism"),
    source="the array API standard 2024.12, and NumPy where it has no word",
)
def value(obs: Observation) -> Iterator[Claim]:
    """Compare f(x) with its value in ball arithmetic; it may raise only where there is none."""
    try:
        found = obs.y
    except EngineError as refusal:
        if isinstance(refusal.error, NotShown):
            raise
        yield same(refusal.symptom, "a value", "f(x)", "f(x) in NumPy", symptom=refusal.symptom)
        return
    half = np.sqrt(np.finfo(obs.case.dtype).eps)
    for left, interval in zip(found, truth_of(obs.case).y, strict=False):
        size = np.maximum(np.abs(interval.lo), np.abs(interval.hi))
        yield inside(left, replace(interval, allowance=interval.allowance + half * size), "f(x)", "truth")
