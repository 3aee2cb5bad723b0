"""Higher-order words as an engine means them: its own operators, and Python.

An engine that brings a `branch` or an `iterate` of its own among its operations is asked for those.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from adspec.engine import Engine
from adspec.language.higher import CONTROL

Function = Callable[..., Any]


def with_higher(ops: Any, engine: Engine, dtype: Any) -> dict[str, Function]:
    """Return the operations with the higher-order words that the engine can be asked for.

    A Python number among the arguments becomes an array of `dtype`: an operator differentiates at arrays.
    """
    words: dict[str, tuple[Function | None, Function]] = {
        "push": (engine.jvp, _push),
        "pull": (engine.vjp, _pull),
        "grad": (engine.grad, _grad),
    }

    def at_arrays(word: Function, operator: Function) -> Function:
        return lambda g, *args: word(operator, g, *(_array(a, engine, dtype) for a in args))

    own = {name: at_arrays(word, operator) for name, (operator, word) in words.items() if operator}
    return {**CONTROL, **own, **ops}


def _array(a: Any, engine: Engine, dtype: Any) -> Any:
    return engine.from_numpy(np.asarray(a, dtype)) if type(a) in (int, float) else a


def _push(jvp: Function, g: Function, x: Any, u: Any) -> Any:
    return jvp(g, (x,), (u,))[1]


def _pull(vjp: Function, g: Function, x: Any, v: Any) -> Any:
    [found] = vjp(g, (x,))[1](v)
    return 0.0 * x if found is None else found


def _grad(grad: Function, g: Function, x: Any) -> Any:
    [found] = grad(g, (x,))
    return found
