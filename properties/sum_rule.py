"""The derivative of a sum is the sum of derivatives: J(α·f + β·g) = α·Jf + β·Jg.

Why: losses are sums of terms. Each term sends its share to every parameter, by its weight, and the
shares add up.

Source: Spivak, Calculus on Manifolds, theorem 2-3.

A minimal violation: the gradient of a loss with a penalty that is the gradient of the penalty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from adspec.language.case import Case
from adspec.language.program import Equation, Name
from adspec.language.spaces import Array
from adspec.law import Claim, close, law, nothing
from adspec.observation import Observation, observe
from adspec.truth import truth_of
from adspec.truth.interval import Interval

ALPHA, BETA = 2.0, -0.5
WORDS = ("add", "multiply", "square")


@law(
    says="J(α·f + β·g) = α·Jf + β·Jg, forward and reverse, for g = f²",
    needs=("jvp", "vjp"),
    explained_by=("fan_out", "chain_rule", "sharing"),
    subsumed_by="fan_out",
    tiers=("programs", "contracts"),
    source="Spivak, Calculus on Manifolds, theorem 2-3",
)
def sum_rule(obs: Observation) -> Iterator[Claim]:
    """Differentiate f, its square, and both together."""
    obs.raw_push, obs.raw_pull  # noqa: B018 -- where it cannot be differentiated at all, this raises
    if (
        obs.engine.lacks(WORDS)
        or not obs.case.program.is_flat
        or any(y.dtype.kind not in "fc" for y in obs.y)
    ):
        yield nothing("no second function of this kind can be written")
        return
    squared, both = (observe(obs.engine, _with(obs.case, kind)) for kind in ("square", "both"))
    for name, says in {"Ju": "J u", "JTv": "Jᵀ v"}.items():
        f, g, h = (getattr(o, name) for o in (obs, squared, both))
        within = partial(_intervals, (obs.case, squared.case, both.case), name)
        yield from _sums(f, g, h, within, says)


def _sums(
    f: Sequence[Array],
    g: Sequence[Array],
    h: Sequence[Array],
    within: Callable[[int], list[Interval]],
    says: str,
) -> Iterator[Claim]:
    for k, (a, b, c) in enumerate(zip(f, g, h, strict=True)):
        if not a.shape == b.shape == c.shape:
            yield nothing(f"{says} has not the shape of its space")
            continue
        terms = [(ALPHA * a).astype(c.dtype), (BETA * b).astype(c.dtype)]
        words = f"{says} of α·f + β·g", f"α·({says} of f) + β·({says} of g)"
        yield close(c, terms[0] + terms[1], terms, partial(within, k), words)


def _intervals(cases: Sequence[Case], name: str, k: int) -> list[Interval]:
    return [getattr(truth_of(case), name)[k] for case in cases] * 2


def _with(case: Case, kind: str) -> Case:
    """Return the case of f², or of α·f + β·f², output by output."""
    names, lines, outputs = case.program.fresh_names(), [], []

    def line(primitive: str, *args: object) -> Name:
        atoms = tuple(args)
        lines.append(Equation(name=next(names), primitive=primitive, args=atoms))
        return Name(lines[-1].name)

    for output in case.program.outputs:
        g = line("square", Name(output))
        if kind == "both":
            g = line("add", line("multiply", ALPHA, Name(output)), line("multiply", BETA, g))
        outputs.append(g.text)
    program = replace(case.program, equations=(*case.program.equations, *lines), outputs=tuple(outputs))
    return replace(case, program=program)
