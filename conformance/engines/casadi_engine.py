"""CasADi (https://web.casadi.org), 3.6 or newer: symbolic expressions, derived both ways, then evaluated.

Its arrays are matrices, of which a number is one of a single entry; what is shown to it are numbers. Within a
derivative, x is an expression: it is put in place of the symbol that was derived by.
"""

from __future__ import annotations

from typing import Any

import casadi as ca
import numpy as np

from adspec.conformance.tables import of_casadi, several
from adspec.dialect import Dialect
from adspec.engine import Engine
from adspec.limits import Limits


def _derived(f: Any, xs: Any, derive: Any) -> Any:
    """Return y, and what `derive` makes of outputs and symbols, both at xs, as y is: bare or a tuple."""
    symbols = tuple(ca.SX.sym(f"x{i}") for i in range(len(xs)))
    y = f(*symbols)
    outputs = tuple(map(ca.SX, several(y)))
    found = (*outputs, *derive(outputs, symbols))
    at_x = tuple(ca.substitute(list(found), list(symbols), list(map(ca.SX, xs))))
    values, rest = at_x[: len(outputs)], at_x[len(outputs) :]
    return values if isinstance(y, tuple) else values[0], rest


def _jvp(f: Any, xs: Any, us: Any) -> Any:
    push = lambda ys, xs: [ca.jtimes(y, ca.vertcat(*xs), ca.vertcat(*us)) for y in ys]
    y, tangents = _derived(f, xs, push)
    return y, tangents if isinstance(y, tuple) else tangents[0]


def _pulled(f: Any, xs: Any, *vs: Any) -> Any:
    pull = lambda ys, xs: ca.vertsplit(ca.jtimes(ca.vertcat(*ys), ca.vertcat(*xs), ca.vertcat(*vs), True))  # noqa: FBT003
    return _derived(f, xs, pull)


def _value_and_grad(f: Any, xs: Any) -> Any:
    return _derived(f, xs, lambda ys, xs: [ca.gradient(*ys, x) for x in xs])


ENGINE = Engine(
    name="casadi",
    version=ca.__version__,
    ops=of_casadi(ca),
    jvp=_jvp,
    vjp=lambda f, xs: (f(*xs), lambda v: _pulled(f, xs, *several(v))[1]),
    grad=lambda f, xs: _value_and_grad(f, xs)[1],
    value_and_grad=_value_and_grad,
    jacobian=lambda f, x: _derived(f, (x,), lambda ys, xs: [ca.jacobian(ys[0], xs[0])])[1][0],
    hessian=lambda f, x: _derived(f, (x,), lambda ys, xs: [ca.hessian(ys[0], xs[0])[0]])[1][0],
    to_numpy=lambda a: np.asarray(ca.evalf(ca.SX(a))).reshape(()),
    from_numpy=lambda a: ca.SX(np.asarray(a).item()),
    array_type=(ca.SX, ca.DM),
    limits=Limits(axes=0, dtypes=("float64",)),
    dialect=Dialect(escaped_tracer="used", scalar_error=(NotImplementedError,), pull_calls=1),
)
