"""The contract cases of engines of numbers: what the others are asked on arrays, on numbers.

An engine that takes no arrays sees few of the contract cases, and these in their place. What they have
more of are graphs that reach one value by ways of different lengths: a tape that is walked in any other
order than the one in which it was written counts some of them before they are complete.
"""

from __future__ import annotations

from collections.abc import Mapping

from adspec.language.case import Case, parse_case

# At (1, 2, 0.5) the gradient of x0·x1 + x0² + sin x2 is (x1 + 2·x0, x0, cos x2) = (4, 1, 0.87758256).
_EXPERIMENT = """
def f(x0, x1, x2):
    a = multiply(x0, x1)
    b = multiply(x0, x0)
    c = sin(x2)
    d = add(a, b)
    e = add(d, c)
    return e

x0 = 1.0
x1 = 2.0
x2 = 0.5
u_x0 = 1.0
u_x1 = -0.5
u_x2 = 2.0
v_0 = 1.5
"""

# f = a + a² with a = 2x: ∂f/∂a = 1 + 2a is complete only after both of its uses. f′(3) = 2 + 8·3 = 26.
_LONG_AND_SHORT = """
def f(x):
    a = multiply(x, 2.0)
    b = multiply(a, a)
    c = add(a, b)
    return c

x = 3.0
u_x = 1.0
v_0 = 1.0
"""

# f = (x + x²)·x² with x² used at two depths. f = x³ + x⁴, f′(2) = 3·4 + 4·8 = 44.
_TWO_DEPTHS = """
def f(x):
    a = multiply(x, x)
    b = add(x, a)
    c = multiply(b, a)
    return c

x = 2.0
u_x = 1.0
v_0 = -0.5
"""

_UNUSED_INPUT = """
def f(x0, x1):
    a = multiply(x0, x0)
    return a

x0 = 2.0
x1 = 0.5
u_x0 = 1.0
u_x1 = -0.5
v_0 = 1.5
"""

_TWO_OUTPUTS = """
def f(x0, x1):
    a = multiply(x0, x1)
    b = add(a, x0)
    return a, b

x0 = 2.0
x1 = -1.5
u_x0 = 1.0
u_x1 = 0.25
v_0 = 1.5
v_1 = -0.5
"""

_HELD = """
def f(x, held):
    a = multiply(x, held)
    b = multiply(a, x)
    return b

x = 0.5
held = 3.0
u_x = 1.0
v_0 = 1.5
"""

# x is its own result: there is nothing on the tape.
_IDENTITY = """
def f(x):
    return x

x = 2.0
u_x = 1.5
v_0 = -0.5
"""

SCALARS: Mapping[str, str] = {
    "experiment": _EXPERIMENT,
    "a long way and a short one": _LONG_AND_SHORT,
    "two depths": _TWO_DEPTHS,
    "unused input": _UNUSED_INPUT,
    "two outputs": _TWO_OUTPUTS,
    "held constant": _HELD,
    "identity": _IDENTITY,
}


def scalar_cases() -> tuple[Case, ...]:
    """Return the cases, the simplest experiment first."""
    return tuple(parse_case(text.strip()) for text in SCALARS.values())
