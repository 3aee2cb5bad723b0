"""Of the laws that break together, the deepest is named and the others fall with it."""

from adspec.findings.tally import Tally, ancestors, deepest
from adspec.law import Law, Verdict, deviates


def law(name: str, *explained_by: str) -> Law:
    return Law(name=name, says="", predicate=lambda _: (), explained_by=explained_by)


LAWS = {rule.name: rule for rule in (law("value"), law("pull", "value"), law("pair", "pull"), law("other"))}


def broken(name: str) -> Verdict:
    return Verdict(law=name, status="broken", symptom="wrong value")


def test_ancestors_are_transitive() -> None:
    assert ancestors("pair", LAWS) == {"pull", "value"}


def test_a_circle_of_explanations_ends() -> None:
    circle = {rule.name: rule for rule in (law("a", "b"), law("b", "a"))}
    assert ancestors("a", circle) == {"b"}


def test_the_deepest_broken_law_explains_the_others() -> None:
    roots, explained = deepest([broken("pair"), broken("pull"), broken("other")], LAWS)
    assert ([v.law for v in roots], [v.law for v in explained]) == (["pull", "other"], ["pair"])


def test_a_law_that_holds_explains_nothing() -> None:
    roots, _ = deepest([Verdict(law="pull", status="holds"), broken("pair")], LAWS)
    assert [v.law for v in roots] == ["pair"]


def test_rows_count_statuses_and_take_the_median_power() -> None:
    tally = Tally([LAWS["value"]])
    powers = (1e-15, 1e-12, 1e-3)
    tally.count(Verdict(law="value", status="holds", power=p) for p in powers)
    tally.count([Verdict(law="value", status="unsupported")])
    (row,) = tally.rows()
    assert (row.counts, row.power, row.cases) == ({"holds": 3, "unsupported": 1}, 1e-12, 4)


def test_what_an_engine_does_instead_is_told_once() -> None:
    tally = Tally([LAWS["value"]])
    claim = deviates("None", "zeros", "cotangent of an unused input", "zeros of its space")
    tally.count([Verdict(law="value", status="deviates", claim=claim)] * 2)
    (row,) = tally.rows()
    assert row.counts == {"deviates": 2}
    assert row.deviations == ("cotangent of an unused input: None instead of zeros",)


def test_of_what_was_measured_the_least_and_the_greatest_are_told() -> None:
    tally = Tally([LAWS["value"]])
    tally.count(Verdict(law="value", status="holds", measured={"cost": cost}) for cost in (2.0, 1.5, 3.0))
    (row,) = tally.rows()
    assert row.measured == {"cost": (1.5, 3.0)}
