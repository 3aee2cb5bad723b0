"""HIPS autograd: functions with a pull rule and no push rule.

Each row asks for J u and gets NotImplementedError. The right value is a difference of values by
mpmath at 60 digits, or, for Fourier transforms, which are linear, the transform of u by its definition.
"""

import sys
import warnings

import autograd.numpy as np
import autograd.scipy.linalg as sl
import autograd.scipy.special as sp
from autograd.differential_operators import make_jvp
from mpmath import mp

mp.dps = 60
TOLERANCE = float(np.finfo(float).eps) ** (1 / 3)  # a third of the digits: more are not at issue
A, U = np.array([[2.0, 0.5], [0.5, 3.0]]), np.array([[1.0, -0.5], [-0.5, 2.0]])
T, B = np.array([[2.0, 0.0], [0.5, 3.0]]), np.array([1.0, 2.0])
Z = np.array([1.0 + 0.5j, -0.5 + 1.0j, 2.0 - 1.0j])


def push(f, x, u=1.0):
    """Return J u by autograd."""
    return make_jvp(f)(x)(u)[1]


def slope(f, x, u=1.0):
    """Return d/dt f(x + t u) at 0 from values of f; its error is of the order of 1e-36."""
    at, h = mp.matrix(x) if np.ndim(x) else mp.mpf(x), mp.mpf(10) ** -18
    step = (mp.matrix(u) if np.ndim(x) else mp.mpf(u)) * h
    return (f(at + step) - f(at - step)) / (2 * h)


def real(value):
    """Return numbers of mpmath as floats."""
    if isinstance(value, mp.matrix):
        shape = (value.rows, value.cols) if value.cols > 1 else (value.rows,)
        return np.array([float(e) for e in value]).reshape(shape)
    return np.array(value, dtype=float)


def share_above(x):
    """Return the regularised upper incomplete gamma function of 1.5."""
    return 1 - mp.gammainc(1.5, 0, x, 1)


def forward_solved(a):
    """Return the same for the lower triangle of a."""
    return solved(mp.matrix([[a[0, 0], 0], [a[1, 0], a[1, 1]]]))


def singular_values(a):
    """Return the singular values alone, by autograd."""
    return np.linalg.svd(a, compute_uv=False)


def solved(a):
    """Return a⁻¹ B."""
    return mp.lu_solve(a, mp.matrix(B))


def transform(rows, sign):
    """Return the sums Σ x_k e^(± 2πi jk/n) along the last axis."""
    n = np.shape(rows)[-1]
    turns = [[mp.expjpi(sign * 2 * mp.mpf(j * k) / n) for k in range(n)] for j in range(n)]
    sums = [
        [mp.fsum(t * e for t, e in zip(turn, row, strict=True)) for turn in turns]
        for row in np.atleast_2d(rows)
    ]
    return np.array(sums, dtype=complex).reshape(np.shape(rows))


def twice(rows, sign):
    """Return the transform along both axes."""
    return transform(transform(rows, sign).T, sign).T


def upper(half):
    """Return the real numbers whose transform begins with these three of four entries."""
    return transform([*half, np.conj(half[1])], 1).real / 4


# name: its function of one number, the point, its meaning in mpmath
# fmt: off
NUMBERS = {
    "hypot":             (lambda x: np.hypot(x, 2.0),            1.5,  lambda x: mp.sqrt(x * x + 4)),
    "special.erf":       (sp.erf,                                0.5,  mp.erf),
    "special.erfc":      (sp.erfc,                               0.5,  mp.erfc),
    "special.erfinv":    (sp.erfinv,                             0.5,  mp.erfinv),
    "special.expit":     (sp.expit,                              0.5,  lambda x: 1 / (1 + mp.exp(-x))),
    "special.logit":     (sp.logit,                              0.25, lambda x: mp.log(x / (1 - x))),
    "special.gamma":     (sp.gamma,                              1.5,  mp.gamma),
    "special.gammaln":   (sp.gammaln,                            1.5,  mp.loggamma),
    "special.digamma":   (sp.digamma,                            1.5,  mp.digamma),
    "special.polygamma": (lambda x: sp.polygamma(1, x),          1.5,  lambda x: mp.polygamma(1, x)),
    "special.beta":      (lambda x: sp.beta(x, 2.0),             1.5,  lambda x: mp.beta(x, 2)),
    "special.betaln":    (lambda x: sp.betaln(x, 2.0),           1.5,  lambda x: mp.log(mp.beta(x, 2))),
    "special.betainc":   (lambda x: sp.betainc(1.5, 2.0, x),     0.25, lambda x: mp.betainc(1.5, 2, 0, x, 1)),
    "special.gammainc":  (lambda x: sp.gammainc(1.5, x),         0.5,  lambda x: mp.gammainc(1.5, 0, x, 1)),
    "special.gammaincc": (lambda x: sp.gammaincc(1.5, x),        0.5,  share_above),
    "special.i0":        (sp.i0,                                 0.5,  lambda x: mp.besseli(0, x)),
    "special.i1":        (sp.i1,                                 0.5,  lambda x: mp.besseli(1, x)),
    "special.j0":        (sp.j0,                                 0.5,  lambda x: mp.besselj(0, x)),
    "special.j1":        (sp.j1,                                 0.5,  lambda x: mp.besselj(1, x)),
    "special.jn":        (lambda x: sp.jn(2, x),                 0.5,  lambda x: mp.besselj(2, x)),
    "special.y0":        (sp.y0,                                 0.5,  lambda x: mp.bessely(0, x)),
    "special.y1":        (sp.y1,                                 0.5,  lambda x: mp.bessely(1, x)),
    "special.yn":        (lambda x: sp.yn(2, x),                 0.5,  lambda x: mp.bessely(2, x)),
}
MATRICES = {
    "linalg.cholesky":   (np.linalg.cholesky,                    A,    mp.cholesky),
    "linalg.det":        (np.linalg.det,                         A,    mp.det),
    "linalg.eigh":       (lambda a: np.linalg.eigh(a)[0],        A,    lambda a: mp.eigsy(a)[0]),
    "linalg.inv":        (np.linalg.inv,                         A,    mp.inverse),
    "linalg.norm":       (lambda a: np.linalg.norm(a, 1),        A,    lambda a: mp.mnorm(a, 1)),
    "linalg.pinv":       (np.linalg.pinv,                        A,    mp.inverse),
    "linalg.slogdet":    (lambda a: np.linalg.slogdet(a)[1],     A,    lambda a: mp.log(mp.det(a))),
    "linalg.solve":      (lambda a: np.linalg.solve(a, B),       A,    solved),
    "linalg.svdvals":    (singular_values,                       A,    lambda a: mp.svd(a, compute_uv=False)),
    "linalg.solve_triangular": (lambda a: sl.solve_triangular(a, B, lower=True), T, forward_solved),
    "linalg.svd":        (lambda a: np.linalg.svd(a)[1],         A,    lambda a: mp.svd_r(a)[1]),
}
TRANSFORMS = {
    "fft.fft":           (np.fft.fft,       Z,  lambda: transform(Z, -1)),
    "fft.ifft":          (np.fft.ifft,      Z,  lambda: transform(Z, 1) / 3),
    "fft.fftn":          (np.fft.fftn,      U,  lambda: twice(U, -1)),
    "fft.ifftn":         (np.fft.ifftn,     U,  lambda: twice(U, 1) / 4),
    "fft.rfft":          (np.fft.rfft,      U,  lambda: transform(U, -1)),
    "fft.rfftn":         (np.fft.rfftn,     U,  lambda: twice(U, -1)),
    "fft.irfft":         (np.fft.irfft,     np.real(Z) + 0j, lambda: upper(np.real(Z))),
    "fft.irfftn":        (np.fft.irfftn,    U + 0j, lambda: twice(U, 1).real / 4),
    "fft.fftshift":      (np.fft.fftshift,  Z,  lambda: Z[[2, 0, 1]]),
    "fft.ifftshift":     (np.fft.ifftshift, Z,  lambda: Z[[1, 2, 0]]),
}
# fmt: on


def along(f, m, x, u):
    """Return both questions of a row."""
    return lambda: push(f, x, u), lambda: real(slope(m, x, u))


ANSWERS = {
    "astype": (lambda: push(lambda x: x.astype(np.float64), B, B), lambda: B),  # the identity
    **{name: along(f, m, x, 1.0) for name, (f, x, m) in NUMBERS.items()},
    **{name: along(f, m, x, U) for name, (f, x, m) in MATRICES.items()},
    **{name: (lambda f=f, x=x: push(f, x, x), right) for name, (f, x, right) in TRANSFORMS.items()},
}
ROWS = tuple((f"{name}, push: raises NotImplementedError", *both) for name, both in ANSWERS.items())


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
