"""The command in a process of its own: streams, signals, exit status."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import adspec
from adspec import entry
from adspec.findings import counterexample
from adspec.report.jsonl import parse_report


@pytest.fixture
def saved(prod_nan, tmp_path):
    """Return the file of a counterexample."""
    path = tmp_path / "case.json"
    path.write_text(json.dumps(counterexample.to_json(prod_nan)))
    return path


def command(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "adspec", *arguments], capture_output=True, text=True, check=False, **options
    )


def test_the_version():
    assert command("--version").stdout == f"adspec {adspec.__version__}\n"


def test_a_stdout_without_unicode_is_no_failure(saved):
    done = command("replay", str(saved), env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 1
    assert "J?v" in done.stdout.replace(" ", "")


def test_a_pipe_gets_neither_colours_nor_progress(saved):
    done = command("replay", str(saved))
    assert "\x1b" not in done.stdout
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_one_line_and_no_fault_of_ours():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "adspec", "laws"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.stderr == "adspec: cannot write the output: No space left on device.\n"
    assert done.returncode == 5


def test_ctrl_c_while_the_command_is_loaded_is_one_line(monkeypatch, capsys):
    class Loading:
        @property
        def main(self):
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "adspec.cli", Loading())
    with pytest.raises(SystemExit) as ended:
        entry.main()
    assert ended.value.code == 5
    assert capsys.readouterr().err == "adspec: interrupted.\n"


SLOW_ENGINE = """
import dataclasses, sys, time
from adspec.conformance.engines.reference_engine import ENGINE as REFERENCE
def vjp(f, xs):
    print("judging", file=sys.stderr, flush=True)
    time.sleep(0.002)
    return REFERENCE.vjp(f, xs)
ENGINE = dataclasses.replace(REFERENCE, name="slow", vjp=vjp)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to send")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_run_with_a_report_and_status_5(tmp_path, sent):
    (tmp_path / "slow_engine.py").write_text(SLOW_ENGINE)
    process = subprocess.Popen(
        [sys.executable, "-m", "adspec", "check", "slow_engine:ENGINE", "--report", "out"],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stderr.readline() == "judging\n"
    time.sleep(3)
    process.send_signal(sent)
    stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 5, stderr
    assert "interrupted" in stdout
    assert "slow" in stdout
    report = parse_report((tmp_path / "out" / "report.jsonl").read_text().splitlines())
    assert not report.complete
    assert report.engines[0].cases > 0
