"""Engines that are wrong in known ways, and files that say so."""

import sys

import pytest

from adspec.conform import conform
from adspec.expecting.proposing import proposed
from adspec.expecting.writing import added
from adspec.findings.court import Court
from adspec.properties import LAWS
from adspec.runners import Here
from adspec.search.reducer import reduce_case

# One engine at four times: as it was written down, with a second fault beside the first (in the other mode,
# with another symptom, in the derivative), wrong in another way, and right again.
NAMES = [rule.name for rule in LAWS if "rules" in rule.tiers]

ENGINES = """
from dataclasses import replace
from adspec.conformance.engines.reference_engine import ENGINE, engine_of
from adspec.reference_engine import RULES, with_rules
from adspec.reference_engine import numpy as ad
from adspec.reference_engine.tracing import plain, shape_of

def negated(u, _y, x):
    return -u * ad.cos(x)

def moody(v, y, x):
    if shape_of(x):
        raise TypeError("only numbers")
    return RULES["sin"].pull[0](v, y, x)

def numb(u, _y, x):
    return u * plain(ad.cos(x))

def made(**rules):
    sin = RULES["sin"].replace(**rules)
    return engine_of(with_rules({**RULES, "sin": sin}), "wrong")

FIRST = made(push={0: negated})
PULLED = made(push={0: negated}, pull={0: lambda v, _y, x: 2 * v * ad.cos(x)})
RAISES = made(push={0: negated}, pull={0: moody})
CURVED = made(push={0: negated}, pull={0: lambda v, _y, x: v * plain(ad.cos(x))})
OTHERWISE = made(push={0: lambda u, y, x: ad.multiply(u, float("nan"))})
RIGHT = replace(ENGINE, name="wrong")
NEWER = replace(RIGHT, version="9.0")
"""


@pytest.fixture
def engines(tmp_path, monkeypatch):
    """Return the module of the engines, which a command run in its folder finds too."""
    (tmp_path / "wrong_engines.py").write_text(ENGINES)
    monkeypatch.syspath_prepend(str(tmp_path))
    import wrong_engines

    yield wrong_engines
    sys.modules.pop("wrong_engines")


def runner_of(engine):
    return Here(Court(engine, {rule.name: rule for rule in LAWS}, tuple, reduce_case))


@pytest.fixture
def known(engines, tmp_path):
    """Return a file that knows what is wrong with the first engine."""
    summary = conform([engines.FIRST], primitives=["sin"]).engines[0]
    path = tmp_path / "known.toml"
    added(
        path, "wrong", proposed(summary, runner_of(engines.FIRST), (), NAMES), "the minus of cos was copied"
    )
    return path
