"""The gradient of f exists for one real output: anything else is a TypeError, not a number.

Why: grad seeds its pullback with 1. For a vector the seed would be a vector of ones, and the answer
the sum of all rows of J, which nobody asked for; for a complex output there are two real ones.

Source: HIPS autograd, `differential_operators.grad`; JAX, `grad`: "Gradient only defined for
scalar-output functions".

A minimal violation: `grad(sin)([1.0, 2.0])` returns an array.
"""

from __future__ import annotations

from collections.abc import Iterator

from adspec.law import Claim, deviates, law, raising, same
from adspec.law.where import PULLED, REAL_NUMBER
from adspec.observation import Observation, refused

ACCEPTED = "returns a gradient"


@law(
    says="grad of anything but one real number raises a TypeError",
    needs=("grad",),
    where=(PULLED,),
    explained_by=("primal",),
    mode="grad",
    accuses="engine",
    tiers=("programs", "contracts"),
    source="HIPS autograd, differential_operators.grad",
)
def scalar_output(obs: Observation) -> Iterator[Claim]:
    """Ask for the gradient, whatever the output is."""
    dialect, error, (kind, accepting) = obs.engine.dialect, refused(lambda: obs.grad), _kind(obs)
    answer = ACCEPTED if error is None else raising(dialect.scalar_error, error.error)
    strict, says = raising(dialect.scalar_error), (f"grad of an output of {kind}", "what it must do")
    if REAL_NUMBER.holds(obs):
        if error is not None and answer != strict:
            raise error  # a crash, not a refusal
        yield same(answer, ACCEPTED, *says, symptom="refuses a scalar")
    elif answer == ACCEPTED and dialect.scalar_output in accepting:
        does = "sums it up" if sum(y.size for y in obs.y) > 1 else "accepts it"
        yield deviates(does, strict, *says)
    else:
        yield same(answer, strict, *says, symptom=answer)


def _kind(obs: Observation) -> tuple[str, tuple[str, ...]]:
    """Return what y is, and the dialect answers under which it would be accepted."""
    y, number = obs.y[0], len(obs.y)
    if number > 1 or y.dtype.kind != "f":
        return f"{number} arrays" if number > 1 else f"dtype {y.dtype.name}", ("anything",)
    says = f"shape {y.shape}" if y.shape else "one real number"
    return says, ("size 1", "any", "anything") if y.size == 1 else ("any", "anything")
