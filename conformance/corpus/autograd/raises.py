"""HIPS autograd: rules that raise for some forms of their arguments, or at some points.

The plain call has a value there and the derivative exists; the right values are closed forms in whole
numbers, and sums of permuted cotangents.
"""

import sys
import warnings

import autograd.numpy as np
import autograd.scipy.special as sp
from autograd.builtins import dict as traced_dict
from autograd.differential_operators import make_jvp, make_vjp
from mpmath import mp

mp.dps = 60
TOLERANCE = float(np.finfo(float).eps) ** (1 / 3)
X, V = np.array([1.0, 2.0, 0.5]), np.array([1.0, -0.5, 2.0])
M = np.array([[1.0, 2.0, 0.5], [-1.5, 3.0, -0.25]])
W = np.arange(6.0).reshape(2, 3)
Z = np.array([1.0 - 0.5j, 2.0 + 1.0j])


def push(f, x, u):
    """Return J u by autograd."""
    return make_jvp(f)(x)(u)[1]


def pull(f, x, v, argument=0):
    """Return Jᵀ v by autograd."""
    return make_vjp(f, argument)(*x)[0](v) if isinstance(x, tuple) else make_vjp(f)(x)[0](v)


def slope(f, x):
    """Return a derivative by mpmath."""
    return np.float64(mp.diff(f, x))


def turned(v, n):
    """Return the gradient of Re Σ v_j Σ_k x_k e^(-2πi jk/n)."""
    return np.array(
        [mp.fsum(mp.re(e * mp.expjpi(-2 * mp.mpf(j * k) / n)) for j, e in enumerate(v)) for k in range(n)],
        dtype=float,
    )


# the matrix of the differences (x₁ - x₀, (x₂ - x₀)/2, x₂ - x₁)
SLOPES = np.array([[-1.0, 1.0, 0.0], [-0.5, 0.0, 0.5], [0.0, -1.0, 1.0]])
ROWS = (
    # a rule that is missing
    (
        "clip, pull: raises NotImplementedError",
        lambda: pull(lambda lo: np.clip(0.5, lo, 1.0), 0.0, 1.0),
        lambda: np.array(0.0),
    ),
    (
        "engine, push: raises NotImplementedError",
        lambda: push(lambda x: traced_dict(y=2 * x), X, V)["y"],
        lambda: 2 * V,
    ),
    (
        "clip, pull: raises KeyError",
        lambda: pull(np.clip, (0.5, 0.0, 1.0), 1.0, (0, 1, 2))[0],
        lambda: np.array(1.0),
    ),
    (
        "clip, push: raises KeyError",
        lambda: push(lambda lo: np.clip(0.5, lo, 1.0), 0.0, 1.0),
        lambda: np.array(0.0),
    ),
    (
        "sort, pull: raises NotImplementedError",
        lambda: pull(np.sort, M, W),
        lambda: np.array([[1.0, 2.0, 0.0], [3.0, 5.0, 4.0]]),
    ),
    (
        "sort, argument 0, push: raises IndexError",
        lambda: push(np.sort, M, W),
        lambda: np.array([[2.0, 0.0, 1.0], [3.0, 5.0, 4.0]]),
    ),
    (
        "partition, pull: raises NotImplementedError",
        lambda: pull(lambda x: np.partition(x, 0)[:, 0], M, V[:2]),
        lambda: np.array([[0.0, 0.0, 1.0], [-0.5, 0.0, 0.0]]),
    ),
    (
        "partition, argument 0, push: raises IndexError",
        lambda: push(lambda x: np.partition(x, 0)[:, 0], M, W),
        lambda: np.array([2.0, 3.0]),
    ),
    (
        "diagonal, pull: raises NotImplementedError",
        lambda: pull(np.diagonal, M, V[:2]),
        lambda: np.array([[1.0, 0.0, 0.0], [0.0, -0.5, 0.0]]),
    ),
    (
        "linalg.norm, pull: raises NotImplementedError",
        lambda: pull(lambda x: np.linalg.norm(x, 1), X, 1.0),
        lambda: np.ones(3),
    ),
    (
        "gradient, pull: raises NotImplementedError",
        lambda: pull(lambda x: np.gradient(x, 0.5), X, V),
        lambda: V @ SLOPES / 0.5,
    ),
    ("gradient, argument 0, pull: raises ValueError", lambda: pull(np.gradient, X, V), lambda: V @ SLOPES),
    (
        "gradient, argument 0, pull: raises IndexError",
        lambda: pull(np.gradient, X[:2], V[:2]),
        lambda: np.array([-0.5, 0.5]),
    ),
    ("fft.rfft, pull: raises NotImplementedError", lambda: pull(np.fft.rfft, X, Z), lambda: turned(Z, 3)),
    ("fft.rfftn, pull: raises NotImplementedError", lambda: pull(np.fft.rfftn, X, Z), lambda: turned(Z, 3)),
    # Σ_k v_k (x₀ + 2 x₁ cos(2πk/3))/3
    (
        "fft.irfft, pull: raises NotImplementedError",
        lambda: pull(lambda x: np.fft.irfft(x, 3), X[:2], V),
        lambda: np.array([2.5 / 3, 2 * (1 - 0.75) / 3]),
    ),
    (
        "special.betainc, pull: raises NotImplementedError",
        lambda: pull(lambda a: sp.betainc(a, 2.0, 0.25), 1.5, 1.0),
        lambda: slope(lambda a: mp.betainc(a, 2, 0, 0.25, 1), 1.5),
    ),
    (
        "special.betainc, pull: raises KeyError",
        lambda: pull(sp.betainc, (1.5, 2.0, 0.25), 1.0, (0, 1, 2))[0],
        lambda: slope(lambda a: mp.betainc(a, 2, 0, 0.25, 1), 1.5),
    ),
    (
        "special.gammainc, pull: raises NotImplementedError",
        lambda: pull(lambda a: sp.gammainc(a, 0.5), 1.5, 1.0),
        lambda: slope(lambda a: mp.gammainc(a, 0, 0.5, 1), 1.5),
    ),
    (
        "special.gammaincc, pull: raises NotImplementedError",
        lambda: pull(lambda a: sp.gammaincc(a, 0.5), 1.5, 1.0),
        lambda: slope(lambda a: mp.gammainc(a, 0.5, mp.inf, 1), 1.5),
    ),
    # a form of the arguments that the rule does not know
    (
        "broadcast_to, argument 0, pull: raises AssertionError",
        lambda: pull(lambda x: np.broadcast_to(x, (2, 3)), X, W),
        lambda: W[0] + W[1],
    ),
    (
        "concat, pull: raises TypeError",
        lambda: pull(lambda x: np.concatenate([x, M], axis=None), M, np.arange(12.0)),
        lambda: W,
    ),
    (
        "einsum, argument 1, pull: raises ValueError",
        lambda: pull(lambda x: np.einsum("ii", x), np.eye(2), 1.0),
        lambda: np.eye(2),
    ),
    (
        "pad, argument 0, pull: raises AssertionError",
        lambda: pull(lambda x: np.pad(x, 1, mode="edge"), X, np.arange(5.0)),
        lambda: np.array([1.0, 2.0, 7.0]),
    ),
    (
        "repeat, argument 0, pull: raises TypeError",
        lambda: pull(lambda x: np.repeat(x, 2), np.ones(()), V[:2]),
        lambda: np.array(0.5),
    ),
    (
        "roll, argument 0, pull: raises TypeError",
        lambda: pull(lambda x: np.roll(x, (1, 1), axis=(0, 1)), M, W),
        lambda: np.array([[4.0, 5.0, 3.0], [1.0, 2.0, 0.0]]),
    ),
    (
        "rot90, argument 0, pull: raises TypeError",
        lambda: pull(lambda x: np.rot90(x, axes=(1, 0)), M, W.reshape(3, 2)),
        lambda: np.array([[1.0, 3.0, 5.0], [0.0, 2.0, 4.0]]),
    ),
    (
        "trace, argument 0, pull: raises TypeError",
        lambda: pull(lambda x: np.trace(x, axis1=0, axis2=2), M.reshape(2, 1, 3), np.ones(1)),
        lambda: np.array([[[1.0, 0.0, 0.0]], [[0.0, 1.0, 0.0]]]),
    ),
    # Σ 2(x - mean)u/n with the mean 19/24
    (
        "var, argument 0, push: raises NameError",
        lambda: push(lambda x: np.var(x, axis=(0, 1)), M, W),
        lambda: np.sum((M - 19 / 24) * W) / 3,
    ),
    # a determinant is linear in each entry: its slopes are the cofactors, 0 or not
    (
        "linalg.det, argument 0, pull: raises LinAlgError",
        lambda: pull(np.linalg.det, np.array([[1.0, 2.0], [2.0, 4.0]]), 1.0),
        lambda: np.array([[4.0, -2.0], [-2.0, 1.0]]),
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
