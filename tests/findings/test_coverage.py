"""A cell counts once a number of it was judged, whichever way; what never ran is known by name."""

from dataclasses import replace

import numpy as np
import pytest

from adspec.conform import conform
from adspec.conformance.engines.reference_engine import ENGINE
from adspec.discovery import find_engine, find_laws
from adspec.findings.coverage import Cell, Coverage, Ledger, moving_arguments, provided_cells
from adspec.language.case import parse_case
from adspec.language.primitives import VOCABULARY
from adspec.law import Claim, Verdict, judge_all
from adspec.limits import Limits
from adspec.observation import observe
from adspec.plan import PROFILES, Plan, compiled_for
from adspec.search.ladder import ladder
from adspec.truth.interval import point

TRUTHS = find_laws(("truth_push", "truth_pull"))
PUSH = Verdict(law="truth_push", status="holds")
PRODUCT = parse_case("""
def f(x0, x1):
    a = multiply(x0, x1)
    return a

x0 = 2.0
x1 = 3.0
u_x0 = 1.0
v_0 = 1.0
""")
SYMMETRISED = parse_case("""
def f(x):
    a = multiply(x, x)
    b = add(a, 1.0)
    c = pow(2.0, b)
    return c

x = complex64([1j])
u_x = complex64([1.0])
v_0 = complex64([1.0])
""")


def cells_of(name, engine=ENGINE):
    return set(provided_cells(engine, [VOCABULARY[name]], TRUTHS))


def after(status, law="truth_push", name="multiply", case=PRODUCT):
    ledger = Ledger(provided_cells(ENGINE, [VOCABULARY[name]], TRUTHS))
    ledger.note(VOCABULARY[name], case, [Verdict(law=law, status=status)])
    return ledger.coverage()


# ------------------------------------------------------------------ what there is


def test_a_real_rule_of_one_argument_has_four_cells():
    assert cells_of("cbrt") == {
        Cell("cbrt", 0, mode, dtype) for mode in ("push", "pull") for dtype in ("float64", "float32")
    }


def test_complex_cells_are_there_where_the_row_says_so():
    assert {c.dtype for c in cells_of("exp")} == {"float64", "float32", "complex128", "complex64"}


def test_every_argument_that_takes_an_array_of_floats_has_cells():
    assert {c.argument for c in cells_of("where")} == {1, 2}
    assert {c.argument for c in cells_of("take")} == {0}
    assert {c.argument for c in cells_of("concat")} == {0, 1, 2}


@pytest.mark.parametrize("name", ["float_power", "argmax"])
def test_what_widens_float32_is_not_judged_in_it(name):
    assert "float32" not in {c.dtype for c in cells_of(name)}


def test_half_an_engine_has_half_the_cells():
    assert {c.mode for c in cells_of("exp", replace(ENGINE, jvp=None))} == {"pull"}


def test_what_an_engine_does_not_provide_has_no_cells():
    assert cells_of("exp", replace(ENGINE, ops={})) == set()


def test_laws_other_than_the_truth_exercise_no_cell():
    assert list(provided_cells(ENGINE, VOCABULARY.values(), find_laws(("transpose",)))) == []


# ------------------------------------------------------------------ what ran


def test_only_arguments_that_move_are_exercised():
    assert list(moving_arguments("multiply", PRODUCT)) == [(0, "float64")]


def test_an_argument_made_of_x_moves_and_has_the_dtype_of_x():
    assert list(moving_arguments("pow", SYMMETRISED)) == [(1, "complex64")]


@pytest.mark.parametrize("status", ["holds", "broken", "inaccurate"])
def test_a_numeric_verdict_exercises_its_half(status):
    found = after(status)
    assert (found.provided, found.exercised) == (16, 1)
    assert Cell("multiply", 0, "push", "float64") not in found.never


@pytest.mark.parametrize("status", ["inconclusive", "vacuous", "unsupported", "deviates"])
def test_a_verdict_without_numbers_exercises_nothing(status):
    assert len(after(status).never) == 16


def test_a_cell_that_only_raised_is_told_apart():
    found = after("crashed")
    assert found.raised == (Cell("multiply", 0, "push", "float64"),)
    assert (found.exercised, len(found.never)) == (0, 15)


def test_a_rule_that_an_engine_says_it_lacks_is_not_provided():
    ledger = Ledger(cells_of("multiply"))
    none = replace(PUSH, status="crashed", symptom="raises NotImplementedError")
    ledger.note(VOCABULARY["multiply"], PRODUCT, [none])
    found = ledger.coverage()
    assert found.missing == (Cell("multiply", 0, "push", "float64"),)
    assert (found.provided, found.exercised, found.raised, len(found.never)) == (15, 0, (), 15)

    ledger.note(VOCABULARY["multiply"], PRODUCT, [replace(none, symptom="raises KeyError")])
    assert (ledger.coverage().provided, ledger.coverage().missing) == (16, ())


@pytest.mark.parametrize(("x", "exercised"), [("0.5", 2), ("complex128(complex(0.5, 1.0))", 0)])
def test_the_angle_of_a_real_number_is_flat_and_was_judged(x, exercised):
    text = f"def f(x):\n    a = angle(x)\n    return a\nx = {x}\nu_x = {x}\nv_0 = 1.0"
    zero = Claim(
        left=np.zeros(()), right=np.zeros(()), left_says="", right_says="", interval=point(np.zeros(()), 0.0)
    )
    ledger = Ledger(provided_cells(ENGINE, [VOCABULARY["angle"]], TRUTHS))
    vacuous = [Verdict(law=law.name, status="vacuous", claim=zero) for law in TRUTHS]
    ledger.note(VOCABULARY["angle"], parse_case(text), vacuous)
    assert ledger.coverage().exercised == exercised


def test_a_cell_that_raised_and_was_judged_is_exercised():
    ledger = Ledger(provided_cells(ENGINE, [VOCABULARY["multiply"]], TRUTHS))
    for status in ("holds", "crashed"):
        ledger.note(VOCABULARY["multiply"], PRODUCT, [replace(PUSH, status=status)])
    assert (ledger.coverage().exercised, ledger.coverage().raised) == (1, ())


def test_other_laws_exercise_nothing():
    assert after("holds", law="transpose").exercised == 0


# ------------------------------------------------------------------ of the second order

SECOND = find_laws(("push_of_push", "pull_of_push", "push_of_pull", "pull_of_pull"))


def twice(name, engine=ENGINE):
    return set(provided_cells(engine, [VOCABULARY[name]], SECOND))


def test_second_derivatives_have_cells_of_their_own():
    modes, dtypes = ("push", "pull"), ("float64", "float32")
    assert twice("cbrt") == {Cell("cbrt", 0, mode, dtype, 2) for mode in modes for dtype in dtypes}
    assert {c.mode for c in twice("cbrt", replace(ENGINE, vjp=None))} == {"push"}


@pytest.mark.parametrize(("law", "mode"), [("pull_of_push", "push"), ("push_of_pull", "pull")])
def test_the_rule_that_was_differentiated_is_exercised(law, mode):
    ledger = Ledger(twice("multiply"))
    ledger.note(VOCABULARY["multiply"], PRODUCT, [Verdict(law=law, status="holds")])
    assert twice("multiply") - set(ledger.coverage().never) == {Cell("multiply", 0, mode, "float64", 2)}


def test_a_second_derivative_of_zero_was_judged():
    zero = Claim(
        left=np.zeros(()), right=np.zeros(()), left_says="", right_says="", interval=point(np.zeros(()), 0.0)
    )
    ledger = Ledger(cells_of("multiply") | twice("multiply"))
    vacuous = [Verdict(law=law, status="vacuous", claim=zero) for law in ("truth_pull", "pull_of_pull")]
    ledger.note(VOCABULARY["multiply"], PRODUCT, vacuous)
    assert ledger.coverage().exercised == 1
    assert Cell("multiply", 0, "pull", "float64", 2) not in ledger.coverage().never


def test_a_cell_says_its_order_where_it_is_not_the_first():
    assert str(Cell("pow", 1, "pull", "float32")) == "pow, argument 1, pull, float32"
    assert str(Cell("pow", 1, "pull", "float32", 2)) == "pow, argument 1, pull, float32, order 2"


# ------------------------------------------------------------------ of the third order

THIRD = find_laws(("third_push", "third_pull"))


def thrice(name, engine=ENGINE):
    return set(provided_cells(engine, [VOCABULARY[name]], THIRD))


def test_third_derivatives_have_cells_where_a_rule_acts_by_real_entries():
    modes, dtypes = ("push", "pull"), ("float64", "float32")
    assert thrice("exp") == {Cell("exp", 0, mode, dtype, 3) for mode in modes for dtype in dtypes}
    assert {name for name in ("sum", "matmul", "special.erf", "floor") if thrice(name)} == set()


def test_an_engine_that_compiles_has_none_and_half_an_engine_those_of_its_half():
    assert thrice("exp", replace(ENGINE, compiles=True)) == set()
    assert {c.mode for c in thrice("exp", replace(ENGINE, vjp=None))} == {"push"}


@pytest.mark.parametrize("name", ["exp", "log", "acosh", "add", "nn.relu6"])
def test_the_ladder_exercises_all_third_derivatives(name):
    report = conform([ENGINE], primitives=[name], laws=THIRD)
    found = report.engines[0].coverage
    assert (found.provided, found.exercised) == (len(thrice(name)), len(thrice(name)))


# ------------------------------------------------------------------ of a run

SAMPLE = ("sin", "floor", "pow", "where", "stack", "getitem", "argmax", "linalg.inv")


def first_cases(name):
    """Yield those cases of a ladder that reach a cell as the first ones."""
    reached = set()
    for case in ladder(VOCABULARY[name]):
        cells = set(moving_arguments(name, case))
        if case.x[0].size and not cells <= reached:
            reached |= cells
            yield case


@pytest.mark.parametrize(
    ("name", "floor"),
    [("reference", 172), ("autograd", 164), pytest.param("jax", 172, marks=pytest.mark.slow)],
)
def test_the_ladder_exercises_an_engine(name, floor):
    """The numbers are what these ladders reach today: they may grow, never fall."""
    if name != "reference":
        pytest.importorskip(name)
    engine, laws = find_engine(name), (*TRUTHS, *SECOND)
    ledger = Ledger(provided_cells(engine, [VOCABULARY[word] for word in SAMPLE], laws))
    for word in SAMPLE:
        for case in first_cases(word) if word in engine.ops else ():
            ledger.note(VOCABULARY[word], case, judge_all(laws, observe(engine, case)))
    found = ledger.coverage()
    assert (found.never, found.raised) == ((), ())
    assert found.exercised >= floor


def reached_by(cases, name):
    return {cell for case in cases if all(v.size for v in case.v) for cell in moving_arguments(name, case)}


@pytest.mark.parametrize("name", SAMPLE)
def test_an_engine_that_compiles_is_shown_few_shapes_that_reach_every_cell(name):
    plan = Plan(profile=PROFILES["default"], seed=0, words={name: VOCABULARY[name]}, whole=True, shared=True)
    shown = plan.rules_for(replace(ENGINE, compiles=True), name)
    assert len(set(map(compiled_for, shown))) <= PROFILES["default"].shapes
    assert reached_by(shown, name) == reached_by(plan.rules(name, Limits()), name)


def test_a_run_carries_its_coverage():
    report = conform([ENGINE], primitives=["cbrt"])
    assert report.engines[0].coverage == Coverage(provided=12)  # three orders, two halves, two widths
