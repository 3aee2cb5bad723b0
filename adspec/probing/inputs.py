"""What engines accept: outputs that are no scalars, integers, complex numbers, constants, odd cotangents."""

from __future__ import annotations

import numpy as np

from adspec.probing.question import Question, rows

Z = 1.0 + 2.0j
CONSTANT = "def f(x):\n    a = add(2.0, 3.0)\n    return a"
# fmt: off
INPUTS: tuple[Question, ...] = (
    *rows("grad",
        # question                                program                          at
        ("grad of an output of shape (1,)",       "x * x",                         [3.0]),
        ("grad of an output of shape (1, 1)",     "x * x",                         [[3.0]]),
        ("grad of an output of shape (2,)",       "x * x",                         [3.0, 2.0]),
        ("grad of an output without entries",     "x * x",                         []),
        ("grad by an array of integers",          "sum(x * x)",                    np.array([1, 2])),
        ("grad by an array of truth values",      "sum(where(x, 2.0, 1.0))",       np.array([True, False])),
        ("grad of integers from numbers",         "floor(x)",                      1.5),
        ("grad of abs(z) squared",                "abs(x) * abs(x)",               Z),
        ("grad of real(z)",                       "real(x)",                       Z),
        ("grad of imag(z)",                       "imag(x)",                       Z),
        ("grad of a complex output",              "x * x",                         Z),
    ),
    *rows("grad",
        ("grad by a Python int",                  "x * x",                         3),
        ("grad by a Python float",                "x * x",                         3.0),
        ("grad by a Python complex, of real(z)",  "real(x)",                       Z),
        bare=True,
    ),
    *rows("pull",
        ("pull of a constant output",             CONSTANT,                        2.0),
        ("pull of an input that is not used",     "b = y * 1.0\nx * 2.0",     (2.0, 3.0)),
        ("pull by an array of integers",          "x * x",                         np.array([1, 2])),
        ("vjp of z², v = 1",                      "x * x",                         Z),
        ("vjp of conj(z), v = 1",                 "conj(x)",                       Z),
        ("pull of abs(z) at 0",                   "abs(x)",                        0j),
        ("pull of angle(z) at 0",                 "angle(x)",                      0j),
        ("pull to a real x from a complex output", "x * 1j",                       2.0),
    ),
    *rows("pull", ("vjp of z², v = 1j",                            "x * x",   Z), v=1j),
    *rows("pull", ("a complex cotangent of a real output",         "x * x",   2.0), v=1j),
    *rows("pull", ("a cotangent of the wrong shape",               "-x",      [3.0, 2.0]), v=[1.0, 1.0, 1.0]),
    *rows("pull", ("a cotangent that would broadcast",             "x * x",   [3.0, 2.0]), v=1.0),
    *rows("pull", ("a cotangent of integers",                      "x * x",   2.0), v=1),
    *rows("push", ("jvp of z², u = 1",                             "x * x",   Z)),
    *rows("push", ("jvp of z², u = 1j",                            "x * x",   Z), u=1j),
    *rows("push", ("a tangent of the wrong shape",                 "x * x",   [3.0, 2.0]), u=[1.0, 1.0, 1.0]),
    *rows("push", ("a tangent of integers",                        "x * x",   2.0), u=1),
    *rows("holomorphic",
        ("holomorphic_grad of z²",                "x * x",                         Z),
        ("holomorphic_grad of conj(z)",           "conj(x)",                       Z),
        ("holomorphic_grad at a real x",          "x * x",                         2.0),
    ),
    *rows("dtype",
        ("dtype: float32 x",                      "x * x",                         np.float32(2.0)),
        ("dtype: float16 x",                      "x * x",                         np.float16(2.0)),
        ("dtype: float32 x, float64 constant",    "x * [2.0]",                     np.ones(1, np.float32)),
        ("dtype: float32 x, Python constant",     "x * 2.0",                       np.float32(2.0)),
    ),
    *rows("dtype", ("dtype: float32 x, float64 cotangent",         "x * x",   np.float32(2.0)), v=1.0),
    *rows("kind", ("what a pull at a scalar returns",              "x * x",   2.0)),
)
# fmt: on
