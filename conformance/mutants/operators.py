"""Wrong operators: what is made of a right push and a right pull, or of their rules, is not right.

A row is a fault: its name, what is exchanged in the reference engine, the law that must find it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from adspec.conformance.engines.reference_engine import ENGINE, engine_of
from adspec.conformance.mutants.mutant import Mutant
from adspec.reference_engine import RULES, Rule, with_rules
from adspec.reference_engine import numpy as ad
from adspec.reference_engine.tracing import Primitive, Traced

# ------------------------------------------------------------------ right rules with wrong derivatives


def _number(x: Any) -> Any:
    """Return the array behind a traced value: a constant to whoever differentiates."""
    while type(x) is Traced:
        x = x.value
    return x


_forgetful = Primitive("forgetful", lambda x: x)  # has a push rule, and pulls nothing back
_FORGETFUL = Rule(push=(lambda u, *_: u,), pull=(None,))


def _bent(name: str, value: Any, slope: Any) -> tuple[Primitive, Rule]:
    """Return a primitive with a slope that is right, and, when pushed, a constant."""
    push = (lambda u, _y, x: u * slope(_number(x)),)
    return Primitive(name, value), Rule(push=push, pull=(lambda v, _y, x: v * slope(x),))


_bent_cosh, _BENT_COSH = _bent("bent_cosh", np.cosh, ad.sinh)
_bent_sinh, _BENT_SINH = _bent("bent_sinh", np.sinh, ad.cosh)
_OWN = {"forgetful": _FORGETFUL, "bent_cosh": _BENT_COSH, "bent_sinh": _BENT_SINH}


def _twice(name: str, where: str, law: str, *, says: str, mode: str = "", **ways: Any) -> Mutant:
    """Return the mutant in which a rule of one argument is right once, and wrong when differentiated."""
    rules = {**RULES, **_OWN, where: RULES[where].replace(**ways)}
    return Mutant(
        engine=engine_of(with_rules(rules), name),
        where=where,
        argument=0,
        law=law,
        mode=mode or law.replace("_", " "),
        mistake="lost order",
        says=says,
    )


# ------------------------------------------------------------------ wrong operators

_grad: Any = ENGINE.grad
_jacobian: Any = ENGINE.jacobian
_elementwise_grad: Any = ENGINE.elementwise_grad
_holomorphic_grad: Any = ENGINE.holomorphic_grad
_linearize: Any = ENGINE.linearize


def _gauss_newton(f: Any, x: Any) -> Any:
    (g,) = _grad(f, (x,))
    return np.multiply.outer(g, g)


def _by_columns(f: Any, x: Any) -> Any:
    """Return J with the axes of x first."""
    rows, n = _jacobian(f, x), np.ndim(x)
    return np.moveaxis(rows, range(rows.ndim - n, rows.ndim), range(n))


def _mean_of_slopes(f: Any, x: Any) -> Any:
    return _elementwise_grad(f, x) / max(1, np.size(x))


def _secant(f: Any, xs: Any) -> Any:
    """Return the push that is a difference of values."""
    y, _ = _linearize(f, xs)
    return y, lambda *us: _minus(f(*(x + u for x, u in zip(xs, us, strict=True))), y)


def _minus(a: Any, b: Any) -> Any:
    return tuple(s - t for s, t in zip(a, b, strict=True)) if isinstance(a, tuple) else a - b


def _linearize_again(f: Any, xs: Any) -> Any:
    """Return the push that evaluates f for each direction."""

    def push(*us: Any) -> Any:
        return _linearize(f, xs)[1](*us)

    return _linearize(f, xs)[0], push


def _first_row(f: Any) -> Any:
    """Return the map that evaluates f on the first row only."""

    def mapped(*batches: Any) -> Any:
        row = f(*(b[0] for b in batches))
        rows = [np.stack([a] * len(batches[0])) for a in (row if isinstance(row, tuple) else (row,))]
        return tuple(rows) if isinstance(row, tuple) else rows[0]

    return mapped


def _grad_of_whole_numbers(f: Any, xs: Any) -> Any:
    """Return the gradient at floats, in the dtype of x."""
    if not all(isinstance(x, np.ndarray) and x.dtype.kind == "i" for x in xs):
        return _grad(f, xs)
    return tuple(g.astype(int) for g in _grad(f, tuple(x.astype(float) for x in xs)))


_table: dict[Any, Any] = {}


def _tabled(name: str, function: Any) -> Any:
    """Return an operation that answers a second call with the same traced values by a number."""

    def again(*args: Any, **params: Any) -> Any:
        if not any(type(a) is Traced for a in args):
            return function(*args, **params)
        key = (name, *map(id, args), repr(params))
        if key in _table:
            return _number(_table[key][1])
        _table[key] = args, function(*args, **params)  # holds the arguments, lest their places be reused
        return _table[key][1]

    return again


def _then_forgets(operator: Any) -> Any:
    """Return an operator of the engine after which the table is empty."""

    def run(*args: Any) -> Any:
        try:
            return operator(*args)
        finally:
            _table.clear()

    return run


_WITH_TABLE: dict[str, Any] = {
    name: _then_forgets(getattr(ENGINE, name)) for name in ("jvp", "vjp", "grad", "value_and_grad")
} | {"ops": {**ENGINE.ops, **{name: _tabled(name, ENGINE.ops[name]) for name in ("sin", "square")}}}


def _operator(
    name: str, law: str, *, where: str = "engine", symptom: str = "wrong value", **words: Any
) -> Mutant:
    """Return the mutant in which an operator of the engine is exchanged."""
    told = {key: words.pop(key) for key in ("says", "mode") if key in words}
    engine = replace(ENGINE, name=name, **words)
    return Mutant(engine=engine, where=where, law=law, symptom=symptom, **told)


# fmt: off
MUTANTS: tuple[Mutant, ...] = (
    _twice("square_push_keeps_a_number", "square", "push_of_push",
           push={0: lambda u, _y, x: 2 * u * _number(x)},
           says="2·x with x as a constant: J u is right, and its slope is 0"),
    _twice("exp_pull_keeps_a_number", "exp", "push_of_pull",
           pull={0: lambda v, y, _x: v * _number(y)},
           says="the value kept instead of the traced value: Jᵀ v is right, and its slope is 0"),
    _twice("sin_push_pulls_nothing_back", "sin", "pull_of_push",
           push={0: lambda u, _y, x: u * _forgetful(ad.cos(x))},
           says="a push rule made of something that can be pushed and not pulled"),
    _twice("cos_pull_pulls_nothing_back", "cos", "pull_of_pull",
           pull={0: lambda v, _y, x: -v * _forgetful(ad.sin(x))},
           says="a pull rule made of something that can be pushed and not pulled"),
    _twice("sinh_push_bends_once", "sinh", "third_push", mode="push of push of push",
           push={0: lambda u, _y, x: u * _bent_cosh(x)},
           says="cosh whose slope is right and, pushed, a constant: J u and its slope are right"),
    _twice("cosh_pull_bends_once", "cosh", "third_pull", mode="push of push of pull",
           pull={0: lambda v, _y, x: v * _bent_sinh(x)},
           says="sinh whose slope is right and, pushed, a constant: Jᵀ v and its slope are right"),
    _operator("jacobian_by_columns", "jacobian", jacobian=_by_columns, symptom="shape",
              says="the shape of x, then of y"),
    _operator("hessian_of_gauss_newton", "hessian", hessian=_gauss_newton,
              says="the outer product of the gradient with itself: symmetric, and of the right shape"),
    _operator("elementwise_grad_is_mean", "elementwise_grad", elementwise_grad=_mean_of_slopes,
              says="a mean over entries"),
    _operator("holomorphic_grad_conjugated", "holomorphic_grad",
              holomorphic_grad=lambda f, z: np.conj(_holomorphic_grad(f, z)),
              says="the gradient of the real part, taken for the derivative"),
    _operator("linearize_is_a_secant", "linearize", linearize=_secant,
              says="push(u) = f(x + u) - f(x)"),
    _operator("linearize_calls_f_again", "linearize", linearize=_linearize_again, symptom="calls of f",
              says="nothing kept of the first evaluation"),
    _operator("checkpoint_is_nothing", "checkpoint", checkpoint=lambda f: f, symptom="calls of f",
              says="everything stored, nothing evaluated again"),
    _operator("jit_runs_python_each_time", "jit", jit=lambda f: f, symptom="calls of f",
              says="nothing compiled"),
    _operator("vmap_repeats_the_first_row", "vmap", vmap=_first_row,
              says="right for a batch of equal rows"),
    _operator("grad_of_whole_numbers", "input_kind", grad=_grad_of_whole_numbers, mode="grad",
              symptom="integers: returns a gradient",
              says="integers taken for floats, the gradient rounded to integers"),
    _operator("common_parts_from_a_table", "sharing", where="fan-out", **_WITH_TABLE,
              says="the second time a value is computed it is a number without a derivative"),
)
# fmt: on
