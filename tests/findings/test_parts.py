"""Parts: an equation alone is moved along the tangents and cotangents that the case has for it."""

import numpy as np

from adspec.findings.parts import single, units
from adspec.language.case import parse_case


def test_an_equation_that_is_the_whole_case_keeps_its_directions():
    case = parse_case(
        "def f(x0, x1):\n    a = multiply(x0, x1)\n    return a\n\n"
        "x0 = 3.0\nx1 = [1.0, 2.0]\nu_x0 = 7.0\nu_x1 = [8.0, 9.0]\nv_0 = [5.0, 6.0]"
    )
    [(unit, _, env)] = units(case)

    alone = single(case, unit, env)

    assert [a.tolist() for a in (*alone.u, *alone.v)] == [7.0, [8.0, 9.0], [5.0, 6.0]]


def test_an_equation_in_the_middle_gets_plain_ones_in_the_spaces_of_its_values():
    case = parse_case(
        "def f(x):\n    a = sin(x)\n    b = sum(a)\n    return b\n\n"
        "x = [1.0, 2.0]\nu_x = [7.0, 8.0]\nv_0 = 5.0"
    )
    (unit, _, env), _ = units(case)

    alone = single(case, unit, env)

    assert np.array_equal(alone.u[0], [7.0, 8.0])
    assert alone.v[0].shape == (2,)
    assert np.all(alone.v[0] != 0)
