"""What a run is made of: all that composition can go wrong in is really drawn, counted over whole runs."""

from collections import Counter

import pytest

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.language.primitives import VOCABULARY
from adspec.language.program import Name
from adspec.plan import PROFILES, Plan
from adspec.search.contracts import contract_cases

VIEWS = {
    "getitem",
    "reshape",
    "permute_dims",
    "matrix_transpose",
    "squeeze",
    "expand_dims",
    "moveaxis",
    "flip",
}


def bodies(program):
    for equation in program.equations:
        for body in equation.bodies:
            yield body
            yield from bodies(body)


def has_constant(program):
    return any(not isinstance(a, Name) for e in program.all_equations() for a in e.args)


# fmt: off
KINDS = {
    "several inputs":           lambda p: len(p.inputs) > 1,
    "several outputs":          lambda p: len(p.outputs) > 1,
    "an unused input":          lambda p: any(not p.use_counts()[n] and n not in p.outputs for n in p.inputs),
    "a value used twice":       lambda p: any(uses > 1 for uses in p.use_counts().values()),
    "a constant":               has_constant,
    "a view":                   lambda p: VIEWS & set(p.primitives()),
    "a branch on a value":      lambda p: "branch" in p.primitives(),
    "a loop":                   lambda p: "iterate" in p.primitives(),
    "a push within":            lambda p: "push" in p.primitives(),
    "a pull within":            lambda p: "pull" in p.primitives(),
    "a grad within":            lambda p: "grad" in p.primitives(),
    "a body with outer names":  lambda p: any(body.captures for body in bodies(p)),
    "derivatives 1 deep":       lambda p: p.depth == 1,
    "derivatives 2 deep":       lambda p: p.depth == 2,
    "derivatives 3 deep":       lambda p: p.depth == 3,
}
# fmt: on


def counted(profile):
    """Return how many programs of a run with seed 0 are of each kind, drawn and written by hand."""
    plan = Plan(profile=PROFILES[profile], seed=0, words=VOCABULARY, whole=True, shared=False)
    drawn = [case.program for case in plan.programs_for(ENGINE, set())]
    by_hand = [case.program for case in contract_cases()]
    return tuple(
        Counter(kind for program in programs for kind, is_one in KINDS.items() if is_one(program))
        for programs in (drawn, by_hand)
    )


def test_a_quick_run_has_programs_of_every_kind():
    drawn, by_hand = counted("quick")
    both = drawn + by_hand

    assert [kind for kind in KINDS if not both[kind]] == []
    assert (
        sum(drawn[kind] > 0 for kind in KINDS) >= len(KINDS) - 2
    )  # chance has 40 programs and 10 with bodies


@pytest.mark.slow
def test_a_default_run_draws_several_programs_of_every_kind():
    drawn, _ = counted("default")

    assert [kind for kind in KINDS if drawn[kind] < 3] == []


def test_the_contracts_go_eight_derivatives_deep():
    # a tower of n operators, and the operator around it
    depths = {case.program.depth for case in contract_cases()}

    assert depths | {depth + 1 for depth in depths} >= set(range(1, 9))
