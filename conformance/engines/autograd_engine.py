"""HIPS autograd (https://github.com/HIPS/autograd), 1.9.1 or newer."""

from __future__ import annotations

import importlib.metadata
from typing import Any

import autograd
import autograd.numpy as np
import autograd.scipy.linalg
import autograd.scipy.special
from autograd.builtins import dict as traced_dict
from autograd.builtins import list as traced_list
from autograd.builtins import tuple as traced_tuple
from autograd.core import VJPNode, primitive_jvps, primitive_vjps
from autograd.differential_operators import make_jvp, make_vjp, value_and_grad
from autograd.tracer import notrace_primitives, trace_stack

from adspec.conformance.idioms import IDIOMS
from adspec.conformance.tables import singular_values, spread
from adspec.dialect import AUTOGRAD
from adspec.engine import Engine, namespace, operators, rebuilt, restored

_KINDS: dict[Any, Any] = {tuple: traced_tuple, list: traced_list, dict: traced_dict}


def _along(operator: Any, f: Any, xs: Any) -> Any:
    """Return an operator of f at xs; it sees containers of its own kind only, and one x as it is."""
    return operator(lambda *xs: rebuilt(f(*xs), _KINDS), 0 if len(xs) == 1 else tuple(range(len(xs))))(*xs)


# While a derivative is traced, a tuple of answers is a box that acts like one.
def _each(xs: Any, answer: Any) -> Any:
    return (answer,) if len(xs) == 1 else tuple(answer[i] for i in range(len(xs)))


def _vjp(f: Any, xs: Any) -> Any:
    pull, y = _along(make_vjp, f, xs)
    return y, lambda v: _each(xs, pull(v))


def _is_provided(function: Any) -> bool:
    """Return whether autograd has a rule: it wraps all of NumPy, and raises where there is none."""
    known = primitive_vjps.keys() | primitive_jvps.keys() | notrace_primitives[VJPNode]
    return not hasattr(function, "_is_autograd_primitive") or function in known


ENGINE = Engine(
    name="autograd",
    version=importlib.metadata.version("autograd"),
    ops=namespace(np, autograd.scipy, extra={**spread(np), **singular_values(np)}, only=_is_provided),
    jvp=lambda f, xs, us: _along(make_jvp, f, xs)(us[0] if len(xs) == 1 else us),
    vjp=_vjp,
    grad=lambda f, xs: _each(xs, _along(autograd.grad, f, xs)),
    value_and_grad=lambda f, xs: ((both := _along(value_and_grad, f, xs))[0], _each(xs, both[1])),
    **operators(autograd),
    scope=lambda: restored(trace_stack, "top"),  # else one exception would count in all that follows
    state=lambda: trace_stack.top,
    idiom=IDIOMS["autograd"],
    trees=("dict", "list", "nested_tuples"),
    dialect=AUTOGRAD,
)
