"""ad (https://pypi.org/project/ad), 1.3.2 or newer: numbers that carry their first and second derivatives.

A derivative is a Python number, which has none of its own: what there is of second order is `d2`.
"""

from __future__ import annotations

import operator
from importlib.metadata import version
from typing import Any

import ad
import ad.admath
import numpy as np

from adspec.dialect import Dialect
from adspec.engine import Engine, NotShown, namespace
from adspec.limits import Limits

_OPERATORS = {"add": "add", "subtract": "sub", "multiply": "mul", "divide": "truediv", "negative": "neg"}
_WORDS = {"pow": ad.admath.power, "abs": abs, "remainder": operator.mod}
_OPS = _WORDS | {name: getattr(operator, word) for name, word in _OPERATORS.items()}
_MATH = namespace(ad.admath, extra={"special.erf": ad.admath.erf, "special.erfc": ad.admath.erfc, **_OPS})


def _variables(xs: Any) -> Any:
    if any(isinstance(x, ad.ADF) for x in xs):
        raise NotShown("ad has no derivatives of derivatives")
    return tuple(map(ad.adnumber, xs))


def _slopes(f: Any, xs: Any) -> Any:
    """Return y and its partial derivatives, zeros where it is no function of x."""
    xs = _variables(xs)
    y = f(*xs)
    if isinstance(y, tuple):
        raise NotShown("ad differentiates one number")
    return y, tuple(y.d(x) if isinstance(y, ad.ADF) else 0.0 for x in xs)


def _jvp(f: Any, xs: Any, us: Any) -> Any:
    y, slopes = _slopes(f, xs)
    return y, sum(slope * u for slope, u in zip(slopes, us, strict=True))


def _vjp(f: Any, xs: Any) -> Any:
    y, slopes = _slopes(f, xs)
    return y, lambda v: tuple(slope * v for slope in slopes)


ENGINE = Engine(
    name="ad",
    version=version("ad"),
    ops={name: f for name, f in _MATH.items() if name != "getitem"},
    jvp=_jvp,
    vjp=_vjp,
    grad=lambda f, xs: _slopes(f, xs)[1],
    value_and_grad=_slopes,
    hessian=lambda f, x: f(y := _variables((x,))[0]).d2(y),
    to_numpy=lambda a: np.asarray(getattr(a, "x", a)),
    from_numpy=lambda a: np.asarray(a).item(),
    array_type=(ad.ADF, int, float, complex),
    limits=Limits(axes=0, dtypes=("float64", "complex128"), order=1),
    dialect=Dialect(escaped_tracer="used"),  # a number with derivatives is never over
)
