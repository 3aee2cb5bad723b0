"""Containers: f of one dict, list or nest of tuples has the derivative that f of the arrays has."""

import importlib
import json
from dataclasses import replace

import pytest

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.conformance.mutants import MUTANTS, containers
from adspec.findings.counterexample import from_json, to_json
from adspec.findings.court import Court
from adspec.findings.docket import Docket
from adspec.language.case import same_case
from adspec.language.containers import CONTAINERS
from adspec.law import FINDINGS, judge, judge_all
from adspec.observation import observe
from adspec.properties import LAWS
from adspec.report.text import counterexample_text
from adspec.search.contracts import contract_cases
from adspec.search.reducer import reduce_case

BY_NAME = {rule.name: rule for rule in LAWS}
PACKED = [case for case in contract_cases() if case.presentation in CONTAINERS]

each_packed = pytest.mark.parametrize(
    "case", PACKED, ids=lambda c: f"{c.presentation} of {len(c.x)} for {len(c.v)}"
)


def engine_named(name):
    pytest.importorskip(name if name != "reference" else "adspec")
    return importlib.import_module(f"adspec.conformance.engines.{name}_engine").ENGINE


@pytest.fixture(params=["reference", "autograd", "jax"])
def engine(request):
    return engine_named(request.param)


# presentation and number of inputs -> the structure of x, and of its cotangent
HOMES = {
    ("dict", 1): "{p0: *}",
    ("dict", 2): "{p0: *, p1: *}",
    ("list", 2): "[*, *]",
    ("nested_tuples", 2): "((*), (*))",
}


@each_packed
def test_an_engine_gives_the_same_cotangents_in_containers(engine, case):
    packed, plain = observe(engine, case), observe(engine, replace(case, presentation="functions"))

    assert judge(BY_NAME["presentation"], packed).status == "holds"
    assert [a.tobytes() for a in packed.JTv] == [a.tobytes() for a in plain.JTv]
    assert packed.packed.structures["Jᵀ v"] == (HOMES[case.presentation, len(case.x)],) * 2


def test_autograd_has_no_push_of_a_dict_of_outputs(engine):
    case = next(case for case in PACKED if case.presentation == "dict" and len(case.v) == 2)

    verdict = judge(BY_NAME["tangent_space"], observe(engine, case))

    lost = ("crashed", "push", "raises NotImplementedError")  # builtins._make_dict has a pull rule only
    wanted = lost if engine.name == "autograd" else ("holds", "", "")
    assert (verdict.status, verdict.stage, verdict.symptom) == wanted


@each_packed
def test_containers_that_an_engine_does_not_take_are_unsupported(case):
    obs = observe(replace(ENGINE, trees=()), case)

    verdicts = list(judge_all(LAWS, obs))

    assert {v.status for v in verdicts} == {"unsupported"}
    assert all(v.reason.startswith("no ") and v.reason.endswith(case.presentation) for v in verdicts)


# ------------------------------------------------------------------ faults

PRODUCT = ("a = multiply(x0, x1)",)
# fault -> the presentation and equations of the smallest case, and both sides of the claim broken there
# fmt: off
SMALLEST = {
    "dict_cotangents_by_sorted_key": ("dict",          PRODUCT, "1.0",     "0.0"),
    "dict_cotangent_loses_an_entry": ("dict",          PRODUCT, "{p1: *}", "{p0: *, p1: *}"),
    "list_comes_back_as_tuple":      ("list",          (),      "(*, *)",  "[*, *]"),
    "gradient_of_tuples_is_flat":    ("nested_tuples", (),      "(*)",     "((*))"),
}
# fmt: on


def first_cause(mutant):
    court = Court(mutant.engine, BY_NAME, lambda: (ENGINE,), reduce_case)
    for case in PACKED:
        heard = court.hear(case, [mutant.law])
        if heard.charges:
            docket = Docket(court.reduce)
            docket.file(heard)
            return docket.counterexamples()[0]
    raise AssertionError


each_fault = pytest.mark.parametrize("mutant", containers.MUTANTS, ids=lambda m: m.name)


@each_fault
def test_a_fault_of_containers_is_shown_on_its_smallest_case(mutant):
    found = first_cause(mutant)

    equations = tuple(map(str, found.case.program.equations))
    assert (found.case.presentation, equations, str(found.left), str(found.right)) == SMALLEST[mutant.name]


@each_fault
def test_a_fault_of_containers_is_none_where_arrays_are_shown(mutant):
    for case in contract_cases():
        if case.presentation not in CONTAINERS:
            assert judge(BY_NAME[mutant.law], observe(mutant.engine, case)).status not in FINDINGS


TEXT = """\
broken       presentation   dict_cotangents_by_sorted_key 0.1.0   engine, pull: wrong value
Let      x0 = 1.0
         x1 = 0.0
         a = multiply(x0, x1)
         v = 1.0
         presented as dict: f({'p1': x1, 'p0': x0}) returns a
Then     Jᵀ v as dict        1.0
         Jᵀ v as functions   0.0
         reference 0.0. dict_cotangents_by_sorted_key is alone
Because  no single rule: dict_cotangents_by_sorted_key itself by pull"""


def test_a_counterexample_in_a_container_reads_as_python():
    assert counterexample_text(first_cause(containers.MUTANTS[0])) == TEXT


@each_fault
def test_a_counterexample_in_a_container_is_saved_and_broken_again(mutant):
    found = first_cause(mutant)

    read = from_json(json.loads(json.dumps(to_json(found))))

    assert same_case(read.case, found.case)
    assert judge(BY_NAME[read.law], observe(mutant.engine, read.case)).symptom == read.cause.symptom


def in_another_order(tree):
    """Return a dict with the same entries, listed by their keys."""
    return {key: tree[key] for key in sorted(tree)} if isinstance(tree, dict) else tree


def jvp_in_another_order(f, xs, us):
    y, Ju = ENGINE.jvp(f, xs, us)
    return in_another_order(y), in_another_order(Ju)


def vjp_in_another_order(f, xs):
    y, pull = ENGINE.vjp(f, xs)
    return in_another_order(y), lambda v: tuple(map(in_another_order, pull(v)))


@each_packed
def test_the_order_in_which_a_dict_lists_its_keys_is_no_fault(case):
    engine = replace(ENGINE, name="sorts dicts", jvp=jvp_in_another_order, vjp=vjp_in_another_order)

    assert [v for v in judge_all(LAWS, observe(engine, case)) if v.status in FINDINGS] == []


# f = (x0 x1, exp x0): a fault of the rule of exp, met in a dict.
def test_a_fault_of_a_rule_is_blamed_on_the_rule_and_shown_with_its_arrays():
    engine = MUTANTS["exp_pull_twice"].engine
    case = next(case for case in PACKED if case.presentation == "dict" and len(case.v) == 2)
    court = Court(engine, BY_NAME, lambda: (ENGINE,), reduce_case)
    docket = Docket(court.reduce)

    docket.file(court.hear(case, ["truth_pull"]))

    (found,) = docket.counterexamples()
    assert (found.cause.where, found.cause.mode, found.case.presentation) == ("exp", "pull", "functions")
