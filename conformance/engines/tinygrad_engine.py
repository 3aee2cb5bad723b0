"""tinygrad (https://tinygrad.org), 0.11 or newer: reverse mode, compiled when a value is read.

Its default device calls clang; `DEV=PYTHON` in the environment takes an interpreter in Python in its place.
"""

from __future__ import annotations

from functools import reduce
from importlib.metadata import version
from typing import Any

import numpy as np
from tinygrad import Device, Tensor

from adspec.conformance.tables import of_tinygrad, several
from adspec.dialect import Dialect
from adspec.engine import Engine
from adspec.limits import REAL, Limits


def _own(x: Any) -> Any:
    """Return x as a node of its own: equal expressions are one, as two variables would be."""
    return x * Tensor(np.ones(1)).cast(x.dtype).reshape(())


def _along(f: Any, xs: Any) -> Any:
    xs = tuple(map(_own, xs))
    y = f(*xs)

    def pull(v: Any) -> Any:
        parts = [a.gradient(*xs, gradient=b) for a, b in zip(several(y), several(v), strict=True)]
        return tuple(reduce(Tensor.add, found) for found in zip(*parts, strict=True))

    return y, pull


def _value_and_grad(f: Any, xs: Any) -> Any:
    xs = tuple(map(_own, xs))
    y = f(*xs)
    return y, tuple(y.gradient(*xs))


ENGINE = Engine(
    name="tinygrad",
    version=version("tinygrad"),
    ops=of_tinygrad(Tensor),
    vjp=_along,
    grad=lambda f, xs: _value_and_grad(f, xs)[1],
    value_and_grad=_value_and_grad,
    # a constant has no device, and would be made on the default one of the library
    to_numpy=lambda a: a.clone(Device.DEFAULT).numpy() if isinstance(a, Tensor) else a,
    # Numbers are constants, and equal constants are one node (0.14): by a, the gradient of a + b would be 2
    # wherever a and b are equal. What was an array is a buffer of its own.
    from_numpy=lambda a: Tensor(np.array(a).ravel()).reshape(np.shape(a)),
    array_type=Tensor,
    compiles=True,
    limits=Limits(dtypes=REAL, methods=False),  # x.var() has another default, x.repeat another meaning
    dialect=Dialect(
        scalar_error=(AssertionError, AttributeError),
        input_error=(RuntimeError, TypeError, AttributeError),
    ),
)
