"""A whole run of an engine that can show it: every named value with its tangent and its cotangent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from adspec.language import spaces
from adspec.language.case import output_tree
from adspec.language.spaces import Array
from adspec.observation.errors import EngineError
from adspec.observation.observation import Observation

Row = tuple[Array | None, Array | None, Array | None]  # value, tangent, cotangent; None for several arrays


def traced(obs: Observation) -> Mapping[str, Row] | None:
    """Return what the engine recorded of one run, by the names of the program; None where it cannot.

    It cannot either where what it records is not what its own operators answer: then these are what
    has to be explained. Cotangents are in the real inner product.
    Cost: one call of f, one push and one pull, and the same again to compare.
    """
    trace = obs.engine.trace
    if trace is None:
        return None

    def f(*xs: Any) -> tuple[Any, dict[str, Any]]:
        named = obs.named(*xs)
        return output_tree(obs.case, [named[name] for name in obs.case.program.outputs]), named

    try:
        raw = obs.once("trace", "trace", lambda: trace(f, obs.x, obs.u, obs.v))
        found = {name: _row(obs, *row) for name, row in raw.items()}
        found |= {name: _with_zeros(found[name]) for name in obs.case.wrt}
        return found if _is_own(obs, found) else None
    except EngineError:
        return None


def _row(obs: Observation, value: Any, tangent: Any, cotangent: Any) -> Row:
    y = _array(obs, value)
    if y is None:
        return None, None, None
    v = _array(obs, cotangent)
    if v is not None and obs.engine.dialect.pairing != "hermitian":
        v = np.asarray(spaces.conj(v))
    u = _array(obs, tangent)
    return y, np.zeros_like(y) if u is None and y.dtype.kind in "fc" else u, v


def _with_zeros(row: Row) -> Row:
    """Return the row of an input, whose cotangent is zero where nothing came back to it.

    At other names nobody knows: what an engine holds constant is not on its way back.
    """
    y, u, v = row
    return y, u, np.zeros_like(y) if v is None and y is not None else v


def _array(obs: Observation, raw: Any) -> Array | None:
    """Return one array of numbers, None where there are several or there is none."""
    if raw is None or isinstance(raw, (tuple, list)):
        return None
    return obs.arrays(raw, "trace")[0]


def _is_own(obs: Observation, found: Mapping[str, Row]) -> bool:
    """Return whether the ends of the run are what `jvp` and `vjp` answer, bit for bit."""
    tangents = [found[name][1] for name in obs.case.program.outputs]
    cotangents = [found[name][2] for name in obs.case.wrt]
    pairs = (*zip(tangents, obs.Ju, strict=True), *zip(cotangents, obs.JTv, strict=True))
    return all(a is not None and np.array_equal(a, b, equal_nan=True) for a, b in pairs)
