"""A value less itself is exactly zero, whatever its radius: a distance to oneself has a root."""

import numpy as np

from adspec.truth.balls import exact, precision
from adspec.truth.meanings import meaning


def test_a_ball_less_itself_is_exactly_zero():
    with precision(300):
        a = meaning("sqrt")(exact(np.array([2.0, 3.0])))
        found = meaning("subtract")(a, a)
        root = meaning("sqrt")(meaning("square")(found))
    assert all(e == 0 and e.is_exact() for e in (*found, *root))


def test_infinity_less_itself_is_no_number():
    a = exact(np.array([np.inf]))
    assert not meaning("subtract")(a, a)[0].is_finite()
