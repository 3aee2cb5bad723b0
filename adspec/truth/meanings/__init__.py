"""What each primitive means on object arrays of balls: function values only, no derivative.

One table per family, `MEANINGS: dict[str, Callable]`, one line per primitive. A primitive that
stands in no table means what its NumPy function does: moving, copying and adding entries works
on any objects.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from adspec.language.primitives import VOCABULARY

FAMILIES = (
    "elementwise",
    "arithmetic",
    "reductions",
    "cumulative",
    "products",
    "sorting",
    "ordering",
    "manipulation",
    "linalg",
    "spectral",
    "norms",
    "fft",
    "special",
    "neural",
)


def _tables() -> dict[str, Callable[..., Any]]:
    """Return the tables of all families that are there, merged; a name may stand in one only."""
    merged: dict[str, Callable[..., Any]] = {}
    for family in FAMILIES:
        name = f"{__name__}.{family}"
        if find_spec(name) is not None:
            table = import_module(name).MEANINGS
            assert not merged.keys() & table.keys(), f"{sorted(merged.keys() & table.keys())} stand twice"
            merged.update(table)
    return merged


MEANINGS: Mapping[str, Callable[..., Any]] = _tables()


def meaning(primitive: str) -> Callable[..., Any]:
    """Return the meaning of a primitive on balls.

    Raises: KeyError for a name that neither the tables nor the vocabulary know.
    """
    return MEANINGS[primitive] if primitive in MEANINGS else VOCABULARY[primitive].value


# Reductions that are invariant under a shift of all entries: their slopes are small differences of entries,
# which an engine rounds entry by entry, so that what cancels in the function need not cancel in the engine.
CENTRING = frozenset(
    {"var", "std", "special.logsumexp", "logaddexp.accumulate", "nn.softmax", "nn.log_softmax"}
)

# Primitives that only compare their inputs and pick among them (or their negatives): where these are
# exact, no rounding moves a comparison, and the derivative is made of zeros and ones.
SELECTING = frozenset(
    {
        *("abs", "fabs", "sign", "positive", "negative", "nan_to_num"),
        *("maximum", "minimum", "fmax", "fmin", "clip", "where"),
        *(
            "max",
            "min",
            "ptp",
            "median",
            "sort",
            "partition",
            "lax.top_k",
            "maximum.accumulate",
            "minimum.accumulate",
        ),
        *("nn.relu", "nn.relu6", "nn.leaky_relu", "nn.hard_tanh"),
    }
)

# Primitives whose value every engine gets exactly: of exact inputs no rounding moves it over a jump.
EXACT = SELECTING | {
    *("floor", "ceil", "round", "trunc"),
    *("equal", "not_equal", "less", "less_equal", "greater", "greater_equal"),
}
