"""Strategies: random cases, drawn by Hypothesis (the only file that imports it).

A case is a function of one drawn tape (see `tape`). One draw per case is the cheapest that there
is, and has two reasons more. Hypothesis varies what it has just drawn by copying parts of it over
others, five times over; there are no parts to copy, so no two cases are near relatives. And it
slips in constants, some of them read from the source files of whatever is imported, so that a
seed would mean other cases in another process; no source file has a constant of this length.

The price is that Hypothesis can shrink a tape only byte by byte. The search uses its generation
alone: what is broken is made small by `reducer`, which knows what a case is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from hypothesis import HealthCheck, Phase, Verbosity, currently_in_test_context, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from adspec.language.case import Case
from adspec.language.primitives.row import Primitive
from adspec.language.standin import NUMPY
from adspec.search.fitting import environment, fit
from adspec.search.growth import grow
from adspec.search.nested import grow_nested
from adspec.search.single import RULE_TAPE, single
from adspec.search.soil import soil
from adspec.search.tape import choices

PROGRAM_TAPE = 96  # bytes
NESTED_TAPE = 160


def rule_cases(primitive: Primitive) -> SearchStrategy[Case]:
    """Return a strategy of calls of one primitive."""
    return _tapes(RULE_TAPE).map(lambda tape: single(primitive, choices(tape)))


def program_cases(primitives: Mapping[str, Primitive], max_equations: int = 8) -> SearchStrategy[Case]:
    """Return a strategy of programs of at most `max_equations`; an empty one where none can end.

    Cost: three calls of the NumPy meaning per form and kind of number, once in a process.
    """
    ops = {**NUMPY, **{name: row.value for name, row in primitives.items()}}
    real, complex_ = (soil(primitives, dtype) for dtype in ("float64", "complex128"))
    # float32 holds all plain values: what is gentle in float64 is gentle there
    kinds = [real] * 6 + [replace(real, dtype="float32"), complex_]
    grounds = [kind for kind in kinds if kind.roots]

    def case(tape: bytes) -> Case:
        choose = choices(tape)
        draft = grow(grounds[choose(len(grounds))], choose, max_equations)
        return fit(draft, environment(draft, ops))

    return _tapes(PROGRAM_TAPE).map(case) if grounds else st.nothing()


def nested_cases(
    primitives: Mapping[str, Primitive], words: Sequence[str], max_equations: int = 5
) -> SearchStrategy[Case]:
    """Return a strategy of programs with bodies of these higher-order words (see `nested`)."""
    ops = {**NUMPY, **{name: row.value for name, row in primitives.items()}}
    real = soil(primitives, "float64")
    grounds = [real] * 7 + [replace(real, dtype="float32")]

    def case(tape: bytes) -> Case:
        choose = choices(tape)
        draft = grow_nested(grounds[choose(len(grounds))], words, ops, choose, max_equations)
        return fit(draft, environment(draft, ops))

    return _tapes(NESTED_TAPE).map(case) if real.roots and words else st.nothing()


def _tapes(size: int) -> SearchStrategy[bytes]:
    return st.binary(min_size=size, max_size=size)


def draw(strategy: SearchStrategy[Case], count: int, seed: int) -> list[Case]:
    """Return `count` cases, fewer where there are no more: the same for a seed in every process.

    The simplest case, with which Hypothesis always begins, is left out where there are others: it
    would be the same for every seed, and the ladder has it.

    Cost: 1 ms per case for Hypothesis, and what the strategy itself costs.
    """
    if strategy.is_empty:
        return []
    if not currently_in_test_context():
        return _generate(strategy, count, seed)
    # Hypothesis refuses to run within itself, and knows by the thread whether it does.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(_generate, strategy, count, seed).result()


def _generate(strategy: SearchStrategy[Case], count: int, seed: int) -> list[Case]:
    found: list[Case] = []

    def keep(case: Case) -> None:  # two lines, without decorators: Hypothesis reads this source on every run
        found.append(case)

    quietly = settings(
        max_examples=count + 1,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        derandomize=False,
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
        backend="hypothesis",
    )
    seeded(seed)(quietly(given(strategy)(keep)))()
    return found[-count:] if count else []
