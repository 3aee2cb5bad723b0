"""Programs: single assignment, text and JSON, and the ways to cut them."""

import json
import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adspec.language.literals import LanguageError
from adspec.language.program import (
    Equation,
    Name,
    Program,
    parse_program,
    program_from_json,
    program_to_json,
)

OPS = {"add": operator.add, "multiply": operator.mul, "negative": operator.neg}
TEXT = """\
def f(x0, x1):
    a = multiply(x0, x1)
    b = multiply(x0, x0)
    c = negative(x1)
    d = add(a, b)
    return d"""
VALUES = {"x0": 2.0, "x1": 3.0}

constants = st.one_of(st.integers(-3, 3), st.floats(allow_nan=False), st.just([1.0, 2.0]), st.just((0, None)))


@st.composite
def programs(draw):
    """Return a program whose equations use earlier names and constants."""
    inputs = tuple(f"x{i}" for i in range(draw(st.integers(1, 3))))
    known, equations = list(inputs), []
    for name in "abcde"[: draw(st.integers(0, 5))]:
        args = draw(st.lists(st.sampled_from(known).map(Name) | constants, min_size=1, max_size=3))
        params = draw(st.dictionaries(st.sampled_from(["axis", "keepdims"]), constants, max_size=2))
        primitive = draw(st.sampled_from(["add", "linalg.solve", "special.erf"]))
        equations.append(Equation(name=name, primitive=primitive, args=tuple(args), params=params))
        known.append(name)
    outputs = tuple(draw(st.lists(st.sampled_from(known), min_size=1, max_size=3)))
    return Program(inputs=inputs, equations=tuple(equations), outputs=outputs)


def bits(program):
    return json.dumps(program_to_json(program))


def result(program, values=VALUES):
    return program.run(OPS, values)


# ------------------------------------------------------------------ text and JSON


@given(programs())
def test_the_text_of_a_program_reads_back(program):
    assert bits(parse_program(str(program))) == bits(program)


@given(programs())
def test_the_json_of_a_program_reads_back(program):
    assert bits(program_from_json(json.loads(bits(program)))) == bits(program)


def test_a_program_prints_as_a_python_function():
    assert str(parse_program(TEXT)) == TEXT


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("def f(x:", "line 1: not Python"),
        ("x = 1", "line 1: a program is one function"),
        ("def f(x):\n    a = add(x, x)", "line 2: a program ends with `return`"),
        ("def f(x):\n    return x + 1", "line 2: expected a name"),
        ("def f(x):\n    a = x + 1\n    return a", "line 2: an equation is"),
        ("def f(x):\n    a = add(x, open('f'))\n    return a", "line 2: .* is not a literal"),
        ("def f(x):\n    a = add(x, **y)\n    return a", r"line 2: `\*\*`"),
        ("def f(x):\n    a = (lambda: 0)(x)\n    return a", "line 2: .* is not the name of a primitive"),
        ("def f(x):\n    a = add(x, b)\n    return a", "'b' is used before its definition"),
        ("def f(x):\n    x = add(x, x)\n    return x", "'x' is defined twice"),
        ("def f(x):\n    return y", "output 'y': no equation defines it"),
    ],
)
def test_a_malformed_text_is_refused_with_line_and_fault(text, fault):
    with pytest.raises(LanguageError, match=fault):
        parse_program(text)


_EQUATION = {"name": "a", "primitive": "add", "args": [{"n": "x"}], "params": {}}


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"inputs": "x"}, "program: expected"),
        ({"inputs": [1]}, r"program.inputs\[0\]"),
        ({"outputs": [None]}, r"program.outputs\[0\]"),
        ({"equations": [7]}, r"program.equations\[0\]: expected"),
        ({"equations": [{**_EQUATION, "args": [{"f": "z"}]}]}, r"program.equations\[0\].args\[0\]"),
        ({"equations": [{**_EQUATION, "params": {"axis": {}}}]}, r"program.equations\[0\].params.axis"),
        ({"equations": [{**_EQUATION, "name": "not a name"}]}, "not a name"),
        ({"equations": [{**_EQUATION, "name": "nan"}]}, "nan"),
        ({"equations": [{**_EQUATION, "name": "lambda"}]}, "lambda"),
        ({"equations": [{**_EQUATION, "primitive": "os.system('x')"}]}, "equations.0..primitive.*system"),
    ],
)
def test_malformed_json_is_refused_with_its_place(change, place):
    value = {"inputs": ["x"], "equations": [_EQUATION], "outputs": ["a"], **change}
    with pytest.raises(LanguageError, match=place):
        program_from_json(value)


# ------------------------------------------------------------------ running and cutting


def test_a_run_takes_names_in_the_order_of_the_equations():
    assert result(parse_program(TEXT)) == 2.0 * 3.0 + 2.0 * 2.0


def test_several_outputs_are_a_tuple():
    program = parse_program(TEXT.replace("return d", "return d, a"))
    assert result(program) == (10.0, 6.0)


def test_uses_are_counted_with_outputs():
    assert parse_program(TEXT).use_counts() == {"x0": 3, "x1": 2, "a": 1, "b": 1, "d": 1}


def test_dead_equations_go_and_the_result_stays():
    program = parse_program(TEXT).without_dead()
    assert ([e.name for e in program.equations], result(program)) == (["a", "b", "d"], 10.0)


def test_unused_inputs_go_but_one_stays():
    unused = Program(inputs=("x0", "x1"), equations=(), outputs=("x1",))
    none_used = parse_program("def f(x0, x1):\n    a = zero()\n    return a")
    assert (unused.without_unused_inputs().inputs, none_used.without_unused_inputs().inputs) == (
        ("x1",),
        ("x0",),
    )


@pytest.mark.parametrize("cut", range(5))
def test_a_program_is_its_second_part_after_its_first(cut):
    first, second = parse_program(TEXT).split(cut)
    between = first.run(OPS, VALUES)
    values = dict(zip(first.outputs, between if len(first.outputs) > 1 else (between,), strict=True))
    assert (second.inputs, result(second, values)) == (first.outputs, 10.0)


def test_from_a_name_on_its_equation_is_an_input():
    program = parse_program(TEXT).from_name("b")
    assert (program.inputs, result(program, {**VALUES, "b": 1.0})) == (("x0", "x1", "b"), 7.0)


def test_one_copy_per_use_keeps_the_result_where_the_copies_agree():
    program, copies = parse_program(TEXT).one_copy_per_use("x0")
    assert (len(copies), result(program, {"x1": 3.0, **dict.fromkeys(copies, 2.0)})) == (3, 10.0)


def test_fresh_names_are_not_taken():
    names = parse_program(TEXT).fresh_names()
    assert [next(names) for _ in range(3)] == ["e", "g", "h"]


def test_renaming_follows_every_use():
    equation = Equation(name="a", primitive="add", args=(Name("x"), 1.0, Name("x")))
    assert str(equation.renamed({"x": "y"})) == "a = add(y, 1.0, y)"
