"""Wrong rules by mistake: one for each way of being wrong that has a name, where no other file has enough.

A row is a fault: its name, the primitive, the argument, the wrong way, and what it comes from.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.conformance.mutants.mutant import Mutant, wrong_pull, wrong_push
from adspec.reference_engine import numpy as ad


def _summed(u: Any, _y: Any, _x: Any, *, axis: Any, keepdims: bool) -> Any:
    return ad.sum(u, axis, keepdims=keepdims)


# fmt: off
MUTANTS: tuple[Mutant, ...] = (
    # what the formula is given
    wrong_pull("sin_pull_of_its_output", "sin", 0, lambda v, y, _x: v * ad.cos(y),
               mistake="output for input", says="cos y for cos x"),
    wrong_push("exp_push_of_its_input", "exp", 0, lambda u, _y, x: u * x,
               mistake="input for output", says="x for y"),
    wrong_push("multiply_push_of_itself", "multiply", 0, lambda u, _y, a, _b: u * a,
               mistake="swapped", says="the argument itself for the other one"),
    # the rule of another function
    wrong_pull("cosh_pull_is_cosh", "cosh", 0, lambda v, y, _x: v * y,
               mistake="neighbour", says="the derivative of sinh"),
    wrong_push("atanh_push_of_atan", "atanh", 0, lambda u, _y, x: ad.divide(u, 1 + x * x),
               mistake="neighbour", says="1 + x² for 1 − x²"),
    wrong_pull("log1p_pull_of_log", "log1p", 0, lambda v, _y, x: ad.divide(v, x),
               mistake="neighbour", says="1/x for 1/(1 + x)"),
    # squares and constants
    wrong_pull("tan_pull_without_square", "tan", 0, lambda v, y, _x: v * (1 + y),
               mistake="square", says="1 + y for 1 + y²"),
    wrong_push("asin_push_without_square", "asin", 0, lambda u, _y, x: ad.divide(u, ad.sqrt(1 - x)),
               mistake="square", says="√(1 − x) for √(1 − x²)"),
    wrong_pull("exp2_pull_without_constant", "exp2", 0, lambda v, y, _x: v * y,
               mistake="constant", says="ln 2 forgotten"),
    wrong_pull("erf_pull_without_constant", "special.erf", 0, lambda v, _y, x: v * ad.exp(-x * x),
               mistake="constant", says="2/√π forgotten"),
    wrong_push("rad2deg_push_inverted", "rad2deg", 0, lambda u, _y, _x: u * (np.pi / 180),
               mistake="inverted", says="the constant of the inverse"),
    # u and v
    wrong_pull("sin_pull_ignores_v", "sin", 0, lambda _v, _y, x: ad.cos(x),
               law="linear_pull", mistake="swallowed", says="the slope, whatever it is to be multiplied by"),
    wrong_push("abs_push_without_sign", "abs", 0, lambda u, _y, _x: u,
               mistake="passed on", says="the sign of x forgotten"),
    wrong_pull("maximum_pull_both", "maximum", 0, lambda v, *_: v,
               mistake="passed on", says="whoever is larger"),
    wrong_pull("subtract_pull_sign_lost", "subtract", 1, lambda v, *_: v,
               mistake="sign", says="as in a sum"),
    # counts
    wrong_push("mean_push_is_sum", "mean", 0, _summed,
               mistake="n times", says="not divided by n"),
    wrong_push("sum_push_twice", "sum", 0, lambda u, _y, _x, **axes: 2 * ad.sum(u, **axes),
               mistake="twice", says="counted twice"),
    wrong_push("matmul_push_dropped", "matmul", 1, lambda u, _y, a, _b: 0 * ad.matmul(a, u),
               mistake="dropped", says="the second argument taken for a constant"),
)
# fmt: on
