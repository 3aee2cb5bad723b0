"""Moving each entry of x by itself, many at once, is what running the program at each moved x is."""

import numpy as np
import pytest
from flint import arb

from adspec.truth.balls import precision
from adspec.truth.values import Values, point_of

THREE, SQUARE = np.asarray([1.0, 2.0, 3.0]), np.asarray([[1.0, 2.0], [3.0, 4.0]])
STEP = arb(2) ** -80

# fmt: off
PROGRAMS = [
    ("sin(x)",                                                  THREE),
    ("sum(x)",                                                  THREE),
    ("cumulative_sum(x, axis=0)",                               THREE),
    ("matmul(x, x)",                                            SQUARE),
    ("b = sin(x)\nc = sum(b, axis=0)\nd = exp(c)\na = multiply(d, b)", SQUARE),
    ("b = flip(x)\nc = multiply(b, x)\na = sum(c)",             THREE),
    ("b = sign(x)\nc = sum(b)\na = multiply(c, x)",             THREE),
    ("b = sort(x)\na = sin(b)",                                 THREE),
    ("b = greater(x, 1.5)\na = where(b, x, 0.0)",               THREE),
    ("b = var(x)\na = multiply(b, x)",                          THREE),
]
# fmt: on


def moved(values, entry):
    x = np.array(values.x[0])
    x.reshape(-1)[entry] += STEP
    return values.at.machine.run([x])


@pytest.mark.parametrize(("body", "x"), PROGRAMS)
def test_every_named_value_is_that_of_a_run_at_the_moved_x(case, body, x):
    values = Values(point_of(case(body, x)), 0)
    with precision(values.bits):
        moves = values.moves([(1 << i, arb(1)) for i in range(x.size)])
        run = values.rerun(moves, STEP)
        for probe in range(x.size):
            for name, whole in moved(values, probe).items():
                got = run.value(name, probe)
                assert all(a == b or a.overlaps(b) for a, b in zip(got.flat, whole.flat, strict=True)), name


def test_entries_that_did_not_move_are_the_very_numbers_of_the_run_at_x(case):
    values = Values(point_of(case("b = sign(x)\nc = exp(b)\na = multiply(c, x)", THREE)), 0)
    with precision(values.bits):
        run = values.rerun(values.moves([(0b1, arb(1))]), STEP)
    assert run.moved["c"][0] is values.base.flat("c")[0]


def test_programs_that_act_entry_by_entry_take_one_run_for_all_entries(case):
    values = Values(point_of(case("b = sin(x)\na = multiply(b, x)", THREE)), 0)
    moves = values.moves([(1 << i, arb(1)) for i in range(3)])
    assert [task.columns is not None for task in moves.plan.tasks] == [True, True]
    assert [cells.places for cells in moves.plan.out] == [[0, 1, 2]]
