"""The texts of a new engine's files; @name@ stands for what differs."""

MODULE = '''
"""@name@ as adspec sees it. Try it: adspec check @adapter@:ENGINE --primitive sin"""

import @name@
from adspec.engine import Engine, namespace, operators

# Fields that are missing are *unsupported*, neither a pass nor a failure: jvp, vjp, grad, value_and_grad.
# Arrays that are not NumPy's want to_numpy, from_numpy and array_type. `help(Engine)` explains every field.
ENGINE = Engine(
    name="@name@",
@fields@
    **operators(@name@),  # jacobian, hessian, vmap and others, where they have a usual name
)
'''

DUAL = '''
"""@name@ as adspec sees it. Try it: adspec check @adapter@:ENGINE --primitive sin

There is no module @name@ yet. Dual numbers stand in for it: put your engine in their place.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from adspec.engine import Engine


@dataclass(frozen=True)
class Dual:
    """A value and its tangent."""

    value: Any
    tangent: Any


def lifted(function, slopes):
    """Return a function of numbers as one of dual numbers, too; slopes are its partial derivatives."""

    def on_duals(*args):
        if not any(isinstance(a, Dual) for a in args):
            return function(*args)
        values = [a.value if isinstance(a, Dual) else a for a in args]
        tangents = [a.tangent if isinstance(a, Dual) else 0.0 for a in args]
        return Dual(function(*values), sum(d(*values) * t for d, t in zip(slopes, tangents)))

    return on_duals


def jvp(f, xs, us):
    """Return (y, J u)."""
    y = f(*(Dual(x, u) for x, u in zip(xs, us)))
    return (y.value, y.tangent) if isinstance(y, Dual) else (y, np.zeros_like(y))


# Fields that are missing are *unsupported*, neither a pass nor a failure: vjp, grad, value_and_grad.
# `help(Engine)` explains every field.
ENGINE = Engine(
    name="@name@",
    version="0",
    ops={  # primitive -> function; `adspec primitives` lists the names
        "add": lifted(np.add, [lambda a, b: 1.0, lambda a, b: 1.0]),
        "multiply": lifted(np.multiply, [lambda a, b: b, lambda a, b: a]),
        "sin": lifted(np.sin, [np.cos]),
    },
    jvp=jvp,
)
'''

TEST = '''
"""@name@ keeps the laws of derivatives: one test for each law."""

from adspec.testing import conformance

test_@name@ = conformance("@adapter@:ENGINE")
'''

WORKFLOW = """
name: adspec
on: [push, pull_request]
jobs:
  adspec:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: pip install adspec .
      - run: adspec check @adapter@:ENGINE --report adspec-report
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: adspec-report
          path: adspec-report
"""
