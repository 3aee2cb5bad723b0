"""The docket: what was broken once is reported, also by an engine that is right the next time."""

from dataclasses import replace
from itertools import count

import pytest

from adspec.conform import conform
from adspec.conformance.engines.reference_engine import ENGINE
from adspec.conformance.mutants import MUTANTS
from adspec.discovery import find_laws


def moody(wrong):
    """Return the reference engine with pushes that are twice too large the first few times."""
    calls = count()

    def jvp(f, xs, us):
        y, slope = ENGINE.jvp(f, xs, us)
        return y, slope * 2 if next(calls) < wrong else slope

    return replace(ENGINE, jvp=jvp)


@pytest.mark.parametrize("wrong", [1, 2, 3, 5, 8, 13, 21])
def test_an_engine_of_changing_mind_takes_no_run_down(wrong):
    report = conform([moody(wrong)], primitives=["sin"], laws=find_laws(("truth_push",)))

    assert report.complete
    assert {str(found.cause) for found in report.engines[0].causes} <= {
        "sin, argument 0, push: wrong value",
        "engine, push: wrong value",
    }
    assert report.engines[0].rows[0].counts["broken"] >= 1


@pytest.mark.parametrize(
    ("mutant", "law", "asked"),
    [("jvp_calls_f_twice", "evaluation_count", False), ("sin_push_negated", "truth_push", True)],
)
def test_only_of_a_number_others_are_asked(mutant, law, asked):
    """How often f is called is no value that an oracle has an answer to."""
    report = conform([MUTANTS[mutant].engine], primitives=["sin"], laws=find_laws((law,)))

    assert [bool(found.answers) for found in report.engines[0].causes] == [asked]
