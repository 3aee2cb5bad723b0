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
from adspec.law import Claim, deviates, inside, law, same
from adspec.law.values import to_half_its_digits
from adspec.observation import Observation, refused
from adspec.truth.interval import blurred


@law(
    says="f(x) is the value of the program, to half of its digits",
    mode="value",
    explained_by=("purity", "determinism", "nesting", "branches_and_loops"),
    source="the array API standard 2024.12, and NumPy where it has no word",
)
def value(obs: Observation) -> Iterator[Claim]:
    """Compare f(x) with its value in ball arithmetic; it may raise only where there is none."""
    if (refusal := refused(lambda: obs.y)) is not None:
        if obs.case.program.depth and isinstance(refusal.error, NotImplementedError):
            raise refusal  # f(x) needs a rule for a derivative within f
        yield same(refusal.symptom, "a value", "f(x)", "f(x) in NumPy", symptom=refusal.symptom)
        return
    flushes = obs.engine.dialect.subnormals == "flushed"
    if flushes and spaces.has_subnormals((*obs.case.x, *obs.case.held.values())):
        yield deviates("flushed to zero", "kept", "subnormal numbers", "subnormal numbers")
        return
    smallest = float(np.finfo(obs.case.dtype).tiny) if flushes else 0.0
    for left, interval in zip(obs.y, to_half_its_digits(obs.case), strict=False):
        yield inside(left, blurred(interval, smallest), "f(x)", "truth")
