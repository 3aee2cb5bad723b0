"""f(x) is the value that the program has.

Why: a right derivative of a wrong function is a wrong derivative, and the rule is not to blame. What
is asked for here is the function, not its last digits: half of them suffice, and where NumPy itself
is off (sinc at 1e150) its answer is as good.

Source: the meaning of the primitives in NumPy, evaluated in ball arithmetic; adspec/truth.

A minimal violation: sin(x) that returns cos(x), or raises.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from adspec.language import spaces
from adspec.language.case import Case
from adspec.language.presentation import NotShown
from adspec.language.spaces import Array
from adspec.language.standin import NUMPY
from adspec.law import Claim, deviates, inside, law, same
from adspec.observation import EngineError, Observation
from adspec.truth import truth_of
from adspec.truth.interval import Interval, blurred, real_view


@law(
    says="f(x) is the value of the program, to half of its digits",
    mode="value",
    explained_by=("purity", "determinism", "nesting", "branches_and_loops"),
    source="the array API standard 2024.12, and NumPy where it has no word",
)
def value(obs: Observation) -> Iterator[Claim]:
    """Compare f(x) with its value in ball arithmetic; it may raise only where there is none."""
    try:
        found = obs.y
    except EngineError as refusal:
        no_rule = obs.case.program.depth and isinstance(refusal.error, NotImplementedError)
        if isinstance(refusal.error, NotShown) or no_rule:  # f(x) needs a rule for a derivative within f
            raise
        yield same(refusal.symptom, "a value", "f(x)", "f(x) in NumPy", symptom=refusal.symptom)
        return
    flushes = obs.engine.dialect.subnormals == "flushed"
    if flushes and spaces.has_subnormals((*obs.case.x, *obs.case.held.values())):
        yield deviates("flushed to zero", "kept", "subnormal numbers", "subnormal numbers")
        return
    number = np.finfo(obs.case.dtype)
    half, smallest = float(np.sqrt(number.eps)), float(number.tiny) if flushes else 0.0
    for left, interval, numpy in zip(found, truth_of(obs.case).y, _by_numpy(obs.case), strict=False):
        between = _between(interval, interval.lo if numpy is None else real_view(numpy), half)
        yield inside(left, blurred(between, smallest), "f(x)", "truth")


def _by_numpy(case: Case) -> tuple[Array | None, ...]:
    """Return f(x) in NumPy; None for a program with derivatives, which NumPy has not."""
    if case.program.depth:
        return (None,) * len(case.v)
    y = case.run(NUMPY, case.x)
    return tuple(map(np.asarray, y if isinstance(y, tuple) else (y,)))


def _between(truth: Interval, numpy: Array, half: float) -> Interval:
    """Return the interval from the truth to NumPy's answer, with half of the digits as allowance."""
    lo, hi = np.minimum(truth.lo, numpy), np.maximum(truth.hi, numpy)
    nowhere = np.isnan(lo) & ~np.isfinite(numpy)  # as NumPy sees it, too, there is no value
    lo, hi = (np.where(nowhere, np.inf, end) for end in (lo, hi))
    return Interval(lo, hi, truth.allowance + half * np.maximum(np.abs(lo), np.abs(hi)), truth.floor)
