"""Wrong rules: one way of one argument of one primitive, exchanged for a mistake that people make.

A row is a fault: its name, the primitive, the argument, the wrong way, and what it comes from.
Where nothing else is said, the law that finds it is truth_push or truth_pull.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.conformance.mutants.mutant import Mutant, wrong_pull, wrong_push, wrong_rule
from adspec.reference_engine import RULES
from adspec.reference_engine import numpy as ad
from adspec.reference_engine.rules.reductions import kept, spread, weighted
from adspec.reference_engine.tracing import dtype_of, shape_of


def _pull(name: str, argument: int = 0) -> Any:
    """Return the right pull of a primitive, to be spoilt."""
    return RULES[name].pull[argument]


def _ties(y: Any, x: Any, _axis: Any) -> Any:
    """Return weight 1 for every largest entry, whatever their number."""
    return ad.astype(ad.equal(x, y), dtype=dtype_of(x))


def _halves(v: Any, y: Any, x: Any) -> Any:
    return _pull("cos")(v, y, x) * ad.where(ad.less(x, 0), 0.5, 1.0)


def _forgets_0_d(u: Any, _y: Any, x: Any) -> Any:
    return ad.divide(u, x) if shape_of(x) else u


def _transposed(v: Any, y: Any, a: Any, b: Any) -> Any:
    right = _pull("matmul")(v, y, a, b)
    return ad.reshape(ad.matrix_transpose(right), a.shape) if right.ndim > 1 else right


def _in_place(v: Any, _y: Any, _x: Any) -> Any:
    if isinstance(v, np.ndarray) and v.flags.writeable:
        v *= -1
        return v
    return -v


def _mean(v: Any, _y: Any, x: Any, *, axis: Any, keepdims: bool) -> Any:
    return spread(v, x, axis, keepdims) * (kept(v, x, axis, keepdims).size / max(1, np.size(x)))


# fmt: off
MUTANTS: tuple[Mutant, ...] = (
    wrong_pull("multiply_pull_negated", "multiply", 1, lambda v, _y, a, _b: -v * a,
               mistake="sign", says="a sign lost in the second argument's row"),
    wrong_push("sin_push_negated", "sin", 0, lambda u, _y, x: -u * ad.cos(x),
               mistake="sign", says="the sign of cos' taken for that of sin'"),
    wrong_pull("exp_pull_twice", "exp", 0, lambda v, y, _x: 2 * v * y,
               mistake="twice", says="counted twice"),
    wrong_pull("square_pull_off_by_1e-9", "square", 0, lambda v, _y, x: v * 2 * x * (1 + 1e-9),
               law="accuracy", symptom="inaccurate",
               mistake="short constant", says="a constant with nine digits"),
    wrong_pull("sum_pull_is_mean", "sum", 0, _mean,
               mistake="1/n", says="divided by the size of an axis, as mean does"),
    wrong_pull("matmul_pull_transposed", "matmul", 0, _transposed,
               least=4, mistake="transposed", says="a transposition forgotten, the shape forced to fit"),
    wrong_pull("prod_pull_divides_by_x", "prod", 0, weighted(lambda y, x, _axis: y / x).pull[0],
               law="finite", symptom="nan",
               mistake="nan", says="the product of the others as y/x, 0/0 at a zero"),
    wrong_pull("pow_pull_ignores_exponent", "pow", 1, lambda v, *_: v * 0,
               mistake="dropped", says="the exponent taken for a constant"),
    wrong_rule("max_counts_every_tie", "max", weighted(_ties), law="ties", mode="push",
               mistake="ties",
               says="every largest entry counted whole, forward and reverse; right without ties"),
    wrong_pull("max_pull_counts_every_tie", "max", 0, weighted(_ties).pull[0],
               law="ties", mistake="ties", says="the same in the pull alone: each entry is within its hull"),
    wrong_pull("where_pull_swapped", "where", 1, lambda v, _y, c, *_: ad.where(c, 0.0, v),
               mistake="swapped", says="the cotangent sent to the branch not taken"),
    wrong_pull("tanh_pull_without_square", "tanh", 0, lambda v, y, _x: v * (1 - y),
               mistake="square", says="1 − y for 1 − y²"),
    wrong_pull("cos_pull_halved_below_zero", "cos", 0, _halves,
               mistake="half", says="wrong for negative x only"),
    wrong_push("log_push_wrong_for_0_d", "log", 0, _forgets_0_d,
               mistake="passed on", says="wrong for arrays without an axis only"),
    wrong_pull("add_pull_clipped_at_3", "add", 0, lambda v, *_: ad.clip(v, -3.0, 3.0),
               law="linear_pull", says="a clipped cotangent"),
    wrong_push("subtract_push_absolute", "subtract", 1, lambda u, *_: -ad.abs(u),
               law="linear_push", mistake="absolute", says="the absolute value of a tangent"),
    wrong_pull("negative_pull_in_place", "negative", 0, _in_place,
               law="purity", mode="", symptom="v is changed",
               mistake="in place", says="writes into the cotangent it was given"),
)
# fmt: on
