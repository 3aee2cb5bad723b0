"""A traced value that outlives its trace cannot silently be used: whoever tries is told.

Why: a value kept in a list, an attribute or a cache while f was differentiated is no number. Used later
it drags along a dead graph: the result looks like an array, costs memory, and its derivative is zero
or that of another function. To use it in an operation or within another derivative must raise.
Engines without traced values (those that give f plain arrays) have none that could escape; engines
whose values are meant to live on say so (dialect question "escaped_tracer").

Source: JAX, `UnexpectedTracerError`.

A minimal violation: `kept.append(x)` inside f, and `sin(kept[0])` afterwards returns something.
"""

from __future__ import annotations

from collections.abc import Iterator

from adspec.language import spaces
from adspec.law import Claim, as_granted, law, nothing
from adspec.observation import Observation
from adspec.observation.watching import Step, steps_of
from adspec.observation.ways import outcome, runs_of


@law(
    says="a traced value that outlives its trace cannot silently be used",
    explained_by=("primal",),
    accuses="engine",
    tiers=("contracts",),
    source="JAX, UnexpectedTracerError",
)
def escaped_tracer(obs: Observation) -> Iterator[Claim]:
    """Keep what the operations of f are given, and use it when the derivative is there."""
    plain = {type(a) for step in steps_of(obs) for a in spaces.leaves(step.args)}
    escaped = {name: step for name in ("push", "pull") if (step := _escaped(obs, name, plain))}
    for name, step in escaped.items():
        with obs.stage("escaped"):
            alone = outcome(step.run)
            within = outcome(runs_of(obs, lambda *_, step=step: step.run())[name])
        for answer, where in ((alone, "in an operation"), (within, f"in another {name}")):
            found = "is refused" if isinstance(answer, Exception) else "is used"
            says = f"a traced value of a {name} that is over, {where},", "what it must be"
            granted = f"is {obs.engine.dialect.escaped_tracer}"
            yield as_granted(found, granted, "is refused", says, "uses an escaped tracer")
    if not escaped:
        yield nothing("f is given no traced values")


def _escaped(obs: Observation, name: str, plain: set[type]) -> Step | None:
    """Return the last step of f, under a derivative, that was given something that is not plain."""
    steps = steps_of(obs, lambda f: runs_of(obs, f)[name]()) if name in runs_of(obs) else []
    traced = [step for step in steps if any(type(a) not in plain for a in spaces.leaves(step.args))]
    return traced[-1] if traced else None
