"""PyTorch: pulls that take the logarithm of the cotangent, and so are linear up to rounding only.

Multiplying by -8 rounds nothing, so that Jᵀ(-8 v) is -8 Jᵀ v bit for bit in a pull that multiplies and adds.
"""

import sys
import warnings

import numpy as np
import torch
from torch.func import vjp

TOLERANCE = 0.0


def pull(v):
    """Return Jᵀ v of the running ln Σ eˣ of one number, which is that number: v."""
    x = torch.tensor([1.0], dtype=torch.float64)
    cotangent = torch.tensor([v], dtype=torch.float64)
    return vjp(lambda z: torch.logcumsumexp(z, 0), x)[1](cotangent)[0].numpy(force=True)


ROWS = (
    (
        "logaddexp.accumulate, argument 0, pull: wrong value",
        lambda: pull(-8.0) + 8.0 * pull(1.0),
        lambda: np.array([0.0]),
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
