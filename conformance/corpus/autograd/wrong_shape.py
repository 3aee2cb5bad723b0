"""HIPS autograd: cotangents and tangents that have another shape than what they belong to, or are complex.

A cotangent must have the shape of its argument: where the argument was broadcast, the repeats are to be
summed. The right values are closed forms in whole numbers and halves.
"""

import sys
import warnings

import autograd.numpy as np
import autograd.scipy.linalg as sl
from autograd.differential_operators import make_jvp, make_vjp
from mpmath import mp

TOLERANCE = float(np.finfo(float).eps) ** (1 / 3)
M, V = np.array([[1.0, 2.0, 0.5], [-1.5, 3.0, -0.25]]), np.array([1.0, -0.5])
I2 = np.eye(2)


def push(f, x, u):
    """Return J u by autograd."""
    return make_jvp(f)(x)(u)[1]


def pull(f, x, v):
    """Return Jᵀ v by autograd."""
    return make_vjp(f)(x)[0](v)


def lower_solution(a, v):
    """Return a⁻¹ v for a lower triangle."""
    return np.array(mp.lu_solve(mp.matrix(np.tril(a)), mp.matrix(v)).tolist(), dtype=complex).ravel()


R, C, W = np.array([1.0, 2.0]), np.array([1.0 + 1.0j, -0.5j]), np.array([1.0 - 0.5j, 2.0 + 1.0j])
R3, C3, W3 = np.array([1.0, 2.0, 0.5]), np.array([1.0 + 1.0j, -0.5j, 2.0]), np.array([1.0 - 0.5j, 2.0j, 1.5])
L = np.array([[2.0 + 1.0j, 0.0], [0.5, 3.0 - 1.0j]])
S = np.array([[2.0 + 1.0j, 0.5], [0.25, 3.0]])
ROWS = (
    # broadcast arguments: the repeats are summed
    (
        "where, argument 1, pull: shape",
        lambda: pull(lambda x: np.where(np.array([True, False]), x, 2.0), 1.0, V),
        lambda: np.array(1.0),
    ),
    (
        "where, argument 2, pull: shape",
        lambda: pull(lambda x: np.where(np.array([True, False]), 2.0, x), 1.0, V),
        lambda: np.array(-0.5),
    ),
    (
        "broadcast_to, argument 0, pull: shape",
        lambda: pull(lambda x: np.broadcast_to(x, (0,)), np.ones(1), np.zeros(0)),
        lambda: np.zeros(1),
    ),
    (
        "einsum, argument 1, pull: shape",
        lambda: pull(lambda x: np.einsum("ij,ij->j", x, np.ones((1, 3))), M, np.array([1.0, -0.5, 2.0])),
        lambda: np.array([[1.0, -0.5, 2.0], [1.0, -0.5, 2.0]]),
    ),
    (
        "linalg.solve, argument 1, pull: shape",
        lambda: pull(
            lambda b: np.linalg.solve(np.stack([I2, 2 * I2]), b), np.ones((2, 3)), np.ones((2, 2, 3))
        ),
        lambda: np.full((2, 3), 1.5),
    ),
    (
        "cross, argument 1, pull: shape",
        lambda: pull(lambda b: np.cross(M, b), np.array([1.0, 2.0, 0.5]), np.ones((2, 3))),
        lambda: sum(np.cross(np.ones(3), row) for row in M),
    ),
    # the inverse of a permutation is that of its axes counted from the front
    (
        "permute_dims, argument 0, pull: shape",
        lambda: pull(
            lambda x: np.transpose(x, (-1, 1, 0)), M.reshape(2, 1, 3), np.arange(6.0).reshape(3, 1, 2)
        ),
        lambda: np.transpose(np.arange(6.0).reshape(3, 1, 2), (2, 1, 0)),
    ),
    (
        "diag, argument 0, pull: shape",
        lambda: pull(np.diag, M, V),
        lambda: np.array([[1.0, 0.0, 0.0], [0.0, -0.5, 0.0]]),
    ),
    (
        "sort, argument 0, push: shape",
        lambda: push(np.sort, np.ones((1, 1)), np.ones((1, 1))),
        lambda: np.ones((1, 1)),
    ),
    # |z| is real, and so is its slope Re(conj(z) u)/|z|
    (
        "linalg.norm, argument 0, push: dtype",
        lambda: push(np.linalg.norm, np.array([3.0 + 4.0j]), np.array([1.0j])),
        lambda: np.array(0.8),
    ),
    # real arguments among complex ones have real cotangents, the real parts of what complex ones would have
    (
        "hstack, argument 0, pull: dtype",
        lambda: pull(lambda x: np.hstack([x, C]), R, np.concatenate([W, C])),
        lambda: W.real,
    ),
    (
        "vstack, argument 0, pull: dtype",
        lambda: pull(lambda x: np.vstack([x, C]), R, np.stack([W, C])),
        lambda: W.real,
    ),
    (
        "column_stack, argument 0, pull: dtype",
        lambda: pull(lambda x: np.column_stack([x, C]), R, np.stack([W, C], axis=1)),
        lambda: W.real,
    ),
    (
        "inner, argument 0, pull: dtype",
        lambda: pull(lambda x: np.inner(x, C), R, 1.0 - 0.5j),
        lambda: ((1.0 - 0.5j) * C).real,
    ),
    (
        "inner, argument 1, pull: dtype",
        lambda: pull(lambda x: np.inner(1.0 + 2.0j, x), R, W),
        lambda: ((1.0 + 2.0j) * W).real,
    ),
    (
        "cross, argument 0, pull: dtype",
        lambda: pull(lambda x: np.cross(x, C3), R3, W3),
        lambda: np.cross(C3, W3).real,
    ),
    (
        "linalg.solve, argument 1, pull: shape",
        lambda: pull(lambda b: np.linalg.solve(S, b), R, W),
        lambda: np.array(mp.lu_solve(mp.matrix(S.T), mp.matrix(W)).tolist(), dtype=complex).ravel().real,
    ),
    # of a⁻¹ b the slope by a is -b/a²
    (
        "linalg.solve, argument 0, pull: shape",
        lambda: pull(lambda a: np.linalg.solve(a, C[:1]), 2 * I2[:1, :1], W[:1]),
        lambda: (-W[:1] * C[:1] / 4).real.reshape(1, 1),
    ),
    (
        "linalg.solve_triangular, argument 0, pull: shape",
        lambda: pull(lambda a: sl.solve_triangular(a, C[:1]), 2 * I2[:1, :1], W[:1]),
        lambda: (-W[:1] * C[:1] / 4).real.reshape(1, 1),
    ),
    (
        "linalg.solve_triangular, argument 1, pull: dtype",
        lambda: pull(lambda b: sl.solve_triangular(L, b, lower=True, trans=1), R, W),
        lambda: lower_solution(L, W).real,
    ),
    # and complex ones complex: a square root of diagonal matrices has the slopes 1/(2√a)
    (
        "linalg.sqrtm, argument 0, pull: dtype",
        lambda: pull(sl.sqrtm, np.diag([3.0 + 4.0j, 1.0]), I2 + 0j),
        lambda: np.diag([1 / (4.0 + 2.0j), 0.5 + 0j]),
    ),
    (
        "diff, argument 0, pull: shape",
        lambda: pull(np.diff, np.ones(1, complex), np.zeros(0, complex)),
        lambda: np.zeros(1, complex),
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
