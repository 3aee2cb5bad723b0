"""Naming a value once or computing it again is the same; so is any order of equations, so is dead code.

Why: a program is its mathematics. Engines that keep tables of what they have seen (to compute a common
part once, to skip what is not needed) can give a copy the derivative of nothing.

Source: referential transparency; Siskind and Pearlmutter, 2005; Griewank and Walther, §4.1.

A minimal violation: b = sin(x), c = sin(x) where the second is taken from a table, as a number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adspec.language.rewriting import computed_again, reordered, with_dead_code
from adspec.law import EVERYTHING, Claim, agree_in, law, nothing
from adspec.law.where import FLAT, PULLED, PUSHED
from adspec.observation import Observation, observe

WAYS = {
    "computed again per use": computed_again,
    "in another order": reordered,
    "with dead code": with_dead_code,
}


@law(
    says="y, J u and Jᵀ v stay when a value is computed again per use, equations change places, code is dead",
    needs=("jvp", "vjp"),
    where=(PUSHED, PULLED, FLAT),
    explained_by=("fan_out", "chain_rule", "independence", "determinism"),
    tiers=("programs", "contracts"),
    source="referential transparency",
)
def sharing(obs: Observation) -> Iterator[Claim]:
    """Write the same function in three other ways."""
    if not obs.case.program.equations:
        yield nothing("there is no equation")
        return
    for says, way in WAYS.items():
        if (program := way(obs.case.program)) != obs.case.program:
            other = observe(obs.engine, replace(obs.case, program=program))
            yield from agree_in(EVERYTHING, (other, obs), obs.case, (f"{{}}, {says}", "{}"))
