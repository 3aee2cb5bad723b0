"""Drawn cases: valid by construction, spread as promised, and the same for a seed everywhere."""

import hashlib
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

import adspec
from adspec.language.case import parse_case, same_case
from adspec.language.containers import CONTAINERS
from adspec.language.presentation import PRESENTATIONS
from adspec.language.primitives import VOCABULARY
from adspec.language.primitives.domains import CLOSED_UNIT, POSITIVE, REAL, UNIT
from adspec.language.program import Name
from adspec.search.points import wide
from adspec.search.single import singles
from adspec.search.strategies import draw, program_cases, rule_cases
from adspec.search.tape import choices

NUMPY = {name: row.value for name, row in VOCABULARY.items()}
SAMPLE = ("sin", "log", "asin", "atan2", "pow", "matmul", "getitem", "sum", "concat", "linalg.cholesky")
WORDS = {
    name: VOCABULARY[name]
    for name in ("negative", "log", "sqrt", "asin", "acosh", "square", "tanh", "add", "multiply", "matmul")
}
# Where a tie between two arguments, or a zero, is a kink.
KINKED = ("abs", "fabs", "maximum", "minimum", "fmax", "fmin", "sort", "max", "min", "nn.relu")

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


@pytest.fixture(scope="module")
def programs():
    return draw(program_cases(VOCABULARY), 400, 0)


def values_of(case):
    return case.program.environment(NUMPY, case.values(case.x), case.dtype)


def arguments(equation, env):
    return [np.asarray(env[a.text]) for a in equation.args if isinstance(a, Name)]


def text(cases):
    return "\n".join(map(str, cases))


# ------------------------------------------------------------------ programs


def test_as_many_programs_are_drawn_as_were_asked_for_and_no_two_are_alike(programs):
    assert len({str(case) for case in programs}) == 400


def test_every_value_of_a_program_is_finite(programs):
    for case in programs:
        for name, value in values_of(case).items():
            assert np.all(np.isfinite(value)), (name, str(case))


def test_every_argument_lies_in_its_domain(programs):
    for case in programs:
        env = values_of(case)
        for equation in case.program.equations:
            row = VOCABULARY[equation.primitive]
            for position, argument in enumerate(arguments(equation, env)):
                assert row.domain(position).contains(argument), (str(equation), str(case))


def test_values_are_of_a_size_at_which_derivatives_can_be_judged(programs):
    for case in programs:
        env = values_of(case)
        for equation in case.program.equations:
            assert 0.9e-3 <= np.max(np.abs(env[equation.name])) <= 1.1e3, (str(equation), str(case))


def test_tangents_and_cotangents_fit_the_inputs_and_outputs(programs):
    for case in programs:
        env = values_of(case)
        assert [(a.shape, a.dtype) for a in case.u] == [(a.shape, a.dtype) for a in case.x]
        outputs = [np.asarray(env[name]) for name in case.program.outputs]
        assert [(a.shape, a.dtype) for a in case.v] == [(a.shape, a.dtype) for a in outputs]


def test_programs_are_short_live_and_small(programs):
    for case in programs:
        assert 1 <= len(case.program.equations) <= 8
        assert case.program.without_dead() == case.program
        assert all(1 <= a.size <= 12 for a in (*case.x, *case.v))


def test_programs_print_and_parse_back(programs):
    assert all(same_case(parse_case(str(case)), case) for case in programs[:50])


def test_values_are_used_twice_in_many_programs(programs):
    fanning = [c for c in programs if max(c.program.use_counts().values()) > 1]
    assert 0.35 < len(fanning) / len(programs) < 0.65


def test_lengths_kinds_and_endings_are_spread(programs):
    lengths = Counter(len(c.program.equations) for c in programs)
    assert all(lengths[n] >= 15 for n in range(1, 9))
    dtypes = Counter(c.x[0].dtype.name for c in programs)
    assert dtypes["float64"] > dtypes["complex128"] > 20 < dtypes["float32"]
    assert sum(len(c.program.outputs) == 2 for c in programs) > 20
    assert sum(c.v[0].ndim == 0 for c in programs) > 80
    assert 0 < sum(c.program.without_unused_inputs() != c.program for c in programs) < 40
    assert {c.presentation for c in programs} == set(PRESENTATIONS) - {"python_numbers"}


def test_most_of_the_vocabulary_is_composed(programs):
    met = {name for case in programs for name in case.program.primitives()}
    assert len(met) > 0.6 * len(VOCABULARY)


def test_few_programs_stand_on_a_kink(programs):
    met, tied = 0, 0
    for case in programs:
        env = values_of(case)
        for equation in case.program.equations:
            if equation.primitive in KINKED:
                numbers = np.concatenate([a.ravel() for a in arguments(equation, env)])
                met += 1
                tied += bool(np.any(numbers == 0)) or len(set(numbers.tolist())) < numbers.size
    assert met > 10
    assert tied <= 0.25 * met  # an argument used twice is a tie that does no harm


def test_an_argument_outside_its_domain_is_wrapped():
    cases = draw(program_cases(WORDS), 100, 0)
    assert any("add(b, 0.5)" in str(c) for c in cases)
    assert all(np.all(np.isfinite(v)) for c in cases for v in values_of(c).values())


def test_words_that_could_wrap_are_not_needed():
    cases = draw(program_cases({name: VOCABULARY[name] for name in ("log", "negative")}), 50, 0)
    assert {p for c in cases for p in c.program.primitives()} == {"log", "negative"}


def test_words_in_which_no_program_can_end_make_none():
    assert draw(program_cases({"floor": VOCABULARY["floor"]}), 10, 0) == []


# ------------------------------------------------------------------ calls of one primitive


@pytest.mark.parametrize("name", SAMPLE)
def test_calls_lie_in_the_domain_and_have_finite_values(name):
    row = VOCABULARY[name]
    for case in draw(rule_cases(row), 60, 0):
        env = values_of(case)
        [call] = [e for e in case.program.equations if e.primitive == name]
        for position, argument in enumerate(arguments(call, env)):
            assert row.domain(position).contains(argument), str(case)
        for output in case.program.outputs:
            assert np.all(np.isfinite(env[output])), str(case)


@pytest.mark.parametrize("name", sorted(VOCABULARY))
def test_every_primitive_has_calls(name):
    assert len(draw(rule_cases(VOCABULARY[name]), 8, 0)) == 8


def test_calls_spread_over_sixteen_powers_of_ten_and_both_signs():
    cases = draw(rule_cases(VOCABULARY["asinh"]), 150, 0)
    x = np.concatenate([case.x[0].real.ravel() for case in cases])
    for sign in (1.0, -1.0):
        sizes = (sign * x)[sign * x > 0]
        assert sizes.min() < 1e-6
        assert sizes.max() > 1e6
        assert np.median(sizes) == pytest.approx(1.0, abs=1.0)


def test_calls_come_in_several_kinds():
    cases = draw(rule_cases(VOCABULARY["multiply"]), 150, 0)
    assert {a.dtype.name for c in cases for a in c.x} == {"float64", "float32", "complex128"}
    assert {c.presentation for c in cases} == set(PRESENTATIONS) - {"python_numbers", *CONTAINERS}
    assert any(c.held for c in cases)
    assert any(np.abs(c.v[0]).max(initial=0) > 1e3 for c in cases)


@pytest.mark.parametrize("domain", [REAL, POSITIVE, UNIT, CLOSED_UNIT], ids=lambda d: d.name)
def test_wide_points_stay_in_their_domain_in_both_precisions(domain):
    for k in range(400):
        x = wide(domain, (3,), k)
        assert domain.contains(x)
        assert domain.contains(x.astype(np.float32))


def test_wide_points_come_near_every_end_of_their_domain():
    x = np.concatenate([wide(UNIT, (3,), k) for k in range(400)])
    assert 1 - x.max() < 1e-6
    assert 1 + x.min() < 1e-6
    assert np.abs(x).min() < 1e-6


# ------------------------------------------------------------------ drawing


def test_one_choice_is_uniform_and_the_end_of_the_tape_is_plain():
    counts = Counter(choices(bytes([b]))(5) for b in range(256))
    assert {n: counts[n] // 10 for n in range(5)} == dict.fromkeys(range(5), 5)
    assert [choices(b"")(n) for n in (1, 2, 300)] == [0, 0, 0]
    assert choices(b"\xff\xff")(300) == 299


def test_a_seed_draws_the_same_again_and_another_seed_something_else():
    first, again, other = (draw(program_cases(WORDS), 30, seed) for seed in (1, 1, 2))
    assert text(first) == text(again)
    assert not {str(c) for c in first} & {str(c) for c in other}


SCRIPT = f"""
import hashlib
from adspec.language.primitives import VOCABULARY
from adspec.search.strategies import draw, program_cases, rule_cases
words = {{name: VOCABULARY[name] for name in {tuple(WORDS)}}}
cases = draw(program_cases(words), 40, 7) + draw(rule_cases(VOCABULARY["pow"]), 40, 7)
print(hashlib.sha256("\\n".join(map(str, cases)).encode()).hexdigest())
"""


@pytest.mark.parametrize(("before", "hash_seed"), [("", "1"), ("import constants", "2")])
def test_a_seed_draws_the_same_in_every_process(tmp_path, before, hash_seed):
    # Hypothesis reads constants from the modules of the folder in which it runs.
    (tmp_path / "constants.py").write_text("NUMBERS = [3, 17, 40, 99, 1234]\nTEXT = b'bytes'\n")
    home = Path(adspec.__file__).parents[1]
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", before + SCRIPT],
        env={
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": os.pathsep.join([str(tmp_path), str(home)]),
        },
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    here = draw(program_cases(WORDS), 40, 7) + draw(rule_cases(VOCABULARY["pow"]), 40, 7)
    assert run.stdout.strip() == hashlib.sha256(text(here).encode()).hexdigest()


def test_cases_are_drawn_within_a_test_of_hypothesis_too():
    expected = text(draw(rule_cases(VOCABULARY["sin"]), 5, 3))

    @hypothesis.settings(max_examples=3, database=None, deadline=None)
    @hypothesis.given(st.integers())
    def outer(_):
        assert text(draw(rule_cases(VOCABULARY["sin"]), 5, 3)) == expected

    outer()


def test_a_profile_of_the_user_changes_nothing():
    expected = text(draw(rule_cases(VOCABULARY["sin"]), 5, 3))
    with_profile = hypothesis.settings(derandomize=True, max_examples=2)
    hypothesis.settings.register_profile("odd", with_profile)
    current = hypothesis.settings.get_current_profile_name()
    hypothesis.settings.load_profile("odd")
    try:
        assert text(draw(rule_cases(VOCABULARY["sin"]), 5, 3)) == expected
    finally:
        hypothesis.settings.load_profile(current)


def test_the_simplest_tape_is_the_simplest_case():
    quiet = hypothesis.settings(database=None, deadline=None, phases=[hypothesis.Phase.generate])
    case = hypothesis.find(program_cases(WORDS), lambda _: True, settings=quiet)
    assert str(case) == "def f(x):\n    a = negative(x)\n    return a\n\nx = 1.0\nu_x = 1.0\nv_0 = 1.0"


def test_single_calls_by_seed_are_the_same_again_and_others_for_another_seed_or_word():
    def shown(word, seed):
        return text(singles(VOCABULARY[word], 20, seed))

    assert shown("sin", 1) == shown("sin", 1)
    assert shown("sin", 1) != shown("sin", 2)
    assert shown("sin", 1).replace("sin", "cos") != shown("cos", 1)
    assert len(singles(VOCABULARY["sin"], 20, 1)) == 20


def test_random_points_of_a_series_stay_where_it_ends():
    row = VOCABULARY["special.gammainc"]
    sizes = np.concatenate([np.ravel(a) for case in singles(row, 200, 0) for a in case.x])
    assert (sizes.min() >= 0.009, sizes.max() <= 101.0) == (True, True)
