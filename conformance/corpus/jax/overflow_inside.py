"""JAX: rules in which a square or a product overflows or underflows where the derivative does neither.

JAX computes on the CPU with subnormal numbers flushed to zero: 1e-160 squared is 0. The right values are
closed forms in which nothing is squared.
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
T = 1e-160


def push(f, x):
    """Return f'(x) by a push of JAX."""
    return jax.jvp(f, (x,), (1.0,))[1]


def pull(f, x):
    """Return f'(x) by a pull of JAX."""
    return jax.grad(f)(x)


def along_y(y):
    """Return the angle of (T, y)."""
    return jnp.arctan2(y, T)


def along_x(x):
    """Return the angle of (x, T)."""
    return jnp.arctan2(T, x)


def length(x):
    """Return the length of (x, T)."""
    return jnp.hypot(x, T)


def length_too(x):
    """Return the length of (T, x)."""
    return jnp.hypot(T, x)


def quotient(x):
    """Return T/x."""
    return T / x


def root_half():
    """Return x/r at x = y."""
    return np.float64(1 / mp.sqrt(2))


def sinc_slope():
    """Return -π² x/3, the first term of sinc' near 0."""
    return np.float64(-(mp.pi**2) * mp.mpf(T) / 3)


def complex_angle_gradient():
    """Return Jᵀ 1 of the angle of z = 3T + 4T i, where JAX pairs bilinearly: (-y - x i)/|z|²."""
    return np.complex128(complex(-4 / (25 * mp.mpf(T)), -3 / (25 * mp.mpf(T))))


def log_beta_slope():
    """Return ∂ ln B(a, b)/∂a = ψ(a) - ψ(a + b) for both T: -1/T + 1/2T, up to terms of the order of T."""
    return np.float64(-1 / (2 * mp.mpf(T)))


def scaled_bessel_slope():
    """Return the first term of (e⁻ˣ I(x))' far out, -(2πx)^(-1/2)/(2x), for both orders."""
    x = mp.mpf(1e150)
    return np.float64(-1 / mp.sqrt(2 * mp.pi * x) / (2 * x))


ROWS = (
    # ∂ atan2(y, x)/∂y = x/r², ∂/∂x = -y/r²
    ("atan2, argument 0, pull: inf", lambda: pull(along_y, 0.0), lambda: np.float64(1 / mp.mpf(T))),
    ("atan2, argument 0, push: inf", lambda: push(along_y, 0.0), lambda: np.float64(1 / mp.mpf(T))),
    ("atan2, argument 1, pull: inf", lambda: pull(along_x, T), lambda: np.float64(-1 / (2 * mp.mpf(T)))),
    ("atan2, argument 1, push: inf", lambda: push(along_x, T), lambda: np.float64(-1 / (2 * mp.mpf(T)))),
    ("hypot, argument 0, pull: inf", lambda: pull(length, T), root_half),
    ("hypot, argument 0, push: inf", lambda: push(length, T), root_half),
    ("hypot, argument 1, pull: inf", lambda: pull(length_too, T), root_half),
    ("hypot, argument 1, push: inf", lambda: push(length_too, T), root_half),
    ("angle, argument 0, pull: inf", lambda: pull(jnp.angle, 3 * T + 4j * T), complex_angle_gradient),
    # a positive number has the angle 0, and so has every one near by
    ("angle, argument 0, push: nan", lambda: push(jnp.angle, T), lambda: np.float64(0)),
    ("special.betaln, argument 0, pull: nan", lambda: pull(lambda a: sp.betaln(a, T), T), log_beta_slope),
    ("special.betaln, argument 1, pull: nan", lambda: pull(lambda b: sp.betaln(T, b), T), log_beta_slope),
    # ∂(a/x)/∂x = -(a/x)/x
    ("divide, argument 1, pull: inf", lambda: pull(quotient, T), lambda: np.float64(-1 / mp.mpf(T))),
    ("divide, argument 1, push: inf", lambda: push(quotient, T), lambda: np.float64(-1 / mp.mpf(T))),
    # the deviation of (0, 2t) is t
    ("std, value: wrong value", lambda: jnp.std(np.array([0.0, 2 * T])), lambda: np.float64(T)),
    ("sinc, argument 0, pull: inf", lambda: pull(jnp.sinc, T), sinc_slope),
    ("sinc, argument 0, push: inf", lambda: push(jnp.sinc, T), sinc_slope),
    ("special.i0e, argument 0, pull: wrong value", lambda: pull(sp.i0e, 1e150), scaled_bessel_slope),
    ("special.i0e, argument 0, push: wrong value", lambda: push(sp.i0e, 1e150), scaled_bessel_slope),
    ("special.i1e, argument 0, pull: wrong value", lambda: pull(sp.i1e, 1e150), scaled_bessel_slope),
    ("special.i1e, argument 0, push: wrong value", lambda: push(sp.i1e, 1e150), scaled_bessel_slope),
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
