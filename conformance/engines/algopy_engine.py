"""AlgoPy (https://pythonhosted.org/algopy), 0.7 or newer: Taylor series forward, a traced graph backward.

Numbers are real and in double precision. A push carries a series of two terms through f; a pull records f
once and goes back along its graph.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

import algopy
import numpy as np

from adspec.conformance.tables import of_algopy, several
from adspec.dialect import Dialect
from adspec.engine import Engine, NotShown
from adspec.limits import Limits

_TRACED = (algopy.UTPM, algopy.Function)


def _plain(xs: Any) -> Any:
    if any(isinstance(x, _TRACED) for x in xs):
        raise NotShown("algopy has higher derivatives by longer series, and none of derivatives")
    return xs


def _series(x: Any, u: Any) -> Any:
    return algopy.UTPM(np.stack([np.asarray(x)[None], np.asarray(u)[None]]))


def _jvp(f: Any, xs: Any, us: Any) -> Any:
    y = f(*map(_series, _plain(xs), us))
    terms = [part.data[:, 0] if isinstance(part, _TRACED) else (part, 0 * part) for part in several(y)]
    return tuple(zip(*terms, strict=True)) if isinstance(y, tuple) else tuple(terms[0])


def _vjp(f: Any, xs: Any) -> Any:
    graph = algopy.CGraph()
    graph.independentFunctionList = [algopy.Function(_series(x, 0 * x)) for x in _plain(xs)]
    y = f(*graph.independentFunctionList)
    traced = [k for k, part in enumerate(several(y)) if isinstance(part, algopy.Function)]  # no constant is
    graph.dependentFunctionList = [several(y)[k] for k in traced]

    def pull(v: Any) -> Any:
        if not traced:
            return tuple(0 * x for x in xs)
        graph.pullback([_series(several(v)[k], 0 * several(v)[k]) for k in traced])
        return tuple(x.xbar.data[0, 0] for x in graph.independentFunctionList)

    values = tuple(a.x.data[0, 0] if isinstance(a, algopy.Function) else a for a in several(y))
    return values if isinstance(y, tuple) else values[0], pull


ENGINE = Engine(
    name="algopy",
    version=version("algopy"),
    ops=of_algopy(algopy),
    jvp=_jvp,
    vjp=_vjp,
    array_type=(np.ndarray, np.generic),
    limits=Limits(dtypes=("float64",), order=1),
    dialect=Dialect(cotangent_dtype="kept"),
)
