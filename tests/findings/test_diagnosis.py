"""The likely mistake is named from the numbers alone, and nothing is said where nothing fits."""

import numpy as np
import pytest

from adspec.findings.diagnosis import diagnose_pair

RIGHT = np.array([1.0, -2.0, 0.5])
SQUARE = np.array([[1.0, 2.0], [5.0, 4.0]])

# fmt: off
SIGNATURES = [
    # the wrong answer                       the right one             words that must appear
    (-RIGHT,                                 RIGHT,                    "wrong sign"),
    (2 * RIGHT,                              RIGHT,                    "counted twice"),
    (RIGHT / 2,                              RIGHT,                    "halved"),
    (RIGHT * 1.37,                           RIGHT,                    "constant factor"),
    (np.zeros(3),                            RIGHT,                    "dropped"),
    (np.array([1.0, 0.0, 0.0]),              RIGHT,                    "partly dropped"),
    (np.array([-2.0, 1.0, 0.5]),             RIGHT,                    "permuted"),
    (SQUARE.T,                               SQUARE,                   "transposed"),
    (np.array([1 - 2j, 3j]),                 np.array([1 + 2j, -3j]),  "conjugated"),
    (np.array([np.nan, 0.0]),                np.array([6.0, 0.0]),     "nan trap"),
    (np.array([np.inf, 0.0]),                np.array([6.0, 0.0]),     "an overflow"),
    (np.ones((2, 3)),                        np.ones(3),               "not summed over a broadcast axis"),
    (np.ones(()),                            np.ones(3),               "wrong shape"),
]
# fmt: on


@pytest.mark.parametrize(("wrong", "right", "words"), SIGNATURES)
def test_a_signature_is_recognised(wrong: np.ndarray, right: np.ndarray, words: str) -> None:
    assert words in diagnose_pair(wrong, right).says


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (np.array([1.1, -2.0, 0.7]), RIGHT),  # no pattern
        (np.zeros(3), np.zeros(3)),  # nothing to compare
        (np.array(["a"]), np.array(["b"])),  # no numbers
        (np.array(3.7), np.array(1.0)),  # one number has every factor
    ],
)
def test_without_a_pattern_nothing_is_said(wrong: np.ndarray, right: np.ndarray) -> None:
    assert diagnose_pair(wrong, right).says == ""
