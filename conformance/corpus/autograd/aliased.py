"""HIPS autograd: results that are the caller's own arrays: writing to one changes the other.

The tangent of the identity is u, but as an array of its own. Right is that no memory is shared.
"""

import sys
import warnings

import autograd.numpy as np
from autograd.differential_operators import make_jvp, make_vjp

TOLERANCE = 0  # answers are 1 or 0
X, U = np.ones(2), np.array([1.0, -0.5])


def tangent_shares():
    """Return 1 if J u of the identity is u itself."""
    return +np.shares_memory(make_jvp(lambda x: x)(X)(U)[1], U)


def cotangent_shares():
    """Return 1 if Jᵀ v of the identity is v itself."""
    return +np.shares_memory(make_vjp(lambda x: x)(X)[0](U), U)


ROWS = (("engine: aliases", lambda: tangent_shares() + cotangent_shares(), lambda: 0),)


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
