"""The laws of an engine's life: the smallest case that breaks each, and what autograd and JAX do."""

import importlib

import pytest

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.conformance.mutants import contracts
from adspec.findings.court import Court
from adspec.findings.docket import Docket
from adspec.language.containers import CONTAINERS
from adspec.law import judge
from adspec.observation import observe
from adspec.properties import LAWS
from adspec.search.contracts import contract_cases
from adspec.search.manners import LONG_CHAIN, MANNERS
from adspec.search.reducer import reduce_case

BY_NAME = {rule.name: rule for rule in LAWS}
LIFE = (
    "exceptions",
    "threads",
    "cotangent_check",
    "stale_input",
    "escaped_tracer",
    "deep_chain",
    "linear_cost",
    "lifetime",
)
BARE = ()
ITSELF = ("a = getitem(x, ())",)
SINE = ("a = sin(x)",)
SQUARE = ("a = multiply(x, x)",)
PRODUCT = ("a = multiply(x0, x1)",)

# fault -> the equations of the smallest case, and both sides of the claim that is broken there
# fmt: off
SMALLEST = {
    "trace_stack_leaks":           (ITSELF,  "2", "0"),
    "buffer_full_after_exception": (ITSELF,  "2.0", "1.0"),
    "exception_replaced":          (ITSELF,  "RuntimeError('f cannot be differentiated')", "the same"),
    "one_stack_for_all_threads":   (PRODUCT, "0.0", "1.0"),
    "cotangent_of_any_shape":      (BARE,    "is used", "is refused"),
    "tangent_of_any_shape":        (BARE,    "is used", "is refused"),
    "x_is_read_late":              (SINE,    "-0.4161468365471424", "0.5403023058681398"),  # cos 2, cos 1
    "one_tape_for_all":            (SQUARE,  "4.0", "2.0"),
    "traces_never_close":          (ITSELF,  "is used", "is refused"),
    "pull_calls_itself":           (SINE,    "raises RecursionError", "an answer"),
    "pull_path_by_path":           (SQUARE,  "from 305 to 1,173", "linear"),
    "tapes_are_kept":              (BARE,    "8", "0"),
}
# fmt: on


def first_cause(engine, name):
    """Return the counterexample of the first case on which an engine breaks a law; None if it keeps it."""
    court = Court(engine, BY_NAME, lambda: (ENGINE,), reduce_case)
    for case in (c for c in contract_cases() if c.presentation not in CONTAINERS):
        heard = court.hear(case, [name])
        if heard.charges:
            docket = Docket(court.reduce)
            docket.file(heard)
            return docket.counterexamples()[0]
    return None


def test_every_fault_has_its_smallest_case_here():
    assert SMALLEST.keys() == {m.name for m in contracts.MUTANTS}
    assert {m.law for m in contracts.MUTANTS} == set(LIFE)


@pytest.mark.parametrize("mutant", contracts.MUTANTS, ids=lambda m: m.name)
def test_a_fault_is_shown_on_its_smallest_case(mutant):
    found = first_cause(mutant.engine, mutant.law)

    shown = tuple(map(str, found.case.program.equations)), str(found.left), str(found.right)
    wanted = SMALLEST[mutant.name]
    counted = mutant.name in {"pull_path_by_path", "tapes_are_kept"}  # how many is CPython's to say
    assert (shown[0], shown[2]) == (wanted[0], wanted[2])
    assert counted or shown[1] == wanted[1]


@pytest.mark.parametrize("mutant", contracts.MUTANTS, ids=lambda m: m.name)
def test_a_fault_does_not_outlive_its_case(mutant):
    first_cause(mutant.engine, mutant.law)

    assert mutant.engine.state is None or mutant.engine.state() == 0
    assert [first_cause(ENGINE, name) for name in ("exceptions", "threads", "lifetime")] == [None] * 3


@pytest.mark.parametrize("name", LIFE)
def test_a_verdict_is_the_same_each_time(name):
    engine = next(m.engine for m in contracts.MUTANTS if m.law == name)

    def verdicts():
        found = (judge(BY_NAME[name], observe(engine, case)) for case in contract_cases())
        return [(v.status, v.symptom, str(v.claim and v.claim.left)) for v in found]

    assert verdicts() == verdicts()


AUTOGRAD = {
    "exceptions": ("remembers an exception", ITSELF),  # tracer.TraceStack counts down without `finally`
    "threads": ("wrong under threads", PRODUCT),
    "cotangent_check": ("uses a wrong cotangent", BARE),
    "stale_input": ("changes by x is overwritten", SINE),
    "escaped_tracer": ("uses an escaped tracer", ITSELF),
}


@pytest.mark.parametrize("name", LIFE)
def test_autograd_is_found_out(name):
    pytest.importorskip("autograd")
    engine = importlib.import_module("adspec.conformance.engines.autograd_engine").ENGINE

    found = first_cause(engine, name)

    shown = found and (found.cause.symptom, tuple(map(str, found.case.program.equations)))
    assert shown == AUTOGRAD.get(name)


def test_autograd_is_left_as_it_was():
    pytest.importorskip("autograd")
    engine = importlib.import_module("adspec.conformance.engines.autograd_engine").ENGINE
    before = engine.state()

    first_cause(engine, "exceptions")

    assert engine.state() == before == -1


@pytest.mark.slow
@pytest.mark.parametrize("name", LIFE)
def test_jax_keeps_the_laws_of_life(name):
    pytest.importorskip("jax")
    engine = importlib.import_module("adspec.conformance.engines.jax_engine").ENGINE
    plain = [case for case in contract_cases() if not case.program.depth]

    statuses = {judge(BY_NAME[name], observe(engine, case)).status for case in plain}

    allowed = {"holds", "vacuous"} | ({"deviates"} if name == "cotangent_check" else set())
    assert statuses <= allowed


def test_a_deep_search_has_one_case_more_of_which_the_law_makes_100_000_equations():
    more = [case for case in contract_cases(deep=True) if len(case.program.equations) == 50]
    times = importlib.import_module("adspec.properties.deep_chain").TIMES

    assert len(contract_cases(deep=True)) - len(contract_cases()) == len(more) == 1
    assert times * 50 == 100_000
    assert LONG_CHAIN not in MANNERS.values()
