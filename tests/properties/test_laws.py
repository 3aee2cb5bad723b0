"""The laws as a collection: complete, readable, and a lattice."""

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from adspec.properties import LAWS

HOME = Path(__file__).resolve().parents[2] / "properties"
FILES = sorted(path.stem for path in HOME.glob("[!_]*.py"))
BY_NAME = {rule.name: rule for rule in LAWS}

each_law = pytest.mark.parametrize("rule", LAWS, ids=lambda rule: rule.name)


def test_every_file_is_one_law_of_its_name():
    assert sorted(BY_NAME) == FILES
    assert len(LAWS) == len(BY_NAME)


@each_law
def test_a_law_opens_with_its_statement_its_reason_its_source_and_a_violation(rule):
    statement, *sections = re.split(r"\n\n", rule.text)

    assert statement.endswith(".")
    assert [section.split(":")[0] for section in sections] == ["Why", "Source", "A minimal violation"]


@each_law
def test_a_law_is_short(rule):
    assert 20 <= len((HOME / f"{rule.name}.py").read_text().splitlines()) <= 60


@each_law
def test_a_law_is_explained_by_laws(rule):
    assert set(rule.explained_by) <= set(BY_NAME)


def test_the_laws_are_a_lattice_with_purity_at_the_bottom():
    deepest_first = list(TopologicalSorter({rule.name: rule.explained_by for rule in LAWS}).static_order())

    assert deepest_first[0] == "purity"
    assert [rule.name for rule in LAWS if not rule.explained_by] == ["purity"]


@each_law
def test_a_law_explains_itself_only_by_laws_of_its_tiers(rule):
    # A law that is not judged on a case cannot explain what breaks there.
    judged_before = {tier for name in rule.explained_by for tier in BY_NAME[name].tiers}

    assert not rule.explained_by or set(rule.tiers) <= judged_before | {"rules"}


@each_law
def test_a_law_of_one_mode_needs_that_operator(rule):
    needed = {"push": "jvp", "pull": "vjp", "grad": "grad"}
    modes = rule.mode.split(" of ") if rule.mode not in {"", "each", "value"} else []

    assert {needed[mode] for mode in modes} <= set(rule.needs)
