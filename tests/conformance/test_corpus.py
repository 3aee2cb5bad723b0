"""The corpus: every fault that adspec finds in a foreign engine is seen again without adspec.

The scripts import their engine, NumPy and mpmath alone, know the right value, and return 1 while a fault
lives. A row that no longer fails makes a test fail: it is to be deleted, or its script to say for which
versions of the engine it stands.
"""

import ast
import importlib
import json
import re
import runpy
import sys
import warnings
from pathlib import Path

import pytest

from adspec.conform import conform
from adspec.conformance.corpus import confirm
from adspec.report.jsonl import report_lines

HOME = Path(__file__).resolve().parents[2] / "conformance" / "corpus"
ENGINES = ("autograd", "jax", "torch")
SCRIPTS = sorted(
    f"{path.parent.name}/{path.name}" for engine in ENGINES for path in (HOME / engine).glob("*.py")
)
CAUSE = re.compile(
    r"(nesting of )?[\w.]+(, argument \d)?(, (push|pull|grad|value)( of (push|pull))?)?: [\w :]+"
)


@pytest.fixture(params=SCRIPTS)
def script(request):
    pytest.importorskip(request.param.split("/")[0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield runpy.run_path(str(HOME / request.param))


def test_every_fault_still_shows(script):
    gone = [cause for cause, ask, right in script["ROWS"] if not script["differs"](ask, right)]
    assert gone == [], "gone: delete the rows, or say for which versions they stand"


def test_every_right_value_is_one(script):
    # An engine that gave the right values would make every row say that the fault is gone.
    for cause, _, right in script["ROWS"]:
        wanted = right()
        end = wanted[0] if isinstance(wanted, tuple) else wanted
        assert script["differs"](lambda end=end: end, right) == "", cause


def test_every_row_is_named_after_its_cause(script):
    assert [cause for cause, _, _ in script["ROWS"] if not CAUSE.fullmatch(cause)] == []


def test_a_script_ends_with_1_while_its_fault_lives(script, capsys):
    assert script["main"]() == 1
    assert len(capsys.readouterr().out.splitlines()) == len(script["ROWS"])


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_stands_alone(name):
    tree = ast.parse((HOME / name).read_text(encoding="utf-8"))
    imported = {
        alias.split(".")[0]
        for node in ast.walk(tree)
        for alias in (
            [a.name for a in node.names]
            if isinstance(node, ast.Import)
            else [node.module]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported - sys.stdlib_module_names <= {name.split("/")[0], "numpy", "mpmath"}


def test_all_scripts_end_alike():
    endings = {(HOME / name).read_text(encoding="utf-8").partition("\ndef differs(")[2] for name in SCRIPTS}
    assert len(endings) == 1


# ------------------------------------------------------------------ what no row confirms


def row_of(where, argument, mode, symptom, **notes):
    cause = {"where": where, "argument": argument, "mode": mode, "symptom": symptom}
    return json.dumps(
        {"line": "cause", "engine": "autograd", "counterexample": {"cause": cause, "notes": notes}}
    )


@pytest.fixture
def known(monkeypatch):
    names = {"prod, argument 0, pull: nan", "max: dtype", "tanh, argument 0, push of pull: nan"}
    monkeypatch.setattr(confirm, "confirmed", lambda _engine: names)


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize(
    ("cause", "left"),
    [
        (row_of("prod", 0, "pull", "nan"), []),
        (row_of("prod", 0, "push", "nan"), ["autograd: prod, argument 0, push: nan"]),
        (row_of("prod", None, "pull", "nan"), []),
        (row_of("prod", 1, "pull", "nan"), ["autograd: prod, argument 1, pull: nan"]),
        (row_of("tanh", 0, "push of pull", "nan"), []),
        (row_of("tanh", 0, "pull", "nan"), ["autograd: tanh, argument 0, pull: nan"]),
        (row_of("max", 0, "push", "dtype"), []),
        (row_of("max", 0, "push", "shape"), ["autograd: max, argument 0, push: shape"]),
        (row_of("many rules", None, "", "dtype", primitives="max, min"), ["autograd: min: dtype"]),
    ],
)
def test_a_cause_is_confirmed_by_the_row_of_its_name(cause, left):
    assert confirm.unconfirmed([cause, '{"line": "footer"}']) == left


SAMPLE = ("prod", "sinc", "tile", "hypot", "where", "log2", "acosh", "pad")


def test_what_a_run_finds_in_autograd_is_confirmed():
    pytest.importorskip("autograd")
    engine = importlib.import_module("adspec.conformance.engines.autograd_engine").ENGINE
    report = conform([engine], primitives=SAMPLE)
    assert len(report.engines[0].causes) >= 12
    assert confirm.unconfirmed(report_lines(report)) == []
