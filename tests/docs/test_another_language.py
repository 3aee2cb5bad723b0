"""The page "An engine in another language" runs, and its messages are what is said."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "another-language.md").read_text(encoding="utf-8")
SCHEMA = json.loads((ROOT / "docs" / "engine-protocol.schema.json").read_text(encoding="utf-8"))
BLOCKS = re.findall(r"^```console\n(.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE)
MESSAGES = [line for text in re.findall(r"^```json\n(.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE)
            for line in text.splitlines()]  # fmt: skip
NOTHING = {"inputs": ["x"], "equations": [], "outputs": ["x"]}
NODE = ["node", str(ROOT / "examples" / "other_languages" / "engine.mjs")]


def plain(text):
    """Return a text without seconds, and without what breaks its lines."""
    return " ".join(re.sub(r"\b\d+\.\d s\b", "SECONDS", text).split())


@pytest.fixture
def folder(tmp_path):
    """Return a folder in which the page's paths exist."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("block", BLOCKS, ids=["node", "g++", "missing"])
def test_a_command_prints_what_the_page_shows(block, folder):
    *commands, shown = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)
    done = None
    for text in filter(None, commands):
        words = shlex.split(text)
        tool = words[0] if words[0] != "adspec" else words[2].removeprefix("cmd:").split()[0]
        if tool in {"node", "g++"} and shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")
        words = [sys.executable, "-m", "adspec", *words[1:]] if words[0] == "adspec" else words
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert plain(done.stdout + done.stderr) == plain(shown)


def test_the_messages_on_the_page_are_of_the_schema():
    assert len(MESSAGES) == 4
    for line in MESSAGES:
        jsonschema.validate(json.loads(line), SCHEMA)


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": 1, "op": "hello", "protocol": 2},
        {"id": 1, "value": [0.5]},
        {"id": 1, "error": {"kind": "sad", "message": "no"}},
        {"id": 1, "op": "vjp", "program": NOTHING, "inputs": [], "wrt": []},  # no cotangents
    ],
)
def test_what_is_not_of_the_protocol_is_not_of_the_schema(wrong):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(wrong, SCHEMA)


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_engine_answers_the_page_as_the_page_says():
    asked, said = MESSAGES[::2], MESSAGES[1::2]
    done = subprocess.run(NODE, input="\n".join(asked), capture_output=True, text=True, check=True)
    introduction, answer = map(json.loads, done.stdout.splitlines())

    jsonschema.validate(introduction, SCHEMA)
    assert {**introduction, "primitives": json.loads(said[0])["primitives"]} == json.loads(said[0])
    assert answer == json.loads(said[1])
