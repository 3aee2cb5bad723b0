"""Looking on: steps, failures, overlaps and costs, on functions whose answers are known."""

from dataclasses import replace

import numpy as np
import pytest

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.language.case import parse_case
from adspec.observation import observe
from adspec.observation.costs import calls_of, left_by, outliving
from adspec.observation.overlap import Overlap
from adspec.observation.watching import failing, steps_of, watched
from adspec.observation.ways import composed, mixed_runs, outcome, runs_of

# f = x0³·x1 at (3, 2): ∂f/∂x0 = 54, ∂f/∂x1 = 27, ∂²f/∂x0∂x1 = 27.
CUBE = parse_case(
    """
def f(x0, x1):
    a = multiply(x0, x0)
    b = multiply(a, x0)
    c = multiply(b, x1)
    return c

x0 = 3.0
x1 = 2.0
u_x0 = 1.0
u_x1 = 1.0
v_0 = 1.0
""".strip()
)
HALF = parse_case("def f(x):\n    a = multiply(x, 0.5)\n    return a\nx = 8.0\nu_x = 1.0\nv_0 = 1.0")


def test_steps_are_the_equations_with_what_they_saw():
    assert [step.args for step in steps_of(observe(ENGINE, CUBE))] == [(3.0, 3.0), (9.0, 3.0), (27.0, 2.0)]


def test_the_derivatives_by_name():
    runs = runs_of(observe(ENGINE, CUBE))

    assert float(runs["push"]()) == 54 + 27
    assert [float(c) for c in runs["pull"]()] == [float(c) for c in runs["grad"]()] == [54.0, 27.0]


@pytest.mark.parametrize("name", ["push", "pull"])
def test_a_mixed_derivative_sees_the_outer_variable(name):
    obs = observe(ENGINE, CUBE)

    assert float(np.squeeze(mixed_runs(obs, obs.f("ways"))[name]())) == 27.0


def test_there_is_no_mixed_derivative_of_one_variable():
    obs = observe(ENGINE, HALF)

    assert mixed_runs(obs, obs.f("ways")) == {}


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_run_fails_at_the_equation_that_is_chosen(at):
    obs, error, seen = observe(ENGINE, CUBE), ZeroDivisionError("here"), []
    f = failing(obs, at, 3, error)
    counting = watched(obs, lambda step: seen.append(step.number) or step.run())

    counting(3.0, 2.0)

    assert seen == [0, 1, 2]
    assert outcome(lambda: f(3.0, 2.0)) is error


def test_a_function_composed_with_itself():
    assert float(composed(observe(ENGINE, HALF), 3)(8.0)) == 1.0


def test_what_leads_elsewhere_is_not_composed():
    assert composed(observe(ENGINE, CUBE), 3) is None


def test_the_second_job_begins_inside_the_first_and_ends_after_it():
    events, overlap, obs = [], Overlap(), observe(ENGINE, CUBE)

    def job(name, look):
        f = watched(obs, lambda step: (events.append(name), look(step))[1])
        return lambda: (f(3.0, 2.0), events.append(f"end {name}"))[0]

    answers = overlap.run(ENGINE, job("a", overlap.first), job("b", overlap.second))

    assert answers == (54.0, 54.0)
    assert events[:2] == ["a", "b"]
    assert events.index("end a") < events.index("end b") == len(events) - 1
    assert events[2 : events.index("end a")] == ["a", "a"]


def test_what_a_job_raises_is_its_answer():
    overlap, error = Overlap(), ZeroDivisionError("here")
    obs = observe(ENGINE, CUBE)
    first, second = (watched(obs, look) for look in (overlap.first, overlap.second))

    def fails():
        second(3.0, 2.0)
        raise error

    assert overlap.run(ENGINE, lambda: first(3.0, 2.0), fails) == (54.0, error)


def test_calls_are_counted_and_not_seconds():
    def thrice():
        for _ in range(3):
            len(())

    assert calls_of(thrice) - calls_of(lambda: None) == 3


def test_what_is_left_behind_is_counted():
    kept = []

    assert left_by(lambda: kept.append([0]), 5) == 5
    assert left_by(lambda: [0], 5) == 0


def test_what_outlives_its_last_use_is_counted():
    kept = np.zeros(3)

    assert outliving(lambda: [kept, np.zeros(3), 1.0]) == 1


def test_a_lock_around_derivatives_makes_threads_wait_and_nothing_else(monkeypatch):
    monkeypatch.setattr("adspec.observation.overlap.PATIENCE", 0.1)
    import threading

    lock = threading.Lock()

    def locked(f, xs, us):
        with lock:
            return ENGINE.jvp(f, xs, us)

    obs, overlap = observe(replace(ENGINE, jvp=locked), CUBE), Overlap()
    runs = [runs_of(obs, watched(obs, look))["push"] for look in (overlap.first, overlap.second)]

    assert [float(a) for a in overlap.run(ENGINE, *runs)] == [81.0, 81.0]
