"""PyTorch: pushes on two threads, of which one begins inside the other and outlasts it.

The level of forward mode is one number for the whole process (torch/autograd/forward_ad.py, _current_level).
Each push alone is right; the right value is the slope of x², 2x.
"""

import sys
import threading
import warnings

import numpy as np
import torch
from torch.func import jvp

TOLERANCE = float(np.finfo(float).eps) ** (1 / 3)
PATIENCE = 10  # seconds


def beside():
    """Push along x² on a second thread, while a push of the first one begins before it and ends before it."""
    second_is_in, first_is_over = threading.Event(), threading.Event()
    answers = []

    def outer(x):
        thread.start()
        second_is_in.wait(PATIENCE)
        return x * x

    def inner(x):
        second_is_in.set()
        first_is_over.wait(PATIENCE)
        return x * x

    def push(f, x):
        return jvp(f, (torch.tensor(x, dtype=torch.float64),), (torch.ones((), dtype=torch.float64),))[1]

    def second():
        try:
            answers.append(push(inner, 3.0))
        except RuntimeError as error:
            answers.append(error)

    thread = threading.Thread(target=second)
    push(outer, 1.0)
    first_is_over.set()
    thread.join(PATIENCE)
    if isinstance(answers[0], RuntimeError):
        raise answers[0]
    return answers[0]


ROWS = (("engine: wrong under threads", beside, lambda: 6.0),)


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
