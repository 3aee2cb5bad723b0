"""MLX (https://ml-explore.github.io/mlx), 0.29 or newer, on the CPU: both modes, maps and compilation.

Values are computed when they are read. Double precision exists on the CPU alone.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

import mlx.core as mx
import numpy as np

from adspec.conformance.tables import of_mlx
from adspec.dialect import Dialect
from adspec.engine import Engine
from adspec.limits import COMPLEX, REAL, Limits


def _each(answer: Any) -> Any:
    """Return the outputs as f returned them: bare where there was one."""
    return answer[0] if len(answer) == 1 else tuple(answer)


def _listed(f: Any) -> Any:
    return lambda *xs: list(y) if isinstance(y := f(*xs), tuple) else y


def _jvp(f: Any, xs: Any, us: Any) -> Any:
    y, tangents = mx.jvp(_listed(f), list(xs), list(us))
    return _each(y), _each(tangents)


def _vjp(f: Any, xs: Any) -> Any:
    def pull(v: Any) -> Any:
        return tuple(mx.vjp(_listed(f), list(xs), list(v) if isinstance(v, tuple) else [v])[1])

    return f(*xs), pull


def _value_and_grad(f: Any, xs: Any) -> Any:
    y, found = mx.value_and_grad(f, argnums=list(range(len(xs))))(*xs)
    return y, tuple(found) if isinstance(found, (tuple, list)) else (found,)


ENGINE = Engine(
    name="mlx",
    version=version("mlx"),
    ops=of_mlx(mx),
    jvp=_jvp,
    vjp=_vjp,
    grad=lambda f, xs: _value_and_grad(f, xs)[1],
    value_and_grad=_value_and_grad,
    checkpoint=mx.checkpoint,
    jit=mx.compile,
    vmap=mx.vmap,
    # else float64 would become float32; MLX reads no negative strides
    from_numpy=lambda a: mx.array(b := np.array(a), dtype=getattr(mx, b.dtype.name, None)),
    array_type=mx.array,
    scope=lambda: mx.stream(mx.cpu),
    limits=Limits(dtypes=(*REAL, COMPLEX[1])),
    dialect=Dialect(
        pairing="hermitian",
        pull_calls=1,
        checkpoint_calls=3,
        scalar_error=(ValueError,),
        input_error=(TypeError, ValueError),
    ),
)
