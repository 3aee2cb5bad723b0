"""JAX: loops that do not end for some numbers in one array, each of which ends alone.

The right values are integrals by mpmath at 60 digits. JAX is asked in a process of its own, which is stopped.
"""

import json
import subprocess
import sys
import warnings

import numpy as np
from mpmath import mp

mp.dps = 60
TOLERANCE = float(np.finfo(float).eps) ** (1 / 3)
SECONDS = 20
POINTS = [0.0746, 5.78e-08, 447.0]
ASK = """
import json, jax, jax.scipy.special as sp, numpy as np
jax.config.update("jax_enable_x64", True)
print(json.dumps(np.asarray(sp.exp1(np.array({points}))).tolist()))
"""


def integrals(points):
    """Return E(x) = ∫ e⁻ᵗ/t dt from x by JAX, if it answers."""
    code = ASK.format(points=points)
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True, timeout=SECONDS
    )
    return np.array(json.loads(run.stdout))


ROWS = (
    (
        "special.exp1: does not end",
        lambda: integrals(POINTS),
        lambda: np.array([float(mp.e1(x)) for x in POINTS]),
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
