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

from adspec.language.higher import DERIVATIVES
from adspec.language.program import Name, Program
from adspec.law import Claim, equal, law, nothing
from adspec.observation import Observation
from adspec.truth import truth_of
from adspec.truth.interval import Interval

# fmt: off
CLOSED: Mapping[str, Callable[[int, float], Any]] = {
    # the function of z     its n-th derivative at x
    "a = sin(z)":         lambda n, x: (-1) ** (n // 2) * (math.cos(x) if n % 2 else math.sin(x)),
    "a = multiply(2.0, z)\nb = exp(a)": lambda n, x: 2**n * math.exp(2 * x),
    "a = pow(z, 10.0)":   lambda n, x: math.perm(10, n) * Fraction(x) ** (10 - n),
    "a = divide(1.0, z)": lambda n, x: (-1) ** n * math.factorial(n) / Fraction(x) ** (n + 1),
}
# fmt: on


@law(
    says="operators within each other give the n-th derivative of a function with a closed form",
    needs=("jvp", "vjp"),
    explained_by=("nesting",),
    tiers=("contracts",),
    subsumed_by="nesting",
    source="Griewank and Walther, Evaluating Derivatives, 2nd ed., ch. 13",
)
def nth_derivative(obs: Observation) -> Iterator[Claim]:
    """Compare y with the n-th derivative, J u and Jᵀ v with the next one."""
    n, text = _tower(obs.case.program)
    if text not in CLOSED or n == 0 or len(obs.case.x) != 1:
        yield nothing("no tower of derivatives over a function with a closed form")
        return
    x, u, v = (float(a[0]) for a in (obs.case.x, obs.case.u, obs.case.v))
    value, slope = (float(CLOSED[text](k, x)) for k in (n, n + 1))
    truth = truth_of(obs.case)
    yield _equal(obs.y[0], value, truth.y[0], "f(x)", f"derivative {n} in closed form")
    yield _equal(obs.Ju[0], slope * u, truth.Ju[0], "J u", f"derivative {n + 1} in closed form, times u")
    yield _equal(obs.JTv[0], slope * v, truth.JTv[0], "Jᵀ v", f"derivative {n + 1} in closed form, times v")


def _equal(left: Any, right: float, truth: Interval, says: str, closed: str) -> Claim:
    """Return the claim that a number is the closed form, a few roundoffs of which are its own."""
    roundoff = 4 * np.finfo(np.float64).eps * abs(right)
    return equal(left, right, truth.allowance + roundoff, says, closed, truth.floor)


def _tower(program: Program) -> tuple[int, str]:
    """Return how many derivatives are taken within each other, and the text of the innermost function."""
    if len(program.equations) == 1 and program.equations[0].primitive in DERIVATIVES:
        e = program.equations[0]
        if (e.args[0], *e.args[1:]) in {(Name(program.inputs[0]),), (Name(program.inputs[0]), 1.0)}:
            n, text = _tower(e.bodies[0])
            return n + 1, text
    if len(program.inputs) > 1 or len(program.equations) > 2 or any(e.bodies for e in program.equations):
        return 0, ""
    names = dict(zip([e.name for e in program.equations], "ab", strict=False))
    plain = program.renamed({**names, program.inputs[0]: "z"})
    return 0, "\n".join(map(str, plain.equations))
