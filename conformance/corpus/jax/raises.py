"""JAX: functions that are there and have no derivative towards some argument.

The right values are slopes of values by mpmath at 60 digits, or closed forms.
"""

import sys
import warnings

import jax
import jax.numpy as jnp
import jax.scipy.linalg as sl
import jax.scipy.special as sp
import numpy as np
from mpmath import mp

jax.config.update("jax_enable_x64", val=True)
mp.dps = 60
TOLERANCE = float(np.finfo(float).eps) ** (1 / 3)
I2, ONE = np.eye(2), np.ones((1, 1))


def push(f, x, u=1.0):
    """Return J u by JAX."""
    return jax.jvp(f, (x,), (u,))[1]


def pull(f, x):
    """Return the gradient of a number by JAX."""
    return jax.grad(f)(x)


def share(a):
    """Return the regularised incomplete beta function I of a, 2 at 1/4."""
    return sp.betainc(a, 2.0, 0.25)


def share_slope():
    """Return ∂I/∂a at 3/2."""
    return np.float64(mp.diff(lambda a: mp.betainc(a, 2, 0, mp.mpf(1) / 4, 1), mp.mpf(3) / 2))


def eigenvalue(a):
    """Return the eigenvalue of a matrix of one number, which is that number."""
    return jnp.linalg.eigvals(a)[0].real


def squared_eigenvector(a):
    """Return the square of the first entry of the first eigenvector, which has no phase."""
    return jnp.sum(jnp.abs(jnp.linalg.eig(a)[1][0, :1]) ** 2)


def eigenvector_slopes():
    """Return its gradient at diag(1, 3): the vector is (1, t) + O(t²), its square 1 to the second order."""
    return np.zeros((2, 2))


def root_slopes():
    """Return the gradient of the trace of √a at 4 times the identity, 1/(2·2) on the diagonal."""
    return I2 / 4


def integral_curvature():
    """Return the second derivative of E(x) = ∫ e⁻ᵗ/t dt from x at 1, e⁻ˣ (1 + x)/x²."""
    return np.float64(2 / mp.e)


ROWS = (
    ("special.betainc, pull: raises ValueError", lambda: pull(share, 1.5), share_slope),
    ("special.betainc, push: raises ValueError", lambda: push(share, 1.5), share_slope),
    (
        "linalg.eig, argument 0, pull: raises NotImplementedError",
        lambda: pull(squared_eigenvector, np.diag([1.0, 3.0])),
        eigenvector_slopes,
    ),
    (
        "linalg.eig, argument 0, push: raises NotImplementedError",
        lambda: push(squared_eigenvector, np.diag([1.0, 3.0]), I2),
        lambda: np.float64(0),
    ),
    (
        "linalg.sqrtm, argument 0, pull: raises NotImplementedError",
        lambda: pull(lambda a: jnp.trace(sl.sqrtm(a)).real, 4.0 * I2),
        root_slopes,
    ),
    (
        "linalg.sqrtm, argument 0, push: raises NotImplementedError",
        lambda: push(lambda a: jnp.trace(sl.sqrtm(a)).real, 4.0 * I2, I2),
        lambda: np.float64(0.5),
    ),
    (
        "special.exp1, argument 0, pull of pull: raises TypeError",
        lambda: pull(jax.grad(sp.exp1), 1.0),
        integral_curvature,
    ),
    (
        "special.exp1, argument 0, pull of push: raises TypeError",
        lambda: pull(lambda x: push(sp.exp1, x), 1.0),
        integral_curvature,
    ),
    (
        "special.exp1, argument 0, push of pull: raises TypeError",
        lambda: push(jax.grad(sp.exp1), 1.0),
        integral_curvature,
    ),
    (
        "special.exp1, argument 0, push of push: raises TypeError",
        lambda: push(lambda x: push(sp.exp1, x), 1.0),
        integral_curvature,
    ),
    (
        "linalg.eigvals, argument 0, pull of pull: raises NotImplementedError",
        lambda: pull(lambda a: pull(eigenvalue, a)[0, 0], ONE),
        lambda: np.zeros((1, 1)),
    ),
    (
        "linalg.eigvals, argument 0, pull of push: raises NotImplementedError",
        lambda: pull(lambda a: push(eigenvalue, a, ONE), ONE),
        lambda: np.zeros((1, 1)),
    ),
    (
        "linalg.eigvals, argument 0, push of pull: raises NotImplementedError",
        lambda: push(jax.grad(eigenvalue), ONE, ONE),
        lambda: np.zeros((1, 1)),
    ),
    (
        "linalg.eigvals, argument 0, push of push: raises NotImplementedError",
        lambda: push(lambda a: push(eigenvalue, a, ONE), ONE, ONE),
        lambda: np.float64(0),
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
