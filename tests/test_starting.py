"""A new engine: its files are written, run at once, and are not written over."""

import subprocess
import sys

import pytest
from click.testing import CliRunner

from adspec.cli import main
from adspec.starting import files_of

MYPKG = """
from adspec.reference_engine import grad, jvp, numpy, vjp
__version__ = "1.2"
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return an empty folder in which commands run and modules are found."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def run(*arguments):
    return CliRunner().invoke(main, [str(a) for a in arguments])


def check(engine, folder):
    return subprocess.run(
        [sys.executable, "-m", "adspec", "check", engine, "--primitive", "sin"],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_without_a_module_dual_numbers_stand_in(folder):
    done = run("init", "unheard_of")

    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "wrote unheard_of_adspec.py",
        "wrote test_unheard_of_adspec.py",
        "wrote .github/workflows/adspec.yml",
        "There is no module unheard_of here: dual numbers stand in for it.",
        "Next: adspec check unheard_of_adspec:ENGINE",
    ]
    checked = check("unheard_of_adspec:ENGINE", folder)
    # dual numbers of floats are no dual numbers of dual numbers: their second derivatives raise
    assert checked.returncode == 1, checked.stderr
    assert "unheard_of 0: " in checked.stdout
    assert "truth_push" in checked.stdout


def test_a_module_gives_its_functions_and_its_version(folder):
    (folder / "mypkg.py").write_text(MYPKG)

    start, files = files_of("mypkg")

    assert start.found
    (adapter,) = (text for path, text in files.items() if path.name == "mypkg_adspec.py")
    (folder / "mypkg_adspec.py").write_text(adapter)
    fields = [line.strip().partition("=")[0] for line in adapter.splitlines() if line.startswith("    ")]
    assert fields[:-1] == ["name", "version", "ops", "jvp", "vjp", "grad"]
    assert fields[-1].startswith("**operators(mypkg),")
    checked = check("mypkg_adspec:ENGINE", folder)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "mypkg 1.2: " in checked.stdout


def test_what_is_there_is_not_written_over(folder):
    run("init", "unheard_of")
    (folder / "unheard_of_adspec.py").write_text("mine")

    again, forced = run("init", "unheard_of"), run("init", "unheard_of", "--force")

    assert again.exit_code == 2
    assert again.stderr == (
        "adspec: unheard_of_adspec.py, test_unheard_of_adspec.py: there already. "
        "Use --dir for another folder, or --force.\n"
    )
    assert forced.exit_code == 0
    assert (folder / "unheard_of_adspec.py").read_text() != "mine"


@pytest.mark.usefixtures("folder")
def test_a_second_engine_keeps_the_workflow_of_the_first():
    run("init", "first_one")

    done = run("init", "second_one")

    assert done.exit_code == 0
    assert "kept .github/workflows/adspec.yml" in done.stdout


@pytest.mark.parametrize("name", ["3x", "my-pkg", "a.b", ""])
def test_a_name_that_is_no_module_is_refused(name):
    done = run("init", name)

    assert done.exit_code == 2
    assert done.stderr.startswith(f"adspec: NAME {name!r}: no name of a Python module.")
