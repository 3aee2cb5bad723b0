"""NumPy for functions to be differentiated, under two sets of names.

Every function is here under its name in the Python array API standard and, where
NumPy calls it otherwise, under NumPy's name too. On plain arrays they are NumPy;
on traced values they are equations. What has no derivative (comparisons, argmax,
dtypes, constants) is here as well, so that a function needs this module alone.

`linalg`, `fft` and `special` are named as in NumPy and SciPy, `nn` and `lax` hold
what only JAX has.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.reference_engine.numpy import (
    elementwise,
    fft,
    indexing,
    joining,
    lax,
    linalg,
    manipulation,
    methods,
    neural,
    products,
    reductions,
    running,
    sorting,
    special,
)

# A row: a module, and the names that users get from it.
EXPORTED: tuple[tuple[Any, str], ...] = (
    (
        np,
        """
        arange bool_ complex64 complex128 e empty eye float32 float64 full inf int64 isscalar linspace nan
        newaxis ones pi tri zeros""",
    ),
    (
        elementwise,
        """
        abs acos acosh add allclose angle array_equal asin asinh atan atan2 atanh cbrt ceil clip conj
        copysign cos cosh deg2rad divide equal exp exp2 expm1 fabs float_power floor floor_divide fmax fmin
        fmod greater greater_equal heaviside hypot hypot_slope imag isclose isfinite isinf isnan less
        less_equal log log10 log1p log2 logaddexp2 logical_and logical_not logical_or logical_xor multiply
        nan_to_num negative not_equal positive pow rad2deg real reciprocal remainder round sech2 sign
        signbit sin sinc sinc_derivative sinh sqrt square subtract tan tanh trunc where""",
    ),
    (
        indexing,
        """
        at choose compress diag diagonal extract getitem put_add select split take take_along_axis tril triu
        unstack""",
    ),
    (joining, "array asarray broadcast_arrays column_stack concat dstack hstack meshgrid stack vstack"),
    (
        manipulation,
        """
        astype atleast_1d atleast_2d atleast_3d broadcast_to copy expand_dims flip full_like
        matrix_transpose moveaxis ndim ones_like pad permute_dims ravel repeat reshape roll rot90 shape size
        squeeze swapaxes tile zeros_like""",
    ),
    (neural, "log_sigmoid log_softmax logsumexp relu sigmoid softmax softplus"),
    (
        products,
        """
        convolve correlate cross diff dot ediff1d einsum gradient inner kron matmul multi_dot outer
        tensordot trace trapezoid vdot vecdot""",
    ),
    (
        reductions,
        """
        all any argmax argmin average count_nonzero cumulative_prod cumulative_sum max mean min nanmean
        nansum prod ptp std sum var""",
    ),
    (running, "logaddexp maximum minimum"),
    (sorting, "argpartition argsort median partition quantile searchsorted sort top_k"),
)

# NumPy's own names for the same functions.
OLDER = {
    "absolute": "abs",
    "amax": "max",
    "amin": "min",
    "arccos": "acos",
    "arccosh": "acosh",
    "arcsin": "asin",
    "arcsinh": "asinh",
    "arctan": "atan",
    "arctan2": "atan2",
    "arctanh": "atanh",
    "concatenate": "concat",
    "conjugate": "conj",
    "cumprod": "cumulative_prod",
    "cumsum": "cumulative_sum",
    "mod": "remainder",
    "power": "pow",
    "transpose": "permute_dims",
    "true_divide": "divide",
}

NAMES: dict[str, Any] = {name: getattr(home, name) for home, names in EXPORTED for name in names.split()}
NAMES |= {older: NAMES[name] for older, name in OLDER.items()}
globals().update(NAMES)

nn = neural

__all__ = ["fft", "lax", "linalg", "methods", "nn", "special", *NAMES]  # noqa: PLE0604 -- all are strings


def __getattr__(name: str) -> Any:
    """Raise an error that says what is missing; everything that exists is found before."""
    raise AttributeError(
        f"adspec.reference_engine.numpy.{name}: there is no such function with a derivative. "
        "On constants use NumPy's own; else write it with the functions that are here."
    )
