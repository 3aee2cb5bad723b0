"""The beta function and its logarithm, where SciPy takes differences of large logarithms.

From ten on, Stirling's series gives the logarithm of a gamma function as a large part
and a small one, and of the large parts the difference can be had without cancellation.

Source: NIST Digital Library of Mathematical Functions, 5.11.1
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from adspec.reference_engine.numpy.kernels import of_scipy, widened

LARGE = 10.0
# B₂ₖ / (2k (2k - 1))
STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156, -3617 / 122400)
HALF_LOG_2PI = math.log(2 * math.pi) / 2


def stirling(x: Any) -> Any:
    """Return log Γ(x) - ((x - 1/2) log x - x + log √2π), for x from ten on."""
    total = 0.0
    for weight in reversed(STIRLING):
        total = total / (x * x) + weight
    return total / x


def growth(few: Any, many: Any) -> Any:
    """Return log Γ(few + many) - log Γ(many), for many from ten on.

    Math: (m - 1/2) log(1 + f/m) + f (log(m + f) - 1) + what Stirling's series leaves
    """
    both = few + many
    large = (many - 0.5) * np.log1p(few / many) + few * (np.log(both) - 1)
    return large + stirling(both) - stirling(many)


def log_beta_of_large(few: Any, many: Any) -> Any:
    """Return log B(few, many), for both from ten on."""
    both = few + many
    large = few * np.log(few / both) - (many - 0.5) * np.log1p(few / many)
    return large - np.log(few) / 2 + HALF_LOG_2PI + stirling(few) + stirling(many) - stirling(both)


def by_size(small: Any, large: Any, other: Any) -> Any:
    """Return the function that takes `large` for two large arguments, `small` for one, else `other`."""

    @widened
    def function(a: Any, b: Any) -> Any:
        few, many = np.minimum(a, b), np.maximum(a, b)
        by_series = np.where(
            few < LARGE, small(few, np.maximum(many, LARGE)), large(np.maximum(few, LARGE), many)
        )
        return np.where((few > 0) & (many >= LARGE) & np.isfinite(many), by_series, other(a, b))

    return function


gamma, gammaln = of_scipy("gamma"), of_scipy("gammaln")

beta = by_size(
    lambda few, many: gamma(few) * np.exp(-growth(few, many)),
    lambda few, many: np.exp(log_beta_of_large(few, many)),
    of_scipy("beta"),
)
log_beta = by_size(
    lambda few, many: gammaln(few) - growth(few, many),
    log_beta_of_large,
    of_scipy("betaln"),
)
