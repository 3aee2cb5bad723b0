"""MyGrad (https://github.com/rsokl/MyGrad), 2.3 or newer: reverse mode, real numbers, first order.

A backward pass of MyGrad takes its graph apart, so every pull records f anew. What it returns is NumPy's and
has no derivative: to differentiate within a derivative is not provided.
"""

from __future__ import annotations

from typing import Any

import mygrad as mg
import mygrad.nnet.activations
import numpy as np

from adspec.conformance.tables import spread
from adspec.dialect import Dialect
from adspec.engine import Engine, NotShown, namespace
from adspec.limits import REAL, Limits

# MyGrad refuses them to every tensor that has a derivative; `accumulate` of its ufuncs it does not implement.
_REFUSED = {"ceil", "floor", "floor_divide", "remainder", "sign", "trunc"}


def _recorded(x: Any) -> Any:
    if isinstance(x, mg.Tensor) and not x.constant:
        raise NotShown("mygrad has no derivatives of derivatives")
    return mg.tensor(np.array(x))


def _pulled(f: Any, xs: Any, *v: Any) -> tuple[Any, Any]:
    """Return y and one cotangent for each x, None where y does not depend on it."""
    xs = tuple(map(_recorded, xs))
    y = f(*xs)
    if v and isinstance(y, tuple):
        sum(mg.sum(a * b) for a, b in zip(y, v[0], strict=True)).backward()
    else:
        y.backward(*v)
    return y, tuple(x.grad for x in xs)


_OPS = namespace(mg, extra={**spread(mg), "special.expit": mygrad.nnet.activations.sigmoid})

ENGINE = Engine(
    name="mygrad",
    version=mg.__version__,
    ops={name: f for name, f in _OPS.items() if name not in _REFUSED and not name.endswith(".accumulate")},
    vjp=lambda f, xs: (f(*map(_recorded, xs)), lambda v: _pulled(f, xs, v)[1]),
    grad=lambda f, xs: _pulled(f, xs)[1],
    value_and_grad=_pulled,
    from_numpy=lambda a: mg.tensor(a, constant=True),
    array_type=(mg.Tensor, np.ndarray, np.generic),
    limits=Limits(dtypes=REAL, order=1),
    dialect=Dialect(
        scalar_output="any",
        scalar_error=(AttributeError,),  # of a tuple, which has no `backward`
        pull_calls=1,
        unused_input="none",
        whole_input="none",
    ),
)
