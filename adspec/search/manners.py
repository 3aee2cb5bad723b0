"""The cases of an engine's life: threads, failures, precision and depth, as small programs.

What is done with them stands in the laws; a case says only what is differentiated.
"""

from __future__ import annotations

from collections.abc import Mapping

from adspec.language.case import Case, parse_case

# ∂/∂x0 (∂f/∂x1) is 3·x0² = 27: the inner derivative sees the variable of the outer one.
_MIXED = """
def f(x0, x1):
    a = multiply(x0, x0)
    b = multiply(a, x0)
    c = multiply(b, x1)
    return c

x0 = 3.0
x1 = 2.0
u_x0 = 1.0
u_x1 = 1.0
v_0 = 1.0
"""

_SINGLE_PRECISION = """
def f(x):
    a = sin(x)
    return a

x = float32([1.0, -0.5])
u_x = float32([1.0, 2.0])
v_0 = float32([1.5, -1.0])
"""

# The rule of multiply needs both arguments, the one of exp its result.
_HELD = """
def f(x, held):
    a = multiply(x, held)
    b = exp(a)
    return b

x = [1.0, -0.5]
held = [0.5, 2.0]
u_x = [1.0, 2.0]
v_0 = [1.5, -1.0]
"""

MANNERS: Mapping[str, str] = {
    "mixed derivative": _MIXED,
    "single precision": _SINGLE_PRECISION,
    "held constant": _HELD,
}

# A chain of 50 equations, of which the law of deep chains makes 100,000.
_SINES = "\n".join(f"    a{i} = sin(a{i - 1})" for i in range(2, 51))
LONG_CHAIN = f"""
def f(x):
    a1 = sin(x)
{_SINES}
    return a50

x = 0.5
u_x = 1.0
v_0 = 1.0
"""


def manner_cases(*, deep: bool = False) -> tuple[Case, ...]:
    """Return the cases; a `deep` search has the long chain too."""
    texts = (*MANNERS.values(), *((LONG_CHAIN,) if deep else ()))
    return tuple(parse_case(text.strip()) for text in texts)
