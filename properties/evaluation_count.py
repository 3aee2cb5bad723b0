"""A derivative costs a known number of calls of f: one per push, one per pullback, none per pull.

Why: f is the expensive part. The promise of reverse mode, all partial derivatives for a small
multiple of one evaluation, is a promise about this count.

Source: Griewank and Walther, Evaluating Derivatives, ch. 4 (the cheap gradient principle).

A minimal violation: `jvp(f, x, u)` that calls f once for y and once more for J u.
"""

from __future__ import annotations

from collections.abc import Iterator

from adspec.law import Claim, as_declared, law
from adspec.observation import Observation, observe


@law(
    says="one call of f per push, one per pullback, none per pull, one per gradient",
    explained_by=("primal",),
    accuses="engine",
    source="Griewank and Walther, Evaluating Derivatives, 2nd ed., ch. 4",
)
def evaluation_count(obs: Observation) -> Iterator[Claim]:
    """Count the Python calls of f, stage by stage."""
    dialect = obs.engine.dialect
    strict = type(dialect)()
    if dialect.pull_calls:  # then the pulls of other laws would be counted too
        obs = observe(obs.engine, obs.case)
    if obs.engine.provides(("jvp",)):
        obs.raw_push  # noqa: B018 -- computed on first use
        yield from _count(obs.calls["push"], dialect.push_calls, strict.push_calls, "one push")
    if obs.engine.provides(("vjp",)):
        obs.raw_pull  # noqa: B018 -- computed on first use
        wanted, usual = (d.vjp_calls + d.pull_calls for d in (dialect, strict))
        yield from _count(obs.calls["vjp"], wanted, usual, "a pullback and its pulls")
    if obs.engine.provides(("grad",)) and [y.shape for y in obs.y] == [()] and obs.y[0].dtype.kind == "f":
        obs.grad  # noqa: B018 -- computed on first use
        yield from _count(obs.calls["grad"], dialect.grad_calls, strict.grad_calls, "one grad")


def _count(found: int, declared: int, strict: int, what: str) -> Iterator[Claim]:
    return as_declared(found, declared, strict, (f"calls of f by {what}", "calls of f allowed"), "calls of f")
