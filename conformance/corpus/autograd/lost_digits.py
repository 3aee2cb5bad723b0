"""HIPS autograd: derivatives that are right to a few digits only, because two large numbers cancel.

The right values are derivatives by mpmath at 60 digits. Only a row whose error is more than a few
roundoffs of the derivative itself is wrong.
"""

import sys
import warnings

import autograd.numpy as np
import autograd.scipy.special as sp
from autograd.differential_operators import make_jvp, make_vjp
from mpmath import mp

mp.dps = 60
TOLERANCE = 64 * float(np.finfo(float).eps)
FAR, EXPONENTS = -57.25 + 1.0j, np.array([700.0, 710.0])


def push(f, x, u=1.0):
    """Return J u by autograd."""
    return make_jvp(f)(x)(u)[1]


def pull(f, x, v=1.0):
    """Return Jᵀ v by autograd."""
    return make_vjp(f)(x)[0](v)


def beta_slope(a, b):
    """Return ∂B(a, b)/∂a = B (ψ(a) - ψ(a + b))."""
    return np.float64(mp.beta(a, b) * (mp.digamma(a) - mp.digamma(mp.mpf(a) + b)))


def log_beta_slope(a, b):
    """Return ∂ ln B(a, b)/∂a = ψ(a) - ψ(a + b)."""
    return np.float64(mp.digamma(a) - mp.digamma(mp.mpf(a) + b))


def shares(x):
    """Return e^x / Σ e^x, the gradient of the logarithm of the sum."""
    total = mp.fsum(mp.exp(e) for e in x)
    return np.array([mp.exp(e) / total for e in x], dtype=float)


ROWS = (
    ("expm1, argument 0, pull: inaccurate", lambda: pull(np.expm1, -20.0), lambda: np.float64(mp.exp(-20))),
    ("expm1, argument 0, push: inaccurate", lambda: push(np.expm1, -20.0), lambda: np.float64(mp.exp(-20))),
    (
        "expm1, argument 0, push: wrong value",
        lambda: push(np.expm1, FAR, 1.0 + 1.0j),
        lambda: np.complex128(mp.exp(FAR) * (1 + 1j)),
    ),
    (
        "special.beta, argument 0, pull: inaccurate",
        lambda: pull(lambda a: sp.beta(a, 1e-8), 1.0),
        lambda: beta_slope(1.0, 1e-8),
    ),
    (
        "special.beta, argument 0, pull: wrong value",
        lambda: pull(lambda a: sp.beta(a, 1.55e-8), 937.0),
        lambda: beta_slope(937.0, 1.55e-8),
    ),
    (
        "special.beta, argument 1, pull: inaccurate",
        lambda: pull(lambda b: sp.beta(1e-8, b), 1.0),
        lambda: beta_slope(1.0, 1e-8),
    ),
    (
        "special.betaln, argument 0, pull: inaccurate",
        lambda: pull(lambda a: sp.betaln(a, 1e-8), 1.0),
        lambda: log_beta_slope(1.0, 1e-8),
    ),
    (
        "special.betaln, argument 1, pull: wrong value",
        lambda: pull(lambda b: sp.betaln(1.27e-7, b), 27100.0),
        lambda: log_beta_slope(27100.0, 1.27e-7),
    ),
    (
        "special.expit, argument 0, pull: inaccurate",
        lambda: pull(sp.expit, 20.0),
        lambda: np.float64(mp.exp(-20) / (1 + mp.exp(-20)) ** 2),
    ),
    (
        "special.expit, argument 0, pull: wrong value",
        lambda: pull(sp.expit, 35.25),
        lambda: np.float64(mp.exp(-35.25) / (1 + mp.exp(-35.25)) ** 2),
    ),
    (
        "special.logsumexp, argument 0, pull: inaccurate",
        lambda: pull(sp.logsumexp, EXPONENTS),
        lambda: shares(EXPONENTS),
    ),
    (
        "special.logsumexp, argument 0, push: inaccurate",
        lambda: push(sp.logsumexp, EXPONENTS, np.ones(2)),
        lambda: np.float64(1),
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
