"""The same case gives the same bits: y, J u and Jᵀ v, when everything is done a second time.

Why: a result that changes from run to run can be neither debugged nor reproduced, and every law
that compares two results would break by chance.

Source: PyTorch, "Reproducibility"; the definition of a function.

A minimal violation: a rule that adds noise, or counts its calls.
"""

from __future__ import annotations

from collections.abc import Iterator

from adspec.law import Claim, all_same_bits, law
from adspec.observation import Observation, observe


@law(
    says="y, J u and Jᵀ v have the same bits when everything is done again",
    explained_by=("purity",),
    accuses="engine",
    tiers=("programs", "contracts"),
    source="the definition of a function",
)
def determinism(obs: Observation) -> Iterator[Claim]:
    """Observe the case a second time."""
    again = observe(obs.engine, obs.case)
    pairs = [("y", again.y, obs.y)]
    pairs += [("J u", again.Ju, obs.Ju)] if obs.engine.provides(("jvp",)) else []
    pairs += [("Jᵀ v", again.JTv, obs.JTv)] if obs.engine.provides(("vjp",)) else []
    for name, now, before in pairs:
        symptom = "another answer the second time"
        yield from all_same_bits(now, before, f"{name} again", name, symptom)
