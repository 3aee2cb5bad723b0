"""What has no derivative is refused: grad with respect to integers, text or None raises.

Why: an integer has no tangent. An engine that answers all the same rounds a cotangent to the dtype of x,
and nobody notices: `grad(f)(np.array([1, 2]))` trains nothing. An engine whose answer is None, which is
no number, says so (dialect question "whole_input").

Source: JAX, `grad` ("requires real- or complex-valued inputs"); HIPS autograd, issue 64 (integer arrays).

A minimal violation: `grad(sum)(array([1, 2]))` returns an array of integers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from adspec.language.presentation import NotShown
from adspec.law import Claim, deviates, law, nothing, same
from adspec.observation import EngineError, Observation
from adspec.observation.ways import given

ABSENT = "returns None"


@law(
    says="grad with respect to integers, text or None raises a TypeError",
    needs=("grad",),
    explained_by=("scalar_output", "primal"),
    mode="grad",
    accuses="engine",
    tiers=("contracts",),
    source="JAX, grad: requires real- or complex-valued inputs",
)
def input_kind(obs: Observation) -> Iterator[Claim]:
    """Ask for the gradient at what is no point of a real space."""
    is_real = all(a.dtype.kind == "f" for a in (*obs.case.x, *obs.y))
    if [y.shape for y in obs.y] != [()] or not is_real or not obs.case.program.is_flat:
        yield nothing("f does not take real arrays to one real number, or has functions in it")
        return
    obs.grad  # noqa: B018 -- where it cannot be differentiated at all, this raises
    whole = obs.shown([np.rint(a).astype(np.int64) for a in obs.case.x])
    kinds = {"integers": whole, "text": ("1",) * len(whole), "None": (None,) * len(whole)}
    refused = " or ".join(e.__name__ for e in obs.engine.dialect.input_error)
    for kind, xs in kinds.items():
        answer = _answer(obs, xs)
        says = f"grad with respect to {kind}", "what it must do"
        if answer == ABSENT and obs.engine.dialect.whole_input == "none":
            yield deviates(answer, f"raises {refused}", *says)
            continue
        yield same(answer, f"raises {refused}", *says, symptom=f"{kind}: {answer}")


def _answer(obs: Observation, xs: tuple[Any, ...]) -> str:
    assert obs.engine.grad is not None
    try:
        with obs.stage("grad"):
            found = obs.engine.grad(obs.f("input kind"), xs)
    except EngineError as refusal:
        if isinstance(refusal.error, NotShown):
            raise  # it was the way of showing that refused, not the engine
        kinds = obs.engine.dialect.input_error
        refused = " or ".join(e.__name__ for e in kinds)
        return f"raises {refused if isinstance(refusal.error, kinds) else type(refusal.error).__name__}"
    return "returns a gradient" if given(found) else ABSENT
