"""HIPS autograd: squares inside a rule that underflow or overflow where the derivative does neither.

At 1e-160 a square is 1e-320, of which a float keeps three digits; at less it is 0. The right values are
closed forms in which nothing is squared.
"""

import sys
import warnings

import autograd.numpy as np
from autograd.differential_operators import make_jvp, make_vjp
from mpmath import mp

mp.dps = 60
TOLERANCE = float(np.finfo(float).eps) ** (1 / 3)
T, Z = 1e-160, 3e-160 + 4e-160j
V = np.array([1e-160, 2e-160, 0.0])
U = np.array([1.0, -0.5, 2.0])


def push(f, x, u=1.0):
    """Return J u by autograd."""
    return make_jvp(f)(x)(u)[1]


def pull(f, x, v=1.0):
    """Return Jᵀ v by autograd."""
    return make_vjp(f)(x)[0](v)


def angle_slope(z):
    """Return the gradient (-y dx + x dy)/r² of the angle as autograd pairs it: a - ib for a dx + b dy."""
    x, y = mp.mpf(z.real), mp.mpf(z.imag)
    return np.complex128(mp.mpc(-y, -x) / (x * x + y * y))


def deviation_slopes(x):
    """Return the gradient of the standard deviation, (x - mean)/(n·std)."""
    x = [mp.mpf(e) for e in x]
    mean = mp.fsum(x) / len(x)
    deviation = mp.sqrt(mp.fsum((e - mean) ** 2 for e in x) / len(x))
    return np.array([(e - mean) / (len(x) * deviation) for e in x], dtype=float)


ROWS = (
    # ∂ atan2(y, x)/∂y = x/r², ∂/∂x = -y/r²
    (
        "atan2, argument 0, pull: wrong value",
        lambda: pull(lambda y: np.arctan2(y, T), 0.0),
        lambda: np.float64(1 / mp.mpf(T)),
    ),
    (
        "atan2, argument 0, push: wrong value",
        lambda: push(lambda y: np.arctan2(y, T), 0.0),
        lambda: np.float64(1 / mp.mpf(T)),
    ),
    (
        "atan2, argument 1, pull: wrong value",
        lambda: pull(lambda x: np.arctan2(T, x), T),
        lambda: np.float64(-1 / (2 * mp.mpf(T))),
    ),
    (
        "atan2, argument 1, push: wrong value",
        lambda: push(lambda x: np.arctan2(T, x), T),
        lambda: np.float64(-1 / (2 * mp.mpf(T))),
    ),
    ("angle, argument 0, pull: inf", lambda: pull(np.angle, Z), lambda: angle_slope(Z)),
    (
        "angle, argument 0, push: inf",
        lambda: push(np.angle, 4e-160j, 1.0 + 0.0j),
        lambda: np.float64(-1 / mp.mpf(4e-160)),
    ),
    # ∂(a/x)/∂x = -(a/x)/x
    (
        "divide, argument 1, pull: wrong value",
        lambda: pull(lambda x: T / x, T),
        lambda: np.float64(-1 / mp.mpf(T)),
    ),
    (
        "divide, argument 1, push: wrong value",
        lambda: push(lambda x: T / x, T),
        lambda: np.float64(-1 / mp.mpf(T)),
    ),
    # the product of the other factors
    (
        "prod, argument 0, pull: wrong value",
        lambda: pull(np.prod, np.array([T, T])),
        lambda: np.array([T, T]),
    ),
    (
        "prod, argument 0, push: wrong value",
        lambda: push(np.prod, np.array([T, T]), np.ones(2)),
        lambda: np.array(2 * T),
    ),
    ("std, argument 0, pull: wrong value", lambda: pull(np.std, V), lambda: deviation_slopes(V)),
    (
        "std, argument 0, push: wrong value",
        lambda: push(np.std, V, U),
        lambda: np.dot(deviation_slopes(V), U),
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
