"""Wrong at points, in kinds of numbers, or in ways of handing arrays over; right on plain ones.

A row is a fault: its name, the primitive, the argument, the wrong way, the law that finds it first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from adspec.conformance.engines.reference_engine import ENGINE, engine_of
from adspec.conformance.mutants.mutant import Mutant, wrong_pull, wrong_push, wrong_rule
from adspec.reference_engine import RULES, Rule, with_rules
from adspec.reference_engine import numpy as ad
from adspec.reference_engine.rule import scale
from adspec.reference_engine.rules.reductions import kept
from adspec.reference_engine.tracing import dtype_of, plain, shape_of

_jvp: Any = ENGINE.jvp
_vjp: Any = ENGINE.vjp


def _in_memory_order(a: Any) -> Any:
    return np.reshape(np.ravel(plain(a), order="K"), shape_of(a))


def _vjp_without_0_d(f: Any, xs: Any) -> Any:
    """Return a vjp whose cotangents have at least one axis."""
    y, pull = _vjp(f, xs)
    return y, lambda v: tuple(c if c.shape else ad.reshape(c, (1,)) for c in pull(v))


def _jvp_with_numbers(f: Any, xs: Any, us: Any) -> Any:
    """Return a jvp whose 0-d tangents are Python numbers."""
    y, Ju = _jvp(f, xs, us)
    return y, Ju.item() if np.shape(Ju) == () else Ju


def _jvp_of_half(f: Any, xs: Any, us: Any) -> Any:
    """Return a jvp whose tangents in half precision are widened."""
    y, Ju = _jvp(f, xs, us)
    return y, np.float32(Ju) if getattr(Ju, "dtype", None) == np.float16 else Ju


def _sin_in_double(x: Any) -> Any:
    return ENGINE.ops["sin"](ENGINE.ops["astype"](x, dtype=np.result_type(dtype_of(x), np.float64)))


def _in_single(u: Any, y: Any, x: Any) -> Any:
    narrow = np.complex64 if dtype_of(x).kind == "c" else np.float32
    return ad.astype(ad.astype(u * (1 + y * y), dtype=narrow), dtype=dtype_of(x))


def _one_sided(v: Any, y: Any, x: Any) -> Any:
    """Return the pull of abs with the slope 1 at 0, where the push has 0."""
    if dtype_of(x).kind == "c":
        return RULES["abs"].pull[0](v, y, x)  # type: ignore[misc]
    return v * ad.where(ad.less(x, 0), -1.0, 1.0)


def _relu_beyond(u: Any, _y: Any, x: Any) -> Any:
    return u * ad.greater(x, 0) - u * ad.equal(x, 0)


def _both_win(y: Any, mine: Any, _other: Any) -> Any:
    return ad.astype(ad.equal(plain(mine), plain(y)), dtype=dtype_of(y))


def _sinc_by_the_formula(u: Any, y: Any, x: Any) -> Any:
    return u * ad.divide(ad.cos(np.pi * x) - y, x)


def _weights_by_exp(v: Any, _y: Any, x: Any, *, axis: Any, keepdims: bool) -> Any:
    e = ad.exp(x)
    return ad.divide(e, ad.sum(e, axis, keepdims=True)) * kept(v, x, axis, keepdims)


def _twice_when_broadcast(v: Any, y: Any, a: Any, b: Any) -> Any:
    return v * b * (1.0 if shape_of(a) == shape_of(y) else 2.0)


def _passes_at_jumps(v: Any, _y: Any, x: Any) -> Any:
    return v * ad.equal(plain(x), np.floor(plain(x)))


# Rules that promise nothing of zeros: a zero cotangent times a slope that is nan stays nan.
_UNABSORBING = {name: Rule(push=rule.push, pull=rule.pull) for name, rule in RULES.items()}


def _wrong_for(kind: Any, way: Any) -> Any:
    """Return the way with twice its answer where the argument is of a dtype or a kind of them."""

    def wrong(v: Any, y: Any, x: Any) -> Any:
        factor = 2.0 if kind in {dtype_of(x).kind, dtype_of(x).name} else 1.0
        return way(v, y, x) * dtype_of(x).type(factor)

    return wrong


# fmt: off
MUTANTS: tuple[Mutant, ...] = (
    wrong_pull("log_pull_in_memory_order", "log", 0, lambda v, _y, x: ad.divide(v, _in_memory_order(x)),
               law="presentation",
               least=4, mistake="other entries", says="the entries of a view taken as they lie in memory"),
    Mutant(engine=replace(ENGINE, name="sin_in_float64", ops={**ENGINE.ops, "sin": _sin_in_double}),
           where="sin", law="precision", mode="value", symptom="dtype",
               mistake="width", says="single precision widened"),
    wrong_push("tan_push_in_float32", "tan", 0, _in_single,
               law="precision", symptom="rounded to float32",
               mistake="precision", says="double precision rounded inside"),
    Mutant(engine=replace(ENGINE, name="half_is_pushed_in_single", jvp=_jvp_of_half),
           where="engine", law="precision", mode="push", symptom="dtype", says="float16 in, float32 out"),
    Mutant(engine=replace(ENGINE, name="cotangent_of_0_d_becomes_1_d", vjp=_vjp_without_0_d),
           where="engine", law="empty_and_0d", mode="pull", symptom="shape", says="np.atleast_1d"),
    Mutant(engine=replace(ENGINE, name="tangent_is_a_python_number", jvp=_jvp_with_numbers),
           where="engine", law="tangent_space", mode="push", symptom="kind of array", says="np.ndarray.item"),
    wrong_pull("multiply_pull_twice_when_broadcast", "multiply", 0, _twice_when_broadcast,
               law="broadcasting", mistake="twice", says="right on equal shapes only"),
    wrong_pull("square_pull_conjugated", "square", 0, lambda v, _y, x: 2 * v * ad.conj(x),
               law="complex_pairing", symptom="other pairing",
               mistake="conjugated", says="a rule of the hermitian world"),
    wrong_pull("imag_pull_without_minus", "imag", 0, lambda v, _y, _x: 1j * v,
               law="complex_pairing", symptom="other pairing", mistake="conjugated", says="i for −i"),
    wrong_push("exp_push_conjugated", "exp", 0, lambda u, y, _x: ad.conj(u * y),
               law="complex_pairing", symptom="conjugated",
               mistake="conjugated", says="a conjugate where there is none"),
    wrong_pull("conj_pull_forgotten", "conj", 0, lambda v, _y, _x: v,
               mistake="conjugated", says="the cotangent of a conjugate not conjugated"),
    wrong_pull("sinh_pull_wrong_for_complex", "sinh", 0, _wrong_for("c", RULES["sinh"].pull[0]),
               mistake="twice", says="wrong for complex numbers only"),
    wrong_push("cosh_push_wrong_for_float32", "cosh", 0, _wrong_for("float32", RULES["cosh"].push[0]),
               mistake="twice", says="wrong for single precision only"),
    wrong_pull("abs_pull_one_sided_at_0", "abs", 0, _one_sided,
               law="kinks", mode="",
               mistake="sides", says="1 at 0 in the pull, 0 in the push: each within the hull"),
    wrong_push("relu_push_beyond_its_kink", "nn.relu", 0, _relu_beyond, key="relu",
               law="kinks", says="−1 at 0, where the slopes are 0 and 1"),
    wrong_rule("minimum_counts_ties_twice", "minimum", scale(_both_win, lambda y, a, b: _both_win(y, b, a)),
               law="ties", argument=None, mode="push",
               mistake="ties", says="each of two equal arguments counted whole"),
    wrong_push("sinc_push_by_the_formula", "sinc", 0, _sinc_by_the_formula,
               law="finite", symptom="nan", mistake="nan", says="0/0 at 0"),
    wrong_pull("logsumexp_pull_overflows", "special.logsumexp", 0, _weights_by_exp,
               law="finite", symptom="nan", mistake="overflow", says="exp(x)/Σ exp(x) is ∞/∞ from 710 on"),
    wrong_pull("hypot_pull_by_the_formula", "hypot", 0,
               lambda v, _y, a, b: ad.divide(v * a, ad.sqrt(a * a + b * b)),
               law="finite", symptom="nan", mistake="nan", says="0/0 at the origin"),
    Mutant(engine=engine_of(with_rules(_UNABSORBING), "zero_times_nan_is_nan"),
           where="engine", law="finite", mode="pull", symptom="nan", says="the branch not taken by where"),
    wrong_push("tanh_push_cancels", "tanh", 0, lambda u, y, _x: u * (1 - y * y),
               law="accuracy", symptom="inaccurate",
               mistake="cancellation", says="1 − y² where y is nearly 1"),
    wrong_pull("floor_pull_passes_at_jumps", "floor", 0, _passes_at_jumps,
               law="transpose", mode="",
               mistake="passed on", says="a cotangent passed through where f jumps and J u is 0"),
)
# fmt: on
