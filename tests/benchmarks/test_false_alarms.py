"""A campaign counts what laws claim, and goes on where it stopped."""

from dataclasses import replace

import pytest

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.conformance.mutants.rules import MUTANTS
from benchmarks.false_alarms import campaign
from benchmarks.false_alarms.campaign import Campaign, Count

FEW = ("sin", "multiply", "sum", "matmul")


@pytest.fixture(autouse=True)
def _small(monkeypatch):
    monkeypatch.setattr(campaign, "VOCABULARY", {name: campaign.VOCABULARY[name] for name in FEW})
    monkeypatch.setattr(campaign, "PROGRAMS", 2)
    monkeypatch.setattr(campaign, "NESTED", 1)


def counted(engine, count):
    for _ in Campaign(engine, count).batch():
        pass
    return count


def test_the_reference_engine_raises_no_alarm_and_every_claim_is_counted():
    count = counted(ENGINE, Count(engine="reference"))
    assert count.alarms == []
    assert count.cases == len(FEW) + 2 + 1
    assert count.claims > sum(count.verdicts.values()) / 2
    assert count.verdicts["holds"] > 0


def test_a_campaign_goes_on_with_the_next_seed(tmp_path):
    path = tmp_path / "count.json"
    counted(ENGINE, Count(engine="reference")).write(path)
    again = counted(ENGINE, Count.read(path, "reference"))
    straight = Count(engine="reference")
    run = Campaign(ENGINE, straight)
    for _ in range(2):
        for _ in run.batch():
            pass
    assert again == straight
    assert again.batches == 2


def test_the_count_of_another_engine_is_refused(tmp_path):
    path = tmp_path / "count.json"
    Count(engine="reference").write(path)
    with pytest.raises(ValueError, match="counts reference, not jax"):
        Count.read(path, "jax")


def test_a_wrong_rule_is_an_alarm_with_its_case():
    wrong = next(m for m in MUTANTS if m.name == "multiply_pull_negated")
    count = counted(replace(wrong.engine, name="reference"), Count(engine="reference"))
    assert any(alarm["cause"] == "multiply, argument 1, pull: wrong value" for alarm in count.alarms)
    assert all("def f(" in alarm["case"] for alarm in count.alarms)
