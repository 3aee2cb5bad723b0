"""The expectations that come with adspec: readable, with reasons, and of what their engines still do."""

import json
from importlib.metadata import version

import pytest
from click.testing import CliRunner

from adspec.cli import main
from adspec.discovery import find_laws
from adspec.expecting.layers import shipped
from adspec.expecting.reader import read_expected

FILES = sorted(shipped("any").parent.glob("*.toml"))
LAWS = {rule.name for rule in find_laws()}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_named_after_its_engine_and_its_version_and_laws_exist(path):
    file = read_expected(path)
    assert file.engine == path.stem
    assert all(str(line.versions) for line in file.lines)
    assert {line.law for line in file.lines} <= LAWS


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_witness_beside_a_file_is_one_of_it(path):
    beside = {f"{path.stem}/{file.name}" for file in (path.parent / path.stem).iterdir()}
    text = path.read_text(encoding="utf-8")
    assert {name for name in beside if f'"{name}"' not in text} == set()
    assert len(beside) == len(read_expected(path).lines)


@pytest.mark.skipif(version("autograd") != "1.9.1", reason="the expectations are of 1.9.1")
def test_what_is_known_of_a_rule_is_all_that_is_found_of_it():
    words = ("check", "autograd", "--primitive", "prod", "--known", "auto", "-n", "0")

    run = CliRunner().invoke(main, [*words, "--json"])

    causes = [line for line in map(json.loads, run.stdout.splitlines()) if line["line"] == "cause"]
    assert run.exit_code == 0, CliRunner().invoke(main, words).stdout
    assert causes
    assert all("known" in line for line in causes)
