"""What the truth costs, against HIPS autograd's vjp on the same programs (CPU time, median of fresh cases).

Run: python benchmarks/truth_cost.py
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

import numpy as np

from adspec.conformance.engines.autograd_engine import ENGINE
from adspec.language.case import Case
from adspec.language.program import parse_program
from adspec.observation import observe
from adspec.truth import truth_of

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


def milliseconds(
    run: Callable[[Case], object], shape: tuple[int, ...], body: str, repeats: int = 15
) -> float:
    """Return the median CPU time of `run` over fresh cases."""
    times = []
    for _ in range(repeats):
        case = case_of(shape, body)
        start = time.process_time_ns()
        run(case)
        times.append((time.process_time_ns() - start) / 1e6)
    return median(times[2:])


def pulled(case: Case) -> object:
    """Run the engine's y and Jᵀv."""
    return observe(ENGINE, case).JTv


def main() -> None:
    """Print one line per program."""
    parts = {
        "y": lambda c: truth_of(c).y,
        "Ju": lambda c: (truth_of(c).y, truth_of(c).Ju),
        "JTv": lambda c: truth_of(c).JTv,
    }
    print(f"{'ms':40} {'y':>7} {'y, Ju':>7} {'JTv':>7} {'judged':>7} {'all':>7} {'vjp':>7} {'all/vjp':>8}")
    for name, (shape, body) in PROGRAMS.items():
        cost = [milliseconds(part, shape, body) for part in parts.values()]
        judged = milliseconds(lambda c: truth_of(c).judged, shape, body)
        whole = milliseconds(
            lambda c: (truth_of(c).y, truth_of(c).Ju, truth_of(c).JTv, truth_of(c).judged), shape, body
        )
        vjp = milliseconds(pulled, shape, body)
        cells = " ".join(f"{c:7.2f}" for c in (*cost, judged, whole, vjp))
        print(f"{name:40} {cells} {whole / vjp:8.1f}")


if __name__ == "__main__":
    main()
