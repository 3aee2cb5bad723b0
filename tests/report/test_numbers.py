import numpy as np
import pytest

from adspec.report import numbers

# fmt: off
NUMBERS = [
    (6.0,                      6,  "6.0"),
    (np.float64(1 / 3),        6,  "0.333333"),
    (np.float64(1e-8),         6,  "1e-08"),
    (np.float64(np.nan),       6,  "nan"),
    (np.float64(-np.inf),      6,  "-inf"),
    (np.float64(0.1),          17, "0.1"),
    (np.float32(0.1),          17, "0.1"),
    (np.complex128(1.5 - 2j),  6,  "1.5-2.0j"),
    (np.complex128(1.5 + 2j),  6,  "1.5+2.0j"),
    (np.int64(3),              6,  "3"),
    (np.True_,                 6,  "True"),
]
# fmt: on


@pytest.mark.parametrize(("value", "digits", "text"), NUMBERS)
def test_a_number_is_short_and_looks_like_its_kind(value, digits, text):
    assert numbers.number(value, digits) == text


# fmt: off
ARRAYS = [
    (np.array(2.0),                             "2.0"),
    (np.array([[1.0, 2.0], [3.0, 4.0]]),        "[[1.0, 2.0], [3.0, 4.0]]"),
    (np.zeros((0, 3)),                          "zeros((0, 3))"),
    (np.array([0.1], dtype=np.float32),         "float32([0.1])"),
    (np.arange(1000.0),                         "[0.0, 1.0, 2.0, 3.0, …] of shape (1000,)"),
]
# fmt: on


@pytest.mark.parametrize(("value", "text"), ARRAYS)
def test_an_array_is_written_as_its_shape(value, text):
    assert numbers.array(value) == text


def test_sides_that_differ_late_get_as_many_digits_as_it_takes():
    assert numbers.sides(np.array([1 / 3]), np.array([1 / 3 + 1e-10])) == (
        "[0.333333333333]",
        "[0.333333333433]",
    )


def test_equal_entries_ask_for_no_digits():
    assert numbers.sides(np.array([1 / 3, 1.0]), np.array([1 / 3, 2.0])) == (
        "[0.333333, 1.0]",
        "[0.333333, 2.0]",
    )


def test_nan_on_both_sides_is_no_difference():
    assert numbers.sides(np.array([np.nan, 1.0]), np.array([np.nan, 2.0])) == ("[nan, 1.0]", "[nan, 2.0]")


def test_long_sides_show_the_worst_entry():
    right = np.arange(100.0)
    left = right.copy()
    left[7] = 8.0
    assert numbers.sides(left, right) == ("[7] = 8.0   (1 of 100 entries differ)", "[7] = 7.0")


def test_a_nan_is_worse_than_any_number():
    right = np.arange(100.0).reshape(10, 10)
    left = right.copy()
    left[0, 1], left[2, 3] = 1e9, np.nan
    assert numbers.sides(left, right) == ("[2, 3] = nan   (2 of 100 entries differ)", "[2, 3] = 23.0")


def test_words_stay_as_they_are():
    assert numbers.sides("(3,)", "()") == ("(3,)", "()")


def test_the_real_view_of_a_complex_truth_reads_as_complex():
    assert numbers.alike(np.array([1j]), np.array([[0.0, 2.0]])).tolist() == [2j]
