"""An engine is shown nothing beyond its limits, and nothing beyond them counts against it."""

from dataclasses import replace

import numpy as np
import pytest

from adspec.conform import conform
from adspec.conformance.engines.reference_engine import ENGINE
from adspec.discovery import find_laws
from adspec.findings.coverage import provided_cells
from adspec.language.presentation import NotShown
from adspec.language.primitives import VOCABULARY
from adspec.language.spaces import leaves
from adspec.language.standin import NUMPY
from adspec.limits import COMPLEX, REAL, Limits
from adspec.observation import EngineError, observe
from adspec.plan import PROFILES, Plan
from adspec.search.contracts import contract_cases
from adspec.search.scalars import scalar_cases

NUMBERS = replace(ENGINE, limits=Limits(axes=0, dtypes=("float64",)))
MATRICES = replace(ENGINE, limits=Limits(axes=2))
WORDS = ("add", "sin", "pow", "stack", "expand_dims", "getitem", "linalg.det")


def shown_to(engine):
    words = {name: VOCABULARY[name] for name in WORDS}
    plan = Plan(profile=PROFILES["quick"], seed=0, words=words, whole=True, shared=False)
    for name in words:
        yield from plan.rules_for(engine, name)
    yield from plan.contracts_for(engine)
    yield from plan.programs_for(engine, set())


def axes_in(case):
    env = case.program.environment(NUMPY, case.values(case.x), case.dtype)
    return max(np.ndim(leaf) for leaf in leaves((tuple(env.values()), case.v)))


def test_an_engine_of_numbers_is_shown_numbers_in_its_precision_alone():
    cases = list(shown_to(NUMBERS))

    assert {axes_in(case) for case in cases} == {0}
    assert {a.dtype.name for case in cases for a in (*case.x, *case.v)} == {"float64"}


def test_an_engine_of_numbers_is_shown_rules_contracts_and_programs():
    plan = Plan(profile=PROFILES["quick"], seed=0, words={"sin": VOCABULARY["sin"]}, whole=True, shared=False)

    assert len(plan.rules_for(NUMBERS, "sin")) == 7  # six rungs and a random one
    assert {str(case) for case in scalar_cases()} <= {str(case) for case in plan.contracts_for(NUMBERS)}
    assert len(plan.programs_for(NUMBERS, set())) > 30


def test_an_engine_of_matrices_is_shown_matrices_and_no_more():
    assert max(map(axes_in, shown_to(MATRICES))) == 2


def test_an_engine_without_limits_is_shown_what_it_was():
    words = {"add": VOCABULARY["add"]}
    plan = Plan(profile=PROFILES["quick"], seed=0, words=words, whole=True, shared=False)

    assert list(map(str, plan.contracts_for(ENGINE))) == list(map(str, contract_cases()))


def test_cells_beyond_the_limits_are_not_provided():
    rows = [VOCABULARY[name] for name in ("sin", "linalg.det")]
    laws = find_laws(("truth_push",))

    cells = set(provided_cells(NUMBERS, rows, laws))

    assert [(cell.primitive, cell.dtype) for cell in cells] == [("sin", "float64")]


@pytest.mark.parametrize(
    ("array", "limits"),
    [
        (np.zeros(1), Limits(axes=0)),
        (np.zeros((1, 1, 1)), Limits(axes=2)),
        (np.float32(1.0), Limits(dtypes=("float64",))),
        (np.complex128(1.0), Limits(dtypes=REAL)),
        (np.float64(1.0), Limits(dtypes=COMPLEX)),
    ],
)
def test_an_array_beyond_the_limits_is_not_shown(array, limits):
    with pytest.raises(NotShown):
        replace(ENGINE, limits=limits).array(array)


@pytest.mark.parametrize("array", [np.array(1), np.bool_(1), np.float64(1.0)])
def test_what_has_no_derivative_has_no_dtype_to_refuse(array):
    assert replace(ENGINE, limits=Limits(axes=0, dtypes=("float64",))).array(array) is array


def test_a_case_beyond_the_limits_is_unsupported_and_not_broken():
    with pytest.raises(EngineError) as caught:
        observe(NUMBERS, contract_cases()[0]).JTv  # noqa: B018 -- computed on first use

    assert isinstance(caught.value.error, NotShown)


def test_a_run_on_numbers_judges_every_cell_that_there_is():
    (summary,) = conform(
        [NUMBERS], primitives=["add", "sin"], laws=find_laws(("truth_push", "truth_pull"))
    ).engines

    assert summary.coverage.provided == summary.coverage.exercised == 6  # three arguments, push and pull


def test_an_engine_of_first_derivatives_is_asked_for_no_second_one():
    first = replace(ENGINE, limits=Limits(order=1))
    laws = find_laws(("truth_pull", "pull_of_pull"))

    orders = {cell.order for cell in provided_cells(first, [VOCABULARY["sin"]], laws)}
    depths = {case.program.depth for case in shown_to(first)}

    assert (orders, depths) == ({1}, {0})


def test_an_engine_whose_methods_are_not_numpys_is_shown_none():
    plan = Plan(
        profile=PROFILES["default"], seed=0, words={"sum": VOCABULARY["sum"]}, whole=True, shared=False
    )
    own, numpys = (
        {case.presentation for case in plan.rules_for(replace(ENGINE, limits=limits), "sum")}
        for limits in (Limits(methods=False), Limits())
    )

    assert numpys - own == {"methods"}
