import pytest

from adspec.language.expression import parse_formula
from adspec.language.literals import LanguageError


def test_operators_and_calls_become_equations_in_the_order_of_evaluation():
    assert str(parse_formula("sin(x) * y - 2.0 * x[0]")) == (
        "def f(x, y):\n    a = sin(x)\n    b = multiply(a, y)\n    c = getitem(x, 0)\n"
        "    d = multiply(2.0, c)\n    e = subtract(b, d)\n    return e"
    )


def test_lines_name_their_values_and_a_name_used_twice_is_one_value():
    assert str(parse_formula("p = x * x; sin(p) + p")) == (
        "def f(x):\n    p = multiply(x, x)\n    a = sin(p)\n    b = add(a, p)\n    return b"
    )


def test_slices_parameters_and_negative_numbers_stay_literals():
    program = parse_formula("sum(x[1:, ...], axis=-1) ** -2")
    assert [str(e) for e in program.equations] == [
        "a = getitem(x, (slice(1, None, None), Ellipsis))",
        "b = sum(a, axis=-1)",
        "c = pow(b, -2)",
    ]


def test_a_whole_function_is_a_program_already():
    text = "def f(x):\n    a = sin(x)\n    return a"
    assert str(parse_formula(text)) == text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("sine(x)", "'sine' is not a primitive"),
        ("__import__('os').system('true')", "is not a primitive"),
        ("x.__class__", "is not a literal"),
        ("x if x else 2", "is not a literal"),
        ("x =", "not Python"),
        ("", "ends in a formula"),
        ("import os", "ends in a formula"),
        ("a = x", "only renames"),
        ("1.0 + 2.0", "depends on an input"),
    ],
)
def test_anything_else_is_refused_with_the_reason(text, says):
    with pytest.raises(LanguageError, match=says):
        parse_formula(text)
