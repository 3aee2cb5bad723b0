"""Bug reports of others, retold: each case has its right value in its file, from a closed form.

An engine gives the right value, or the file says that it is still wrong there. What a file says of an
engine that is right by now makes the test fail: the line is to be deleted.
"""

import ast
import importlib
from pathlib import Path

import numpy as np
import pytest

from adspec.language.arrays import parse_array
from adspec.language.case import parse_case
from adspec.language.presentation import NotShown
from adspec.observation import EngineError, observe

HOME = Path(__file__).resolve().parents[2] / "conformance" / "corpus" / "cases"
CASES = sorted(path.stem for path in HOME.glob("*.txt"))
ENGINES = ("reference", "autograd", pytest.param("jax", marks=pytest.mark.slow))
HALF = {np.dtype("float64"): 1e-8, np.dtype("float32"): 1e-3}  # half of the digits: these are wrong rules


def read(name):
    """Return the case of a file, its right values by name, and the engines in which it is still wrong."""
    text = (HOME / f"{name}.txt").read_text(encoding="utf-8")
    lines = {node.targets[0].id: node.value for node in ast.parse(text).body if isinstance(node, ast.Assign)}
    wrong = ast.literal_eval(lines.pop("wrong_in")) if "wrong_in" in lines else ()
    rights = {key: parse_array(node) for key, node in lines.items() if key.startswith(("Ju_", "JTv_"))}
    return parse_case(text), rights, wrong


def answers(engine, case, rights):
    """Return what an engine says of every right value, by name; what it raised in place of a value."""
    obs = observe(engine, case)
    found = {}
    for key in rights:
        half, _, which = key.partition("_")
        try:
            found[key] = obs.Ju[int(which)] if half == "Ju" else obs.JTv[case.wrt.index(which)]
        except EngineError as error:
            if isinstance(error.error, NotShown):
                pytest.skip(str(error))
            found[key] = error.symptom
    return found


def is_right(found, right, dtype):
    if isinstance(found, str) or found.shape != right.shape or found.dtype.kind != right.dtype.kind:
        return False
    return found.dtype.itemsize == right.dtype.itemsize * dtype.itemsize // 8 and np.allclose(
        found, right, rtol=HALF[dtype], atol=0
    )


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", CASES)
def test_a_reported_fault_is_where_the_file_says(name, engine):
    case, rights, wrong = read(name)
    if engine != "reference":
        pytest.importorskip(engine)
    adapter = importlib.import_module(f"adspec.conformance.engines.{engine}_engine").ENGINE
    if adapter.lacks(case.program.primitives()):
        pytest.skip(f"{engine} lacks a primitive of {name}")

    found = answers(adapter, case, rights)

    faults = {key: found[key] for key in rights if not is_right(found[key], rights[key], case.dtype)}
    if engine in wrong:
        assert faults, f"{name} is right in {engine} by now: delete it from wrong_in"
    else:
        assert faults == {}


def test_the_right_values_are_those_of_the_reference_engine_too():
    assert all("reference" not in read(name)[2] for name in CASES)


def test_there_are_cases():
    assert len(CASES) >= 60
