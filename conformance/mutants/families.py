"""Wrong rules by family: one way of one argument of one primitive, exchanged for a mistake that people make.

Where nothing else is said, the law that finds it is truth_push or truth_pull.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.conformance.mutants.mutant import Mutant, wrong_pull, wrong_push
from adspec.reference_engine import RULES
from adspec.reference_engine import numpy as ad
from adspec.reference_engine.numpy import fft, linalg, sorting
from adspec.reference_engine.numpy.indexing import at
from adspec.reference_engine.rules.fft import resized
from adspec.reference_engine.rules.reductions import kept, spread
from adspec.reference_engine.tracing import shape_of


def _pull(name: str) -> Any:
    """Return the right pull of a primitive, to be spoilt."""
    return RULES[name].pull[0]


def _sum_for_mean(v: Any, _y: Any, _x: Any, *, axis: Any, keepdims: bool) -> Any:
    return spread(v, _x, axis, keepdims)


def _half_a_variance(v: Any, y: Any, x: Any, **params: Any) -> Any:
    return _pull("var")(v, y, x, **params) / 2


def _over_std(v: Any, y: Any, x: Any, *, axis: Any, keepdims: bool, **correction: Any) -> Any:
    apart = ad.conj(x - ad.mean(x, axis, keepdims=True))
    n = x.size // max(1, y.size) - correction["correction"]
    return kept(v, x, axis, keepdims) * ad.divide(apart, kept(y, x, axis, keepdims)) / n


def _forwards(v: Any, _y: Any, _x: Any, *, axis: int) -> Any:
    return ad.cumulative_sum(v, axis)


def _running_quotient(v: Any, y: Any, x: Any, *, axis: int) -> Any:
    return ad.divide(ad.flip(ad.cumulative_sum(ad.flip(v * y, axis), axis), axis), x)


def _from_the_end(v: Any, _y: Any, *xs: Any, axis: int) -> Any:
    axis = axis % v.ndim
    return ad.getitem(v, (*[slice(None)] * axis, slice(v.shape[axis] - shape_of(xs[0])[axis], None)))


def _last_one_wins(v: Any, _y: Any, _x: Any, *, index: Any) -> Any:
    return at.replaced(np.zeros(shape_of(_x), v.dtype), v, index=index)


def _order_for_its_inverse(v: Any, _y: Any, _x: Any, *, order: Any, axis: int) -> Any:
    return sorting.ordered(v, order=order, axis=axis)


def _there_and_there_again(v: Any, _y: Any, _x: Any, *, shift: Any, axis: Any) -> Any:
    return ad.roll(v, shift, axis)


def _by_ifft(v: Any, _y: Any, x: Any, *, n: int, axis: int, norm: str | None) -> Any:
    back = fft.ifft_along(v, n=n, axis=axis, norm=fft.SWAPPED[norm])
    return resized(back, shape_of(x)[axis], axis)


def _without_weights(v: Any, _y: Any, x: Any, *, n: int, axis: int, norm: str | None) -> Any:
    half = ad.conj(fft.rfft_along(v, n=n, axis=axis, norm=fft.SWAPPED[norm]))
    return resized(half, shape_of(x)[axis], axis)


def _normalised(v: Any, _y: Any, x: Any, *, n: int, axis: int, norm: str | None) -> Any:
    return resized(fft.ifft_along(v, n=n, axis=axis, norm=norm) / n, shape_of(x)[axis], axis)


def _adjugate_by_pinv(v: Any, y: Any, a: Any) -> Any:
    scale = ad.reshape(v * y, (*shape_of(v), 1, 1))
    return scale * ad.matrix_transpose(np.linalg.pinv(a))


def _over_norm(v: Any, y: Any, x: Any, *, axis: Any, keepdims: bool, **order: Any) -> Any:
    """Return the pull of the Euclidean norm as x/y; that of the others as it should be."""
    if order["order"] != 2:
        return _pull("linalg.vector_norm")(v, y, x, axis=axis, keepdims=keepdims, **order)
    return kept(v, x, axis, keepdims) * ad.divide(ad.conj(x), kept(y, x, axis, keepdims))


# fmt: off
MUTANTS: tuple[Mutant, ...] = (
    # elementwise
    wrong_pull("sqrt_pull_of_its_input", "sqrt", 0, lambda v, _y, x: ad.divide(v, 2 * x),
               mistake="input for output", says="the input taken for the output"),
    wrong_push("atan_push_without_square", "atan", 0, lambda u, _y, x: ad.divide(u, 1 + x),
               mistake="square", says="1 + x for 1 + x²"),
    wrong_pull("acos_pull_sign_lost", "acos", 0, lambda v, y, x: -_pull("acos")(v, y, x),
               mistake="sign", says="the sign by which it differs from asin"),
    wrong_pull("log2_pull_without_constant", "log2", 0, lambda v, _y, x: ad.divide(v, x),
               mistake="constant", says="ln 2 forgotten"),
    wrong_push("reciprocal_push_without_square", "reciprocal", 0, lambda u, y, _x: -u * y,
               mistake="square", says="y for y²"),
    wrong_pull("deg2rad_pull_inverted", "deg2rad", 0, lambda v, _y, _x: v * (180 / np.pi),
               mistake="inverted", says="the constant of the inverse"),
    # two arguments and more
    wrong_pull("divide_pull_without_divisor", "divide", 1, lambda v, y, _a, _b: -v * y,
               mistake="factor", says="−y for −y/b"),
    wrong_push("pow_push_log_of_exponent", "pow", 1, lambda u, y, _x, p: u * y * ad.log(ad.abs(p) + 1),
               says="the logarithm of the wrong argument"),
    wrong_pull("atan2_pull_swapped", "atan2", 0, lambda v, y, a, b: _pull("atan2")(v, y, b, a),
               mistake="swapped", says="the arguments swapped"),
    wrong_push("logaddexp_push_swapped", "logaddexp", 0, lambda u, _y, a, b: u * ad.sigmoid(b - a),
               mistake="swapped", says="the other one's weight"),
    wrong_push("where_push_both_branches", "where", 2, lambda u, *_: u,
               mistake="passed on", says="the condition forgotten"),
    wrong_pull("clip_pull_passes_outside", "clip", 0, lambda v, *_: v,
               mistake="passed on", says="the bounds forgotten"),
    wrong_pull("remainder_pull_ignores_divisor", "remainder", 1, lambda v, *_: v * 0,
               mistake="dropped", says="the divisor taken for a constant"),
    # reductions and running totals
    wrong_pull("mean_pull_is_sum", "mean", 0, _sum_for_mean,
               mistake="n times", says="not divided by n"),
    wrong_pull("var_pull_without_2", "var", 0, _half_a_variance,
               mistake="half", says="the 2 of a square forgotten"),
    wrong_pull("std_pull_over_0", "std", 0, _over_std,
               law="finite", symptom="nan", mistake="nan", says="0/0 where all entries are equal"),
    wrong_pull("cumulative_sum_pull_forwards", "cumulative_sum", 0, _forwards,
               mistake="transposed", says="the running sum not turned round"),
    wrong_pull("cumulative_prod_pull_divides", "cumulative_prod", 0, _running_quotient,
               law="finite", symptom="nan", mistake="nan", says="the product of the others as y/x"),
    # moving and picking
    wrong_pull("flip_pull_identity", "flip", 0, lambda v, _y, _x, **_: v,
               mistake="passed on", says="not turned back"),
    wrong_pull("roll_pull_onwards", "roll", 0, _there_and_there_again,
               least=3, mistake="transposed", says="rolled on instead of back"),
    wrong_pull("concat_pull_from_the_end", "concat", 0, _from_the_end,
               mistake="misplaced", says="the last entries for the first"),
    wrong_pull("getitem_pull_last_one_wins", "getitem", 0, _last_one_wins,
               mistake="overwritten",
               says="a scatter that sets where it should add: wrong for repeated indices only"),
    wrong_pull("sort_pull_by_the_order", "sort", 0, _order_for_its_inverse,
               least=3, mistake="transposed",
               says="a permutation for its inverse: the same for two entries, and for many of three"),
    # matrices and transforms
    wrong_pull("solve_pull_not_transposed", "linalg.solve", 1,
               lambda v, _x, a, _b: linalg.solve_matrix(a, v),
               least=4, mistake="transposed", says="a for aᵀ"),
    wrong_pull("inv_pull_not_transposed", "linalg.inv", 0, lambda v, y, _a: -(y @ v @ y),
               least=4, mistake="transposed", says="y v y for yᵀ v yᵀ"),
    wrong_pull("det_pull_lost_when_singular", "linalg.det", 0, _adjugate_by_pinv,
               mistake="dropped",
               says="det(a) a⁻ᵀ, which is 0 where a is singular and its minors are not"),
    wrong_pull("norm_pull_over_0", "linalg.vector_norm", 0, _over_norm,
               law="finite", symptom="nan", mistake="nan", says="0/0 at the origin"),
    wrong_pull("fft_pull_by_ifft", "fft.fft", 0, _by_ifft,
               law="complex_pairing", symptom="other pairing",
               least=3, mistake="conjugated", says="the conjugate transpose"),
    wrong_pull("ifft_pull_normalised_twice", "fft.ifft", 0, _normalised,
               mistake="1/n", says="1/n once more"),
    wrong_pull("irfft_pull_without_weights", "fft.irfft", 0, _without_weights,
               mistake="half", says="frequencies that stand for two counted once"),
    # neural
    wrong_pull("softmax_pull_without_sum", "nn.softmax", 0, lambda v, p, _x, **_: p * v, key="softmax",
               says="p v for p (v − Σ p v)"),
    wrong_pull("log_softmax_pull_without_sum", "nn.log_softmax", 0, lambda v, _y, _x, **_: v,
               key="log_softmax", mistake="passed on", says="v for v − p Σ v"),
    wrong_push("sigmoid_push_of_y", "nn.sigmoid", 0, lambda u, y, _x: u * y, key="sigmoid",
               mistake="factor", says="y for y (1 − y)"),
)
# fmt: on
