"""However a case is written or handed over, the derivative is the same.

Why: `a * b` and `multiply(a, b)`, a view with negative strides and a copy of it, a Python number and
a 0-d array are the same to whoever writes them. Each takes another way through an engine: reflected
operators, array methods, memory order. What differs there is met by chance, far from any test.

Source: NumPy, "NEP 13" (operators and reflected operators); Elliott, The Simple Essence of Automatic
Differentiation, 2018: the derivative of a function, not of its spelling.

A minimal violation: multiply(a, b) whose pull reads b in the order of its memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adspec.language import spaces
from adspec.law import Claim, agree_in, answered, law, nothing, same
from adspec.observation import Observation, observe

PLAIN = "functions"


@law(
    says="every presentation of a case gives the same J u and Jᵀ v",
    mode="each",
    explained_by=("value", "primal"),
    source="Elliott, The Simple Essence of Automatic Differentiation, 2018",
)
def presentation(obs: Observation) -> Iterator[Claim]:
    """Compare a case that is shown otherwise with the plain one."""
    if obs.case.presentation == PLAIN:
        yield nothing("the presentation is the plain one")
        return
    plain = observe(obs.engine, replace(obs.case, presentation=PLAIN))
    for half in answered(obs, plain):
        says, sides = (f"{{}} as {obs.case.presentation}", f"{{}} as {PLAIN}"), (obs, plain)
        if spaces.alike(half.of(obs), half.of(plain)):
            yield from agree_in([half.name], sides, obs.case, says, half.mode)
        else:
            found, usual = ([a.shape for a in half.of(side)] for side in sides)
            both = says[0].format(half.says), says[1].format(half.says)
            yield same(found, usual, *both, symptom="shape", mode=half.mode)
