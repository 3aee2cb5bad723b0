"""Running extremes and running log-sums: `maximum.accumulate` and its like."""

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.reference_engine.numpy.indexing import take_along_axis
from adspec.reference_engine.tracing import Primitive, plain, shape_of


class Accumulating(Primitive):
    """A primitive of two arrays that also has NumPy's `accumulate`."""

    __slots__ = ("accumulate",)

    def __init__(self, name: str, raw: Any, accumulate: Any) -> None:
        super().__init__(name, raw)
        self.accumulate = accumulate


def running_extreme(accumulate: Any) -> Any:
    """Return the function that picks, for each place, the extreme entry so far.

    Of equal entries the last one has all of the derivative.
    """

    def function(x: Any, axis: int = 0) -> Any:
        values = np.asarray(plain(x))
        steps = [-1 if i == axis % values.ndim else 1 for i in range(values.ndim)]
        places = np.arange(values.shape[axis]).reshape(steps)
        found = np.where(values == accumulate(values, axis=axis), places, 0)
        return take_along_axis(x, np.maximum.accumulate(found, axis=axis), axis)

    return function


log_sums = Primitive("logaddexp.accumulate", np.logaddexp.accumulate)


def running_logsumexp(x: Any, axis: int = 0) -> Any:
    """Return log Σ exp of the entries so far."""
    return log_sums(x, axis=axis % len(shape_of(x)))


logaddexp = Accumulating("logaddexp", np.logaddexp, running_logsumexp)
maximum = Accumulating("maximum", np.maximum, running_extreme(np.maximum.accumulate))
minimum = Accumulating("minimum", np.minimum, running_extreme(np.minimum.accumulate))
