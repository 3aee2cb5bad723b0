"""JAX: derivatives that are right to a few digits only, because two large numbers cancel.

The right values are derivatives by mpmath at 60 digits, or closed forms. Only a row whose error is more than
many roundoffs of the derivative itself is wrong.
"""

import sys
import warnings

import jax
import jax.nn
import jax.numpy as jnp
import jax.scipy.linalg as sl
import jax.scipy.special as sp
import numpy as np
from mpmath import mp

jax.config.update("jax_enable_x64", val=True)
mp.dps = 60
TOLERANCE = 128 * float(np.finfo(float).eps)
SCORES = np.array([12.25, -0.625], dtype=np.float32)
WEIGHTS = np.array([2.25, -0.75], dtype=np.float32)


def push(f, x):
    """Return f'(x) by a push of JAX."""
    return jax.jvp(f, (x,), (1.0,))[1]


def pull(f, x):
    """Return f'(x) by a pull of JAX."""
    return jax.grad(f)(x)


def logistic_slope(x):
    """Return e⁻ˣ/(1 + e⁻ˣ)²."""
    return mp.exp(-x) / (1 + mp.exp(-x)) ** 2


def tanh_slope(x):
    """Return 1/cosh² x."""
    return 1 / mp.cosh(x) ** 2


def dawson_slope(x):
    """Return 1 - 2x D(x)."""
    return 1 - 2 * x * (mp.sqrt(mp.pi) / 2 * mp.exp(-x * x) * mp.erfi(x))


def scaled_slope(x):
    """Return 2x e^(x²) erfc x - 2/√π."""
    return 2 * x * mp.exp(x * x) * mp.erfc(x) - 2 / mp.sqrt(mp.pi)


def beta_slope(a):
    """Return ∂B(a, b)/∂a = B (ψ(a) - ψ(a + b)) at b = 1e-8."""
    b = mp.mpf(1e-8)
    return mp.beta(a, b) * (mp.digamma(a) - mp.digamma(a + b))


def log_beta_slope(a):
    """Return ∂ ln B(a, b)/∂a = ψ(a) - ψ(a + b) at b = 1e-8."""
    return mp.digamma(a) - mp.digamma(a + mp.mpf(1e-8))


def sum_slope(b):
    """Return ∂ ln B(1, b)/∂b = ψ(b) - ψ(b + 1) = -1/b."""
    return -1 / b


def narrow_beta_slope(b):
    """Return ∂B(a, b)/∂b = B (ψ(b) - ψ(a + b)) at a = 0.00871."""
    a = mp.mpf(0.00871)
    return mp.beta(a, b) * (mp.digamma(b) - mp.digamma(a + b))


def bessel_slope(order):
    """Return the derivative of e⁻ˣ I(x) of an order."""
    return lambda x: mp.diff(lambda t: mp.exp(-t) * mp.besseli(order, t), x, h=mp.mpf(10) ** -20)


def log_normal_slope(x):
    """Return φ(x)/Φ(x), the derivative of ln Φ."""
    return mp.npdf(x) / mp.ncdf(x)


def gate(b):
    """Return the first of a gated linear unit, a σ(b) at a = -0.328."""
    return jax.nn.glu(jnp.stack([-0.328, b]))[0]


def gate_slope(b):
    """Return a e⁻ᵇ/(1 + e⁻ᵇ)²."""
    return mp.mpf(-0.328) * logistic_slope(b)


def scaled_exponential_slope(x):
    """Return λ α eˣ of selu for x < 0, with the constants of its paper as JAX has them."""
    return mp.mpf(1.0507009873554804934193349852946) * mp.mpf(1.6732632423543772848170429916717) * mp.exp(x)


def soft_sign_slope(x):
    """Return 1/(1 + |x|)²."""
    return 1 / (1 + abs(x)) ** 2


def squareplus_slope(x):
    """Return (1 + x/√(x² + 4))/2."""
    return (1 + x / mp.sqrt(x * x + 4)) / 2


def gelu_slope(x):
    """Return the derivative of x/2·(1 + tanh(√(2/π)·(x + 0.044715 x³)))."""
    c = mp.sqrt(2 / mp.pi)
    t = c * (x + mp.mpf(0.044715) * x**3)
    return 1 / (1 + mp.exp(-2 * t)) + x / 2 / mp.cosh(t) ** 2 * c * (1 + 3 * mp.mpf(0.044715) * x**2)


def mish_curvature(x):
    """Return the second derivative of x tanh(ln(1 + eˣ))."""
    return mp.diff(lambda t: t * mp.tanh(mp.log1p(mp.exp(t))), x, 2, h=mp.mpf(10) ** -20)


def softmax_pull():
    """Return the first of Jᵀ v of a softmax of two numbers in single precision."""
    return jax.vjp(jax.nn.softmax, SCORES)[1](WEIGHTS)[0][0]


def softmax_push():
    """Return the first of J v there."""
    return jax.jvp(jax.nn.softmax, (SCORES,), (WEIGHTS,))[1][0]


def softmax_slope():
    """Return p₀ p₁ (v₀ - v₁), where p₁ = 1 - p₀ cancels nothing."""
    a, b = (mp.mpf(float(s)) for s in SCORES)
    share = 1 / (1 + mp.exp(b - a)) / (1 + mp.exp(a - b))
    return np.float32(share * (mp.mpf(float(WEIGHTS[0])) - mp.mpf(float(WEIGHTS[1]))))


def power_of_a_number(x):
    """Return the exponential of the matrix of one number."""
    return sl.expm(jnp.full((1, 1), x))[0, 0]


# rule: its function, the point, the slope
FUNCTIONS = {
    "nn.elu, argument 0": (jax.nn.elu, -20.0, mp.exp),
    "nn.celu, argument 0": (jax.nn.celu, -20.0, mp.exp),
    "nn.sigmoid, argument 0": (jax.nn.sigmoid, 20.0, logistic_slope),
    "special.expit, argument 0": (sp.expit, 20.0, logistic_slope),
    "tanh, argument 0": (jnp.tanh, 15.0, tanh_slope),
    "expm1, argument 0": (jnp.expm1, -20.0, mp.exp),
    "special.dawsn, argument 0": (jax.scipy.special.dawsn, -20.0, dawson_slope),
    "special.erfcx, argument 0": (sp.erfcx, 30.0, scaled_slope),
    "special.beta, argument 0": (lambda a: sp.beta(a, 1e-8), 1.0, beta_slope),
    "special.beta, argument 1": (lambda b: sp.beta(0.00871, b), 96.1, narrow_beta_slope),
    "special.betaln, argument 0": (lambda a: sp.betaln(a, 1e-8), 1.0, log_beta_slope),
    "special.betaln, argument 1": (lambda b: sp.betaln(1.0, b), 69.7, sum_slope),
    "special.i0e, argument 0": (sp.i0e, 673.0, bessel_slope(0)),
    "special.i1e, argument 0": (sp.i1e, 700.0, bessel_slope(1)),
    "special.log_ndtr, argument 0": (sp.log_ndtr, -30.0, log_normal_slope),
    "nn.glu, argument 0": (gate, 15.65, gate_slope),
    "nn.selu, argument 0": (jax.nn.selu, -20.0, scaled_exponential_slope),
    "nn.soft_sign, argument 0": (jax.nn.soft_sign, 700.0, soft_sign_slope),
    "nn.squareplus, argument 0": (jax.nn.squareplus, -85.3, squareplus_slope),
    # a number's exponential goes through a Padé approximant of (x/2)¹⁶ and is squared again
    "linalg.expm, argument 0": (power_of_a_number, 20.0, mp.exp),
}


def row(rule, way, f, x, slope):
    """Return one row; the slope is taken at the float that JAX is given."""
    way_name = "push" if way is push else "pull"
    cause = f"{rule}, {way_name}: inaccurate"
    return cause, lambda: way(f, x), lambda: np.float64(slope(mp.mpf(x)))


ROWS = (
    *(row(rule, way, *rest) for rule, rest in FUNCTIONS.items() for way in (pull, push)),
    *(
        (cause, lambda f=f, x=x: f(x), lambda slope=slope, x=x: np.float64(slope(mp.mpf(x))))
        for cause, f, x, slope in (
            (
                "nn.squareplus, argument 0, pull: wrong value",
                jax.grad(jax.nn.squareplus),
                -1.65e6,
                squareplus_slope,
            ),
            ("nn.gelu, argument 0, pull: wrong value", jax.grad(jax.nn.gelu), -20.0, gelu_slope),
            ("nn.gelu, argument 0, push: wrong value", lambda x: push(jax.nn.gelu, x), -20.0, gelu_slope),
            (
                "nn.mish, argument 0, push of pull: wrong value",
                lambda x: push(jax.grad(jax.nn.mish), x),
                20.0,
                mish_curvature,
            ),
            (
                "nn.mish, argument 0, push of push: wrong value",
                lambda x: push(lambda t: push(jax.nn.mish, t), x),
                20.0,
                mish_curvature,
            ),
        )
    ),
    ("nn.softmax, argument 0, pull: inaccurate", softmax_pull, softmax_slope),
    # J is symmetric
    ("nn.softmax, argument 0, push: inaccurate", softmax_push, softmax_slope),
    (
        "linalg.expm, value: inaccurate",
        lambda: power_of_a_number(20.0),
        lambda: np.float64(mp.exp(20)),
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
