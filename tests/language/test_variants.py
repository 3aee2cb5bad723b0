"""Cases made of a case: what becomes of its program, its arrays and its vectors."""

import numpy as np

from adspec.language import variants
from adspec.language.case import parse_case
from adspec.language.entries import entrywise, picking
from adspec.language.standin import NUMPY

CASE = parse_case(
    """
def f(x0, x1):
    a = multiply(x0, x1)
    b = add(a, x0)
    return b

x0 = [1.0, 2.0]
x1 = 3.0
u_x0 = [0.5, 1.0]
u_x1 = -1.0
v_0 = [1.0, 1.0]
""".strip()
)


def listed(arrays):
    return [np.asarray(a).tolist() for a in arrays]


def test_all_inputs_but_one_are_held():
    alone = variants.holding_all_but(CASE, 1)

    assert (alone.wrt, listed(alone.x), listed(alone.u)) == (("x1",), [3.0], [-1.0])
    assert listed(alone.held.values()) == [[1.0, 2.0]]


def test_an_unused_input_comes_last_and_changes_no_value():
    more = variants.with_unused_input(CASE)

    assert more.wrt == ("x0", "x1", "c")
    assert more.run(NUMPY, more.x).tolist() == [4.0, 8.0]


def test_a_constant_depends_on_no_input():
    constant = variants.of_a_constant(CASE)

    assert constant.wrt == CASE.wrt
    assert constant.run(NUMPY, (0.0, 0.0)).tolist() == [1.0, 2.0]
    assert [a.shape for a in constant.v] == [(2,)]


def test_what_an_equation_uses_is_repeated_to_the_shape_of_y():
    repeated = variants.repeated(CASE, CASE.program.equations[0])

    assert listed(repeated.x) == [[1.0, 2.0], [3.0, 3.0]]
    assert listed(repeated.u) == [[0.5, 1.0], [-1.0, -1.0]]


def test_single_becomes_half_and_double_stays():
    text = str(CASE).replace("x1 = 3.0", "x1 = float32(3.0)").replace("u_x1 = -1.0", "u_x1 = float32(-1.0)")
    half = variants.in_half(parse_case(text))

    assert [a.dtype.name for a in half.x] == ["float64", "float16"]


def test_every_use_of_an_input_gets_a_copy():
    split, places = variants.copied(CASE, "x0")

    assert [str(e) for e in split.program.equations] == ["a = multiply(c, x1)", "b = add(a, d)"]
    assert [split.wrt[i] for i in places] == ["c", "d"]
    assert listed(split.u[i] for i in places) == [[0.5, 1.0]] * 2


def test_a_program_begins_at_a_value_as_well():
    begun = variants.begun_at(CASE, "a", np.array([3.0, 6.0]))

    assert [str(e) for e in begun.program.equations] == ["b = add(a, x0)"]
    assert dict(zip(begun.wrt, listed(begun.x), strict=True))["a"] == [3.0, 6.0]


def test_halves_compose_to_the_whole():
    values = {**CASE.values(CASE.x), "a": np.array([3.0, 6.0])}
    first, second = variants.halves(CASE, values.get)

    assert (first.program.outputs, second.wrt) == (("x0", "a"), ("x0", "a"))
    assert second.run(NUMPY, first.run(NUMPY, first.x)).tolist() == [4.0, 8.0]


def test_there_are_no_halves_where_nothing_is_known_to_flow():
    assert variants.halves(CASE, lambda _: None) is None


def test_what_one_equation_does_to_entries():
    text = "def f(x):\n    a = {}(x)\n    return a\n\nx = [1.0]\nu_x = [1.0]\nv_0 = [1.0]"
    programs = {name: parse_case(text.format(name)).program for name in ("sort", "sin")}

    assert [name for name, program in programs.items() if picking(program)] == ["sort"]
    assert [name for name, program in programs.items() if entrywise(program)] == ["sin"]
    assert picking(CASE.program) is None
    assert entrywise(CASE.program) is None
