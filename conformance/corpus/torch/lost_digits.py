"""PyTorch: derivatives that are right to a few digits only, because two large numbers cancel.

The right values are derivatives by mpmath at 60 digits, or closed forms. Only a row whose error is more than
many roundoffs of the derivative itself is wrong.
"""

import sys
import warnings

import numpy as np
import torch
from mpmath import mp
from torch.func import jvp, vjp

mp.dps = 60
TOLERANCE = 128 * float(np.finfo(float).eps)


def number(x):
    """Return a tensor in double precision."""
    return torch.tensor(x, dtype=torch.float64)


def push(f, x):
    """Return f'(x) by a push."""
    return jvp(f, (number(x),), (number(1.0),))[1].numpy(force=True)


def pull(f, x):
    """Return f'(x) by a pull."""
    return vjp(f, number(x))[1](number(1.0))[0].numpy(force=True)


def both(name, f, x, slope):
    """Return the rows of a function of one number, whose slope mpmath has."""
    right = lambda: np.float64(slope(mp.mpf(x)))
    return (
        (f"{name}, pull: inaccurate", lambda: pull(f, x), right),
        (f"{name}, push: inaccurate", lambda: push(f, x), right),
    )


def larger(choose):
    """Push 2e-6 through the larger of 1 and 0, and 1 through the other: 2e-6 must come out."""
    return jvp(choose, (number(1.0), number(0.0)), (number(2e-6), number(1.0)))[1].numpy(force=True)


def norm_of_tiny(x):
    """Return |(0, x)|, whose slope is 1 for every x > 0."""
    return torch.linalg.norm(torch.stack((torch.zeros_like(x), x)))


def log_tail_slope(x):
    """Return the slope of ln Φ(x), φ(x)/Φ(x)."""
    return mp.npdf(x) / mp.ncdf(x)


def quantile_slope(p):
    """Return the slope of Φ⁻¹(p), 1/φ(q) at the quantile q, where Φ(q) = p."""
    log_tail = lambda q: mp.log(mp.erfc(-q / mp.sqrt(2)) / 2) - mp.log(p)
    return 1 / mp.npdf(mp.findroot(log_tail, mp.mpf(-27)))


HARD = torch.nn.functional.hardsigmoid
SIXTH = np.float64(1) / 6
ROWS = (
    ("nn.hard_sigmoid, argument 0, pull: rounded to float32", lambda: pull(HARD, 1.0), lambda: SIXTH),
    ("nn.hard_sigmoid, argument 0, push: rounded to float32", lambda: push(HARD, 1.0), lambda: SIXTH),
    *both("expm1, argument 0", torch.expm1, -20.0, mp.exp),
    *both("tanh, argument 0", torch.tanh, -20.0, lambda x: 1 / mp.cosh(x) ** 2),
    *both("linalg.norm, argument 0", norm_of_tiny, 4e-160, lambda _: mp.mpf(1)),
    *both("special.digamma, argument 0", torch.special.digamma, 1.0, lambda x: mp.psi(1, x)),
    *both(
        "special.polygamma, argument 1",
        lambda x: torch.special.polygamma(0, x),
        1.0,
        lambda x: mp.psi(1, x),
    ),
    *both("special.log_ndtr, argument 0", torch.special.log_ndtr, -30.0, log_tail_slope),
    *both("special.ndtri, argument 0", torch.special.ndtri, 1e-160, quantile_slope),
    # of one number it is that number, and its slope 1
    (
        "logaddexp.accumulate, argument 0, push: inaccurate",
        lambda: push(lambda x: torch.logcumsumexp(x, 0), 1.0),
        lambda: np.float64(1),
    ),
    ("maximum, push: inaccurate", lambda: larger(torch.maximum), lambda: 2e-6),
    ("fmax, push: inaccurate", lambda: larger(torch.fmax), lambda: 2e-6),
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
