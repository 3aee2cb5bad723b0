"""Literals survive text and JSON bit for bit, and nothing but a literal is read."""

import ast
import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adspec.language.literals import LanguageError, as_argument, from_json, parse_literal, show, to_json

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.just(math.nan),
    st.complex_numbers(allow_nan=False),
    st.text(max_size=5),
    st.just(...),
    st.builds(slice, *(st.none() | st.integers(-3, 3) for _ in range(3))),
)
literals = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple), max_leaves=8
)


def parse(text):
    return parse_literal(ast.parse(text, mode="eval").body)


def bits(value):
    """Return a text that tells apart whatever two literals differ in: 0.0 from -0.0, a tuple from a list."""
    return json.dumps(to_json(value))


@given(literals)
def test_the_text_of_a_literal_reads_back_bit_for_bit(value):
    assert bits(parse(show(value))) == bits(value)


@given(literals)
def test_the_json_of_a_literal_reads_back_bit_for_bit(value):
    assert bits(from_json(json.loads(json.dumps(to_json(value))))) == bits(value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-0.0, "-0.0"),
        (5e-324, "5e-324"),
        ((1,), "(1,)"),
        (slice(None, None, -1), "slice(None, None, -1)"),
        ([1.0, -2.0], "[1.0, -2.0]"),
        (complex(0.0, -0.0), "complex(0.0, -0.0)"),
        (-math.inf, "-inf"),
        ((..., None), "(Ellipsis, None)"),
    ],
)
def test_literals_print_as_python(value, text):
    assert show(value) == text


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os')",
        "x",
        "1 + 1",
        "[i for i in y]",
        "{1: 2}",
        "lambda: 0",
        "f(1)",
        "slice(1)",
        "-True",
        "b'1'",
    ],
)
def test_what_is_no_literal_is_refused_and_quoted(text):
    with pytest.raises(LanguageError, match="is not a literal"):
        parse(text)


def test_parsing_evaluates_nothing(tmp_path):
    witness = tmp_path / "witness"
    with pytest.raises(LanguageError):
        parse(f"open({str(witness)!r}, 'w')")
    assert not witness.exists()


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ({"f": "pi"}, "case.x"),
        ({"f": 1.0}, "case.x"),
        ({"c": ["0x1p0"]}, "case.x"),
        ([1, {"q": 2}], r"case.x\[1\]"),
        ({"t": [{"f": "0x"}]}, r"case.x\[0\]"),
        ({"slice": [1, 2]}, "case.x"),
        (1.5, "case.x"),
        ({}, "case.x"),
    ],
)
def test_malformed_json_is_refused_with_its_place(value, place):
    with pytest.raises(LanguageError, match=f"^{place}"):
        from_json(value, "case.x")


def test_what_is_no_literal_has_no_json():
    with pytest.raises(LanguageError, match="ndarray"):
        to_json(np.zeros(2))


def test_a_list_becomes_an_array_and_a_tuple_stays_one():
    first, second = as_argument(([0, 2], slice(None)))
    assert (type(first), first.tolist(), second) == (np.ndarray, [0, 2], slice(None))


@pytest.mark.parametrize(("value", "dtype"), [([1.0, 2.0], "float32"), ([1, 2], "int64"), ([True], "bool")])
def test_only_float_lists_take_the_dtype_of_the_case(value, dtype):
    assert as_argument(value, np.float32).dtype == dtype
