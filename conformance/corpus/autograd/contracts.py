"""HIPS autograd: derivatives that hang on what happens before, beside or after them.

What is wrong here is the engine, whatever the rules. Right is an error where an answer must be 0, and the
closed form of a slope elsewhere.
"""

import sys
import warnings
from threading import Event, Thread

import autograd.numpy as np
from autograd import checkpoint, grad
from autograd.differential_operators import make_vjp
from autograd.tracer import trace_stack

TOLERANCE = float(np.finfo(float).eps) ** (1 / 3)


def accepts(call):
    """Return 1 if a call returns, 0 if it raises."""
    try:
        call()
    except Exception:
        return 0
    return 1


def overwritten(f, x, which):
    """Return Jᵀ 1 of a pullback that is called once x, or y, holds 2 instead."""
    pulled, y = make_vjp(f)(x)
    (x if which == "x" else y)[...] = 2.0
    return pulled(np.ones(1))


def used_once_over():
    """Return 1 if a traced value can be used once its derivative is over."""
    kept = []

    def keeping(x):
        kept.append(x * 1.0)
        return x * x

    grad(keeping)(1.0)
    return accepts(lambda: np.sin(kept[0]))


def levels_left_behind():
    """Return how many levels of the stack of traces an exception in f leaves open."""
    before = trace_stack.top
    try:
        grad(lambda x: x * {}["no such key"])(1.0)
    except KeyError:
        return trace_stack.top - before
    finally:
        trace_stack.top = before
    return 0


def slope_beside_a_thread():
    """Return d/dx x·(d/dy xy) = d/dx x² at 1, while a trace in another thread ends between the two."""
    has_begun, may_end = Event(), Event()

    def waiting(x):
        has_begun.set()
        may_end.wait()
        return x * 1.0

    other = Thread(target=grad(waiting), args=(1.0,))
    other.start()
    has_begun.wait()

    def nested(x):
        may_end.set()
        other.join()
        return x * grad(lambda y: x * y)(1.0)

    return grad(nested)(1.0)


def calls_of_a_checkpointed_f():
    """Return how often f runs for both gradients of a checkpointed f; twice is right."""
    calls = []

    def counted(x0, x1):
        calls.append(1)
        return x0 * x1

    grad(checkpoint(counted), argnum=(0, 1))(1.0, 2.0)
    return len(calls)


ROWS = (
    (
        "engine, grad: integers: returns a gradient",
        lambda: accepts(lambda: grad(lambda x: x)(np.array(1))),
        lambda: 0,
    ),
    (
        "engine: uses a wrong cotangent",
        lambda: accepts(lambda: make_vjp(lambda x: x)(np.array(1.0))[0](np.ones(1))),
        lambda: 0,
    ),
    ("engine: uses an escaped tracer", used_once_over, lambda: 0),
    ("engine: remembers an exception", levels_left_behind, lambda: 0),
    ("engine: wrong under threads", slope_beside_a_thread, lambda: 2.0),
    ("engine: calls of f", calls_of_a_checkpointed_f, lambda: 2),
    (
        "engine: changes by x is overwritten",
        lambda: overwritten(np.sin, np.ones(1), "x"),
        lambda: np.cos(np.ones(1)),
    ),
    (
        "engine: changes by y is overwritten",
        lambda: overwritten(np.exp, np.ones(1), "y"),
        lambda: np.exp(np.ones(1)),
    ),
    # one branch is chosen, and the other one has a vertical slope
    (
        "engine, pull: nan",
        lambda: grad(lambda x: np.where(x > 1.0, np.sqrt(x), 1.0))(np.array(0.0)),
        lambda: 0.0,
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
