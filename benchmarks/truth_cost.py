"""What the truth costs, against HIPS autograd's vjp on the same programs: CPU time, the least of fresh cases.

Run: OPENBLAS_NUM_THREADS=1 python benchmarks/truth_cost.py

Measured on two busy cores with HIPS autograd 1.9.1: all of it (y, J u, Jᵀv, their allowances, kinks on the
way) takes 5.6 times autograd's vjp for one number, 19.5 at most and 13.6 in the median. The median was 17.8,
and 28 for the last program, when each coordinate of x ran the program again by itself. The goal is 1. A case
of one number calls some 1,500 functions of Python and NumPy, and few of flint; eight equations on 3×4
arrays take nine runs on balls of 300 bits, six of them with the noise that allowances are read off.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from statistics import median

import numpy as np

from adspec.conformance.engines.autograd_engine import ENGINE
from adspec.language.case import Case
from adspec.language.program import parse_program
from adspec.observation import observe
from adspec.truth import truth_of

REPEATS = 25
PROGRAMS = {
    "tanh, one number": ((), "a = tanh(x)"),
    "tanh, 3×4": ((3, 4), "a = tanh(x)"),
    "multiply by itself, 3×4": ((3, 4), "a = multiply(x, x)"),
    "sum, 12": ((12,), "a = sum(x)"),
    "matmul with itself, 3×3": ((3, 3), "a = matmul(x, x)"),
    "cumulative_sum, 12": ((12,), "a = cumulative_sum(x, axis=0)"),
    "eight equations, 3×4, entry by entry": (
        (3, 4),
        (
            "b = sin(x)\nc = multiply(b, x)\nd = exp(c)\ne = add(d, b)\n"
            "g = tanh(e)\nh = multiply(g, b)\ni = sqrt(d)\na = add(h, i)"
        ),
    ),
    "eight equations, 3×4, with a sum": (
        (3, 4),
        (
            "b = sin(x)\nc = multiply(b, x)\nd = exp(c)\ne = sum(d, axis=0)\n"
            "g = tanh(e)\nh = multiply(g, b)\ni = sqrt(d)\na = add(h, i)"
        ),
    ),
    "eight equations, 3×4, to a number": (
        (3, 4),
        (
            "b = sin(x)\nc = multiply(b, x)\nd = exp(c)\ne = add(d, b)\n"
            "g = tanh(e)\nh = multiply(g, b)\ni = sqrt(h)\na = sum(i)"
        ),
    ),
}


def case_of(shape: tuple[int, ...], body: str) -> Case:
    """Return a fresh case of a program with output `a`."""
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    f = parse_program(f"def f(x):\n{lines}\n    return a")
    x = np.linspace(0.5, 1.75, int(np.prod(shape))).reshape(shape)
    y = observe(ENGINE, Case(program=f, x=(x,), u=(x,), v=())).y[0]
    return Case(program=f, x=(x,), u=(np.flip(x),), v=(np.ones(y.shape),))


Run = Callable[[Case], object]
RUNS: dict[str, Run] = {
    "y": lambda c: truth_of(c).y,
    "y, Ju": lambda c: (truth_of(c).y, truth_of(c).Ju),
    "JTv": lambda c: truth_of(c).JTv,
    "judged": lambda c: truth_of(c).judged,
    "all": lambda c: (truth_of(c).y, truth_of(c).Ju, truth_of(c).JTv, truth_of(c).judged),
    "vjp": lambda c: observe(ENGINE, c).JTv,
}


def milliseconds(shape: tuple[int, ...], body: str) -> dict[str, float]:
    """Return the least CPU time of every run on fresh cases; they take turns, so that load meets all."""
    least = dict.fromkeys(RUNS, math.inf)
    for _ in range(REPEATS):
        for name, run in RUNS.items():
            case = case_of(shape, body)
            start = time.process_time_ns()
            run(case)
            least[name] = min(least[name], (time.process_time_ns() - start) / 1e6)
    return least


def main() -> None:
    """Print one line per program, and the median of all/vjp."""
    print(f"{'ms':40}", *(f"{name:>7}" for name in RUNS), f"{'all/vjp':>8}")
    ratios = []
    for name, (shape, body) in PROGRAMS.items():
        cost = milliseconds(shape, body)
        ratios.append(cost["all"] / cost["vjp"])
        print(f"{name:40}", *(f"{ms:7.2f}" for ms in cost.values()), f"{ratios[-1]:8.1f}")
    print(f"{'median':40} {median(ratios):{8 * len(RUNS) + 8}.1f}")


if __name__ == "__main__":
    main()
