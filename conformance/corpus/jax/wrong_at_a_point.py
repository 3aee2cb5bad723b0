"""JAX: rules that are wrong, or no number, at single points: where a formula is 0/0, or a series ends.

The right values are derivatives by mpmath at 60 digits, or closed forms.
"""

import sys
import warnings

import jax
import jax.numpy as jnp
import jax.scipy.special as sp
import numpy as np
from mpmath import mp

jax.config.update("jax_enable_x64", val=True)
mp.dps = 60
TOLERANCE = float(np.finfo(float).eps) ** (1 / 3)


def push(f, x):
    """Return f'(x) by a push of JAX."""
    return jax.jvp(f, (x,), (1.0,))[1]


def pull(f, x):
    """Return f'(x) by a pull of JAX."""
    return jax.grad(f)(x)


def spence_slope(x):
    """Return ln x/(1 - x), the slope of ∫ ln t/(1 - t) dt, which is -1 at 1."""
    return np.float64(-1 if x == 1 else mp.log(x) / (1 - mp.mpf(x)))


def sinc_slope(x):
    """Return the derivative of sin πx/πx."""
    return np.float64(mp.diff(mp.sincpi, mp.mpf(x), h=mp.mpf(10) ** -25))


def push_of_three():
    """Return J 3 of sinc at 1e-8."""
    return jax.jvp(jnp.sinc, (1e-8,), (3.0,))[1]


def three_pushes():
    """Return J 1 + J 2 there."""
    return sum(jax.jvp(jnp.sinc, (1e-8,), (u,))[1] for u in (1.0, 2.0))


def pull_of_three():
    """Return Jᵀ 3 there."""
    return jax.vjp(jnp.sinc, 1e-8)[1](3.0)[0]


def three_pulls():
    """Return Jᵀ 1 + Jᵀ 2 there."""
    pull_back = jax.vjp(jnp.sinc, 1e-8)[1]
    return pull_back(1.0)[0] + pull_back(2.0)[0]


def upper_share():
    """Return Q(a, x) = Γ(a, x)/Γ(a) for both 1e-160: Γ(a, x) is of the order of 1e2, Γ(a) is 1e160."""
    a = mp.mpf(1e-160)
    with mp.workdps(400):
        return np.float64(mp.gammainc(a, a) / mp.gamma(a))


def lower_share(x):
    """Return P(1, x) = 1 - e⁻ˣ by JAX."""
    return sp.gammainc(1.0, x)


def upper_tail(x):
    """Return Q(1, x) = e⁻ˣ by JAX."""
    return sp.gammaincc(1.0, x)


def share_by_order():
    """Return ∂Q(a, 1)/∂a at a = 0, where Q = Γ(a, 1)/Γ(a) = a E(1) + O(a²): the exponential integral at 1."""
    return np.float64(mp.e1(1))


def no_log(y):
    """Return 0 ln y, which is 0 for every y."""
    return sp.xlogy(np.float64(0), y)


def bessel_slope(x):
    """Return the derivative of I of order 0, which is that of order 1, and x/2 near 0."""
    return np.float64(mp.besseli(1, mp.mpf(x)))


def sides_of_abs():
    """Return the slopes of |x| on both sides of 0."""
    return np.float64(-1), np.float64(1)


ROWS = (
    ("special.spence, argument 0, pull: nan", lambda: pull(sp.spence, 2.0), lambda: spence_slope(2.0)),
    (
        "special.spence, argument 0, pull: wrong value",
        lambda: pull(sp.spence, 1.0),
        lambda: spence_slope(1.0),
    ),
    (
        "special.spence, argument 0, push: wrong value",
        lambda: push(sp.spence, 1.0),
        lambda: spence_slope(1.0),
    ),
    ("special.gammaincc, value: wrong value", lambda: sp.gammaincc(1e-160, 1e-160), upper_share),
    # what is even has no slope at 0; beside it the rule has float32's digits
    ("special.i0, argument 0, pull: wrong value", lambda: pull(sp.i0, 0.0), lambda: bessel_slope(0.0)),
    ("special.i0, argument 0, push: wrong value", lambda: push(sp.i0, 0.0), lambda: bessel_slope(0.0)),
    # and what is odd has no curvature there
    (
        "special.i1, argument 0, push of pull: wrong value",
        lambda: push(jax.grad(sp.i1), 0.0),
        lambda: np.float64(0),
    ),
    (
        "special.i1, argument 0, push of push: wrong value",
        lambda: push(lambda x: push(sp.i1, x), 0.0),
        lambda: np.float64(0),
    ),
    # 0 ln y is 0 for every y
    (
        "special.xlogy, argument 1, pull: nan",
        lambda: pull(no_log, np.float64(0)),
        lambda: np.float64(0),
    ),
    (
        "special.xlogy, argument 1, push: nan",
        lambda: push(no_log, np.float64(0)),
        lambda: np.float64(0),
    ),
    # at both ends of the domain the slopes are finite: e⁻ˣ x^(a - 1)/Γ(a) is 1 at a = 1, x = 0
    ("special.gammainc, argument 1, pull: nan", lambda: pull(lower_share, 0.0), lambda: np.float64(1)),
    ("special.gammainc, argument 1, push: nan", lambda: push(lower_share, 0.0), lambda: np.float64(1)),
    (
        "special.gammaincc, argument 1, pull: nan",
        lambda: pull(upper_tail, 0.0),
        lambda: np.float64(-1),
    ),
    (
        "special.gammaincc, argument 1, push: nan",
        lambda: push(upper_tail, 0.0),
        lambda: np.float64(-1),
    ),
    (
        "special.gammainc, argument 0, pull: nan",
        lambda: pull(lambda a: sp.gammainc(a, 1.0), 0.0),
        lambda: -share_by_order(),
    ),
    (
        "special.gammainc, argument 0, push: nan",
        lambda: push(lambda a: sp.gammainc(a, 1.0), 0.0),
        lambda: -share_by_order(),
    ),
    (
        "special.gammaincc, argument 0, pull: nan",
        lambda: pull(lambda a: sp.gammaincc(a, 1.0), 0.0),
        share_by_order,
    ),
    (
        "special.gammaincc, argument 0, push: nan",
        lambda: push(lambda a: sp.gammaincc(a, 1.0), 0.0),
        share_by_order,
    ),
    # one number has no deviation, whatever it is
    ("std, argument 0, pull: nan", lambda: pull(jnp.std, 0.0), lambda: np.float64(0)),
    ("std, argument 0, push: nan", lambda: push(jnp.std, 0.0), lambda: np.float64(0)),
    # (cos πx - sin πx/πx)/x: all digits cancel near 0
    ("sinc, argument 0, pull: wrong value", lambda: pull(jnp.sinc, 1e-8), lambda: sinc_slope(1e-8)),
    ("sinc, argument 0, push: wrong value", lambda: push(jnp.sinc, 1e-8), lambda: sinc_slope(1e-8)),
    # and differently for every tangent and cotangent, so that the rule is not even linear
    ("engine, push: wrong value", lambda: push_of_three() / three_pushes(), lambda: np.float64(1)),
    ("engine, pull: wrong value", lambda: pull_of_three() / three_pulls(), lambda: np.float64(1)),
    # 0 to the power of 0.0 is 1, and so is every power of 0.0 near by
    ("pow, argument 0, pull: nan", lambda: pull(lambda x: jnp.power(x, 0.0), 0.0), lambda: np.float64(0)),
    ("pow, argument 0, push: nan", lambda: push(lambda x: jnp.power(x, 0.0), 0.0), lambda: np.float64(0)),
    (
        "float_power, argument 0, pull: nan",
        lambda: pull(lambda x: jnp.float_power(x, 0.0), 0.0),
        lambda: np.float64(0),
    ),
    (
        "float_power, argument 0, push: nan",
        lambda: push(lambda x: jnp.float_power(x, 0.0), 0.0),
        lambda: np.float64(0),
    ),
    # the norm of a number is |x|, with slopes from -1 to 1 at 0
    ("linalg.vector_norm, argument 0, pull: nan", lambda: pull(jnp.linalg.vector_norm, 0.0), sides_of_abs),
    ("linalg.vector_norm, argument 0, push: nan", lambda: push(jnp.linalg.vector_norm, 0.0), sides_of_abs),
    # the branch that is chosen is constant, and the other one has a vertical slope
    (
        "engine, pull: nan",
        lambda: pull(lambda x: jnp.where(x > 1.0, jnp.sqrt(x), 1.0), 0.0),
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
