"""Wrong engines: every rule is right, the way they are put together or handed out is not.

A row is a fault: its name, what is exchanged in the reference engine, the law that must find it.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from adspec.conformance.engines.reference_engine import ENGINE, engine_of
from adspec.conformance.mutants.mutant import Mutant
from adspec.reference_engine import RULES, Rule, numpy, with_rules
from adspec.reference_engine.fitting import sum_to
from adspec.reference_engine.rule import Each

DEEP = 5  # equations that a tangent survives in `deep_tangents_vanish`
_jvp: Any = ENGINE.jvp
_vjp: Any = ENGINE.vjp
_grad: Any = ENGINE.grad


def _pulls(around: Any) -> Any:
    """Return a vjp in which `around(pull, xs)` stands for each pullback."""

    def vjp(f: Any, xs: Any) -> Any:
        y, pull = _vjp(f, xs)
        return y, around(pull, xs)

    return vjp


# ------------------------------------------------------------------ faults of the pullback


def _with_memory(pull: Any, _xs: Any) -> Any:
    """Return a pullback that adds up what it answered before."""
    total = [0.0] * len(_xs)

    def remembering(v: Any) -> Any:
        total[:] = [t + c for t, c in zip(total, pull(v), strict=True)]
        return tuple(total)

    return remembering


def _giving_v_away(pull: Any, _xs: Any) -> Any:
    """Return a pullback that hands out v itself where its answer equals v."""
    return lambda v: tuple(v if np.array_equal(v, c) else c for c in pull(v))


def _vjp_with_none(f: Any, xs: Any) -> Any:
    """Return a vjp that answers None for inputs which a cotangent of ones does not reach."""
    y, pull = _vjp(f, xs)
    reached = [np.any(c) for c in pull(_for_each(np.ones_like, y))]
    return y, lambda v: tuple(c if r else None for r, c in zip(reached, pull(v), strict=True))


# ------------------------------------------------------------------ faults of the operators


def _for_each(change: Any, answer: Any) -> Any:
    """Return the answer with every array changed."""
    return tuple(map(change, answer)) if isinstance(answer, tuple) else change(answer)


def _jvp_twice(f: Any, xs: Any, us: Any) -> Any:
    return f(*xs), _jvp(f, xs, us)[1]


def _jvp_short(f: Any, xs: Any, us: Any) -> Any:
    y, Ju = _jvp(f, xs, us)
    return _for_each(np.float32, y), Ju


_ticks = itertools.count(1)


def _jvp_noisy(f: Any, xs: Any, us: Any) -> Any:
    y, Ju = _jvp(f, xs, us)
    noise = next(_ticks) * 2**-40
    return y, _for_each(lambda a: a + noise, Ju)


def _grad_of_anything(f: Any, xs: Any) -> Any:
    y, pull = _vjp(f, xs)
    return pull(np.ones_like(y) if isinstance(y, np.ndarray) else 1.0)


def _grad_seeded_with_2(f: Any, xs: Any) -> Any:
    return tuple(2 * g for g in _grad(f, xs))


def _pull_calls_f_again(f: Any, xs: Any) -> Any:
    def pull(v: Any) -> Any:
        return _vjp(f, xs)[1](v)

    return _vjp(f, xs)[0], pull


# ------------------------------------------------------------------ faults of the composition


def _vanishing(rules: Mapping[str, Rule]) -> Any:
    """Return a jvp that forgets tangents after DEEP equations, as a truncated tape would."""
    steps: Counter[str] = Counter()

    def forgetful(rule: Rule) -> Rule:
        def push(i: int, u: Any, *args: Any, **params: Any) -> Any:
            way = rule.push[i]
            steps["pushed"] += 1
            return u * 0 if way is None else way(u, *args, **params) * (steps["pushed"] <= DEEP)

        return Rule(push=Each(push), pull=rule.pull, elementwise=rule.elementwise)

    jvp = with_rules({name: forgetful(rule) for name, rule in rules.items()}).jvp

    def counted(f: Any, xs: Any, us: Any) -> Any:
        steps.clear()
        return jvp(f, xs, us)

    return counted


def _raises(*_args: Any, **_params: Any) -> Any:
    raise RuntimeError("not today")


def _unsummed(x: Any, v: Any) -> Any:
    """Return the cotangent as the rule left it, in the dtype of x."""
    return numpy.astype(v, dtype=np.result_type(x)) if hasattr(v, "dtype") else v


def _uncast(x: Any, v: Any) -> Any:
    """Return the cotangent in the shape of x, but in double precision."""
    return numpy.astype(sum_to(np.asarray(v), np.shape(x)), dtype=np.result_type(v, np.float64))


_LONG = {**RULES, "exp": RULES["exp"].replace(pull={0: lambda v, y, _x: v * y * np.ones(np.shape(y))})}


def _mutant(name: str, says: str, law: str, *, where: str = "engine", **words: Any) -> Mutant:
    engine_words = {key: words.pop(key) for key in ("ops", "jvp", "vjp", "grad") if key in words}
    engine = replace(ENGINE, name=name, **engine_words)
    return Mutant(engine=engine, says=says, law=law, where=where, **words)


# fmt: off
MUTANTS: tuple[Mutant, ...] = (
    Mutant(engine=engine_of(with_rules(RULES, add=lambda _old, new: new), "fan_out_overwritten"),
           where="fan-out", law="fan_out", says="the last use overwrites the others"),
    _mutant("tangents_of_arguments_overwritten", "the last argument's tangent overwrites the others",
            "truth_push", where="sum over arguments", mode="push",
            jvp=with_rules(RULES, add=lambda _old, new: new).jvp),
    Mutant(engine=engine_of(with_rules(RULES, pull_to=_unsummed), "broadcast_axes_not_summed"),
           where="add", law="broadcasting", argument=1, mode="pull", symptom="shape",
           mistake="not summed",
           says="a cotangent keeps the axes along which its argument was broadcast"),
    Mutant(engine=engine_of(with_rules(_LONG, pull_to=_uncast), "float32_becomes_float64"),
           where="exp", law="precision", argument=0, mode="pull", symptom="dtype",
           mistake="width",
           says="a rule multiplies by a float64 array, and nobody casts back"),
    _mutant("sin_is_cos", "another function, with its own right derivative", "value", where="sin",
            ops={**ENGINE.ops, "sin": ENGINE.ops["cos"]}, mode="value", mistake="neighbour"),
    _mutant("sin_raises", "an operation that is there and does not work", "value", where="sin",
            ops={**ENGINE.ops, "sin": _raises}, mode="value", symptom="raises RuntimeError"),
    _mutant("deep_tangents_vanish", "a tangent is lost after five equations", "chain_rule",
            jvp=_vanishing(RULES)),
    _mutant("jvp_returns_y_as_float32", "the value that comes with a tangent is rounded", "primal",
            jvp=_jvp_short, symptom="dtype"),
    _mutant("jvp_calls_f_twice", "once for y, once for J u", "evaluation_count",
            jvp=_jvp_twice, symptom="calls of f"),
    _mutant("pull_calls_f_again", "nothing kept of the first evaluation", "evaluation_count",
            vjp=_pull_calls_f_again, symptom="calls of f"),
    _mutant("jvp_is_noisy", "the answer depends on how often it was asked for", "determinism",
            jvp=_jvp_noisy, symptom="another answer the second time"),
    _mutant("pullback_with_memory", "answers add up from call to call", "purity",
            vjp=_pulls(_with_memory), symptom="another answer the second time"),
    _mutant("pullback_gives_v_away", "the gradient is the caller's own cotangent", "aliasing",
            vjp=_pulls(_giving_v_away), symptom="aliases"),
    _mutant("unused_input_gets_none", "no cotangent where it would be zero", "independence",
            vjp=_vjp_with_none, symptom="None"),
    _mutant("grad_of_a_vector", "ones as the seed of whatever comes", "scalar_output",
            grad=_grad_of_anything, mode="grad", symptom="returns a gradient"),
    _mutant("grad_seeded_with_2", "a seed of 2", "grad_is_pull",
            grad=_grad_seeded_with_2, mode="grad"),
)
# fmt: on
