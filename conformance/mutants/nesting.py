"""Wrong nesting: every first derivative is right, one within another is not; and wrong control flow.

Each operator of the reference engine is run as it is; then what it answers within another one is spoilt, as
an engine would that tells the variables of two derivatives apart by one tag, or by none.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.conformance.mutants.mutant import Mutant
from adspec.reference_engine.tracing import Traced, plain

_jvp: Any = ENGINE.jvp
_vjp: Any = ENGINE.vjp
_grad: Any = ENGINE.grad


def _one_tag(f: Any, xs: Any, us: Any) -> Any:
    """Return (y, J u) with what an outer variable adds to y counted as if it were the inner one's."""
    y, u = _jvp(f, xs, us)
    is_pushed = type(y) is Traced and hasattr(y.mark, "shape")  # not a row of a tape
    return y, u + y.mark if is_pushed else u


def _forgets_outer(answer: Any) -> Any:
    return tuple(map(_forgets_outer, answer)) if isinstance(answer, tuple) else plain(answer)


def _jvp_forgets(f: Any, xs: Any, us: Any) -> Any:
    """Return (y, J u), where x and u are plain as a constant: what f captures has no derivative."""
    y, u = _jvp(f, xs, us)
    is_plain = not any(type(a) is Traced for a in (*xs, *us))
    return y, _forgets_outer(u) if is_plain else u


def _grad_forgets(f: Any, xs: Any) -> Any:
    return _forgets_outer(_grad(f, xs))


def _vjp_forgets_v(f: Any, xs: Any) -> Any:
    """Return a pullback that takes v as a constant."""
    y, pull = _vjp(f, xs)
    return y, lambda v: pull(_forgets_outer(v))


def _grad_of_grad_doubled(f: Any, xs: Any) -> Any:
    """Return the gradient, doubled from the third level of tracing on."""
    deep = type(xs[0]) is Traced and type(xs[0].value) is Traced
    return tuple(2.0 * g if deep else g for g in _grad(f, xs))


def _branch_not_taken(g: Any, h: Any, c: Any, x: Any) -> Any:
    """Return the value of the branch taken, with the derivative of the other one."""
    taken, other = (g(x), h(x)) if c > 0 else (h(x), g(x))
    return other + plain(taken - other)


def _last_step_as_constant(g: Any, x: Any, *, times: int) -> Any:
    """Return the value of a loop, its last step without a derivative of what the step multiplies."""
    for _ in range(times - 1):
        x = g(x)
    return x + plain(g(x) - x)


def _mutant(name: str, says: str, law: str, where: str, **words: Any) -> Mutant:
    return Mutant(engine=replace(ENGINE, name=name, **words), says=says, law=law, where=where)


# fmt: off
MUTANTS: tuple[Mutant, ...] = (
    _mutant("one_tag_for_all_derivatives", "an inner variable is confused with the outer one",
            "nesting", "nesting of push", jvp=_one_tag),
    _mutant("jvp_forgets_what_f_captures", "at a plain point an inner jvp returns constants", "nesting",
            "nesting of push", jvp=_jvp_forgets),
    _mutant("grad_forgets_the_outer_variable", "what an inner grad returns is a constant", "nesting",
            "nesting of grad", grad=_grad_forgets),
    _mutant("pullback_forgets_where_v_came_from", "an inner pullback takes its cotangent as a constant",
            "nesting", "nesting of pull", vjp=_vjp_forgets_v),
    _mutant("third_gradient_doubled", "right to the second derivative", "nesting",
            "nesting of push", grad=_grad_of_grad_doubled),
    _mutant("branch_not_taken", "the derivative of the other branch", "branches_and_loops",
            "branch", ops={**ENGINE.ops, "branch": _branch_not_taken}),
    _mutant("last_step_as_constant", "a loop whose last step has no derivative", "branches_and_loops",
            "iterate", ops={**ENGINE.ops, "iterate": _last_step_as_constant}),
)
# fmt: on
