"""Dr.Jit (https://drjit.readthedocs.io), 1.0 or newer, by LLVM on the CPU: one graph, walked either way.

Arrays are tensors in double or single precision, and derivatives are of first order. It needs LLVM's library.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

import drjit as dr
import numpy as np
from drjit.llvm.ad import TensorXf, TensorXf64

from adspec.conformance.tables import of_drjit, several
from adspec.dialect import Dialect
from adspec.engine import Engine, NotShown
from adspec.limits import REAL, Limits

_TENSORS = (TensorXf, TensorXf64)


def _tensor(a: Any) -> Any:
    array = np.array(a)
    return {"float64": TensorXf64, "float32": TensorXf}.get(array.dtype.name, lambda x: x)(array)


def _fresh(xs: Any) -> Any:
    """Return variables of their own with the same values."""
    if any(dr.grad_enabled(x) for x in xs):
        raise NotShown("Dr.Jit has no derivatives of derivatives")
    xs = tuple(type(x)(x) for x in xs)
    dr.enable_grad(*xs)
    return xs


def _jvp(f: Any, xs: Any, us: Any) -> Any:
    xs = _fresh(xs)
    for x, u in zip(xs, us, strict=True):
        dr.set_grad(x, u)
    y = f(*xs)
    dr.forward_to(*several(y), flags=dr.ADFlag.AllowNoGrad)
    return y, tuple(map(dr.grad, y)) if isinstance(y, tuple) else dr.grad(y)


def _vjp(f: Any, xs: Any) -> Any:
    xs = _fresh(xs)
    y = f(*xs)

    def pull(v: Any) -> Any:
        dr.clear_grad((several(y), xs))
        for part, seed in zip(several(y), several(v), strict=True):
            dr.accum_grad(part, seed)  # an output twice, or an input, gets both
        dr.backward_to(*xs, flags=dr.ADFlag.ClearInterior | dr.ADFlag.AllowNoGrad)
        return tuple(dr.grad(x) for x in xs)

    return y, pull


ENGINE = Engine(
    name="drjit",
    version=version("drjit"),
    ops=of_drjit(dr),
    jvp=_jvp,
    vjp=_vjp,
    to_numpy=lambda a: dr.detach(a).numpy() if isinstance(a, _TENSORS) else np.asarray(a),
    from_numpy=_tensor,
    array_type=_TENSORS,
    limits=Limits(dtypes=REAL, order=1),
    dialect=Dialect(escaped_tracer="used"),
)
