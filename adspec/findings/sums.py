"""Sums over arguments: J u = Σᵢ (∂f/∂aᵢ) uᵢ, which an engine forms whatever the rules of f are.

Where every argument alone is pushed right and all of them together are not, the rule of one primitive may
add wrongly; where other primitives fail alike, it is the engine that does not add.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adspec.engine import Engine
from adspec.findings.cause import Cause
from adspec.language.case import Case, parse_case
from adspec.language.variants import holding_all_but
from adspec.law import Law, Verdict, judge
from adspec.observation import observe

WHERE = "sum over arguments"
# Of two arguments, each with a slope and a tangent that is not zero.
_WITNESSES = {
    word: parse_case(
        f"def f(x0, x1):\n    a = {word}(x0, x1)\n    return a\n\n"
        "x0 = 2.0\nx1 = 3.0\nu_x0 = 1.0\nu_x1 = -0.5\nv_0 = 1.0"
    )
    for word in ("add", "subtract", "multiply")
}


@dataclass(frozen=True, kw_only=True, slots=True)
class LostSum:
    """The cause of a sum that an engine loses, with a small case on which it does and what the law says."""

    cause: Cause
    law: Law
    case: Case
    verdict: Verdict


def lost_sum(engine: Engine, accused: str, laws: Mapping[str, Law]) -> LostSum | None:
    """Return what there is to say of an engine that loses a sum in other primitives than the accused one too.

    Cost: three pushes of each of two or three small cases.
    """
    law, words = laws.get("truth_push"), [word for word in _WITNESSES if word != accused]
    if law is None or engine.lacks(words):
        return None
    verdicts = [judge(law, observe(engine, _WITNESSES[word])) for word in words]
    if any(v.status != "broken" for v in verdicts) or not all(_adds_one(engine, law, w) for w in words):
        return None
    cause = Cause(where=WHERE, argument=None, mode="push", symptom=verdicts[0].symptom)
    return LostSum(cause=cause, law=law, case=_WITNESSES[words[0]], verdict=verdicts[0])


def _adds_one(engine: Engine, law: Law, word: str) -> bool:
    """Return whether each argument alone is pushed right."""
    alone = (holding_all_but(_WITNESSES[word], k) for k in range(2))
    return all(judge(law, observe(engine, case)).status == "holds" for case in alone)
