"""PyTorch: first derivatives that are right, and whose own derivatives are not.

The right values are closed forms, worked out in the docstrings. The umbrella issue
https://github.com/pytorch/pytorch/issues/198017 lists det, solve and the product among others.
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


def push_of_push(f, x, u, w):
    """Return d/dt J(x + t w) u, a push of a push."""
    return jvp(lambda z: jvp(f, (z,), (u,))[1], (x,), (w,))[1].numpy(force=True)


def push_of_pull(f, x):
    """Return f″(x), a push of a pull."""
    slope = lambda z: vjp(f, z)[1](number(1.0))[0]
    return jvp(slope, (x,), (number(1.0),))[1].numpy(force=True)


def twice(f, x):
    """Return f″(x), a push of a push."""
    return push_of_push(f, number(x), number(1.0), number(1.0))


def determinant():
    """Ask for the second derivative of ad - bc along u, which is 2 (u0·u3 - u1·u2) = 2 (2 + 1/2) = 5."""
    x, u = number([[2.0, 1.0], [0.5, 3.0]]), number([[1.0, 0.5], [-1.0, 2.0]])
    return push_of_push(torch.linalg.det, x, u, u)


def solution():
    """Ask for the second derivative of 1/x at 1, which is 2."""
    one = number([[1.0]])
    return push_of_push(lambda a: torch.linalg.solve(a, number([1.0])), one, one, one)


def log_determinant():
    """Ask for the second derivative of ln x at 1, which is -1."""
    one = number([[1.0]])
    return push_of_push(lambda a: torch.linalg.slogdet(a)[1], one, one, one)


def running_sum():
    """Ask for d²[x0, ln(eˣ⁰ + eˣ¹)] along (1, 1) and (1, -1): the slopes add up to 1, so both are 0."""
    return push_of_push(
        lambda z: torch.logcumsumexp(z, 0), number([1.0, 1.0]), number([1.0, 1.0]), number([1.0, -1.0])
    )


def pull_of_pull(f, x):
    """Return f″(x), a pull of a pull."""
    return vjp(lambda z: vjp(f, z)[1](number(1.0))[0], number(x))[1](number(1.0))[0].numpy(force=True)


def running_product():
    """Ask for d²[x0, x0·x1] along u = (1, 2) and w = (1, -3/2): 0, and u0·w1 + u1·w0 = 1/2."""
    x, u, w = number([0.0, 1.0]), number([1.0, 2.0]), number([1.0, -1.5])
    return push_of_push(lambda z: torch.cumprod(z, 0), x, u, w)


def sinc_curvature():
    """Return sinc″(0) = -π²/3: sin πx/πx = 1 - π²x²/6 + …."""
    return np.float64(-(mp.pi**2) / 3)


def softplus_curvature():
    """Return e⁻ˣ/(1 + e⁻ˣ)² at 20: PyTorch takes the line, and its slope 1, from there on."""
    return np.float64(mp.exp(-20) / (1 + mp.exp(-20)) ** 2)


def mish_curvature():
    """Return the second derivative of x tanh(ln(1 + eˣ)) at 20."""
    return np.float64(mp.diff(lambda x: x * mp.tanh(mp.log(1 + mp.exp(x))), mp.mpf(20), 2))


ROWS = (
    ("linalg.det, argument 0, push of push: wrong value", determinant, lambda: 5.0),
    ("linalg.solve, argument 0, push of push: wrong value", solution, lambda: [2.0]),
    ("linalg.slogdet, argument 0, push of push: wrong value", log_determinant, lambda: np.float64(-1)),
    ("logaddexp.accumulate, argument 0, push of push: wrong value", running_sum, lambda: np.zeros(2)),
    ("sinc, argument 0, pull of pull: nan", lambda: pull_of_pull(torch.sinc, 0.0), sinc_curvature),
    ("cumulative_prod, argument 0, push of push: wrong value", running_product, lambda: [0.0, 0.5]),
    (
        "sinc, argument 0, push of pull: wrong value",
        lambda: push_of_pull(torch.sinc, number(0.0)),
        sinc_curvature,
    ),
    ("sinc, argument 0, push of push: wrong value", lambda: twice(torch.sinc, 0.0), sinc_curvature),
    (
        "nn.softplus, argument 0, push of pull: wrong value",
        lambda: push_of_pull(nn.softplus, number(20.0)),
        softplus_curvature,
    ),
    (
        "nn.softplus, argument 0, push of push: wrong value",
        lambda: twice(nn.softplus, 20.0),
        softplus_curvature,
    ),
    (
        "nn.mish, argument 0, push of pull: wrong value",
        lambda: push_of_pull(nn.mish, number(20.0)),
        mish_curvature,
    ),
    ("nn.mish, argument 0, push of push: wrong value", lambda: twice(nn.mish, 20.0), mish_curvature),
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
