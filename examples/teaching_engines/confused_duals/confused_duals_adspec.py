"""The confused duals as adspec sees them: numbers in double precision, forward mode."""

import operator

import confused_duals as duals
import numpy as np

from adspec.dialect import Dialect
from adspec.engine import Engine
from adspec.limits import Limits


def jvp(f, xs, us):
    """Return (y, J u), of several outputs two tuples."""
    y = f(*map(duals.Dual, xs, us))
    parts = [(part.value, part.tangent) for part in map(duals.lift, y if isinstance(y, tuple) else (y,))]
    return tuple(zip(*parts, strict=True)) if isinstance(y, tuple) else parts[0]


ENGINE = Engine(
    name="confused_duals",
    version="1",
    ops={
        "add": operator.add,
        "subtract": operator.sub,
        "multiply": operator.mul,
        "divide": operator.truediv,
        "pow": operator.pow,
        "negative": operator.neg,
        "sin": duals.sin,
        "cos": duals.cos,
        "exp": duals.exp,
        "log": duals.log,
        "sqrt": duals.sqrt,
    },
    jvp=jvp,
    from_numpy=lambda a: np.asarray(a).item(),
    array_type=(duals.Dual, float),
    limits=Limits(axes=0, dtypes=("float64",)),
    dialect=Dialect(escaped_tracer="used"),  # a dual number is a pair, and never over
)
