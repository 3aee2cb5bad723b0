"""Functions within programs: text, JSON, what they capture, and every way to cut around them."""

import json
import math
import operator

import pytest

from adspec.language.higher import CONTROL
from adspec.language.literals import LanguageError
from adspec.language.program import parse_program, program_from_json, program_to_json

OPS = {"add": operator.add, "multiply": operator.mul, "sin": math.sin, **CONTROL}
NESTED = """\
def f(x):
    a = sin(x)
    def g_d(b):
        def g_c(e):
            h = multiply(e, b)
            i = add(h, a)
            return i
        c = push(g_c, b, 1.0)
        return c
    d = grad(g_d, x)
    return d"""
CONTROLLED = """\
def f(x0, x1):
    def g_a(b):
        c = multiply(b, x0)
        return c
    def h_a(d):
        return x1
    a = branch(g_a, h_a, x1, x0)
    def g_e(i):
        j = multiply(i, i)
        k = add(j, x1)
        return k
    e = iterate(g_e, a, times=2)
    return e"""


@pytest.mark.parametrize("text", [NESTED, CONTROLLED])
def test_the_text_reads_back_and_so_does_the_json(text):
    program = parse_program(text)
    again = program_from_json(json.loads(json.dumps(program_to_json(program))))
    assert (str(program), str(again), again) == (text, text, program)


def test_a_program_without_functions_has_the_json_that_it_always_had():
    [row] = program_to_json(parse_program("def f(x):\n    a = sin(x)\n    return a"))["equations"]
    assert list(row) == ["name", "primitive", "args", "params"]


def test_what_a_body_captures_is_used_by_its_equation():
    d = parse_program(NESTED).equations[-1]
    assert (d.uses(), d.bodies[0].captures) == (("x", "a"), ("a",))


def test_words_and_depth_of_a_program_are_those_of_its_bodies_too():
    program = parse_program(NESTED)
    assert (program.primitives(), program.depth) == (("sin", "multiply", "add", "push", "grad"), 2)
    assert parse_program(CONTROLLED).depth == 0


@pytest.mark.parametrize(("x1", "taken"), [(3.0, 2.0 * 2.0), (-3.0, -3.0)])
def test_a_branch_is_taken_by_a_value_and_a_loop_repeats_its_body(x1, taken):
    first = taken * taken + x1
    assert parse_program(CONTROLLED).run(OPS, {"x0": 2.0, "x1": x1}) == first * first + x1


def test_the_values_in_a_body_are_those_of_its_first_call():
    env = parse_program(CONTROLLED).everywhere(OPS, {"x0": 2.0, "x1": 3.0})
    assert (env["b"], env["c"], env["a"], env["i"], env["k"]) == (2.0, 4.0, 4.0, 4.0, 19.0)


def test_dead_code_is_told_by_what_bodies_capture():
    live = parse_program(NESTED).without_dead()
    assert [e.name for e in live.equations] == ["a", "d"]


def test_a_cut_passes_captured_values_on():
    first, second = parse_program(NESTED).split(1)
    assert (first.outputs, second.inputs) == (("x", "a"), ("x", "a"))


def test_a_captured_name_gets_a_copy_of_its_own():
    program, copies = parse_program(CONTROLLED).one_copy_per_use("x1")
    # the condition, the body of the branch that is not taken, the body of the loop
    assert len(copies) == 3
    assert program.run(OPS, {"x0": 2.0, **dict(zip(copies, (1.0, 7.0, 3.0), strict=True))}) == 19.0**2 + 3.0


def test_a_name_of_a_body_gives_way_to_a_new_outer_name():
    d = parse_program(NESTED).equations[-1].renamed({"a": "e"})
    assert "i = add(h, e)" in str(d)
    assert "h = multiply(e_, b)" in str(d)


def test_captured_names_that_become_one_are_captured_once():
    text = NESTED.replace("add(h, a)", "add(a, x)")
    d = parse_program(text).equations[-1].renamed({"a": "x"})
    assert (d.uses(), "add(x, x)" in str(d)) == (("x", "x"), True)


_INNER = "    def g(b):\n        c = sin(b)\n        return c\n"


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (f"{_INNER}    return x", "line 5: no equation takes the function g"),
        (f"{_INNER}    a = sin(x)\n    return a", "line 5: sin begins with the 0 functions"),
        ("    a = grad(x)\n    return a", "line 2: grad begins with the 1 functions"),
        (f"{_INNER}    a = grad(h, x)\n    return a", "line 5: grad begins with the 1 functions"),
        (f"{_INNER}    a = grad(g, x, x)\n    return a", "equation 'a': grad takes 1 arguments"),
        (f"{_INNER}    a = iterate(g, x)\n    return a", "equation 'a': iterate takes 1 arguments, times"),
        (f"{_INNER}    c = grad(g, x)\n    return c", "function of b: 'c' is defined outside"),
        ("    def g(x):\n        return x\n    a = grad(g, x)\n    return a", "'x' is defined outside"),
        ("    def g(b, c):\n        return b\n    a = grad(g, x)\n    return a", "line 2: g must have one"),
        ("    def g(b):\n        return b, b\n    a = grad(g, x)\n    return a", "line 2: g must have one"),
        ("    def g(b):\n        return z\n    a = grad(g, x)\n    return a", "'z' is used before"),
    ],
)
def test_a_malformed_text_is_refused_with_its_fault(lines, fault):
    with pytest.raises(LanguageError, match=fault):
        parse_program(f"def f(x):\n{lines}")


_BODY = {"inputs": ["b"], "equations": [], "outputs": ["b"]}


@pytest.mark.parametrize(
    ("bodies", "place"),
    [
        (7, r"program.equations\[0\].bodies: 7 is not a list"),
        ([7], r"program.equations\[0\].bodies\[0\]: expected"),
        ([], "equation 'a': grad takes 1 functions"),
        ([_BODY, _BODY], "equation 'a': grad takes 1 functions"),
        ([{**_BODY, "outputs": ["b", "b"]}], r"bodies\[0\]: a function has one parameter"),
        ([{**_BODY, "inputs": ["b", "x"]}], r"bodies\[0\].inputs: they are not"),
        ([{**_BODY, "inputs": ["b", "z"], "outputs": ["z"]}], "'z' is used before"),
    ],
)
def test_malformed_json_is_refused_with_its_place(bodies, place):
    row = {"name": "a", "primitive": "grad", "args": [{"n": "x"}], "params": {}, "bodies": bodies}
    with pytest.raises(LanguageError, match=place):
        program_from_json({"inputs": ["x"], "equations": [row], "outputs": ["a"]})
