"""The palette: what reaches the most that is new comes first, then others evenly; always the same."""

import pytest

from adspec.search.palette import palette, spread

REACHED = {
    "scalar": {"real"},
    "vector": {"real"},
    "narrow": {"narrow"},
    "both": {"real", "complex"},
    "matrix": {"real"},
    "empty": set(),
}


def test_what_reaches_the_most_that_is_new_comes_first():
    assert palette(REACHED, 2) == ("both", "narrow")


def test_of_equals_the_first_comes_first():
    assert palette({"a": {"real"}, "b": {"complex"}, "c": {"real"}}, 1) == ("a",)


def test_once_all_is_reached_the_rest_is_spread_evenly():
    assert palette(REACHED, 4) == ("both", "narrow", "scalar", "empty")


def test_all_kinds_are_few():
    assert sorted(palette(REACHED, 9)) == sorted(REACHED)


def test_of_nothing_nothing_is_chosen():
    assert palette({}, 3) == ()


@pytest.mark.parametrize(
    ("most", "expected"), [(0, "abcdefg"), (1, "a"), (2, "ag"), (3, "adg"), (9, "abcdefg")]
)
def test_items_are_taken_evenly_from_the_first_to_the_last(most, expected):
    assert "".join(spread("abcdefg", most)) == expected
