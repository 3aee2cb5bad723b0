"""JAX: float32 in, float64 out, or float64's width with the digits of float32.

The right values are closed forms, or derivatives by mpmath at 60 digits.
"""

import sys
import warnings

import jax
import jax.numpy as jnp
import jax.scipy.special as sp
import numpy as np
from mpmath import mp

jax.config.update("jax_enable_x64", val=True)
mp.dps = 60
TOLERANCE = 128 * float(np.finfo(float).eps)


def bessel_slope():
    """Return the derivative of I of order 0 at 1e-8, which is I of order 1."""
    return np.float64(mp.besseli(1, mp.mpf(1e-8)))


ROWS = (
    # a positive number has the angle 0
    ("angle, value: dtype", lambda: jnp.angle(np.float32(1)), lambda: np.float32(0)),
    ("special.i0, argument 0, pull: rounded to float32", lambda: jax.grad(sp.i0)(1e-8), bessel_slope),
    (
        "special.i0, argument 0, push: rounded to float32",
        lambda: jax.jvp(sp.i0, (1e-8,), (1.0,))[1],
        bessel_slope,
    ),
)


def differs(ask, right):
    """Return how an answer differs from the right one, or nothing; a pair of rights is an interval."""
    try:
        found = np.asarray(ask())
    except Exception as error:
        return f"raises {type(error).__name__}"
    wanted = right()
    ends = [np.asarray(end) for end in (wanted if isinstance(wanted, tuple) else (wanted,))]
    low, high = ends[0], ends[-1]
    if (found.shape, found.dtype) != (low.shape, low.dtype):
        return f"{found.shape} {found.dtype} instead of {low.shape} {low.dtype}"
    room = TOLERANCE * np.maximum(abs(low), abs(high))
    if low is high:
        return "" if np.all(abs(found - low) <= room) else f"{found} instead of {low}"
    is_between = (found >= low - room) & (found <= high + room)
    return "" if np.all(is_between) else f"{found} instead of a number from {low} to {high}"


def main():
    """Print every row; return 1 while a fault lives."""
    rows = [(cause, differs(ask, right)) for cause, ask, right in ROWS]
    for cause, how in rows:
        print(f"{'wrong' if how else 'gone':5}  {cause}   {' '.join(how.split())}")
    return int(any(how for _, how in rows))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.exit(main())
