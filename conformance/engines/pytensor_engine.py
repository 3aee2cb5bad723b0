"""PyTensor (https://pytensor.readthedocs.io), 3.0 or newer: symbolic graphs, derived both ways and compiled.

What f returns is a graph; it is compiled, by the linker in Python, when its value is read. Within a
derivative, x is a graph, which is put in place of the variable that was derived by.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytensor
import pytensor.gradient
import pytensor.ifelse
import pytensor.tensor as pt
from pytensor.compile.mode import Mode
from pytensor.graph.replace import graph_replace

from adspec.conformance.tables import of_pytensor, several
from adspec.dialect import Dialect
from adspec.engine import Engine

_MODE = Mode(linker="py", optimizer=None)


def _derived(f: Any, xs: Any, derive: Any) -> Any:
    """Return y as f returns it, and what `derive` makes of outputs and variables, both at xs."""
    variables = [pt.tensor(dtype=x.dtype, shape=x.type.shape) for x in xs]
    y = f(*variables)
    outputs = list(map(pt.as_tensor, several(y)))
    found = graph_replace(
        [*outputs, *derive(outputs, variables)], dict(zip(variables, xs, strict=True)), strict=False
    )
    values, rest = tuple(found[: len(outputs)]), tuple(found[len(outputs) :])
    return values if isinstance(y, tuple) else values[0], rest


def _jvp(f: Any, xs: Any, us: Any) -> Any:
    push = lambda ys, xs: pytensor.gradient.pushforward(ys, xs, list(us), disconnected_outputs="ignore")
    y, tangents = _derived(f, xs, push)
    return y, tangents if isinstance(y, tuple) else tangents[0]


def _pull(f: Any, xs: Any, v: Any) -> Any:
    pull = lambda ys, xs: pytensor.gradient.pullback(ys, xs, list(several(v)), disconnected_inputs="ignore")
    return _derived(f, xs, pull)[1]


def _value_and_grad(f: Any, xs: Any) -> Any:
    def derive(ys: Any, xs: Any) -> Any:
        if len(ys) != 1:
            raise TypeError(f"grad takes one cost, and f returns {len(ys)} arrays")
        return pt.grad(ys[0], xs, disconnected_inputs="ignore")

    return _derived(f, xs, derive)


ENGINE = Engine(
    name="pytensor",
    version=pytensor.__version__,
    ops=of_pytensor(pytensor),
    jvp=_jvp,
    vjp=lambda f, xs: (f(*xs), lambda v: _pull(f, xs, v)),
    grad=lambda f, xs: _value_and_grad(f, xs)[1],
    value_and_grad=_value_and_grad,
    to_numpy=lambda a: np.asarray(pt.as_tensor(a).eval(mode=_MODE)),
    from_numpy=lambda a: pt.as_tensor(np.array(a)),  # a Python number would become float32
    array_type=pt.TensorVariable,
    compiles=True,
    dialect=Dialect(pull_calls=1, escaped_tracer="used"),
)
