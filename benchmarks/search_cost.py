"""What the search costs per case, engine and truth apart: drawing, growing, reducing (CPU time).

Run: python benchmarks/search_cost.py
"""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Callable, Sequence
from statistics import mean, median
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from adspec.language.case import Case
from adspec.language.primitives import VOCABULARY
from adspec.language.program import Name
from adspec.search.cases import NUMPY
from adspec.search.fitting import draft_of, environment, fit
from adspec.search.growth import grow
from adspec.search.ladder import ladder
from adspec.search.reducer import reduce_case
from adspec.search.soil import soil
from adspec.search.strategies import PROGRAM_TAPE, draw, program_cases, rule_cases
from adspec.search.tape import choices

COUNT = 500


class Fault(NamedTuple):
    """A planted fault: what the reducer is asked to keep."""

    says: str
    broken: Callable[[Case], bool]


def calls(case: Case, primitive: str) -> list[list[np.ndarray]]:
    """Return the values of the arguments of every call of a primitive, its result last."""
    env = environment(draft_of(case), NUMPY)
    return [
        [np.asarray(env[a.text] if isinstance(a, Name) else a) for a in (*e.args, Name(e.name))]
        for e in case.program.equations
        if e.primitive == primitive
    ]


FAULTS = (
    Fault(
        "multiply, second argument negative",
        lambda c: any(np.any(a[1].real < 0) for a in calls(c, "multiply")),
    ),
    Fault(
        "add, a matrix and a vector", lambda c: any((a[0].ndim, a[1].ndim) == (2, 1) for a in calls(c, "add"))
    ),
    Fault("square, above 3.1", lambda c: any(np.any(np.abs(a[-1]) > 3.1) for a in calls(c, "square"))),
    Fault("sum, along an axis", lambda c: any(a[-1].ndim < a[0].ndim for a in calls(c, "sum"))),
    Fault("a value used twice", lambda c: max(c.program.use_counts().values()) > 1),
)


def seconds(run: Callable[[], object]) -> float:
    """Return the CPU time of a call."""
    start = time.process_time()
    run()
    return time.process_time() - start


def drawing() -> None:
    """Print what a drawn case costs, and where that goes."""
    rows = list(VOCABULARY.values())
    first = seconds(lambda: [soil(VOCABULARY, dtype) for dtype in ("float64", "complex128")])
    print(f"soil of {len(rows)} primitives, once in a process          {first:8.2f} s")
    programs = program_cases(VOCABULARY)
    draw(programs, 10, 1)
    tapes = st.binary(min_size=PROGRAM_TAPE, max_size=PROGRAM_TAPE)
    source = random.Random(0)  # noqa: S311 -- a benchmark
    ground = soil(VOCABULARY, "float64")
    drafts = [grow(ground, choices(source.randbytes(PROGRAM_TAPE)), 8) for _ in range(COUNT)]
    parts = {
        "a program, drawn": lambda: draw(programs, COUNT, 0),
        "  Hypothesis alone": lambda: draw(tapes, COUNT, 0),  # type: ignore[arg-type]
        "  growing alone": lambda: [grow(ground, choices(source.randbytes(PROGRAM_TAPE)), 8) for _ in drafts],
        "  fitting alone": lambda: [fit(d, environment(d, NUMPY)) for d in drafts],
    }
    for says, run in parts.items():
        print(f"{says:<55}{seconds(run) / COUNT * 1e3:8.2f} ms")
    some = rows[:: len(rows) // 25]
    cost = seconds(lambda: [draw(rule_cases(row), 20, 0) for row in some])
    print(f"{'a call of one primitive, drawn (20 each)':<55}{cost / len(some) / 20 * 1e3:8.2f} ms")
    cost = seconds(lambda: [draw(rule_cases(row), 2, 0) for row in some])
    print(f"{'a call of one primitive, drawn (2 each)':<55}{cost / len(some) / 2 * 1e3:8.2f} ms")
    climbed: list[Case] = []
    cost = seconds(lambda: climbed.extend(case for row in some for case in ladder(row)))
    print(f"{'a case of the ladder':<55}{cost / len(climbed) * 1e3:8.2f} ms")


def shape(programs: Sequence[Case]) -> None:
    """Print what drawn programs are like."""
    lengths = [len(c.program.equations) for c in programs]
    fanning = mean(max(c.program.use_counts().values()) > 1 for c in programs)
    words = {name for c in programs for name in c.program.primitives()}
    print(f"\n{len(programs)} programs: {mean(lengths):.1f} equations on average, {max(lengths)} at most,")
    print(f"{fanning:.0%} use a value twice, {len(words)} of {len(VOCABULARY)} primitives met\n")


def reducing(programs: Sequence[Case]) -> None:
    """Print what planted faults cost to reduce, the fault itself being almost free."""
    print(f"{'planted fault':<38}{'cases':>6}{'equations after':>17}{'evaluations':>13}{'CPU, ms':>9}")
    for says, broken in FAULTS:
        hits = [case for case in programs if broken(case)][:25]
        asked, times, lengths = [], [], []
        for case in hits:
            seen: list[bool] = []
            start = time.process_time()
            smallest = reduce_case(case, lambda c, seen=seen, broken=broken: seen.append(True) or broken(c))  # type: ignore[misc,func-returns-value]
            times.append((time.process_time() - start) * 1e3)
            asked.append(len(seen))
            lengths.append(len(smallest.program.equations))
        print(
            f"{says:<38}{len(hits):>6}{f'{mean(lengths):.2f} (at most {max(lengths)})':>17}"
            f"{f'{median(asked):.0f} ({max(asked)})':>13}{median(times):>9.1f}"
        )


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    drawing()
    drawn = draw(program_cases(VOCABULARY), 1500, 3)
    shape(drawn)
    reducing(drawn)
