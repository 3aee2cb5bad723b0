"""What an output can depend on is proved by running the program on tags."""

import numpy as np
import pytest

from adspec.truth.dependence import dependence, together
from adspec.truth.values import Values, point_of


def found(case):
    at = point_of(case)
    values = Values(at, 0)
    depends = dependence(at.machine, values.x, values.env)
    return [b for name in at.machine.outputs for b in depends[name]]


THREE, SQUARE = np.asarray([1.0, 2.0, 3.0]), np.asarray([[1.0, 2.0], [3.0, 4.0]])

# fmt: off
PATTERNS = [
    # body                                    x        one set of entries of x per entry of the output
    ("sin(x)",                                THREE,   [0b001, 0b010, 0b100]),
    ("cumulative_sum(x, axis=0)",             THREE,   [0b001, 0b011, 0b111]),
    ("flip(x)",                               THREE,   [0b100, 0b010, 0b001]),
    ("sum(x, axis=0)",                        SQUARE,  [0b0101, 0b1010]),
    ("max(x, axis=1)",                        SQUARE,  [0b0011, 0b1100]),
    ("sort(x)",                               THREE,   [0b111, 0b111, 0b111]),
    ("getitem(x, 1)",                         THREE,   [0b010]),
    ("b = sum(x)\na = multiply(x, b)",        THREE,   [0b111, 0b111, 0b111]),
    ("b = square(x)\na = add(b, x)",          THREE,   [0b001, 0b010, 0b100]),
    ("b = greater(x, 2.0)\na = where(b, x, 0.0)", THREE, [0b001, 0b010, 0b100]),
]
# fmt: on


@pytest.mark.parametrize(("body", "x", "sets"), PATTERNS)
def test_the_entries_of_x_that_an_output_may_depend_on(case, body, x, sets):
    got = found(case(body, x))
    assert all(g & s == s for g, s in zip(got, sets, strict=True)), "a dependence is missing"
    assert got == sets or "where" in body  # a comparison asks for values, so that everything counts


def test_entries_that_no_output_shares_move_together():
    assert list(together([0b001, 0b010, 0b100], 3)) == [0b111]


def test_entries_that_an_output_shares_move_apart():
    assert list(together([0b011, 0b110], 3)) == [0b101, 0b010]


def test_entries_on_which_nothing_depends_move_too():
    assert list(together([], 2)) == [0b11]
