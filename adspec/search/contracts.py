"""The contract cases: small programs whose shapes and uses an engine must get right.

What they ask is not a rule's number but the engine's manners: which outputs `grad` accepts, how
often f is called, what an unused input gets, whether a value used several times is counted
several times.
"""

from __future__ import annotations

from dataclasses import replace

from adspec.language.case import Case, parse_case
from adspec.language.containers import CONTAINERS
from adspec.search.manners import manner_cases
from adspec.search.nesting import nesting_cases
from adspec.search.scalars import scalar_cases

# At [1, 2, 0.5] the gradient of x0·x1 + x0² + sin x2 is [x1 + 2·x0, x0, cos x2] = [4, 1, 0.87758256].
_EXPERIMENT = """
def f(x):
    a = getitem(x, 0)
    b = getitem(x, 1)
    c = getitem(x, 2)
    d = multiply(a, b)
    e = square(a)
    g = sin(c)
    h = add(d, e)
    i = add(h, g)
    return i

x = [1.0, 2.0, 0.5]
u_x = [1.0, -0.5, 2.0]
v_0 = 1.0
"""

_VECTOR_OUTPUT = """
def f(x):
    a = sin(x)
    return a

x = [1.0, 2.0, 0.5]
u_x = [1.0, -0.5, 2.0]
v_0 = [1.0, 2.0, -1.5]
"""

_ONE_ELEMENT_OUTPUT = """
def f(x):
    a = multiply(x, x)
    b = sum(a, keepdims=True)
    return b

x = [1.0, 2.0, 0.5]
u_x = [1.0, -0.5, 2.0]
v_0 = [1.5]
"""

_COMPLEX_OUTPUT = """
def f(x):
    a = exp(x)
    return a

x = complex(0.5, 1.0)
u_x = complex(1.0, 0.5)
v_0 = complex(2.0, -1.0)
"""

_CONSTANT_OUTPUT = """
def f(x):
    a = sign(x)
    b = sum(a)
    return b

x = [1.0, -2.0, 0.5]
u_x = [1.0, -0.5, 2.0]
v_0 = 1.5
"""

_UNUSED_INPUT = """
def f(x0, x1):
    a = square(x0)
    b = sum(a)
    return b

x0 = [1.0, 2.0]
x1 = [0.5, -1.5, 3.0]
u_x0 = [1.0, -0.5]
u_x1 = [2.0, 0.25, -1.5]
v_0 = 1.5
"""

_FAN_OUT = """
def f(x):
    a = multiply(x, x)
    b = multiply(a, x)
    return b

x = 2.0
u_x = 1.5
v_0 = -0.5
"""

_DIAMOND = """
def f(x):
    a = sin(x)
    b = exp(a)
    c = square(a)
    d = multiply(b, c)
    return d

x = [0.5, -1.0]
u_x = [1.0, -0.5]
v_0 = [1.0, 2.0]
"""

_FIVE_TO_ONE = """
def f(x):
    a = square(x)
    b = exp(x)
    c = multiply(a, b)
    d = sum(c)
    return d

x = [1.0, 0.5, -1.5, 0.25, -0.5]
u_x = [1.0, -0.5, 2.0, 0.25, -1.5]
v_0 = 1.5
"""

_IDENTITY = """
def f(x):
    return x

x = [1.0, 2.0]
u_x = [1.0, -0.5]
v_0 = [1.0, 2.0]
"""

_SAME_OUTPUT_TWICE = """
def f(x):
    a = sin(x)
    return a, a

x = 0.5
u_x = 1.0
v_0 = 1.0
v_1 = 2.0
"""

_TWO_OUTPUTS = """
def f(x0, x1):
    a = multiply(x0, x1)
    b = sum(a)
    c = exp(x0)
    return b, c

x0 = [1.0, 0.5]
x1 = [2.0, -1.5]
u_x0 = [1.0, -0.5]
u_x1 = [2.0, 0.25]
v_0 = 1.5
v_1 = [1.0, 2.0]
"""

# The branch that is not taken is nan, and so is its slope: 0 · nan must not reach x.
_UNTAKEN_BRANCH = """
def f(x):
    a = sqrt(x)
    b = greater(x, 0.0)
    c = where(b, a, 0.0)
    return c

x = [-1.0, 4.0]
u_x = [1.0, -0.5]
v_0 = [1.0, 2.0]
"""

# |x|² is smooth where |x| has a kink.
_SQUARED_NORM = """
def f(x):
    a = linalg.vector_norm(x)
    b = square(a)
    return b

x = [0.0, 0.0]
u_x = [1.0, -0.5]
v_0 = 1.0
"""

CONTRACTS: dict[str, str] = {
    "experiment": _EXPERIMENT,
    "vector output": _VECTOR_OUTPUT,
    "one-element output": _ONE_ELEMENT_OUTPUT,
    "complex output": _COMPLEX_OUTPUT,
    "constant output": _CONSTANT_OUTPUT,
    "unused input": _UNUSED_INPUT,
    "fan-out": _FAN_OUT,
    "diamond": _DIAMOND,
    "five to one": _FIVE_TO_ONE,
    "identity": _IDENTITY,
    "the same output twice": _SAME_OUTPUT_TWICE,
    "two outputs": _TWO_OUTPUTS,
    "untaken branch": _UNTAKEN_BRANCH,
    "squared norm": _SQUARED_NORM,
}


def contract_cases(*, deep: bool = False, scalar: bool = False) -> tuple[Case, ...]:
    """Return the contract cases, the simplest experiment first; operators are tried on the first.

    A `deep` search has a long chain among them, of which a law makes 100,000 equations. An engine that takes
    `scalar` values alone sees the scalar cases too, which say of numbers what the others say of arrays.
    """
    first, *rest = (parse_case(text.strip()) for text in CONTRACTS.values())
    return (
        first,
        replace(first, presentation="operators"),
        *rest,
        *_in_containers(first),
        *nesting_cases(),
        *manner_cases(deep=deep),
        *(scalar_cases() if scalar else ()),
    )


def _in_containers(one: Case) -> tuple[Case, ...]:
    """Return cases of one input, of two outputs, and of an unused part, with containers for arrays."""
    more = [parse_case(text.strip()) for text in (_TWO_OUTPUTS, _UNUSED_INPUT)]
    shown = (replace(case, presentation=name) for case in more for name in CONTAINERS)
    return replace(one, presentation="dict"), *shown
