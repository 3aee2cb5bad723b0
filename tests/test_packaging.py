"""What is installed: one top-level name, plain files, entry points, and cheap imports."""

import importlib
import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import entry_points, version
from pathlib import Path

import pytest

import adspec

ROOT = Path(__file__).resolve().parents[1]
LINK = 0o120000  # file type bits of a symbolic link


@pytest.fixture(scope="module")
def archives(tmp_path_factory):
    """Build the sdist, unpack it, and build one wheel from it and one from the checkout."""
    place = tmp_path_factory.mktemp("archives")
    sdist = build("sdist", ROOT, place / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(place / "unpacked", filter="data")
    [unpacked] = (place / "unpacked").iterdir()
    return {
        "sdist": sdist,
        "unpacked": unpacked,
        "wheel": build("wheel", ROOT, place / "wheel"),
        "wheel from sdist": build("wheel", unpacked, place / "again"),
    }


def build(target, source, place):
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(place)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    [archive] = place.iterdir()
    return archive


def loaded_by(statement, place):
    """Return the third parties that a statement loads in a fresh interpreter."""
    lines = [
        "import sys",
        "before = set(sys.modules)",
        statement,
        "print(*{name.split('.')[0] for name in set(sys.modules) - before} - sys.stdlib_module_names)",
    ]
    command = [sys.executable, "-c", "\n".join(lines)]
    done = subprocess.run(command, cwd=place, check=True, capture_output=True, text=True)
    return set(done.stdout.split())


@pytest.mark.slow
def test_the_wheel_holds_adspec_and_nothing_else(archives):
    names = zipfile.ZipFile(archives["wheel"]).namelist()
    tops = {name.split("/")[0] for name in names}
    assert tops == {"adspec", f"adspec-{adspec.__version__}.dist-info"}


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["reference_engine", "properties", "conformance"])
def test_the_wheel_holds_the_linked_folders_as_plain_files(archives, folder):
    entries = zipfile.ZipFile(archives["wheel"]).infolist()
    assert f"adspec/{folder}/__init__.py" in {entry.filename for entry in entries}
    assert [entry.filename for entry in entries if entry.external_attr >> 16 & 0o170000 == LINK] == []


@pytest.mark.slow
def test_the_sdist_holds_no_links_and_no_file_twice(archives):
    with tarfile.open(archives["sdist"]) as archive:
        entries = archive.getmembers()
    assert [entry.name for entry in entries if entry.issym() or entry.islnk()] == []
    assert not (archives["unpacked"] / "properties").exists()


@pytest.mark.slow
def test_an_unpacked_sdist_builds_the_same_wheel(archives):
    here, there = (zipfile.ZipFile(archives[name]).namelist() for name in ("wheel", "wheel from sdist"))
    assert sorted(here) == sorted(there)


@pytest.mark.slow
@pytest.mark.parametrize("file", ["adspec/py.typed", "adspec-{version}.dist-info/licenses/LICENSE"])
def test_the_wheel_says_that_it_is_typed_and_licensed(archives, file):
    assert file.format(version=adspec.__version__) in zipfile.ZipFile(archives["wheel"]).namelist()


# fmt: off
ENTRY_POINTS = [
    ("console_scripts", "adspec",    "adspec.entry:main"),
    ("adspec.engines",  "reference", "adspec.conformance.engines.reference_engine:ENGINE"),
    ("adspec.engines",  "autograd",  "adspec.conformance.engines.autograd_engine:ENGINE"),
    ("adspec.engines",  "jax",       "adspec.conformance.engines.jax_engine:ENGINE"),
    ("adspec.laws",     "builtin",   "adspec.properties:LAWS"),
    ("pytest11",        "adspec",    "adspec.pytest_plugin"),
]
# fmt: on


@pytest.mark.parametrize(("group", "name", "target"), ENTRY_POINTS)
def test_an_entry_point_is_installed(group, name, target):
    [point] = entry_points(group=group, name=name)
    assert point.value == target


def test_the_installed_version_is_the_package_s_own():
    assert version("adspec") == adspec.__version__


@pytest.mark.parametrize(
    ("module", "third_parties"),
    [("adspec", set()), ("adspec.reference_engine", {"numpy"})],
)
def test_an_import_loads_no_more_than_it_needs(module, third_parties, tmp_path):
    assert loaded_by(f"import {module}", tmp_path) - {"adspec"} <= third_parties


def test_the_plugin_costs_other_people_s_test_runs_nothing(tmp_path):
    loaded = loaded_by("import pytest, adspec.pytest_plugin", tmp_path)
    assert loaded & {"hypothesis", "flint", "mpmath", "scipy", "numpy", "rich"} == set()


@pytest.mark.parametrize("name", sorted(adspec._HOMES))
def test_a_public_name_resolves_to_what_its_module_defines(name):
    assert getattr(adspec, name) is getattr(importlib.import_module(adspec._HOMES[name]), name)


def test_a_name_that_is_not_public_is_an_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'gradient'"):
        _ = adspec.gradient


def test_continuous_integration_runs_the_command_of_the_readme():
    command = "pip install tox && tox"
    assert f"$ {command}\n" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
