"""The page "Your own rule" runs: its files are written, its commands are typed, and print what it shows."""

import re
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from adspec.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "your-own-rule.md").read_text(encoding="utf-8")
FILES = {
    name: text
    for text, name in re.findall(r"^```python\n(# (\w+\.py)\n.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE)
    for name, text in [(name, text)]
}
COMMANDS = re.findall(r"^```console\n\$ (adspec rule .*?)\n(.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE)


def plain(text):
    """Return a text without what differs from run to run: versions, seconds, and spaces at line ends."""
    text = re.sub(r"\b(jax|autograd|torch) \d+\.\d+[.\w+]*", r"\1 VERSION", text)
    return [line.rstrip() for line in re.sub(r"\d+\.\d s\b", "SECONDS", text).rstrip().splitlines()]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    for name in FILES:
        sys.modules.pop(name.removesuffix(".py"), None)


@pytest.mark.parametrize(("command", "shown"), COMMANDS, ids=[c.split()[2] for c, _ in COMMANDS])
@pytest.mark.usefixtures("folder")
def test_a_command_prints_what_the_page_shows(command, shown, monkeypatch):
    words = shlex.split(command)
    engine = words[words.index("--engine") + 1] if "--engine" in words else "jax"
    if find_spec(engine) is None:
        pytest.skip(f"{engine} is not installed")
    monkeypatch.setattr(sys, "argv", words)
    result = CliRunner().invoke(main, words[1:])
    assert plain(result.output) == plain(shown)
    assert result.exit_code == 1


def test_the_page_has_a_rule_and_a_loss_for_each_engine():
    assert len(COMMANDS) >= 4
    assert {"activations.py", "contrastive.py", "scaled.py", "likelihood.py"} <= FILES.keys()
