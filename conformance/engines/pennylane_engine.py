"""PennyLane's NumPy (https://pennylane.ai), 0.40 or newer: reverse mode on a NumPy above autograd's.

There is a gradient and a Jacobian, and no pull: Jᵀv is asked for as the gradient of ⟨v, f⟩, anew for each v.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pennylane as qml

from adspec.conformance.tables import spread
from adspec.dialect import Dialect
from adspec.engine import Engine, namespace
from adspec.limits import REAL, Limits


def _along(operator: Any, f: Any, xs: Any) -> Any:
    """Return one derivative for each x; while another is traced, the tuple is a box that acts like one."""
    found = operator(f, argnums=list(range(len(xs))))(*xs)
    return tuple(found[i] for i in range(len(xs)))


def _paired(f: Any, v: Any) -> Any:
    """Return x ↦ ⟨v, f(x)⟩."""

    def paired(*xs: Any) -> Any:
        y = f(*xs)
        if isinstance(y, tuple):
            return sum(qml.numpy.sum(a * b) for a, b in zip(y, v, strict=True))
        return qml.numpy.sum(y * v)

    return paired


def _vjp(f: Any, xs: Any) -> Any:
    return f(*xs), lambda v: _along(qml.grad, _paired(f, v), xs)


ENGINE = Engine(
    name="pennylane",
    version=qml.__version__,
    ops=namespace(qml.numpy, extra=spread(qml.numpy)),
    vjp=_vjp,
    grad=lambda f, xs: _along(qml.grad, f, xs),
    jacobian=lambda f, x: _along(qml.jacobian, f, (x,))[0],
    from_numpy=lambda a: qml.numpy.array(a, requires_grad=True),
    array_type=(np.ndarray, np.generic),
    limits=Limits(dtypes=REAL),
    dialect=Dialect(scalar_output="size 1", cotangent_dtype="kept", pull_calls=1),
)
