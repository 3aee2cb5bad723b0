"""Trees of arrays form a real inner-product space."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from adspec.language import spaces

halves = st.integers(-8, 8).map(lambda k: k / 2)  # sums and products of a few are exact
shapes = st.sampled_from([(), (1,), (3,), (2, 3), (0,)])
real = shapes.flatmap(lambda s: arrays.arrays(np.float64, s, elements=halves))
complex_ = shapes.flatmap(
    lambda s: arrays.arrays(np.complex128, s, elements=st.builds(complex, halves, halves))
)
trees = st.recursive(
    real | complex_,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    ),
    max_leaves=4,
)


def same(a, b):
    return spaces.structure(a) == spaces.structure(b) and all(
        s.dtype == t.dtype and np.array_equal(s, t)
        for s, t in zip(spaces.leaves(a), spaces.leaves(b), strict=True)
    )


@given(trees)
def test_flatten_and_unflatten_are_inverse(tree):
    assert same(spaces.unflatten(tree, spaces.flatten(tree)), tree)


@given(trees)
def test_the_dimension_is_the_number_of_real_coordinates(tree):
    assert spaces.dimension(tree) == spaces.flatten(tree).size


@given(trees)
def test_the_pairing_is_the_dot_product_of_coordinates(tree):
    other = spaces.scale(-1.5, tree)
    assert spaces.pairing(tree, other) == spaces.flatten(tree) @ spaces.flatten(other)


@given(trees)
def test_the_pairing_of_a_tree_with_itself_is_a_sum_of_squares(tree):
    assert spaces.pairing(tree, tree) == sum(c * c for c in spaces.flatten(tree))


@given(trees)
def test_a_tree_is_the_sum_of_its_coordinates_times_the_basis(tree):
    total = spaces.zeros_like(tree)
    for coordinate, direction in zip(spaces.flatten(tree), spaces.basis(tree), strict=True):
        total = spaces.add(total, spaces.scale(coordinate, direction))
    assert same(total, tree)


@given(trees)
def test_conjugating_twice_changes_nothing(tree):
    assert same(spaces.conj(spaces.conj(tree)), tree)


def test_the_pairing_takes_the_real_part_of_a_complex_product():
    # Re(conj(1 + 2i)·(3 − i)) = Re((1 − 2i)(3 − i)) = 3 − 2
    assert spaces.pairing(np.array(1 + 2j), np.array(3 - 1j)) == 1.0


@pytest.mark.parametrize("size", [np.inf, -np.inf, np.nan])
def test_a_zero_direction_says_nothing_of_an_infinite_slope(size):
    assert spaces.pairing(np.array([0.0, 2.0]), np.array([size, 1.5])) == 3.0


def test_structures_show_their_containers():
    assert spaces.structure({"b": (1, [2]), "a": 3}) == "{a: *, b: (*, [*])}"


@pytest.mark.parametrize(
    ("a", "b"), [((1, 2), [1, 2]), ((1,), (1, 2)), ({"a": 1}, {"b": 1}), ({"a": 1}, (1,))]
)
def test_trees_of_two_structures_do_not_add(a, b):
    with pytest.raises(ValueError, match="another structure"):
        spaces.add(a, b)
