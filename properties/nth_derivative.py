"""The n-th derivative of a function with a closed form is that form, for n from 1 to 8.

Why: each level of nesting differentiates the rules of the one below. A rule that is right and whose own
derivative is not (one that calls NumPy, or holds something constant) shows from the second level on.

Source: Griewank and Walther, Evaluating Derivatives, ch. 13; Abramowitz and Stegun, ch. 4.

A minimal violation: exp whose pull takes its own result y as a constant.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from adspec.language.rewriting import tower
from adspec.law import EVERYTHING, Claim, equal, law, nothing
from adspec.law.where import NESTED
from adspec.observation import Observation
from adspec.truth import truth_of

# fmt: off
CLOSED: Mapping[str, Callable[[int, float], Any]] = {
    # the function of z     its n-th derivative at x
    "a = sin(z)":         lambda n, x: (-1) ** (n // 2) * (math.cos(x) if n % 2 else math.sin(x)),
    "a = multiply(2.0, z)\nb = exp(a)": lambda n, x: 2**n * math.exp(2 * x),
    "a = pow(z, 10.0)":   lambda n, x: math.perm(10, n) * Fraction(x) ** (10 - n),
    "a = divide(1.0, z)": lambda n, x: (-1) ** n * math.factorial(n) / Fraction(x) ** (n + 1),
}
# fmt: on
ROUNDOFF = 4 * np.finfo(np.float64).eps  # of a closed form itself


@law(
    says="operators within each other give the n-th derivative of a function with a closed form",
    needs=("jvp", "vjp"),
    where=(NESTED,),
    explained_by=("nesting",),
    tiers=("contracts",),
    subsumed_by="nesting",
    source="Griewank and Walther, Evaluating Derivatives, 2nd ed., ch. 13",
)
def nth_derivative(obs: Observation) -> Iterator[Claim]:
    """Compare y with the n-th derivative, J u and Jᵀ v with the next one."""
    n, text = tower(obs.case.program)
    if text not in CLOSED or len(obs.case.x) != 1:
        yield nothing("no tower of derivatives over a function with a closed form")
        return
    (x,), (u,), (v,) = obs.case.x, obs.case.u, obs.case.v
    derivative, slope = (float(CLOSED[text](k, float(x))) for k in (n, n + 1))
    closed = {"y": derivative, "Ju": slope * float(u), "JTv": slope * float(v)}
    for name, says in EVERYTHING.items():
        left, interval = getattr(obs, name)[0], getattr(truth_of(obs.case), name)[0]
        allowance = interval.allowance + ROUNDOFF * abs(closed[name])
        yield equal(left, closed[name], allowance, says, f"{says} in closed form", interval.floor)
