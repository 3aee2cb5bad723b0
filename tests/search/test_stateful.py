"""The state machine keeps the right engine, and finds what only a sequence of calls shows."""

import pytest
from hypothesis.stateful import run_state_machine_as_test

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.conformance.mutants import MUTANTS
from adspec.search.stateful import machine, repeatable
from adspec.search.worker import Abandoned, Worker
from adspec.testing import stateful

FAULTS = (
    "pullback_with_memory",
    "trace_stack_leaks",
    "one_tape_for_all",
    "buffer_full_after_exception",
    "one_stack_for_all_threads",
)


# Which sequences are drawn depends on the code at hand (Hypothesis takes constants from it): a fault that one
# sequence in two hundred shows is found among this many wherever the tests run.
MANY = 1000


def run(engine, sequences):
    run_state_machine_as_test(machine(engine, ENGINE), settings=repeatable(sequences, 20, shrink=False))


def test_the_right_engine_is_right_in_any_order():
    run(ENGINE, 20)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_that_only_a_sequence_shows_is_found(fault):
    with pytest.raises(AssertionError, match=r"answers|state after|raises"):
        run(MUTANTS[fault].engine, MANY)


def test_an_engine_author_gets_a_test_case():
    case = stateful("reference", sequences=2, steps=5)

    case("runTest").runTest()


def test_an_engine_author_is_told_of_a_fault_that_only_threads_show():
    case = stateful(MUTANTS["one_stack_for_all_threads"].engine, sequences=MANY, steps=10)

    with pytest.raises(AssertionError, match=r"answers \[0\.0\]"):
        case("runTest").runTest()


def test_a_sequence_without_threads_is_possible():
    run_state_machine_as_test(machine(ENGINE, ENGINE, threads=0), settings=repeatable(5, 10))


def test_a_worker_stands_still_until_it_may_go_on():
    seen, worker = [], Worker(ENGINE.scope)

    class Step:
        def __init__(self, number):
            self.number = number

        def run(self):
            seen.append(self.number)

    is_over = worker.begin(lambda: [worker.look(Step(n)) for n in range(3)])

    assert (is_over, seen) == (False, [])
    assert (worker.go_on(2), seen) == (False, [0, 1])
    assert (worker.go_on(5), seen) == (True, [0, 1, 2])
    worker.end()


def test_an_abandoned_job_raises_where_it_stands():
    worker = Worker(ENGINE.scope)
    worker.begin(lambda: worker.look(None))

    error = worker.abandon()

    assert worker.answer is error
    assert isinstance(error, Abandoned)
    worker.end()
