"""Cases read back bit for bit from text and JSON; what is malformed gets one clear error."""

import ast
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from adspec.language.arrays import array_from_json, array_to_json, parse_array, show_array
from adspec.language.case import SCHEMA, Case, case_from_json, case_to_json, parse_case, same_case
from adspec.language.literals import LanguageError
from adspec.language.program import parse_program

TEXT = """\
def f(x0, x1):
    a = multiply(x0, x1)
    return a

x0 = [1.0, 2.0]
x1 = 0.5
u_x0 = [1.0, -0.5]
v_0 = [2.0, -1.0]"""


def any_array():
    """Return arrays of every dtype and of shapes with and without entries."""
    shapes = st.sampled_from([(), (1,), (2, 3), (0,), (0, 3), (2, 0)])
    kinds = st.sampled_from(["float64", "float32", "complex128", "complex64", "bool", "int64"])
    return st.tuples(kinds, shapes).flatmap(
        lambda k: arrays.arrays(k[0], k[1], elements=arrays.from_dtype(np.dtype(k[0]), allow_nan=False))
    )


def bits(array):
    return (array.dtype, array.shape, array.tobytes())


def parsed(text):
    return parse_array(ast.parse(text, mode="eval").body)


@given(any_array())
def test_the_json_of_an_array_reads_back_bit_for_bit(array):
    assert bits(array_from_json(json.loads(json.dumps(array_to_json(array))), "x")) == bits(array)


@given(any_array())
def test_the_text_of_an_array_reads_back_bit_for_bit(array):
    assert bits(parsed(show_array(array))) == bits(array)


@given(st.sampled_from([1.0, -0.0, 5e-324, np.inf, -np.inf, np.nan]), st.booleans())
def test_special_numbers_read_back(number, is_complex):
    array = np.array([complex(number, -0.0) if is_complex else number])
    again = parsed(show_array(array))
    assert (again.dtype, again.real.tobytes()) == (array.dtype, array.real.tobytes())


def test_a_case_reads_back_from_its_own_text():
    assert str(parse_case(TEXT)) == TEXT


def test_an_input_without_a_tangent_is_held():
    case = parse_case(TEXT)
    assert (case.wrt, list(case.held)) == (("x0",), ["x1"])


def test_a_case_reads_back_from_json():
    case = parse_case(TEXT + "\npresentation = 'strided'")
    assert same_case(case_from_json(json.loads(json.dumps(case_to_json(case)))), case)


def test_cases_that_differ_in_the_sign_of_zero_differ():
    case = parse_case(TEXT.replace("x1 = 0.5", "x1 = 0.0"))
    assert not same_case(case, parse_case(TEXT.replace("x1 = 0.5", "x1 = -0.0")))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "line 1"),
        ("x = 1", "line 1: a case begins with its program"),
        ("def f(x:", "line 1: not Python"),
        (TEXT + "\nprint(1)", "line 9: expected `name = array`"),
        (TEXT.replace("x1 = 0.5", ""), "case: 'x1' is missing"),
        (TEXT.replace("v_0 = [2.0, -1.0]", ""), "case: 'v_0' is missing"),
        (TEXT.replace("[2.0, -1.0]", "[2.0, [1.0]]"), "line 8: .* is not an array"),
        (TEXT.replace("x1 = 0.5", "x1 = open('f')"), "line 6: .* is not a literal"),
        (TEXT.replace("x1 = 0.5", "x1 = '0.5'"), "line 6: .* is not an array"),
        (TEXT.replace("x1 = 0.5", "x1 = zeros((-1,))"), "line 6: .* is not an array"),
        (TEXT.replace("u_x0 = [1.0, -0.5]", "u_x0 = [1.0]"), "u_x0|shape"),
        (TEXT + "\npresentation = 'sideways'", "sideways"),
    ],
)
def test_a_malformed_text_is_refused_with_place_and_fault(text, fault):
    with pytest.raises(LanguageError, match=fault):
        parse_case(text)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"schema": SCHEMA + 1}, f"case.schema: {SCHEMA + 1} is not {SCHEMA}"),
        ({"x": None}, "case: expected"),
        ({"x": []}, "case.x: 0 arrays for 1 inputs"),
        ({"u": [{"dtype": "float64", "shape": [1], "elements": ["0x1p0"]}]}, "case.u"),
        ({"v": []}, "case.v: 0 arrays for 1 outputs"),
        ({"x": [{"dtype": "object", "shape": [], "elements": []}]}, r"case.x\[0\].dtype"),
        ({"x": [{"dtype": "float64", "shape": [3], "elements": ["0x1p0"]}]}, r"case.x\[0\]"),
        ({"x": [{"dtype": "float64", "shape": ["a"], "elements": ["0x1p0"]}]}, r"case.x\[0\]"),
        ({"x": [{"dtype": "float64", "shape": [1], "elements": ["one"]}]}, r"case.x\[0\].elements\[0\]"),
        ({"program": {}}, "case.program: expected"),
        ({"presentation": "sideways"}, "sideways"),
    ],
)
def test_malformed_json_is_refused_with_its_place(change, place):
    value = {**case_to_json(parse_case(TEXT)), **change}
    with pytest.raises(LanguageError, match=place):
        case_from_json(value)


@pytest.mark.parametrize("value", [None, 1, [], {}, "case"])
def test_what_is_no_object_is_no_case(value):
    with pytest.raises(LanguageError, match="case"):
        case_from_json(value)


@pytest.mark.parametrize(
    ("dtype", "judged"), [("float32", "float32"), ("float64", "float64"), ("complex64", "float32")]
)
def test_a_case_is_judged_by_the_float_that_it_holds(dtype, judged):
    x = np.ones(2, dtype)
    program = parse_program("def f(x):\n    return x")
    assert Case(program=program, x=(x,), u=(x,), v=(x,)).dtype == judged


@pytest.mark.parametrize("kinds", [("float32", "float64"), ("float64", "complex64")])
def test_a_case_is_judged_by_the_narrowest_float_that_it_holds(kinds):
    # The cotangent of a float32 argument is a float32, however wide the others are.
    x0, x1 = (np.ones(2, kind) for kind in kinds)
    program = parse_program("def f(x0, x1):\n    a = add(x0, x1)\n    return a")
    assert Case(program=program, x=(x0, x1), u=(x0, x1), v=(x0,)).dtype == "float32"


def test_a_held_mask_does_not_decide_the_dtype():
    program = parse_program("def f(m, x):\n    a = where(m, x, x)\n    return a")
    x = np.ones(2, np.float32)
    assert (
        Case(program=program, x=(x,), u=(x,), v=(x,), held={"m": np.array([True, False])}).dtype == "float32"
    )


def test_another_program_gets_its_values_by_name():
    case = parse_case(TEXT)
    program = parse_program("def f(b, x1):\n    a = multiply(b, x1)\n    return a")
    other = case.with_program(program, {"b": np.array([3.0, 4.0])}, {"b": np.array([1.0, 1.0])})
    assert (other.wrt, other.x[0].tolist(), other.held["x1"].tolist()) == (("b",), [3.0, 4.0], 0.5)
