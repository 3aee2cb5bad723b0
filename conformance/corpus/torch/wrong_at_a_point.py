"""PyTorch: rules that are wrong, or no number, at single points and far out.

The right values are by mpmath at 60 digits, or closed forms.
"""

import sys
import warnings

import numpy as np
import torch
import torch.nn.functional as nn
from mpmath import mp
from torch.func import jvp, vjp

mp.dps = 60
TOLERANCE = float(np.finfo(float).eps) ** (1 / 3)


def number(x):
    """Return a tensor in double precision."""
    return torch.tensor(x, dtype=torch.float64)


def push(f, x):
    """Return f'(x) by a push."""
    return jvp(f, (number(x),), (number(1.0),))[1].numpy(force=True)


def pull(f, x):
    """Return f'(x) by a pull."""
    return vjp(f, number(x))[1](number(1.0))[0].numpy(force=True)


def sides_of_abs():
    """Return the slopes of hypot(x, 0) = |x| on both sides of 0: each number between them is a slope at 0."""
    return np.float64(-1), np.float64(1)


def guarded_root(x):
    """Return √x where x is above 1, else 1: its slope at 0 is that of 1."""
    return torch.where(x > 1.0, torch.sqrt(x), 1.0)


def no_log(y):
    """Return 0 ln y, which is 0 for every y."""
    return torch.special.xlogy(number(0.0), y)


def gelu_slope():
    """Return the derivative at -20 of x (1 + tanh(√(2/π) (x + 0.044715 x³)))/2."""
    with mp.workdps(600):  # 1 + tanh is 1e-260
        c = mp.sqrt(2 / mp.pi)
        gelu = lambda x: x * (1 + mp.tanh(c * (x + mp.mpf("0.044715") * x**3))) / 2
        return np.float64(mp.diff(gelu, mp.mpf(-20)))


def tail():
    """Return Φ(-30)."""
    return np.float64(mp.ncdf(-30))


def upper_share():
    """Return Q(a, x) = Γ(a, x)/Γ(a) for both 1e-160."""
    a = mp.mpf(1e-160)
    with mp.workdps(400):
        return np.float64(mp.gammainc(a, a) / mp.gamma(a))


def tanh_gelu(x):
    """Return gelu by tanh."""
    return nn.gelu(x, approximate="tanh")


def deviation_slopes():
    """Return the gradient of the standard deviation of (0, s, 0), s > 0: √2/3 s has (-1, 2, -1)/√18."""
    return np.array([-1.0, 2.0, -1.0]) / np.sqrt(18.0)


def deviation(x):
    """Return the standard deviation of a population."""
    return torch.std(x, correction=0)


TINY = [0.0, 2e-160, 0.0]

NIL = number(0.0)
ROWS = (
    ("hypot, argument 0, pull: nan", lambda: pull(lambda x: torch.hypot(x, NIL), 0.0), sides_of_abs),
    ("hypot, argument 0, push: nan", lambda: push(lambda x: torch.hypot(x, NIL), 0.0), sides_of_abs),
    ("hypot, argument 1, pull: nan", lambda: pull(lambda y: torch.hypot(NIL, y), 0.0), sides_of_abs),
    ("hypot, argument 1, push: nan", lambda: push(lambda y: torch.hypot(NIL, y), 0.0), sides_of_abs),
    ("engine, pull: nan", lambda: pull(guarded_root, 0.0), lambda: 0.0),
    ("special.xlogy, argument 1, pull: nan", lambda: pull(no_log, 0.0), lambda: 0.0),
    ("special.xlogy, argument 1, push: nan", lambda: push(no_log, 0.0), lambda: 0.0),
    ("special.ndtr, value: wrong value", lambda: torch.special.ndtr(number(-30.0)), tail),
    (
        "special.gammaincc, value: wrong value",
        lambda: torch.special.gammaincc(number(1e-160), number(1e-160)),
        upper_share,
    ),
    ("nn.gelu, argument 0, pull: wrong value", lambda: pull(tanh_gelu, -20.0), gelu_slope),
    ("nn.gelu, argument 0, push: wrong value", lambda: push(tanh_gelu, -20.0), gelu_slope),
    # the product, 1e-320, has lost its digits: no factor of it can be had by division
    (
        "prod, argument 0, pull: wrong value",
        lambda: pull(torch.prod, [1e-160, 1e-160]),
        lambda: np.array([1e-160, 1e-160]),
    ),
    ("std, argument 0, pull: wrong value", lambda: pull(deviation, TINY), deviation_slopes),
    (
        "std, argument 0, push: wrong value",
        lambda: jvp(deviation, (number(TINY),), (number([0.0, 1.0, 0.0]),))[1],
        lambda: deviation_slopes()[1],
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
