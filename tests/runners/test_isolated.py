"""Workers: the same report for any number of them, and an engine that is lost costs one case."""

import json
import subprocess
import sys

import pytest

from adspec.conform import conform
from adspec.conformance.engines.reference_engine import ENGINE
from adspec.discovery import DiscoveryError, find_laws
from adspec.findings import counterexample
from adspec.findings.counterexample import to_json
from adspec.language.case import parse_case
from adspec.report.jsonl import report_lines
from adspec.report.replay import replay
from adspec.runners import Isolated
from adspec.runners.losses import loss
from adspec.runners.worker import Hear

# wrong, with ties, linear and constant: what is counted of them differs
OF_ALL_KINDS = ("sin", "max", "negative", "sign")
MUTANT = "adspec.conformance.mutants:sin_push_negated"

# Reference engines with a sine of their own, each wrong in another way where x is 1.
ENGINES = """
import os, signal, sys, time
from dataclasses import replace
import numpy as np
from adspec.conformance.engines.reference_engine import ENGINE
from adspec.reference_engine import numpy as ad
from adspec.reference_engine.tracing import plain

def where_one(act):
    def sine(x):
        if np.all(np.equal(plain(x), 1.0)):
            act()
        return ad.sin(x)
    return sine

def engine(name, act):
    return replace(ENGINE, name=name, ops={"sin": where_one(act), "cos": ENGINE.ops["cos"]})

HANGS = engine("hangs", lambda: time.sleep(1e6))
DIES = engine("dies", lambda: os.kill(os.getpid(), signal.SIGKILL))
def once(mark=__file__ + ".once"):
    if not os.path.exists(mark):
        open(mark, "w").close()
        os._exit(3)

ONCE = engine("once", once)
def deaf(*_):
    time.sleep(1e6)

DEAF = replace(ENGINE, name="deaf", jvp=deaf)
GONE = replace(ENGINE, name="gone", vjp=lambda *_: os._exit(3))
LEAVES = engine("leaves", lambda: os._exit(3))
TALKS = engine("talks", lambda: print("a word of the engine"))

def LONELY():
    if "spawn_main" in " ".join(sys.orig_argv):
        raise RuntimeError("no second process")
    return replace(ENGINE, name="lonely")
"""


@pytest.fixture
def engines(tmp_path, monkeypatch):
    """Return the folder of a module with engines that cost the process they run in."""
    (tmp_path / "costly_engines.py").write_text(ENGINES)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    sys.modules.pop("costly_engines", None)


def told(report):
    """Return a report without its times."""
    _, *lines = [json.loads(line) for line in report_lines(report)]  # the first has the time of day
    return [{k: v for k, v in line.items() if k != "seconds"} for line in lines]


def run(engine, *primitives, **options):
    return conform([engine], primitives=primitives or ("sin", "cos"), **options)


def test_any_number_of_workers_gives_the_same_report():
    here, alone, side_by_side = (run(MUTANT, *OF_ALL_KINDS, workers=n) for n in (0, 1, 2))

    assert [str(found.cause) for found in here.engines[0].causes] == ["sin, argument 0, push: wrong value"]
    assert told(here) == told(alone) == told(side_by_side)


@pytest.mark.usefixtures("engines")
@pytest.mark.parametrize(
    ("name", "status", "cause", "reason"),
    [
        ("HANGS", "timed_out", "sin: does not end", "no answer within 3 s, twice"),
        ("DIES", "crashed", "sin: ends the process", "the process ended by SIGKILL, twice"),
        ("LEAVES", "crashed", "sin: ends the process", "the process ended with status 3, twice"),
    ],
)
def test_an_engine_that_is_lost_costs_its_case_and_is_found(name, status, cause, reason):
    report = run(f"costly_engines:{name}", workers=2, limit=3.0)

    [summary] = report.engines
    [found] = summary.causes
    at_one = found.count
    judged = {row.law: row.counts.get("holds", 0) for row in summary.rows}
    assert (report.complete, report.faults, report.exit_status) == (True, (), 1)
    assert (found.status, str(found.cause), found.reason) == (status, cause, reason)
    assert all(float(a) == 1.0 for a in found.case.x)
    assert judged["purity"] == summary.cases - at_one > at_one > 0


@pytest.mark.usefixtures("engines")
def test_what_costs_one_worker_and_not_the_next_is_no_finding():
    """The machine may have been busy, or asleep."""
    report = run("costly_engines:ONCE", workers=1)

    [summary] = report.engines
    assert (report.complete, report.faults, summary.causes) == (True, (), ())
    assert {row.law: row.counts for row in summary.rows}["purity"] == {"holds": summary.cases}


def test_what_hangs_is_replayed_with_a_time_limit(engines, monkeypatch):
    [found] = run("costly_engines:HANGS", "sin", workers=1, limit=3.0).engines[0].causes
    (engines / "case.json").write_text(json.dumps(to_json(found)))
    monkeypatch.setattr(Isolated.__init__, "__defaults__", (3.0,))
    [law] = find_laws([found.law])

    again = replay(counterexample.read(engines / "case.json"), ENGINE, law, "costly_engines:HANGS")

    assert (again.status, again.reason) == ("timed_out", "no answer within 3 s, twice")


def test_what_an_engine_prints_is_no_part_of_the_report(engines):
    done = subprocess.run(
        [sys.executable, "-m", "adspec", "check", "costly_engines:TALKS", "--primitive", "sin", "--json"],
        cwd=engines, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    assert "a word of the engine" in done.stderr
    assert [json.loads(line) for line in done.stdout.splitlines()]


def test_time_that_passes_outside_of_the_engine_is_no_finding():
    case = parse_case("def f(x):\n    a = sin(x)\n    return a\n\nx = 1.0\nu_x = 1.0\nv_0 = 1.0")

    heard = loss(Hear(case, ("purity", "value")), [0, 1], "no answer within 60 s", dead=False)

    assert (heard.charges, heard.verdicts) == ((), ())
    assert "adspec itself" in heard.fault


def test_a_worker_names_the_law_that_was_judged():
    case = parse_case("def f(x):\n    a = sin(x)\n    return a\n\nx = 1.0\nu_x = 1.0\nv_0 = 1.0")

    heard = loss(Hear(case, ("purity", "value", "primal")), [1, 1], "no answer within 60 s", dead=False)

    assert [(c.law, str(c.cause)) for c in heard.charges] == [("value", "sin: does not end")]


@pytest.mark.usefixtures("engines")
@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("DEAF", "no answer within 15 s while it was loaded and called on a number"),
        ("GONE", "the process ended with status 3 while it was loaded and called on a number"),
    ],
)
def test_an_engine_that_is_lost_on_its_first_call_is_a_broken_adapter(name, line):
    with pytest.raises(DiscoveryError, match=f"engine costly_engines:{name}: {line}"):
        run(f"costly_engines:{name}", "sin", workers=1, limit=1.5)


@pytest.mark.usefixtures("engines")
def test_an_engine_that_cannot_be_loaded_twice_is_an_error_with_a_way_out():
    with pytest.raises(DiscoveryError, match="no second process"):
        run("costly_engines:LONELY", "sin", workers=1)


def test_workers_take_no_engine_that_has_no_name():
    with pytest.raises(TypeError, match="workers load engines by name"):
        conform([ENGINE], primitives=["sin"], workers=1)
