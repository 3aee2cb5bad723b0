import json
import os
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner

from adspec.cli import main
from adspec.discovery import find_engine
from adspec.language.literals import LanguageError
from adspec.probing.table import Answers, golden_of, markdown_table, moved, probe, read, text_table, write

OLD = Answers(engine="one", version="1.9", answers={"abs at 0": "0.0", "a|b": "1.0"})
NEW = replace(OLD, version="1.10", answers={"abs at 0": "1.0", "a|b": "1.0"})
GOLDEN = Path(str(files("adspec.conformance").joinpath("table")))


@pytest.fixture
def run(monkeypatch):
    monkeypatch.setattr(os, "environ", dict(os.environ))
    return lambda *arguments: CliRunner().invoke(main, ["table", *map(str, arguments)])


def test_golden_rows_read_back(tmp_path):
    assert read(write(OLD, tmp_path)) == OLD


def test_the_same_version_is_compared_before_the_newest_other_one(tmp_path):
    write(OLD, tmp_path)
    write(NEW, tmp_path)
    write(replace(NEW, engine="one-more"), tmp_path)
    assert golden_of(OLD, tmp_path) == OLD
    assert golden_of(replace(OLD, version="2.0"), tmp_path) == NEW
    assert golden_of(replace(OLD, engine="other"), tmp_path) is None


def test_a_change_of_convention_is_one_line():
    assert list(moved(OLD, NEW)) == ["abs at 0: 0.0 → 1.0"]
    assert list(moved(OLD, replace(OLD, answers={"abs at 0": "0.0"}))) == ["a|b: 1.0 → not asked"]


def test_text_and_markdown():
    assert text_table([OLD, NEW], differing=True) == "question  one 1.9  one 1.10\nabs at 0  0.0      1.0"
    assert markdown_table([OLD]).splitlines()[-1] == "| a\\|b | 1.0 |"


@pytest.mark.parametrize("content", ["", "[]", '{"format": "adspec-table", "schema": 2}'])
def test_what_is_no_golden_file_is_one_line(tmp_path, content):
    (tmp_path / "a.json").write_text(content)
    with pytest.raises(LanguageError, match=r"a\.json: no(t an adspec-table| golden rows)"):
        read(tmp_path / "a.json")


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.json")), ids=lambda path: path.stem)
def test_golden_rows_are_named_after_their_engine(file):
    found = read(file)
    assert found.file == file.name


@pytest.mark.parametrize("name", ["reference", "autograd"])
def test_every_answer_is_as_it_was(name):
    if name != "reference":
        pytest.importorskip(name)
    found = probe(find_engine(name))
    golden = golden_of(found, GOLDEN)
    if golden.version != found.version:
        pytest.skip(f"golden rows are of {golden.version}, not {found.version}")
    assert list(moved(golden, found)) == []


def test_check_ends_in_1_where_an_answer_is_another(run, tmp_path):
    known = probe(find_engine("reference"))
    write(replace(known, answers={**known.answers, "abs at 0": "7.0"}), tmp_path)
    found = run("reference", "--check", "--golden", tmp_path)
    assert found.exit_code == 1
    assert found.stdout == "reference 0.1.0, as against 0.1.0: abs at 0: 7.0 → 0.0\n"


def test_check_without_golden_rows_is_wrong_usage(run, tmp_path):
    found = run("reference", "--check", "--golden", tmp_path)
    assert found.exit_code == 2
    assert "has no golden rows" in found.stderr


def test_json_holds_every_answer(run):
    [found] = json.loads(run("reference", "--json").stdout)
    assert found["answers"]["prod with one 0"] == "[6.0, 0.0, 0.0]"
