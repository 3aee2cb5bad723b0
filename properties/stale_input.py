"""What happens between f and the pull does not change Jᵀ v: it is as if it had been computed at once.

Why: buffers are used again. A training loop overwrites x with the next batch, or the loss with its
logarithm, before it pulls; a pullback that looks at them only then gives the derivative of a function
that nobody evaluated. It is as wrong where another derivative in between leaves its traces. The answer
must have the same bits; overwriting may also be refused (arrays are locked, or the pull raises), and
arrays that cannot be written to are safe.

Source: HIPS autograd 1.9.1, whose rules keep the caller's arrays; PyTorch, "Correctness checks for
in-place operations".

A minimal violation: y = x·x, x overwritten before the pull.
"""

from __future__ import annotations

from collections.abc import Iterator

from adspec.law import Claim, all_same_bits, law, same
from adspec.law.where import UNNESTED
from adspec.observation import Observation
from adspec.observation.meanwhile import EVENTS, OVERWRITING, pulled_after
from adspec.observation.ways import described


@law(
    says="overwriting x, y or a constant of f before the pull has no effect, nor has another derivative",
    needs=("vjp",),
    where=(UNNESTED,),
    explained_by=("purity", "determinism", "evaluation_count"),
    accuses="engine",
    tiers=("contracts",),
    source="HIPS autograd 1.9.1; PyTorch, in-place correctness checks",
)
def stale_input(obs: Observation) -> Iterator[Claim]:
    """Call f, let something happen, and pull."""
    wanted = obs.JTv
    for what, meanwhile in EVENTS.items():
        pulled, says = pulled_after(obs, meanwhile), (f"Jᵀ v after {what}", "Jᵀ v")
        if not isinstance(pulled, Exception):
            yield from all_same_bits(pulled, wanted, *says, symptom=f"changes by {what}")
        elif what not in OVERWRITING:  # which may be refused, and that is as good
            yield same(described(pulled), "an answer", *says, symptom=f"changes by {what}")
