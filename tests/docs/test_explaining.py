"""The page "A run, number by number" runs: its commands print what it shows."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from adspec.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "explaining.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^```console\n\$ (adspec .*?)\n(.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE)


def plain(text):
    """Return a text without what differs from version to version."""
    text = re.sub(r"\b(autograd|reference) \d+\.\d+[.\w+]*", r"\1 VERSION", text)
    return re.sub(r"allowed = [\d.e-]+", "allowed = NUMBER", text).rstrip()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with the report that the page speaks of."""
    pytest.importorskip("autograd")
    path = tmp_path_factory.mktemp("page")
    words = ["check", "autograd", "--primitive", "prod", "--report", str(path / "out")]
    assert "adspec check autograd --primitive prod --report out" in PAGE
    assert CliRunner().invoke(main, words).exit_code == 1
    return path


@pytest.mark.parametrize(("command", "shown"), COMMANDS, ids=["formula", "finding", "script"])
def test_a_command_prints_what_the_page_shows(command, shown, folder, monkeypatch):
    monkeypatch.chdir(folder)
    result = CliRunner().invoke(main, shlex.split(command)[1:])
    assert plain(result.output) == plain(shown)
    assert result.exit_code == 0
