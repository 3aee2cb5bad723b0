"""The contract cases with functions in them: derivatives within derivatives, branches, loops.

First the classics, on which engines have confused one variable with another. Then towers: the n-th
derivative of a function with a closed form, by n − 1 operators within each other and the outer one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from adspec.language.case import Case, parse_case
from adspec.language.equations import Equation, Name, Program, closed, letters
from adspec.language.program import parse_program

# d/dx (x · d/dy (x + y)) = d/dx x = 1; with one variable for both, it would be 2.
_CLASSIC = """
def f(x):
    def g_a(b):
        c = add(x, b)
        return c
    a = {}
    d = multiply(x, a)
    return d

x = 1.0
u_x = 1.0
v_0 = 1.0
"""

# d/dx (x · d/dy (x · y)) = d/dx x² = 2x, wherever y is, be it the outer variable itself.
_PRODUCT = """
def f(x):
    def g_a(b):
        c = multiply(x, b)
        return c
    a = {}
    d = multiply(x, a)
    return d

x = 3.0
u_x = 1.0
v_0 = 1.0
"""

# D (λx. D (λy. x · y²) (x)) = D (2x²) = 4x: Siskind and Pearlmutter's way of writing nested derivatives.
_CURRIED = """
def f(x):
    def g_a(b):
        def g_c(d):
            e = square(d)
            g = multiply(b, e)
            return g
        c = push(g_c, b, 1.0)
        return c
    a = {}
    return a

x = 0.5
u_x = 1.0
v_0 = 1.0
"""

# Two captured names, an array, and a body whose result is used twice.
_CAPTURED = """
def f(x0, x1):
    a = sin(x0)
    def g_b(c):
        d = multiply(a, c)
        e = exp(d)
        g = multiply(e, x1)
        h = sum(g)
        return h
    b = grad(g_b, x0)
    i = multiply(b, a)
    return i, b

x0 = [0.5, 1.0]
x1 = [2.0, -1.0]
u_x0 = [1.0, -0.5]
u_x1 = [2.0, 0.25]
v_0 = [1.0, 2.0]
v_1 = [-1.5, 0.5]
"""

# A pullback is linear in v: its derivative along v is the pullback itself.
_PULLED_ALONG_V = """
def f(x0, x1):
    def g_a(b):
        c = exp(b)
        return c
    a = pull(g_a, x0, x1)
    return a

x0 = [0.5, 1.0]
x1 = [2.0, -1.0]
u_x0 = [1.0, -0.5]
u_x1 = [2.0, 0.25]
v_0 = [1.0, 2.0]
"""

_CONSTANT_BODY = """
def f(x):
    def g_a(b):
        return x
    a = push(g_a, x, 1.0)
    c = add(a, x)
    return c

x = 0.5
u_x = 1.0
v_0 = 1.0
"""

_BRANCH = """
def f(x):
    def g_a(b):
        c = square(b)
        return c
    def h_a(d):
        e = multiply(d, 3.0)
        return e
    a = branch(g_a, h_a, x, x)
    return a

x = {}
u_x = 1.0
v_0 = 1.0
"""

_LOOP = """
def f(x):
    def g_a(b):
        c = sin(b)
        d = multiply(c, x)
        return d
    a = iterate(g_a, x, times=3)
    return a

x = [0.5, 1.0]
u_x = [1.0, -0.5]
v_0 = [1.0, 2.0]
"""

# d/dx of n steps of Newton's method for x = b²: the loop is differentiated, and a derivative is in it.
_NEWTON = """
def f(x):
    def g_a(b):
        c = multiply(b, b)
        d = subtract(c, x)
        def g_e(g):
            h = multiply(g, g)
            i = subtract(h, x)
            return i
        e = grad(g_e, b)
        j = divide(d, e)
        k = subtract(b, j)
        return k
    a = iterate(g_a, x, times=2)
    return a

x = 2.0
u_x = 1.0
v_0 = 1.0
"""

_MODES = ("push(g_a, {}, 1.0)", "pull(g_a, {}, 1.0)", "grad(g_a, {})")

NESTING: tuple[str, ...] = (
    *(_CLASSIC.format(mode.format("2.0")) for mode in _MODES),
    _PRODUCT.format(_MODES[2].format("x")),
    _PRODUCT.format(_MODES[0].format("2.0")),
    *(_CURRIED.format(mode.format("x")) for mode in _MODES[:2]),
    _CAPTURED,
    _PULLED_ALONG_V,
    _CONSTANT_BODY,
    _BRANCH.format("2.0"),
    _BRANCH.format("-2.0"),
    _LOOP,
    _NEWTON,
)

# The functions of the towers, how their derivatives are taken from the outside in, where, and how deep.
TOWERS: tuple[tuple[str, tuple[str, ...], float, tuple[int, ...]], ...] = (
    ("def g(z):\n    a = multiply(2.0, z)\n    b = exp(a)\n    return b", ("push",), 0.5, (1, 3, 5, 7)),
    ("def g(z):\n    a = sin(z)\n    return a", ("push", "grad", "pull"), 1.0, (2, 4)),
    ("def g(z):\n    a = pow(z, 10.0)\n    return a", ("push", "push", "pull"), 2.0, (2, 4)),
    ("def g(z):\n    a = divide(1.0, z)\n    return a", ("grad", "push"), 2.0, (1, 3)),
)


def nesting_cases() -> tuple[Case, ...]:
    """Return the contract cases with bodies, the classics first."""
    towers = (tower(text, ways, x, n) for text, ways, x, depths in TOWERS for n in depths)
    return (*(parse_case(text.strip()) for text in NESTING), *towers)


def tower(text: str, ways: Sequence[str], x: float, n: int) -> Case:
    """Return the case of the n-th derivative of a function at x, by operators within each other."""
    base = parse_program(text)
    body = closed(base.inputs[0], base.equations, base.outputs[0])
    names = (name for name in letters() if name not in set(body.own_names()))
    for level in reversed(range(n)):
        parameter = "x" if level == 0 else next(names)
        args = (Name(parameter),) if ways[level % len(ways)] == "grad" else (Name(parameter), 1.0)
        line = Equation(name=next(names), primitive=ways[level % len(ways)], args=args, bodies=(body,))
        body = closed(parameter, (line,), line.name)
    one = np.asarray(1.0)
    program = Program(inputs=("x",), equations=body.equations, outputs=body.outputs)
    return Case(program=program, x=(np.asarray(x),), u=(one,), v=(one,))
