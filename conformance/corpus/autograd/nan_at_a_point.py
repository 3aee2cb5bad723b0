"""HIPS autograd: NaN where the derivative is finite: 0·inf or 0/0 inside a rule.

Where the function has a kink (a norm at 0, the deviation of equal numbers) any number between the
slopes of both sides is right: no number is not. The other right values are closed forms or
differences of values by mpmath.
"""

import sys
import warnings

import autograd.numpy as np
import autograd.scipy.special as sp
from autograd.differential_operators import make_jvp, make_vjp
from mpmath import mp

mp.dps = 60
TOLERANCE = float(np.finfo(float).eps) ** (1 / 3)
FAR = 1.0 - 1050.0j
TINY = np.nextafter(0.0, 1.0)


def push(f, x, u):
    """Return J u by autograd."""
    return make_jvp(f)(x)(u)[1]


def pull(f, x, v=1.0):
    """Return Jᵀ v by autograd."""
    return make_vjp(f)(x)[0](v)


def number(value):
    """Return a number of mpmath as a float."""
    return np.float64(value)


def both_sides(*slopes):
    """Return the interval that slopes span."""
    return np.asarray(np.min(slopes, axis=0)), np.asarray(np.max(slopes, axis=0))


# |(x, 0)| = |x|, so that a norm at 0 lies between -1 and 1 along an axis. The deviation of (1 + t, 1) is
# |t|/2 and has slopes ±1/2.
ONE, HALF = np.ones(()), np.full((), 0.5)
ROWS = (
    (
        "prod, argument 0, pull: nan",
        lambda: pull(np.prod, np.array([0.0, 2.0, 3.0])),
        lambda: np.array([6.0, 0.0, 0.0]),
    ),
    (
        "prod, argument 0, push: nan",
        lambda: push(np.prod, np.array([0.0, 2.0, 3.0]), np.array([1.0, -0.5, 2.0])),
        lambda: np.array(6.0),
    ),
    ("sinc, argument 0, pull: nan", lambda: pull(np.sinc, 0.0), lambda: number(mp.diff(mp.sincpi, 0))),
    ("sinc, argument 0, push: nan", lambda: push(np.sinc, 0.0, 1.0), lambda: number(mp.diff(mp.sincpi, 0))),
    (
        "hypot, argument 0, pull: nan",
        lambda: pull(lambda x: np.hypot(x, 0.0), 0.0),
        lambda: both_sides(-ONE, ONE),
    ),
    (
        "hypot, argument 1, pull: nan",
        lambda: pull(lambda x: np.hypot(0.0, x), 0.0),
        lambda: both_sides(-ONE, ONE),
    ),
    (
        "linalg.norm, argument 0, pull: nan",
        lambda: pull(np.linalg.norm, np.zeros(2)),
        lambda: both_sides(-np.ones(2), np.ones(2)),
    ),
    (
        "linalg.norm, argument 0, push: nan",
        lambda: push(np.linalg.norm, np.zeros(2), np.array([1.0, 0.0])),
        lambda: both_sides(-ONE, ONE),
    ),
    (
        "std, argument 0, pull: nan",
        lambda: pull(np.std, np.ones(2)),
        lambda: both_sides(np.full(2, -0.5), np.full(2, 0.5)),
    ),
    (
        "std, argument 0, push: nan",
        lambda: push(np.std, np.ones(2), np.array([1.0, 0.0])),
        lambda: both_sides(-HALF, HALF),
    ),
    # I₁(x) = x/2 + …
    (
        "special.i1, argument 0, pull: nan",
        lambda: pull(sp.i1, TINY),
        lambda: number(mp.diff(lambda x: mp.besseli(1, x), mp.mpf(TINY))),
    ),
    # -2 tanh x / cosh² x, which is less than any float
    (
        "tanh, argument 0, push of pull: nan",
        lambda: push(lambda x: pull(np.tanh, x), 700.0, 1.0),
        lambda: number(-2 * mp.tanh(700) / mp.cosh(700) ** 2),
    ),
    (
        "tanh, argument 0, push of push: nan",
        lambda: push(lambda x: push(np.tanh, x, 1.0), 700.0, 1.0),
        lambda: number(-2 * mp.tanh(700) / mp.cosh(700) ** 2),
    ),
    # x^(a-1) (1-x)^(b-1) / B(a, b), which is less than any float
    (
        "special.betainc, argument 2, pull: nan",
        lambda: pull(lambda x: sp.betainc(1420.0, 39300.0, x), 4.79e-8),
        lambda: number(mp.mpf(4.79e-8) ** 1419 * (1 - mp.mpf(4.79e-8)) ** 39299 / mp.beta(1420, 39300)),
    ),
    # ± x^(a-1) e^(-x) / Γ(a), likewise
    (
        "special.gammainc, argument 1, pull: nan",
        lambda: pull(lambda x: sp.gammainc(2470.0, x), 68500.0),
        lambda: number(mp.mpf(68500) ** 2469 * mp.exp(-68500) / mp.gamma(2470)),
    ),
    (
        "special.gammaincc, argument 1, pull: nan",
        lambda: pull(lambda x: sp.gammaincc(2470.0, x), 68500.0),
        lambda: number(-(mp.mpf(68500) ** 2469) * mp.exp(-68500) / mp.gamma(2470)),
    ),
    # 1/cos² z, likewise
    (
        "tan, argument 0, pull: nan",
        lambda: pull(np.tan, FAR, 1.0 + 0.0j),
        lambda: np.complex128(1 / mp.cos(FAR) ** 2),
    ),
    (
        "tan, argument 0, push: nan",
        lambda: push(np.tan, FAR, 1.0 + 0.0j),
        lambda: np.complex128(1 / mp.cos(FAR) ** 2),
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
