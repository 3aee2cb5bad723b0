"""PyTorch: functions that are there and have no derivative towards some argument.

The right values are slopes of values by mpmath at 60 digits, or zero where a function is constant by steps.
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


def twice(f, x):
    """Return f″(x) by a push of a push."""
    return push(lambda z: jvp(f, (z,), (torch.ones_like(z),))[1], x)


def pull_of_pull(f, x):
    """Return f″(x) by a pull of a pull."""
    return pull(lambda z: vjp(f, z)[1](number(1.0))[0], x)


def gate():
    """Ask for the second derivative of 1·σ(x) at 0."""
    return twice(lambda x: nn.glu(torch.stack((torch.ones_like(x), x)), 0)[0], 0.0)


def rows(name, argument, f, x, slope):
    """Return the rows of one argument: a pull and a push of it raise different types."""
    raised = "NotImplementedError" if name.startswith("special") else "RuntimeError"
    return (
        (f"{name}, argument {argument}, pull: raises {raised}", lambda: pull(f, x), slope),
        (f"{name}, argument {argument}, push: raises NotImplementedError", lambda: push(f, x), slope),
    )


def zero():
    """Return the slope of a function by steps."""
    return 0.0


def share_slope():
    """Return ∂P(a, 1)/∂a at 1, where P(a, x) is the lower incomplete gamma function over Γ(a)."""
    return np.float64(mp.diff(lambda a: mp.gammainc(a, 0, 1, regularized=True), mp.mpf(1)))


def zeta_slope():
    """Return ζ'(2)."""
    return np.float64(mp.zeta(2, 1, 1))


TWO = number(2.0)
ONE = number(1.0)
HARD = nn.hardsigmoid
ROWS = (
    *rows("floor_divide", 0, lambda x: torch.floor_divide(x, TWO), 1.5, zero),
    *rows("floor_divide", 1, lambda x: torch.floor_divide(ONE, x), 1.5, zero),
    *rows("remainder", 1, lambda x: torch.remainder(0.0, x), 1.0, zero),
    *rows("heaviside", 0, lambda x: torch.heaviside(x, ONE), 1.5, zero),
    *rows("heaviside", 1, lambda x: torch.heaviside(TWO, x), 1.5, zero),
    *rows("special.gammainc", 0, lambda a: torch.special.gammainc(a, ONE), 1.0, share_slope),
    *rows("special.gammaincc", 0, lambda a: torch.special.gammaincc(a, ONE), 1.0, lambda: -share_slope()),
    *rows("special.zeta", 0, lambda s: torch.special.zeta(s, ONE), 2.0, zeta_slope),
    ("nn.hard_sigmoid, argument 0, pull of pull: raises RuntimeError", lambda: pull_of_pull(HARD, 1.0), zero),
    ("nn.hard_sigmoid, push of push: raises NotImplementedError", lambda: twice(HARD, 1.0), zero),
    ("nn.glu, push of push: raises NotImplementedError", gate, zero),
    # pulls have the slope towards the other argument: e⁻ˣ x^(a - 1)/Γ(a), and -s ζ(s + 1, q)
    rows("special.gammainc", 1, lambda x: torch.special.gammainc(ONE, x), 1.0, lambda: np.exp(-1.0))[1],
    rows("special.gammaincc", 1, lambda x: torch.special.gammaincc(ONE, x), 1.0, lambda: -np.exp(-1.0))[1],
    rows("special.zeta", 1, lambda q: torch.special.zeta(TWO, q), 1.0, lambda: np.float64(-2 * mp.zeta(3)))[
        1
    ],
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
