"""HIPS autograd: float32 in, float64 out, in values, tangents or cotangents; integers where floats belong.

The right value has the dtype of the plain call, or of the argument; the numbers are closed forms.
"""

import sys
import warnings

import autograd.numpy as np
import autograd.scipy.special as sp
from autograd.differential_operators import make_jvp, make_vjp
from mpmath import mp

TOLERANCE = float(np.finfo(np.float32).eps) ** (1 / 3)
ONE, THREE = np.float32(1.0), np.array([1.0, 2.0, 4.0], dtype=np.float32)
EVEN = np.array([1.0, 2.0, 4.0, 0.5], dtype=np.float32)
SQUARE = np.array([[1.0, 2.0], [0.5, 3.0]], dtype=np.float32)
MASK = np.array([True, False, True])
FIRST = np.array([[1.0, 0.0], [0.0, 0.0]])
DIAGONAL = np.diag(np.array([4.0, 1.0], dtype=np.float32))


def narrow(value):
    """Return the right value in single precision."""
    return np.asarray(value, dtype=np.float32)


def push(f, x):
    """Return J x by autograd."""
    return make_jvp(f)(x)(x)[1]


def twice(x):
    """Return log₂(2ˣ + 2ˣ)."""
    return np.logaddexp2(x, x)


def one_push(f, x):
    """Return J 1 by autograd."""
    return make_jvp(f)(x)(ONE)[1]


def pull(f, x):
    """Return Jᵀ v by autograd, for a v of ones like f(x)."""
    pulled, y = make_vjp(f)(x)
    return pulled(np.ones_like(y))


# name: its function, the point, the right J x and Jᵀ 1
FUNCTIONS = {
    "exp2": (np.exp2, ONE, 2 * np.log(2), 2 * np.log(2)),
    "log2": (np.log2, ONE, 1 / np.log(2), 1 / np.log(2)),
    "log10": (np.log10, ONE, 1 / np.log(10), 1 / np.log(10)),
    "pow, argument 1": (lambda x: 2.0**x, ONE, 2 * np.log(2), 2 * np.log(2)),
    "fmax": (lambda x: np.fmax(x, narrow(2)), ONE, 0, 0),
    "fmin": (lambda x: np.fmin(x, narrow(2)), ONE, 1, 1),
    "maximum": (lambda x: np.maximum(x, narrow(2)), ONE, 0, 0),
    "minimum": (lambda x: np.minimum(x, narrow(2)), ONE, 1, 1),
    "max": (np.max, THREE, 4, [0, 0, 1]),
    "min": (np.min, THREE, 1, [1, 0, 0]),
    "where": (lambda x: np.where(MASK, x, THREE), THREE, [1, 0, 4], [1, 0, 1]),
    "mean": (np.mean, THREE, 7 / 3, [1 / 3] * 3),
    "trace": (np.trace, SQUARE, 4, [[1, 0], [0, 1]]),
    # (x - mean) · 2/n, and (x - mean)/(n·std): the mean is 7/3, the variance 14/9
    "var": (np.var, THREE, 28 / 9, [-8 / 9, -2 / 9, 10 / 9]),
    "std": (np.std, THREE, np.sqrt(14 / 9), np.array([-4, -1, 5]) / 9 / np.sqrt(14 / 9)),
    "diff": (np.diff, THREE[:1], [], [0]),
    "fft.rfft": (np.fft.rfft, EVEN, None, [3, 0, 1, 0]),  # the sums of cos(πjk/2) over k = 0, 1, 2
    "fft.rfftn": (np.fft.rfftn, EVEN, None, [3, 0, 1, 0]),
    "special.digamma": (sp.digamma, ONE, None, np.pi**2 / 6),
    "special.y1": (sp.y1, ONE, None, float(mp.bessely(0, 1) - mp.bessely(1, 1))),
    # of a = diag(4, 1): the first entry of the factor is √a₀₀, that of the inverse 1/a₀₀; 4 is both the
    # largest singular value, and an eigenvalue
    "linalg.cholesky": (lambda a: np.linalg.cholesky(a)[0, 0], DIAGONAL, None, FIRST / 4),
    "linalg.pinv": (lambda a: np.linalg.pinv(a)[0, 0], DIAGONAL, None, -FIRST / 16),
    "linalg.svd": (lambda a: np.linalg.svd(a, full_matrices=False)[1][0], DIAGONAL, None, FIRST),
    "linalg.eigh": (lambda a: np.linalg.eigh(a)[0][1], DIAGONAL, None, FIRST),
    "linalg.eig": (lambda a: np.real(np.linalg.eig(a)[0][0]), DIAGONAL, None, FIRST),
}
ONLY_PULLS = {"mean", "trace", "var", "std", "diff"} | {n for n, (*_, u, _) in FUNCTIONS.items() if u is None}
SPECTRUM = np.array(
    [1.0, 2.0], dtype=np.complex64
)  # that of the real (3/2, -1/2), which sum to its first entry


def pushed(f, x, right):
    """Return both questions of a row for J x."""
    return lambda: push(f, x), lambda: narrow(right)


def pulled_back(f, x, right):
    """Return both questions of a row for Jᵀ 1."""
    return lambda: pull(f, x), lambda: narrow(right)


ROWS = (
    *(
        (f"{n}, push: dtype", *pushed(f, x, r))
        for n, (f, x, r, _) in FUNCTIONS.items()
        if n not in ONLY_PULLS
    ),
    *((f"{n}, pull: dtype", *pulled_back(f, x, r)) for n, (f, x, _, r) in FUNCTIONS.items()),
    *(
        (
            f"fft.{name}, pull: dtype",
            lambda f=f: pull(f, SPECTRUM),
            lambda: np.array([1.0, 0.0], dtype=np.complex64),
        )
        for name, f in (("irfft", np.fft.irfft), ("irfftn", np.fft.irfftn))
    ),
    # J x is the deviation itself: the mean is 13/8, the variance 59/64
    (
        "std, push: dtype",
        lambda: push(lambda x: np.std(x, axis=(0, 1)), SQUARE),
        lambda: narrow(np.sqrt(59 / 64)),
    ),
    # y is float64 beside an integer of 64 bits, and x is not
    (
        "multiply, argument 1, pull: dtype",
        lambda: pull(lambda x: np.multiply(np.int64(3), x), ONE),
        lambda: narrow(3),
    ),
    # half precision in, single out: of a real number both are 0
    *(
        (
            f"{name}, {mode}: dtype",
            lambda f=f, ask=ask: ask(f, np.float16(1)),
            lambda: np.array(0, np.float16),
        )
        for name, f in (("angle", np.angle), ("imag", np.imag))
        for mode, ask in (("push", push), ("pull", pull))
    ),
    # an integer where the default 0 is chosen among floats, and float64 where all are float32
    (
        "select: dtype",
        lambda: make_vjp(lambda x: np.select([np.zeros((), bool)], [x]))(1.0)[1],
        lambda: np.array(0.0),
    ),
    (
        "select, argument 1: dtype",
        lambda: make_vjp(lambda x: np.select([MASK], [x]))(THREE)[1],
        lambda: narrow([1, 0, 4]),
    ),
    # log₂(2ˣ + 2ˣ) is x + 1: its slope has the dtype of x, and the slope of the slope has not
    (
        "nesting of push, push: dtype",
        lambda: one_push(lambda x: one_push(twice, x), ONE),
        lambda: narrow(0),
    ),
    (
        "nesting of pull, push: dtype",
        lambda: one_push(lambda x: pull(twice, x), ONE),
        lambda: narrow(0),
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
