"""Gather and scatter: JAX itself places the entries, on integers; the same places then serve the balls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from adspec.language.spaces import Array
from adspec.lifting.words import as_balls, placed


def gather(equation: Any) -> Any:
    """Return the word of a gather."""
    params, primitive, known = equation.params, equation.primitive, {}

    def positions(shape: tuple[int, ...], index: Array) -> Array:
        key = index.tobytes()
        if key not in known:
            numbers = np.arange(1, 1 + int(np.prod(shape))).reshape(shape)
            more = {**params, "fill_value": 0}
            known[key] = np.asarray(primitive.bind(numbers, index, **more)) - 1
        return known[key]

    return "getitem", placed(positions)


def scatter(equation: Any) -> Any:
    """Return the word of a scatter that overwrites."""
    params, primitive, known = equation.params, equation.primitive, {}

    def set_(x: Any, index: Array, updates: Any) -> Any:
        key = index.tobytes()
        if key not in known:
            numbers = np.arange(np.size(x)).reshape(np.shape(x))
            new = np.size(x) + np.arange(np.size(updates)).reshape(np.shape(updates))
            known[key] = np.asarray(primitive.bind(numbers, index, new, **params))
        return np.append(np.ravel(x), np.ravel(updates))[known[key]]

    return "at.set", set_


def scatter_add(equation: Any) -> Any:
    """Return the word of a scatter that adds."""
    params, primitive, known = equation.params, equation.primitive, {}

    def add(x: Any, index: Array, updates: Any) -> Any:
        key = index.tobytes()
        if key not in known:
            known[key] = _targets(
                lambda u: primitive.bind(np.zeros(np.shape(x)), index, u, **params), x, updates
            )
        changed = np.append(np.ravel(as_balls(x)), 0)
        np.add.at(changed, known[key].ravel(), np.ravel(as_balls(updates)))
        return changed[:-1].reshape(np.shape(x))

    return "at.add", add


def _targets(place: Callable[[Any], Any], x: Any, updates: Any) -> Array:
    """Return the flat place of every update in x, −1 for none: the transpose of a placing is a picking."""
    numbers = 1.0 + np.arange(np.size(x), dtype=float).reshape(np.shape(x))
    like = np.zeros(np.shape(updates))
    [found] = jax.linear_transpose(place, like)(numbers)
    return np.asarray(found).astype(int) - 1
