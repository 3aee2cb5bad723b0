"""Other programs for one function: their text, and the same values in NumPy."""

import numpy as np
import pytest

from adspec.language import rewriting
from adspec.language.program import parse_program
from adspec.language.standin import NUMPY

SHARED = parse_program("def f(x):\n    a = sin(x)\n    b = exp(x)\n    c = multiply(a, a)\n    return c, b")


def value(program, x):
    return np.asarray(program.run(NUMPY, {"x": np.asarray(x)}))


def lines(program):
    return [str(e) for e in program.equations]


def test_a_value_is_computed_again_for_its_second_use():
    again = rewriting.computed_again(SHARED)

    assert lines(again) == ["a = sin(x)", "b = exp(x)", "d = sin(x)", "c = multiply(a, d)"]
    assert again.outputs == ("c", "b")


def test_reordered_equations_stand_as_late_as_they_may():
    assert lines(rewriting.reordered(SHARED)) == ["b = exp(x)", "a = sin(x)", "c = multiply(a, a)"]


def test_dead_code_is_read_by_nobody():
    dead = rewriting.with_dead_code(SHARED)

    assert lines(dead)[-1] == "d = sin(x)"
    assert dead.without_dead() == SHARED


@pytest.mark.parametrize("way", [rewriting.computed_again, rewriting.reordered, rewriting.with_dead_code])
def test_rewritten_programs_have_the_same_values(way):
    assert np.array_equal(value(way(SHARED), 0.5), value(SHARED, 0.5))


def test_a_square_follows_every_output():
    # f = (sin² x, exp x)
    f = np.asarray([np.sin(0.5) ** 2, np.exp(0.5)])

    assert value(rewriting.squared(SHARED), 0.5) == pytest.approx(f**2)
    assert value(rewriting.mixed_with_its_square(SHARED, 2.0, -0.5), 0.5) == pytest.approx(2 * f - f**2 / 2)


def tower_of(word, more=""):
    sine = "    def g_a(b):\n        c = sin(b)\n        return c\n"
    return parse_program(f"def f(x):\n{sine}    a = {word}(g_a, x{more})\n    return a")


def test_operators_are_exchanged_for_others_of_the_same_meaning():
    numbers = {"x": np.asarray(1.0), "b": np.asarray(1.0), "c": np.asarray(1.0)}
    words = [
        rewriting.by_other_operators(tower_of(*call), numbers).equations[0].primitive
        for call in (("grad",), ("push", ", 1.0"), ("pull", ", 1.0"))
    ]

    assert words == ["pull", "pull", "push"]


def test_a_push_of_vectors_is_no_pull():
    vectors = {name: np.ones(2) for name in "xbc"}

    assert rewriting.by_other_operators(tower_of("push", ", 1.0"), vectors) == tower_of("push", ", 1.0")


def test_a_tower_is_its_height_and_its_innermost_function():
    assert rewriting.tower(tower_of("grad")) == (1, "a = sin(z)")
    assert rewriting.tower(tower_of("push", ", 1.0")) == (1, "a = sin(z)")
    assert rewriting.tower(tower_of("push", ", 2.0")) == (0, "")
    assert rewriting.tower(SHARED) == (0, "")
