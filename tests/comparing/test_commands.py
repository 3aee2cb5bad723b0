import json
import os

import pytest
from click.testing import CliRunner

from adspec.cli import main


@pytest.fixture
def run(monkeypatch):
    monkeypatch.setattr(os, "environ", dict(os.environ))
    return lambda *arguments: CliRunner().invoke(main, [str(a) for a in arguments])


def test_report_writes_all_forms(saved, run, tmp_path):
    folder = saved("a")
    names = {"html": "a.html", "markdown": "a.md", "junit": "a.xml", "badge": "a.svg"}
    options = [word for form, name in names.items() for word in (f"--{form}", tmp_path / name)]
    found = run("report", folder, "--no-scripts", *options)
    assert (found.exit_code, found.stdout) == (0, "")
    assert all((tmp_path / name).stat().st_size for name in names.values())


def test_report_prints_markdown_and_says_what_was_left_out(saved, run):
    found = run("report", saved("a"), saved("b") / "report.jsonl")
    assert found.exit_code == 0
    assert found.stdout.startswith("# Engines by the laws of derivatives\n")
    assert "adspec: autograd 1.9.1: run twice." in found.stderr


@pytest.mark.parametrize(
    "content", ["", "{", '{"line": "law"}', "\x00", '{"line": "header", "format": "other"}']
)
def test_what_is_no_report_is_one_clear_line(run, tmp_path, content):
    file = tmp_path / "report.jsonl"
    file.write_text(content, encoding="utf-8")
    found = run("report", file)
    assert found.exit_code == 2
    assert found.stderr.startswith(f"adspec: {file}: line 1: ")
    assert found.stderr.count("\n") == 1


def test_report_of_nothing_says_what_it_wants(run, tmp_path):
    assert run("report").exit_code == 2
    missing = run("report", tmp_path / "none")
    assert missing.exit_code == 2
    assert "none: No such file or directory. A run is what" in missing.stderr


def test_diff_ends_in_1_for_a_new_cause_alone(saved, run):
    kept, broken = saved("a", causes=()), saved("b")
    assert run("diff", kept, broken).exit_code == 1
    found = run("diff", broken, kept, "--json")
    assert found.exit_code == 0
    assert json.loads(found.stdout)["engines"][0]["gone"] == ["prod, argument 0, pull: nan"]
