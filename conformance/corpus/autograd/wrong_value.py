"""HIPS autograd: rules with the wrong numbers: forgotten branches, conjugates, norms, structure, order.

The right values are slopes of values by mpmath, one real coordinate of x at a time, or closed forms.
autograd pairs complex numbers bilinearly: Jᵀv is g = a - ib where Re(Σ v f) changes by Re(a)·dx + b·dy.
"""

import sys
import warnings

import autograd.numpy as np
import autograd.scipy.linalg as sl
from autograd.differential_operators import make_jvp, make_vjp
from mpmath import mp

mp.dps = 60
TOLERANCE = float(np.finfo(float).eps) ** (1 / 3)
H = mp.mpf(10) ** -18  # the error of a central difference is of the order of 1e-36
M, W = np.array([[1.0, 2.0, 0.5], [-1.5, 3.0, -0.25]]), np.arange(12.0).reshape(2, 6)
S = np.array([[2.25 + 0.5j, 0.5 - 1.0j], [0.125 + 0.25j, 3.625 + 2.0j]])
TALL = np.array([[2.25 + 0.5j, 0.5 - 1.0j], [0.125 + 0.25j, 3.625 + 2.0j], [0.75 - 0.75j, -0.0625 + 1.5j]])
V = np.array([[1.0 - 0.5j, 2.0 - 1.0j], [-0.5 + 0.25j, 1.5 - 0.75j]])
V23 = np.array([[1.0 - 0.5j, 2.0 - 1.0j, 1.0], [-0.5 + 0.25j, 1.5 - 0.75j, 2.0j]])
B, X4 = np.array([3.0, -0.25]), np.array([1.0, 2.0, -0.5, 1.5])


def push(f, x, u):
    """Return J u by autograd."""
    return make_jvp(f)(x)(u)[1]


def pull(f, x, v):
    """Return Jᵀ v by autograd."""
    return make_vjp(f)(x)[0](v)


def paired(f, v):
    """Return Re Σ v f as a function of x."""
    return lambda x: mp.re(mp.fsum(w * e for w, e in zip(mp.matrix(v), f(x), strict=True)))


def gradient(f, x, v):
    """Return Jᵀ v of a function of matrices, from its values, in autograd's pairing."""
    of, at = paired(f, v), mp.matrix(x)
    parts = [1, mp.j] if np.iscomplexobj(x) else [1]
    found = np.zeros(x.shape, x.dtype)
    for i, j in np.ndindex(x.shape):
        slopes = []
        for part in parts:
            ahead, behind = at.copy(), at.copy()
            ahead[i, j], behind[i, j] = at[i, j] + H * part, at[i, j] - H * part
            slopes.append((of(ahead) - of(behind)) / (2 * H))
        found[i, j] = complex(slopes[0], -slopes[1]) if len(parts) == 2 else float(slopes[0])
    return found


def factor(x):
    """Return the Cholesky factor of the Hermitian part of x."""
    return mp.cholesky((x + x.transpose_conj()) / 2)


def pseudo_inverse(x):
    """Return (xᴴ x)⁻¹ xᴴ."""
    return mp.inverse(x.transpose_conj() * x) * x.transpose_conj()


def sign_and_logarithm(x):
    """Return d/|d| and ln |d| of the determinant d."""
    d = mp.det(x)
    return mp.matrix([d / abs(d), mp.log(abs(d))])


def hermitian_factor(x):
    """Return the same by autograd."""
    return np.linalg.cholesky((x + np.conj(x).T) / 2)


def signed(x):
    """Return autograd's determinant in these two parts, as one number: the second times 2."""
    sign, logarithm = np.linalg.slogdet(x)
    return (1.0 - 0.5j) * sign + 2.0 * logarithm


def summed(f, v):
    """Return Jᵀ v of a linear function that is given on the six entries of a 2×3 matrix."""
    units = np.eye(6).reshape(6, 2, 3)
    return np.array([np.sum(v * f(unit)).real for unit in units]).reshape(2, 3)


def two_sums(x):
    """Return the transform of a real matrix along both axes by its definition, divided by its size."""
    turn = lambda n: np.array(
        [[complex(mp.expjpi(-2 * mp.mpf(j * k) / n)) for k in range(n)] for j in range(n)]
    )
    return turn(2) @ x @ turn(3) / 6


def upper_sums(x):
    """Return the four real sums of the spectrum x₀, x₁, x₂, x₁: x₀ + 2 x₁ cos(πk/2) + x₂ (-1)^k."""
    return np.array([x[0] + 2 * x[1] * c + x[2] * s for c, s in ((1, 1), (0, -1), (-1, 1), (0, -1))])


def of_pairs(x):
    """Return the real sums along the second axis of sums along the first, over both of two: no factor."""
    return np.array([x[0] + x[1], x[0] - x[1]]) @ np.array([[1.0, 1.0], [1.0, -1.0]])


Z, U = np.array([2.25 + 0.5j, -0.625 - 1.0j]), np.array([1.0 - 0.5j, -0.5 + 0.25j])
SQUARE, W22 = np.array([[1.0, 2.0], [-1.5, 3.0]]), np.array([[1.0, -0.5], [2.0, 0.25]])
ROWS = (
    # d acosh z = dz/(√(z - 1) √(z + 1)), which is not 1/√(z² - 1) left of the imaginary axis
    (
        "acosh, argument 0, push: wrong value",
        lambda: push(np.arccosh, Z, U),
        lambda: np.array([mp.diff(mp.acosh, z) * u for z, u in zip(Z, U, strict=True)], dtype=complex),
    ),
    (
        "acosh, argument 0, pull: wrong value",
        lambda: pull(np.arccosh, Z, U),
        lambda: np.array([mp.diff(mp.acosh, z) * u for z, u in zip(Z, U, strict=True)], dtype=complex),
    ),
    (
        "linalg.cholesky, argument 0, pull: wrong value",
        lambda: pull(hermitian_factor, S, V),
        lambda: gradient(factor, S, V),
    ),
    (
        "linalg.pinv, argument 0, pull: wrong value",
        lambda: pull(np.linalg.pinv, TALL, V23),
        lambda: gradient(pseudo_inverse, TALL, V23),
    ),
    (
        "linalg.slogdet, argument 0, pull: wrong value",
        lambda: pull(signed, S, 1.0 + 0.0j),
        lambda: gradient(sign_and_logarithm, S, np.array([1.0 - 0.5j, 2.0])),
    ),
    # one on the diagonal, whatever stands there: [b₀, b₁ - a₁₀ b₀]
    (
        "linalg.solve_triangular, argument 0, pull: wrong value",
        lambda: pull(
            lambda a: sl.solve_triangular(a, B, lower=True, unit_diagonal=True), SQUARE, np.array([1.0, 2.0])
        ),
        lambda: np.array([[0.0, 0.0], [-6.0, 0.0]]),
    ),
    (
        "linalg.solve_triangular, argument 1, pull: wrong value",
        lambda: pull(
            lambda b: sl.solve_triangular(SQUARE, b, lower=True, unit_diagonal=True), B, np.array([1.0, 2.0])
        ),
        lambda: np.array([4.0, 2.0]),
    ),
    # with norm="forward" it is the transform that is divided by n, not its inverse
    (
        "fft.rfftn, argument 0, pull: wrong value",
        lambda: pull(lambda x: np.fft.rfftn(x, axes=(1, 0), norm="forward"), M, V23),
        lambda: summed(two_sums, V23),
    ),
    (
        "fft.irfft, argument 0, pull: wrong value",
        lambda: pull(lambda x: np.fft.irfft(x, norm="forward"), np.array([1.0, 2.0, 0.5]), X4),
        lambda: np.array([X4 @ upper_sums(e) for e in np.eye(3)]),
    ),
    (
        "fft.irfftn, argument 0, pull: wrong value",
        lambda: pull(lambda x: np.fft.irfftn(x, axes=(0, 1), norm="forward"), SQUARE, W22),
        lambda: np.array(
            [[np.sum(W22 * of_pairs(np.eye(4)[2 * i + j].reshape(2, 2))) for j in range(2)] for i in range(2)]
        ),
    ),
    # copies: the cotangents of the copies of an entry are added
    (
        "tile, argument 0, pull: wrong value",
        lambda: pull(lambda x: np.tile(x, (2,)), M, W),
        lambda: W[:, :3] + W[:, 3:],
    ),
    (
        "repeat, argument 0, pull: wrong value",
        lambda: pull(lambda x: np.repeat(x, 2, axis=-1), M, W),
        lambda: W[:, ::2] + W[:, 1::2],
    ),
    # (cos πx - sin πx/πx)/x: all digits cancel near 0
    (
        "sinc, argument 0, push: wrong value",
        lambda: push(np.sinc, 1e-8, 1.0),
        lambda: np.float64(mp.diff(mp.sincpi, mp.mpf(1e-8), h=mp.mpf(10) ** -25)),
    ),
    (
        "sinc, argument 0, pull: wrong value",
        lambda: pull(np.sinc, 1e-8, 1.0),
        lambda: np.float64(mp.diff(mp.sincpi, mp.mpf(1e-8), h=mp.mpf(10) ** -25)),
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
