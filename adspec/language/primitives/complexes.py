"""Complex numbers and their parts: real-linear where they are not analytic.

Forms have real arguments, as every form; complex ones are rungs, with a few values on the axes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.language.primitives.domains import NONZERO, REAL
from adspec.language.primitives.forms import UNARY, form, rung
from adspec.language.primitives.row import Domain, Primitive

_POINTS = (
    rung(complex(1.0, 2.0)),
    rung([complex(1.0, 0.5), complex(-0.5, 1.5), complex(2.0, -1.0)]),
    rung([[complex(1.0, 0.5), complex(-0.5, -1.5)], [complex(2.0, -1.0), complex(0.25, 3.0)]]),
    rung(complex(2.0, 0.0)),
    rung(complex(-2.0, 0.0)),
    rung(complex(0.0, -1.0)),
    rung(complex(0.0, 0.0)),
    rung(complex(3e-160, 4e-160)),
)


def _row(name: str, says: str, value: Callable[..., Any], domain: Domain = REAL, **more: Any) -> Primitive:
    """Return the row of a primitive about complex numbers."""
    words = {"forms": UNARY, "rungs": _POINTS, "complex": True, **more}
    return Primitive(name=name, family="complex", says=says, value=value, domains=(domain,), **words)


def from_parts(real: Any, imaginary: Any) -> Any:
    """Return real + i·imaginary."""
    wide = np.result_type(real, imaginary, np.complex64)
    return real + np.asarray(1j, wide) * imaginary


_PARTS = (form((), ()), form((3,), (3,)), form((2, 3), (2, 3)), form((0,), (0,)))

ROWS: tuple[Primitive, ...] = (
    _row("real", "the real part", np.real),
    _row("imag", "the imaginary part", np.imag),
    _row("conj", "the complex conjugate", np.conj),
    _row("angle", "the argument, between −π and π", np.angle, NONZERO),
    _row("lax.complex", "a + i·b of real a and b", from_parts, forms=_PARTS, rungs=(), complex=False),
)
