"""The gradient of f exists for one real output: anything else is a TypeError, not a number.

Why: grad seeds its pullback with 1. For a vector the seed would be a vector of ones, and the answer
the sum of all rows of J, which nobody asked for; for a complex output there are two real ones.

Source: HIPS autograd, `differential_operators.grad`; JAX, `grad`: "Gradient only defined for
scalar-output functions".

A minimal violation: `grad(sin)([1.0, 2.0])` returns an array.
"""

from __future__ import annotations

from collections.abc import Iterator

from adspec.law import Claim, deviates, law, same
from adspec.observation import EngineError, Observation

ACCEPTED = "returns a gradient"


@law(
    says="grad of anything but one real number raises a TypeError",
    needs=("grad",),
    explained_by=("primal",),
    mode="grad",
    accuses="engine",
    tiers=("programs", "contracts"),
    source="HIPS autograd, differential_operators.grad",
)
def scalar_output(obs: Observation) -> Iterator[Claim]:
    """Ask for the gradient, whatever the output is."""
    dialect, shapes = obs.engine.dialect, [y.shape for y in obs.y]
    if obs.engine.provides(("vjp",)):
        obs.raw_pull  # noqa: B018 -- where it cannot be differentiated at all, this raises
    refused = " or ".join(e.__name__ for e in dialect.scalar_error)
    strict = f"raises {refused}"
    says = f"grad of an output of {_kind(obs)}", "what it must do"
    if _kind(obs) == "one real number":
        if not isinstance(_error(obs), dialect.scalar_error):
            obs.grad  # noqa: B018 -- any other exception is a crash
        yield same(_answer(obs), ACCEPTED, *says, symptom="refuses a scalar")
    elif dialect.scalar_output in _dialects(obs) and _answer(obs) == ACCEPTED:
        yield deviates("sums it up" if obs.y[0].size > 1 or shapes[1:] else "accepts it", strict, *says)
    else:
        answer = "raises " + refused if isinstance(_error(obs), dialect.scalar_error) else _answer(obs)
        yield same(answer, strict, *says, symptom=answer)


def _kind(obs: Observation) -> str:
    if len(obs.y) != 1:
        return f"{len(obs.y)} arrays"
    (y,) = obs.y
    if y.dtype.kind != "f":
        return f"dtype {y.dtype.name}"
    return "one real number" if y.shape == () else f"shape {y.shape}"


def _dialects(obs: Observation) -> tuple[str, ...]:
    """Return the dialect answers under which this output would be accepted."""
    is_one_real = len(obs.y) == 1 and obs.y[0].dtype.kind == "f"
    if not is_one_real:
        return ("anything",)
    return ("size 1", "any", "anything") if obs.y[0].size == 1 else ("any", "anything")


def _error(obs: Observation) -> BaseException | None:
    try:
        obs.grad  # noqa: B018 -- computed on first use
    except EngineError as refusal:
        return refusal.error
    return None


def _answer(obs: Observation) -> str:
    error = _error(obs)
    return ACCEPTED if error is None else f"raises {type(error).__name__}"
