"""What is read off an example, and off its description as text."""

from collections import namedtuple

import numpy as np
import pytest

from adspec.ruling.points import example_array
from adspec.ruling.signature import SignatureError, parse_arguments, signature_of

Pair = namedtuple("Pair", ["a", "b"])  # noqa: PYI024 - the untyped kind is what users have


def described(text):
    return parse_arguments(text, lambda d: example_array(d.dtype, d.shape, None, 0))


def test_containers_come_back_as_they_were():
    given = ({"w": np.ones(2), "n": None}, [1.0, (np.zeros(3), "sum")], Pair(np.ones(1), 3))
    signature = signature_of(given)
    made = signature.arguments([a + 1 for a in signature.example])
    assert made[0]["n"] is None
    assert made[0]["w"].tolist() == [2.0, 2.0]
    assert made[1][1][1] == "sum"
    assert made[2] == Pair(np.array([2.0]), 3)


def test_integers_are_held_and_floats_move():
    signature = signature_of((np.arange(3), 2.0, np.ones(2, np.float32)))
    assert signature.moving == (1, 2)
    assert signature.names == ("x0", "x1", "x2")


def test_an_example_without_floats_is_refused():
    with pytest.raises(SignatureError, match="no array of floats"):
        signature_of((1, None))


def test_a_description_gives_dtypes_shapes_containers_and_plain_values():
    a, b, c, d = described("f32[3,4], (f64[2], {'k': f64[]}), 3, None")
    assert (a.dtype, a.shape) == (np.float32, (3, 4))
    assert b[0].shape == (2,)
    assert b[1]["k"].shape == ()
    assert (c, d) == (3, None)


@pytest.mark.parametrize(
    ("text", "says"),
    [("f63[2]", "no dtype"), ("f64[2", "not a list"), ("f64[-1]", "whole numbers"), ("open('x')", "neither")],
)
def test_a_wrong_description_says_what_is_wrong(text, says):
    with pytest.raises(SignatureError, match=says):
        described(text)
