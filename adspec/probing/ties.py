"""Ties and edges: who gets the derivative where several entries are the largest, or a bound is met."""

from __future__ import annotations

from adspec.probing.question import Question, rows

# fmt: off
TIES: tuple[Question, ...] = rows("pull",
    # question                                    program                          at
    ("maximum(x, 0) at 0",                        "maximum(x, 0.0)",               0.0),
    ("minimum(x, 0) at 0",                        "minimum(x, 0.0)",               0.0),
    ("maximum of a tie",                          "maximum(x, y)",                 (1.0, 1.0)),
    ("minimum of a tie",                          "minimum(x, y)",                 (1.0, 1.0)),
    ("max with a tie",                            "max(x)",                        [1.0, 1.0, 0.0]),
    ("min with a tie",                            "min(x)",                        [1.0, 1.0, 2.0]),
    ("max of all the same",                       "max(x)",                        [1.0, 1.0, 1.0]),
    ("sort with a tie, v = 1, 2, 3",              "sort(x) * [1.0, 2.0, 3.0]",     [2.0, 1.0, 1.0]),
    ("clip at its lower bound",                   "clip(x, 0.0, 1.0)",             0.0),
    ("clip at its upper bound",                   "clip(x, 0.0, 1.0)",             1.0),
    ("maximum with a nan",                        "maximum(x, y)",                 (float("nan"), 1.0)),
    ("max of nan and numbers",                    "max(x)",                        [1.0, float("nan"), 0.0]),
)
# fmt: on
