"""The reducer: planted faults become one-equation cases with short numbers, pinned as text."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from adspec.language.case import parse_case, same_case
from adspec.language.containers import CONTAINERS
from adspec.language.primitives import VOCABULARY
from adspec.language.program import Name
from adspec.search.cases import form_case
from adspec.search.recast import plain_call
from adspec.search.reducer import EVALUATIONS, reduce_case
from adspec.search.simplicity import plainer, rank, simplicity
from adspec.search.strategies import draw, program_cases

NUMPY = {name: row.value for name, row in VOCABULARY.items()}
WORDS = """
    negative square sin exp log sqrt tanh abs add multiply subtract divide pow maximum where sum mean prod max
    cumulative_sum reshape permute_dims broadcast_to concat stack flip getitem take matmul outer einsum
""".split()  # noqa: SIM905 -- words

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


@pytest.fixture(scope="module")
def programs():
    return draw(program_cases({name: VOCABULARY[name] for name in WORDS}), 500, 0)


def calls(case, primitive):
    """Yield the values of the arguments, the equation and the value of every call of a primitive."""
    env = case.program.environment(NUMPY, case.values(case.x), case.dtype)
    for e in case.program.equations:
        if e.primitive == primitive:
            args = [np.asarray(env[a.text] if isinstance(a, Name) else a) for a in e.args]
            yield args, e, np.asarray(env[e.name])


# ------------------------------------------------------------------ planted faults


def wrong_for_a_negative_factor(case):
    return any(np.any(args[1].real < 0) for args, _, _ in calls(case, "multiply"))


def wrong_where_broadcast(case):
    return any(args[0].ndim == 2 and args[1].ndim == 1 for args, _, _ in calls(case, "add"))


def wrong_along_an_axis(case):
    return any(e.params.get("axis") is not None for _, e, _ in calls(case, "sum"))


def wrong_for_large_values(case):
    return any(np.any(np.abs(y) > 3.1) for _, _, y in calls(case, "square"))


def wrong_for_more_than_one_element(case):
    return any(y.size > 1 for _, _, y in calls(case, "exp"))


def wrong_for_repeated_indices(case):
    return any(np.unique(args[1]).size < args[1].size for args, _, _ in calls(case, "take"))


def wrong_for_matrices(case):
    return any(args[0].ndim == 2 for args, _, _ in calls(case, "matmul"))


def wrong_where_a_value_is_used_twice(case):
    return max(case.program.use_counts().values()) > 1


def wrong_nested(case):
    squares = {e.name for _, e, _ in calls(case, "square")}
    return any(squares & set(e.uses()) for _, e, _ in calls(case, "sum"))


PLANTED = {
    wrong_for_a_negative_factor: {
        "a = multiply(x0, x1) | x0 = 1.0, x1 = -1.0",
        "a = multiply(x, x) | x = -1.0",
        "a = multiply(1.0, x) | x = -1.0",
    },
    wrong_where_broadcast: {"a = add(x0, x1) | x0 = [[1.0]], x1 = [1.0]"},
    wrong_along_an_axis: {"a = sum(x, axis=0) | x = 1.0"},
    wrong_for_large_values: {"a = square(x) | x = 2.0"},
    wrong_for_more_than_one_element: {"a = exp(x) | x = [1.0, 1.0]"},
    wrong_for_repeated_indices: {"a = take(x, [0, 0]) | x = 1.0"},
    wrong_for_matrices: {"a = matmul(x0, x1) | x0 = [[1.0]], x1 = [1.0]", "a = matmul(x, x) | x = [[1.0]]"},
    wrong_nested: {"a = square(x); b = sum(a) | x = 1.0"},
}


def brief(case):
    """Return the equations and the inputs in one line, after checking that u and v are ones."""
    assert all(np.all(a == 1.0) for a in (*case.u, *case.v)), str(case)
    lines = str(case).splitlines()
    equations = [line.strip() for line in lines if line.startswith("    ") and "return" not in line]
    return f"{'; '.join(equations)} | {', '.join(line for line in lines if line.startswith('x'))}"


def reduced(case, fault):
    """Return the reduced case and the number of evaluations."""
    asked = []

    def still_broken(candidate):
        asked.append(candidate)
        return fault(candidate)

    return reduce_case(case, still_broken), len(asked)


@pytest.mark.parametrize("fault", PLANTED, ids=lambda f: f.__name__)
def test_a_planted_fault_is_reduced_to_its_simplest_form(programs, fault):
    hits = [case for case in programs if fault(case)][:15]
    assert len(hits) > 3
    results = [reduced(case, fault) for case in hits]
    assert {brief(case) for case, _ in results} <= PLANTED[fault]
    assert max(evaluations for _, evaluations in results) <= 60


def test_a_value_used_twice_is_reduced_to_one_equation(programs):
    hits = [case for case in programs if wrong_where_a_value_is_used_twice(case)][:40]
    results = [reduced(case, wrong_where_a_value_is_used_twice)[0] for case in hits]
    lengths = Counter(len(case.program.equations) for case in results)
    assert lengths[0] + lengths[1] >= 37  # none: the two uses are two outputs
    assert all(set(np.concatenate([a.ravel() for a in case.x]).tolist()) <= {1.0, 2.0} for case in results)


# ------------------------------------------------------------------ one thing each

DEAD = """
def f(x):
    a = sin(x)
    b = exp(a)
    c = square(a)
    return c

x = [0.3, 0.7]
u_x = [0.1, 0.2]
v_0 = [0.3, 0.4]
"""


def test_a_dead_equation_goes_even_if_nothing_else_can():
    def needs_all_the_rest(case):
        return [e.primitive for e in case.program.equations if e.primitive != "exp"] == ["sin", "square"]

    case, _ = reduced(parse_case(DEAD.strip()), needs_all_the_rest)
    assert brief(case) == "a = sin(x); b = square(a) | x = 1.0"


def test_a_dead_equation_that_the_failure_needs_becomes_an_output():
    def overwriting(case):
        # a pullback that overwrites: the second user of a value wins, be its cotangent zero
        return any(case.program.use_counts()[e.name] > 1 for e in case.program.equations)

    def needs_the_other_user(case):
        used = [set(e.uses()) for e in case.program.equations]
        return any(a & b for a in used for b in used if a is not b)

    case, _ = reduced(parse_case(DEAD.strip()), lambda c: needs_the_other_user(c) or overwriting(c))
    assert case.program.without_dead() == case.program


def test_an_unused_input_stays_if_the_failure_needs_it():
    case = parse_case(
        "def f(x0, x1):\n    a = sin(x0)\n    return a\nx0 = 3.0\nx1 = [4.5, 0.1]\n"
        "u_x0 = 0.1\nu_x1 = [0.2, 0.3]\nv_0 = 0.7"
    )
    smallest, _ = reduced(case, lambda c: "sin" in c.program.primitives() and len(c.x) == 2)
    assert brief(smallest) == "a = sin(x0) | x0 = 1.0, x1 = 1.0"


TWO = """
def f(x0, x1):
    a = multiply(x0, x1)
    b = exp(a)
    return a, b

x0 = [1.5, 0.5]
x1 = [0.75, 2.0]
u_x0 = [1.0, 0.5]
u_x1 = [0.5, 1.0]
v_0 = [1.0, 2.0]
v_1 = [2.0, 1.0]
"""


def test_one_input_stands_for_two_if_that_still_fails():
    def products_of_two_arrays(case):
        return any(min(a.ndim for a in args) == 1 for args, _, _ in calls(case, "multiply"))

    [line] = [brief(reduced(parse_case(TWO.strip()), products_of_two_arrays)[0])]
    assert line == "a = multiply(x, x) | x = [1.0]"


def test_one_output_is_returned_again_for_another_if_that_still_fails():
    def with_two_outputs(case):
        return len(case.v) == 2 and "multiply" in case.program.primitives()

    case, _ = reduced(parse_case(TWO.strip()), with_two_outputs)

    assert case.program.outputs == ("a", "a")
    assert brief(case) == "a = multiply(x, x) | x = 1.0"


def test_a_held_input_is_not_merged():
    def has_two_inputs_of_which_one_is_held(case):
        return len(case.held) == 1 and len(case.x) == 1 and len(case.program.equations) == 1

    text = TWO.replace("u_x1 = [0.5, 1.0]\n", "")
    case, _ = reduced(parse_case(text.strip()), has_two_inputs_of_which_one_is_held)

    assert len(case.program.inputs) == 2


@pytest.mark.parametrize(
    ("dtype", "fault"),
    [
        ("float32", lambda c: c.x[0].dtype == np.float32),
        ("complex128", lambda c: c.x[0].dtype == np.complex128),
    ],
)
def test_a_dtype_stays_only_if_the_failure_needs_it(dtype, fault):
    start = form_case(VOCABULARY["sin"], VOCABULARY["sin"].forms[2], dtype=dtype)
    assert reduced(start, fault)[0].x[0].dtype == dtype
    assert reduced(start, lambda _: True)[0].x[0].dtype == np.float64


def test_a_presentation_stays_only_if_the_failure_needs_it():
    start = form_case(VOCABULARY["multiply"], VOCABULARY["multiply"].forms[1], presentation="operators")
    assert reduced(start, lambda c: c.presentation == "operators")[0].presentation == "operators"
    assert reduced(start, lambda _: True)[0].presentation == "functions"


@pytest.mark.parametrize("name", CONTAINERS)
def test_plain_arrays_are_tried_before_all_else_where_a_case_is_in_a_container(name):
    start, asked = replace(parse_case(DEAD.strip()), presentation=name), []

    reduce_case(start, lambda c: bool(asked.append(c)))

    assert str(asked[0]) == DEAD.strip()
    assert reduced(start, lambda c: c.presentation == name)[0].presentation == name


def test_numbers_that_must_be_odd_become_short():
    start = parse_case(
        "def f(x):\n    a = sin(x)\n    return a\nx = 0.7236190411\nu_x = 0.123456\nv_0 = -7.654321"
    )
    case, _ = reduced(start, lambda c: 0.7 < c.x[0] < 0.73 and c.v[0] < -2 and c.u[0] != 1.0)
    assert str(case).splitlines()[4:] == ["x = 0.72", "u_x = 0.0", "v_0 = -8.0"]


def test_arguments_stay_in_the_domain_and_values_finite():
    start = parse_case(
        "def f(x):\n    a = log(x)\n    return a\nx = [0.7, 3.0]\nu_x = [1.0, 2.0]\nv_0 = [1.0, 2.0]"
    )
    seen = []
    reduce_case(start, lambda c: seen.append(c) or "log" in c.program.primitives())
    assert len(seen) > 3
    assert all(np.all(c.x[0] > 0) for c in seen if c.program.equations)


def test_a_call_keeps_its_observable():
    row = VOCABULARY["linalg.eigh"]
    start = form_case(row, row.forms[-1])
    case, _ = reduced(start, lambda c: "linalg.eigh" in c.program.primitives())
    assert [e.primitive for e in case.program.equations] == [
        e.primitive for e in form_case(row, row.forms[0]).program.equations
    ]


def test_every_form_and_rung_of_a_primitive_is_a_candidate():
    row = VOCABULARY["prod"]
    assert len(list(plain_call(form_case(row, row.forms[0]), {}))) == len(row.forms) + len(row.rungs)


def test_nothing_simpler_is_the_case_itself():
    case = parse_case("def f(x):\n    a = sin(x)\n    return a\nx = 3.0\nu_x = 4.0\nv_0 = 5.0")
    assert reduce_case(case, lambda _: False) is case


def test_reducing_again_changes_nothing(programs):
    for case in [c for c in programs if wrong_along_an_axis(c)][:5]:
        once = reduce_case(case, wrong_along_an_axis)
        assert same_case(reduce_case(once, wrong_along_an_axis), once)


@pytest.mark.parametrize("bound", [0, 1, 7])
def test_evaluations_are_bounded(programs, bound):
    asked = []
    reduce_case(programs[-1], lambda c: asked.append(c) is None, evaluations=bound)
    assert len(asked) <= bound
    assert EVALUATIONS == 300


def test_no_case_is_asked_about_twice_and_each_is_simpler_than_the_last_that_broke(programs):
    for start in programs[:20]:
        asked, best = [], [start]

        def still_broken(case, asked=asked, best=best):
            assert str(case) not in asked
            assert simplicity(case) < simplicity(best[-1])
            asked.append(str(case))
            best.extend([case] if len(asked) % 3 == 0 else [])
            return len(asked) % 3 == 0

        reduce_case(start, still_broken)


def test_the_plainest_numbers_come_first():
    assert sorted([0.1, -1.0, 0.25, 0.5, 2.0, 1 / 3, 0.0, 1.0], key=rank) == [
        1.0,
        0.0,
        2.0,
        0.5,
        -1.0,
        0.1,
        0.25,
        1 / 3,
    ]
    assert list(plainer(1 / 3)) == [1.0, 0.0, 2.0, 0.5, -1.0, 0.3, 0.33, 0.333, 0.33333]
    assert list(plainer(1.0)) == []
