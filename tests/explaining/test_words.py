import numpy as np
import pytest

from adspec.explaining.words import brief


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (None, "·"),
        ("raises TypeError: no", "raises TypeError"),
        (np.array(0.1 + 0.2), "0.3"),
        (np.array([1 / 3, 2 / 3, 1.5]), "[0.3333, 0.6667, 1.5]"),  # four digits fit, six do not
        (np.float32([1.0, -0.5]), "f32([1.0, -0.5])"),
        (np.float32([1.5, 2.5, 3.5, 4.5, 5.5, 6.5]), "[1.5, 2.5, …] f32 (6)"),
        (np.arange(12.0).reshape(3, 4), "[0.0, 1.0, …] (3, 4)"),
        (np.array([1e-300 + 1e-301]), "[1.1e-300]"),
    ],
)
def test_a_number_is_cut_to_what_fits_into_a_column(answer, text):
    assert brief(answer, width=22) == text
