"""One table over all laws: whom each kills, on which smallest case, by which numbers, and whom it spares.

The smallest case is what the reducer makes of the first case that breaks the law; the right side is
mathematics. `spares` is a mutant of another law: on a case that breaks that one, this law holds.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.conformance.mutants import MUTANTS
from adspec.language import spaces
from adspec.language.case import parse_case
from adspec.law import FINDINGS, judge
from adspec.observation import observe
from adspec.properties import LAWS
from adspec.reference_engine.tracing import Traced
from adspec.search.reducer import reduce_case
from adspec.selftest.examine import shown

BY_NAME = {rule.name: rule for rule in LAWS}
ANSWERS = ("broken", "inaccurate")  # a crash is no kill


class Row(NamedTuple):
    """What a test says of one law; `left` is None where a count is CPython's, or noise."""

    fault: str
    smallest: str
    left: str | None
    right: str
    spares: str


def program(lines, returned, **arrays):
    names = [name for name in arrays if name[0] == "x"]
    body = "".join(f"    {line}\n" for line in lines)
    numbers = "\n".join(f"{name} = {text}" for name, text in arrays.items())
    return f"def f({', '.join(names)}):\n{body}    return {returned}\n\n{numbers}"


def unary(call, x="1.0", u="1.0", v="1.0"):
    return program([f"a = {call}"], "a", x=x, u_x=u, v_0=v)


def product(x1="1.0"):
    return program(["a = multiply(x0, x1)"], "a", x0="1.0", x1=x1, u_x0="1.0", u_x1=x1, v_0=x1)


def identity(x="1.0"):
    return program([], "x", x=x, u_x=x, v_0=x)


PAIR, COLUMNS = "[1.0, 1.0]", "[[1.0, 1.0], [1.0, 1.0]]"
FORTRAN = "\npresentation = 'fortran'"
SINGLE, Z = "float32(1.0)", "complex128(complex(1.0, 1.0))"
THREE = "complex128([complex(1.0, 1.0), complex(1.0, 1.0), complex(1.0, 0.0)])"
SIN1, COS1, SINH1, COSH1, E = (str(f(1.0)) for f in (np.sin, np.cos, np.sinh, np.cosh, np.exp))
EPS = float(np.finfo(float).eps)
SIN2 = str(np.sin(2.0))  # the slope of sin² at 1

# fmt: off
TABLE = {
    # one derivative
    "purity":         Row("negative_pull_in_place", unary("negative(x)", *["[1.0]"] * 3), "[-1.]", "[1.]",
                          "jvp_is_noisy"),
    "determinism":    Row("jvp_is_noisy", identity(), None, "", "sin_is_cos"),
    "value":          Row("sin_is_cos", unary("sin(x)"), COS1, SIN1, "jvp_returns_y_as_float32"),
    "primal":         Row("jvp_returns_y_as_float32", identity(), "float32", "float64",
                          "log_pull_in_memory_order"),
    "presentation":   Row("log_pull_in_memory_order",
                          unary("log(x)", "[[1.0, 1.0], [2.0, 1.0]]", COLUMNS, COLUMNS) + FORTRAN,
                          "[[1.  0.5]\n [1.  1. ]]", "[[1.  1. ]\n [0.5 1. ]]", "sin_in_float64"),
    "precision":      Row("sin_in_float64", unary("sin(x)", *[SINGLE] * 3), "float64", "float32",
                          "log_pull_in_memory_order"),
    "broadcasting":   Row("multiply_pull_twice_when_broadcast", product("[1.0]"),
                          "2.0", "1.0", "subtract_push_absolute"),
    "empty_and_0d":   Row("cotangent_of_0_d_becomes_1_d", identity(), "(1,)", "()",
                          "tangent_is_a_python_number"),
    "tangent_space":  Row("tangent_is_a_python_number", identity(), "float", "array",
                          "subtract_push_absolute"),
    "linear_push":    Row("subtract_push_absolute", unary("subtract(1.0, x)"), "-8.0", "8.0",
                          "add_pull_clipped_at_3"),
    # the first argument's −8 cut to −3, and the second's −8
    "linear_pull":    Row("add_pull_clipped_at_3", unary("add(x, x)"), "-11.0", "-16.0",
                          "subtract_push_absolute"),
    "complex_pairing": Row("fft_pull_by_ifft", unary("fft.fft(x)", *["[1.0, 1.0, 1.0]"] * 2, THREE),
                           "hermitian", "bilinear", "add_pull_clipped_at_3"),
    "finite":         Row("prod_pull_divides_by_x", unary("prod(x)", "0.0"), "nan", "1.0",
                          "max_counts_every_tie"),
    "ties":           Row("max_counts_every_tie", unary("max(x)", PAIR, PAIR), "2.0", "1.0",
                          "sort_pull_by_the_order"),
    "kinks":          Row("abs_pull_one_sided_at_0", unary("abs(x)", "0.0"), "0.0", "1.0",
                          "max_counts_every_tie"),
    "truth_push":     Row("sin_push_negated", unary("sin(x)"), f"-{COS1}", COS1, "multiply_pull_negated"),
    "truth_pull":     Row("multiply_pull_negated", unary("multiply(x, x)"), "0.0", "2.0",
                          "sin_push_negated"),
    "accuracy":       Row("square_pull_off_by_1e-9", unary("square(x)"), "2.000000002", "2.0",
                          "multiply_pull_negated"),
    "transpose":      Row("floor_pull_passes_at_jumps", unary("floor(x)"), "0.0", "1.0", "tanh_push_cancels"),
    "push_of_push":   Row("square_push_keeps_a_number", unary("square(x)"), "0.0", "2.0",
                          "exp_pull_keeps_a_number"),
    "push_of_pull":   Row("exp_pull_keeps_a_number", unary("exp(x)"), "0.0", E, "square_push_keeps_a_number"),
    "pull_of_push":   Row("sin_push_pulls_nothing_back", unary("sin(x)"), "0.0", f"-{SIN1}",
                          "exp_pull_keeps_a_number"),
    "pull_of_pull":   Row("cos_pull_pulls_nothing_back", unary("cos(x)"), "0.0", f"-{COS1}",
                          "sin_push_pulls_nothing_back"),
    "third_push":     Row("sinh_push_bends_once", unary("sinh(x)"), "0.0", COSH1,
                          "cos_pull_pulls_nothing_back"),
    "third_pull":     Row("cosh_pull_bends_once", unary("cosh(x)"), "0.0", SINH1, "sinh_push_bends_once"),
    # composition
    "fan_out":        Row("fan_out_overwritten", unary("multiply(x, x)"), "1.0", "2.0",
                          "deep_tangents_vanish"),
    # f(x0, x1) = x1·x0 + x1²: J (1, 1) = x1 + (x0 + 2·x1) = 4
    "chain_rule":     Row("deep_tangents_vanish",
                          program(["a = getitem(x0, 0)", "b = multiply(x1, a)", "c = square(x1)",
                                   "d = add(b, c)"],
                                  "d", x0="[1.0]", x1="1.0", u_x0="[1.0]", u_x1="1.0", v_0="1.0"),
                          "2.0", "4.0", "fan_out_overwritten"),
    "sharing":        Row("common_parts_from_a_table",
                          program(["a = sin(x)", "b = multiply(a, a)"], "b", x="1.0", u_x="1.0", v_0="1.0"),
                          None, SIN2, "deep_tangents_vanish"),
    "sum_rule":       Row("fan_out_overwritten", identity(), "-1.0", "1.0", "unused_input_gets_none"),
    "independence":   Row("unused_input_gets_none", identity(), "None", "zeros",
                          "one_tag_for_all_derivatives"),
    # d/dx (x · d/db x) = 0
    "nesting":        Row("one_tag_for_all_derivatives",
                          program(["def g_b(a):", "    return x", "b = push(g_b, 1.0, 1.0)",
                                   "c = multiply(x, b)"],
                                  "c", x="1.0", u_x="1.0", v_0="1.0"),
                          "1.0", "0.0", "jvp_calls_f_twice"),
    "nth_derivative": Row("grad_forgets_the_outer_variable",
                          program(["def g_c(a):", "    b = sin(a)", "    return b", "c = grad(g_c, x)"], "c",
                                  x="1.0", u_x="1.0", v_0="1.0"),
                          "0.0", f"-{SIN1}", "jvp_calls_f_twice"),
    "branches_and_loops": Row("branch_not_taken",
                              program(["def g_d(a):", "    return a", "def h_d(b):",
                                       "    c = multiply(b, 0.0)",
                                       "    return c", "d = branch(g_d, h_d, x, x)"], "d",
                                      x="1.0", u_x="1.0", v_0="1.0"),
                              "0.0", "1.0", "jvp_calls_f_twice"),
    # operators
    "evaluation_count": Row("jvp_calls_f_twice", identity(), "2", "1", "grad_of_a_vector"),
    "scalar_output":  Row("grad_of_a_vector", identity("[1.0]"), "returns a gradient", "raises TypeError",
                          "jvp_calls_f_twice"),
    "input_kind":     Row("grad_of_whole_numbers", identity(), "returns a gradient", "raises TypeError",
                          "grad_seeded_with_2"),
    "grad_is_pull":   Row("grad_seeded_with_2", identity(), "2.0", "1.0", "grad_of_whole_numbers"),
    "jacobian":       Row("jacobian_by_columns", unary("sum(x, keepdims=True)", PAIR, PAIR, "[1.0]"),
                          "(2, 1)", "(1, 2)",
                          "grad_seeded_with_2"),
    "hessian":        Row("hessian_of_gauss_newton", identity(), "1.0", "0.0", "elementwise_grad_is_mean"),
    "elementwise_grad": Row("elementwise_grad_is_mean", identity(PAIR), "[0.5 0.5]", "[1. 1.]",
                            "hessian_of_gauss_newton"),
    "holomorphic_grad": Row("holomorphic_grad_conjugated", unary("exp(x)", Z, Z, Z), None, "",
                            "linearize_is_a_secant"),
    # (1 + 2u)² − 1 = 8, and half of it is 4 instead of 2
    "linearize":      Row("linearize_is_a_secant", unary("multiply(x, x)"), "4.0", "2.0",
                          "holomorphic_grad_conjugated"),
    "checkpoint":     Row("checkpoint_is_nothing", unary("multiply(x, x)"), "1", "2",
                          "linearize_is_a_secant"),
    "jit":            Row("jit_runs_python_each_time", identity(), "2", "1", "grad_seeded_with_2"),
    "vmap":           Row("vmap_repeats_the_first_row", identity(), "1.0", "1.0009765625",
                          "grad_seeded_with_2"),
    "gradient_cost":  Row("jvp_calls_f_twice", identity(), "2", "1", "pullback_gives_v_away"),
    # contracts
    "aliasing":       Row("pullback_gives_v_away", identity(), "v", "", "trace_stack_leaks"),
    "exceptions":     Row("trace_stack_leaks", unary("getitem(x, ())"), "2", "0", "pullback_gives_v_away"),
    "threads":        Row("one_stack_for_all_threads", product(), "0.0", "1.0", "trace_stack_leaks"),
    "cotangent_check": Row("cotangent_of_any_shape", identity(), "is used", "is refused",
                           "one_stack_for_all_threads"),
    "stale_input":    Row("x_is_read_late", unary("sin(x)"), str(np.cos(2.0)), COS1,
                          "cotangent_of_any_shape"),
    "escaped_tracer": Row("traces_never_close", unary("getitem(x, ())"), "is used", "is refused",
                          "x_is_read_late"),
    "deep_chain":     Row("pull_calls_itself", unary("sin(x)"), "raises RecursionError", "an answer",
                          "traces_never_close"),
    "linear_cost":    Row("pull_path_by_path", unary("multiply(x, x)"), None, "linear", "tapes_are_kept"),
    "lifetime":       Row("tapes_are_kept", identity(), None, "0", "pull_path_by_path"),
}
# fmt: on

each_law = pytest.mark.parametrize("name", TABLE)


def verdict(name, engine, case):
    return judge(BY_NAME[name], observe(engine, case))


def test_every_law_has_a_row():
    assert list(TABLE) == [rule.name for rule in LAWS]


@each_law
def test_a_law_kills_a_mutant_of_its_own_or_a_stronger_law_does(name):
    law = BY_NAME[name]
    own = MUTANTS[TABLE[name].fault].law

    assert own == (law.subsumed_by or name)
    assert law.subsumed_by in {"", *law.explained_by}


@each_law
def test_a_law_is_broken_and_made_small(name):
    row, law = TABLE[name], BY_NAME[name]
    engine = MUTANTS[row.fault].engine
    cases = (case for tier, case in shown(MUTANTS[row.fault].where) if tier in law.tiers)
    first = next(case for case in cases if verdict(name, engine, case).status in ANSWERS)
    symptom = verdict(name, engine, first).symptom

    def keeps(case):
        found = verdict(name, engine, case)
        return found.status in ANSWERS and found.symptom == symptom

    small = reduce_case(first, keeps)

    claim = verdict(name, engine, small).claim
    assert str(small) == row.smallest
    assert row.left is None or close(claim.left, row.left)
    assert not row.right or close(claim.right, row.right)


def close(side, wanted):
    """Return whether a side reads as it should, numbers up to a few roundoffs."""
    try:
        return float(side) == pytest.approx(float(wanted), rel=4 * EPS, nan_ok=True)
    except (TypeError, ValueError):
        return str(side) == wanted


@each_law
def test_the_right_engine_is_not_blamed_on_the_smallest_case(name):
    assert verdict(name, ENGINE, parse_case(TABLE[name].smallest)).status not in FINDINGS


# ------------------------------------------------------------------ whom a law spares


def remembering(f):
    """Return a right jit: of numbers that it has seen it knows the answer."""
    answers = {}

    def g(*xs):
        if any(type(x) is Traced for x in xs):
            return f(*xs)
        key = tuple((x.shape, x.tobytes()) for x in map(np.asarray, xs))
        if key not in answers:
            answers[key] = f(*xs)
        return answers[key]

    return g


def looping(f):
    """Return a right vmap: row by row."""

    def g(*batch):
        rows = [f(*row) for row in zip(*batch, strict=True)]
        parts = [np.stack(leaves) for leaves in zip(*map(spaces.leaves, rows), strict=True)]
        return tuple(parts) if isinstance(rows[0], tuple) else parts[0]

    return g


def spared(name):
    """Return the engine of the mutant that a law must not blame; with what the law asks for, and is right."""
    more = {"jit": {"jit": remembering}, "vmap": {"vmap": looping}}
    return replace(MUTANTS[TABLE[name].spares].engine, **more.get(name, {}))


@each_law
def test_a_law_does_not_blame_a_fault_of_another(name):
    other, engine = MUTANTS[TABLE[name].spares], spared(name)
    tiers = {*BY_NAME[name].tiers} & {*BY_NAME[other.law].tiers}
    cases = [case for tier, case in shown(other.where) if tier in tiers]
    broken = (case for case in cases if verdict(other.law, engine, case).status in FINDINGS)

    assert other.law not in {name, BY_NAME[name].subsumed_by}
    assert "holds" in (verdict(name, engine, case).status for case in broken)
