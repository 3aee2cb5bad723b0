"""Where laws speak: the conditions that several of them share.

A law that is asked for something a case has not (a gradient of a vector, a part of a program that has
none) says nothing of it, and the report counts that. `adspec laws NAME` tells the conditions of a law.
"""

from __future__ import annotations

import numpy as np

from adspec.language import spaces
from adspec.language.higher import CONTROL
from adspec.language.widths import one_width
from adspec.law.words import Where
from adspec.observation import Observation
from adspec.observation.watching import steps_of


def _pushes(obs: Observation) -> bool:
    if obs.engine.provides(("jvp",)):
        obs.raw_push  # noqa: B018 -- computed on first use; where it cannot be, this raises
    return True


def _pulls(obs: Observation) -> bool:
    if obs.engine.provides(("vjp",)):
        obs.raw_pull  # noqa: B018 -- computed on first use; where it cannot be, this raises
    return True


def _has_gradient(obs: Observation) -> bool:
    obs.grad  # noqa: B018 -- computed on first use; where it cannot be, this raises
    return True


def _is_number(obs: Observation, kind: str) -> bool:
    return [(y.shape, y.dtype.kind) for y in obs.y] == [((), kind)]


def _is_controlled(obs: Observation) -> bool:
    return not CONTROL.keys().isdisjoint(obs.case.program.primitives())


# An engine that cannot push, or pull, the case at all is told so by these, before it is asked for more.
PUSHED = Where("f is pushed at all", _pushes)
PULLED = Where("f is pulled at all", _pulls)
GRADIENT = Where("grad answers at all", _has_gradient)

FLAT = Where("f has no functions in it", lambda obs: obs.case.program.is_flat)
UNNESTED = Where("f has no derivatives of its own", lambda obs: not obs.case.program.depth)
NESTED = Where("f has derivatives of its own", lambda obs: obs.case.program.depth > 0)
CONTROLLED = Where("f has branches or loops", _is_controlled)
STEPPED = Where("f calls an operation", lambda obs: bool(steps_of(obs)))
UNPACKED = Where("the case is shown in no container", lambda obs: obs.packed is None)
ONE_WIDTH = Where("floats of one width went in", lambda obs: bool(one_width(obs.case)))
ONE_OUTPUT = Where("f has one output", lambda obs: len(obs.y) == 1)
REAL_NUMBER = Where("y is one real number", lambda obs: _is_number(obs, "f"))
COMPLEX_NUMBER = Where("y is one complex number", lambda obs: _is_number(obs, "c"))
REAL = Where("x and y are real", lambda obs: all(a.dtype.kind == "f" for a in (*obs.case.x, *obs.y)))
COMPLEX = Where("x is complex", lambda obs: all(map(np.iscomplexobj, obs.case.x)))
PUSH_AT_HOME = Where("J u has the shape of y", lambda obs: spaces.alike(obs.Ju, obs.case.v))
PULL_AT_HOME = Where("Jᵀ v has the shape of x", lambda obs: spaces.alike(obs.JTv, obs.case.x))
