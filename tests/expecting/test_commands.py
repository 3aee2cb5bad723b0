"""`adspec check --known` and `adspec known`: what they print, write, and end with."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from adspec.cli import main
from adspec.expecting.reader import read_expected


@pytest.fixture
def adspec(engines, tmp_path, monkeypatch):
    """Return a function that runs a command in the folder of the engines."""
    monkeypatch.chdir(tmp_path)
    assert engines.FIRST.name == "wrong"
    return lambda *arguments: CliRunner().invoke(main, arguments)


def check(adspec, engine, *options):
    return adspec("check", f"wrong_engines:{engine}", "--primitive", "sin", "-n", "0", *options)


@pytest.mark.parametrize(("engine", "status"), [("FIRST", 0), ("PULLED", 1), ("RIGHT", 4)])
def test_the_exit_status_of_a_process_that_knows(known, engine, status):
    """0 for what is known, 1 for what is new, 4 for what is stale; the witness is heard in a worker."""
    words = f"-m adspec check wrong_engines:{engine} --primitive sin --law truth_push --law truth_pull"
    done = subprocess.run(
        [sys.executable, *words.split(), "--known", known.name],
        capture_output=True,
        text=True,
        check=False,
        cwd=known.parent,
    )
    assert done.returncode == status, done.stdout + done.stderr


def test_a_stale_entry_is_printed_as_what_to_delete(adspec, known):
    text = check(adspec, "RIGHT", "--known", known.name).stdout

    assert "stale        truth_push: sin, argument 0, push: wrong value" in text
    assert "its witness now: holds" in text
    assert 'Delete   known.toml: entry 1, cause 1: { law = "truth_push", where = "sin", argument = 0' in text


def test_known_causes_are_listed_with_their_reason_and_not_in_full(adspec, known):
    text = check(adspec, "FIRST", "--known", known.name).stdout

    assert "no new causes, " in text.splitlines()[0]
    assert "  the minus of cos was copied\n    truth_push: sin, argument 0, push: wrong value; " in text
    assert "Because" not in text


def test_a_report_says_what_is_known(adspec, known):
    lines = [
        json.loads(line)
        for line in check(adspec, "FIRST", "--known", known.name, "--json").stdout.splitlines()
    ]
    assert {line["known"] for line in lines if line["line"] == "cause"} == {"the minus of cos was copied"}
    assert lines[-1]["exit_status"] == 0
    assert lines[-1]["known"] == len(read_expected(known).lines)


def test_a_file_that_is_wrong_is_wrong_usage(adspec, known):
    known.write_text(known.read_text().replace("reason", "raeson"))
    done = check(adspec, "FIRST", "--known", known.name)
    assert done.exit_code == 2
    assert done.stderr.startswith("adspec: known.toml: entry 1: 'raeson' is no key of it.")


# ------------------------------------------------------------------ update, prune

NOTE = "# of the course of last year\n"


def updated(adspec, engine, file):
    """Add to a file what a run of the sine of an engine found."""
    check(adspec, engine, "--report", "out")
    return adspec("known", "update", "out", "-e", f"wrong_engines:{engine}", "--file", file)


def test_update_adds_what_is_new_and_changes_nothing_else(adspec, known):
    known.write_text(NOTE + known.read_text())
    before = known.read_text()

    done = updated(adspec, "PULLED", known.name)

    assert known.read_text().startswith(before.rstrip())
    assert "+ sin, argument 0, pull: wrong value" in done.stdout
    assert "+ sin, argument 0, push: wrong value" not in done.stdout
    assert "Write down the reasons" in done.stderr


@pytest.mark.usefixtures("engines")
def test_a_new_entry_wants_a_reason_and_holds_with_one(adspec, tmp_path):
    updated(adspec, "PULLED", "new.toml")
    refused = check(adspec, "PULLED", "--known", "new.toml")
    new = tmp_path / "new.toml"
    new.write_text(new.read_text().replace('reason = ""', 'reason = "two mistakes"'))

    assert (refused.exit_code, refused.stderr.count("reason is empty")) == (2, 1)
    assert check(adspec, "PULLED", "--known", "new.toml").exit_code == 0


def test_a_second_update_adds_nothing(adspec, known):
    before = known.read_text()
    done = updated(adspec, "FIRST", known.name)
    assert "0 causes added" in done.stdout
    assert known.read_text() == before


def test_prune_takes_out_what_is_stale_and_keeps_the_rest(adspec, known, tmp_path):
    updated(adspec, "PULLED", known.name)
    text = known.read_text().replace('reason = ""', 'reason = "twice"   # as in issue 7')
    known.write_text(NOTE + text)
    witness = tmp_path / "known" / "sin-0-pull-wrong-value.json"
    assert witness.exists()

    done = adspec("known", "prune", "wrong_engines:FIRST", "--file", known.name)

    assert done.exit_code == 0, done.stderr
    assert "- truth_pull: sin, argument 0, pull: wrong value   (now: holds)" in done.stdout
    assert not witness.exists()
    assert known.read_text().startswith(NOTE)
    assert "the minus of cos was copied" in known.read_text()
    assert check(adspec, "FIRST", "--known", known.name).exit_code == 0


def test_what_is_pruned_to_nothing_is_still_a_file(adspec, known):
    adspec("known", "prune", "wrong_engines:RIGHT", "--file", known.name)
    assert read_expected(known).lines == ()
    assert check(adspec, "RIGHT", "--known", known.name).exit_code == 0
