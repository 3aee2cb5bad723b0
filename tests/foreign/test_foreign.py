"""Engines in other processes: they are judged like any other, and what they do to themselves is contained."""

import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from adspec.conform import conform
from adspec.discovery import DiscoveryError, find_engine, find_laws
from adspec.foreign import engine_of
from adspec.foreign.talk import EngineGoneError, NoAnswerError, _Process
from adspec.language.presentation import NotShown
from adspec.smoke import require_sound

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "other_languages"
PIPE = Path(__file__).parent / "pipe_engine.py"


def command(fault=""):
    return f"cmd:{shlex.join([sys.executable, str(PIPE), *fault.split()])}"


@pytest.fixture(autouse=True)
def _new_processes():
    engine_of.cache_clear()


def adspec(*words):
    """Return the finished command `adspec …`."""
    return subprocess.run(
        [sys.executable, "-m", "adspec", *words], capture_output=True, text=True, check=False, cwd=ROOT
    )


def causes(report):
    return [str(found.cause) for found in report.engines[0].causes]


# ------------------------------------------------------------------ judged like any other


def test_the_reference_engine_keeps_the_laws_in_another_process_too():
    report = conform([find_engine(command())], primitives=["sin", "multiply", "einsum", "getitem", "concat"])

    held = {row.law: row.counts.get("holds", 0) for row in report.engines[0].rows}
    assert (report.complete, report.faults, causes(report)) == (True, (), [])
    assert min(held["truth_push"], held["truth_pull"], held["transpose"], held["accuracy"]) > 100


def test_what_it_lacks_is_unsupported():
    engine = find_engine(command())

    assert engine.lacks(["sin", "at.set"]) == ("at.set",)
    assert not engine.provides(["grad"])
    with pytest.raises(NotShown, match="no derivatives of derivatives"):
        engine.jvp(
            lambda x: engine.jvp(engine.ops["sin"], (x,), (engine.from_numpy(1.0),))[1],
            (engine.from_numpy(0.5),),
            (engine.from_numpy(1.0),),
        )


def test_a_derivative_of_what_is_constant_here_may_stand_within_another():
    """Math: at c = 2 of x·d(c³)/dc the slope is 12."""
    engine = find_engine(command())
    multiply, number = engine.ops["multiply"], engine.from_numpy

    def f(x):
        slope = engine.jvp(lambda c: multiply(multiply(c, c), c), (number(2.0),), (number(1.0),))[1]
        return multiply(x, slope)

    y, pushed = engine.jvp(f, (number(5.0),), (number(1.0),))
    assert (engine.to_numpy(y), engine.to_numpy(pushed)) == (60.0, 12.0)


def test_python_branches_at_the_number_and_the_derivative_follows():
    engine = find_engine(command())
    multiply, number = engine.ops["multiply"], engine.from_numpy

    def f(x):
        return multiply(x, 3.0) if x > 0 else multiply(x, x)

    pulled = [engine.vjp(f, (number(at),))[1](number(1.0))[0] for at in (2.0, -2.0)]
    assert [float(engine.to_numpy(a)) for a in pulled] == [3.0, -4.0]


def test_a_value_that_outlives_its_derivative_is_refused():
    engine, kept = find_engine(command()), []

    engine.jvp(
        lambda x: kept.append(x) or engine.ops["sin"](x), (engine.from_numpy(1.0),), (engine.from_numpy(1.0),)
    )

    with pytest.raises(RuntimeError, match="a derivative that is over"):
        engine.ops["sin"](kept[0])
    with pytest.raises(RuntimeError, match="a derivative that is over"):
        engine.to_numpy(kept[0])


def test_a_chain_longer_than_pythons_stack_is_one_message():
    engine = find_engine(command())

    def f(x):
        for _ in range(5000):
            x = engine.ops["negative"](x)
        return x

    y, pull = engine.vjp(f, (engine.from_numpy(1.5),))
    assert (float(engine.to_numpy(y)), float(engine.to_numpy(pull(engine.from_numpy(2.0))[0]))) == (1.5, 2.0)


# ------------------------------------------------------------------ contained


@pytest.mark.parametrize(
    ("fault", "symptom"),
    [("die", "EngineGoneError"), ("print", "ProtocolError")],
)
@pytest.mark.slow
def test_a_fault_at_one_point_costs_its_cases_and_is_found(fault, symptom):
    engine = find_engine(command(fault))

    report = conform([engine], primitives=["sin"], laws=find_laws(["purity", "value"]))

    [summary] = report.engines
    held = {row.law: row.counts.get("holds", 0) for row in summary.rows}
    assert (report.complete, report.faults, causes(report)) == (True, (), [f"sin, value: raises {symptom}"])
    assert all(float(np.ravel(found.case.x[0])[0]) == 1.0 for found in summary.causes)
    assert held["purity"] == summary.cases - summary.causes[0].count > 0


@pytest.mark.parametrize(
    ("fault", "error", "says"),
    [
        ("die", EngineGoneError, "ended with status 3; it said: about to die"),
        ("hang", NoAnswerError, "gave no answer within 2 s"),
    ],
)
def test_what_a_process_did_to_itself_is_said(fault, error, says):
    engine = find_engine(command(fault))

    with pytest.raises(error, match=f"^{says}$"):
        engine.to_numpy(engine.ops["sin"](engine.from_numpy(1.0)))
    assert float(engine.to_numpy(engine.ops["cos"](engine.from_numpy(0.0)))) == 1.0  # of another process


def test_what_was_never_answered_is_not_waited_for_twice():
    engine = find_engine(command("hang"))
    x, one = engine.from_numpy(1.0), engine.from_numpy(1.0)

    with pytest.raises(NoAnswerError, match=r"^gave no answer within 2 s$"):
        engine.to_numpy(engine.ops["sin"](x))
    with pytest.raises(NoAnswerError, match=r"^gave no answer within 2 s before$"):
        engine.to_numpy(engine.ops["sin"](x))
    with pytest.raises(NoAnswerError, match=r"^gave no answer within 2 s$"):  # a push may be another matter
        engine.jvp(engine.ops["sin"], (x,), (one,))


def test_garbage_is_said_once_with_the_line(capfd):
    engine = find_engine(command("print"))

    for _ in range(2):
        with pytest.raises(RuntimeError, match=r"wrote 'x = 1\.0' to standard output, which is not JSON"):
            engine.to_numpy(engine.ops["sin"](engine.from_numpy(1.0)))

    assert capfd.readouterr().err.count("it wrote 'x = 1.0' to standard output") == 1


def test_an_engine_that_prints_at_every_answer_is_a_broken_adapter():
    with pytest.raises(DiscoveryError, match="wrote 'computing …' to standard output") as caught:
        require_sound(find_engine(command("chatty")))

    assert caught.value.exit_status == 3


@pytest.mark.parametrize(
    ("text", "status", "says"),
    [
        ("cmd:no-such-command x", 3, "no-such-command cannot be run: No such file or directory"),
        ("cmd:", 2, "names no command. Write cmd:COMMAND"),
        ("cmd:node 'x", 2, "No closing quotation"),
        (command("old"), 3, "it speaks protocol 99, not 1"),
        (f"cmd:{sys.executable} -c 'print(5)'", 3, "it answered '5', which is not an object with the id 1"),
        (f"cmd:{sys.executable} -c 'import no_such_module'", 3, "No module named 'no_such_module'"),
        (f"cmd:{sys.executable} -c 'print(\"hi\")'", 3, "it wrote 'hi' to standard output"),
    ],
)
def test_a_command_that_is_no_engine_is_one_line(text, status, says):
    with pytest.raises(DiscoveryError, match=r"^engine cmd:") as caught:
        find_engine(text)

    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.exit_status == status


# ------------------------------------------------------------------ other languages


def built(language, folder):
    """Return the command of an example, built where it has to be."""
    tool = {"js": "node", "cpp": "g++"}[language]
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    if language == "js":
        return f"node {EXAMPLES / 'engine.mjs'}"
    program = folder / "engine"
    subprocess.run(
        ["g++", "-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-o", program, EXAMPLES / "engine.cpp"],
        check=True,
    )
    return str(program)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["js", "cpp"])
def test_an_engine_in_another_language_keeps_the_laws(language, tmp_path):
    done = adspec("check", f"cmd:{built(language, tmp_path)}", "-n", "0")

    assert done.returncode == 0, done.stdout + done.stderr
    assert "no causes" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "words", "finding"),
    [
        ("js", "overwrite --law fan_out", "the sum over several uses of one value is wrong"),
        ("cpp", "tanh --primitive tanh --law truth_pull", "the pull rule of tanh for argument 0"),
    ],
)
def test_a_planted_fault_is_found_and_blamed(language, words, finding, tmp_path):
    fault, *options = words.split()

    done = adspec("check", f"cmd:env FAULT={fault} {built(language, tmp_path)}", "-n", "0", *options)

    assert done.returncode == 1, done.stdout + done.stderr
    assert finding in " ".join(done.stdout.split())


# ------------------------------------------------------------------ what is sent


def test_all_that_is_sent_and_answered_is_of_the_schema(monkeypatch):
    schema = json.loads((ROOT / "docs" / "engine-protocol.schema.json").read_text(encoding="utf-8"))
    lines = []
    exchanged = _Process.exchanged

    def noted(self, request, limit):
        lines.extend((request, answer := exchanged(self, request, limit)))
        return answer

    monkeypatch.setattr(_Process, "exchanged", noted)

    conform([find_engine(command())], primitives=["einsum", "getitem", "abs"], laws=find_laws(["truth_pull"]))

    assert len(lines) > 100
    for line in lines:
        jsonschema.validate(json.loads(line), schema)
