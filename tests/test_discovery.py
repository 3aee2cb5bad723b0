import sys
from importlib.metadata import version

import pytest

from adspec.discovery import (
    BROKEN_ADAPTER,
    MANY,
    WRONG_NAME,
    DiscoveryError,
    did_you_mean,
    engine_entries,
    engine_names,
    find_engine,
    find_laws,
)
from adspec.engine import Engine
from adspec.properties import LAWS

ADAPTER = """
from adspec.engine import Engine
ENGINE = Engine(name="mine", version="2.0", ops={})
def make(): return ENGINE
def fail(): raise RuntimeError("no device\\nsecond line")
NUMBER = 3
class Nested: ENGINE = ENGINE
"""
LAW = """
from adspec.law import law
@law(says="y = y")
def %s(obs):
    yield from ()
LAWS = (%s,)
LIST = [%s]
"""


@pytest.fixture
def adapter(tmp_path, monkeypatch):
    """Return the name of an importable adapter module."""
    (tmp_path / "mine_adapter.py").write_text(ADAPTER)
    monkeypatch.syspath_prepend(tmp_path)
    yield "mine_adapter"
    sys.modules.pop("mine_adapter", None)


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Make a module of a source."""
    made = []

    def make(name, source):
        (tmp_path / f"{name}.py").write_text(source)
        monkeypatch.syspath_prepend(tmp_path)
        made.append(name)
        return name

    yield make
    for name in made:
        sys.modules.pop(name, None)


@pytest.fixture
def distribution(tmp_path, monkeypatch):
    """Install a distribution that consists of entry points."""

    def install(name, points, extras=(), requires=()):
        folder = tmp_path / f"{name}-1.5.dist-info"
        folder.mkdir()
        provided = "".join(f"Provides-Extra: {extra}\n" for extra in extras)
        provided += "".join(f"Requires-Dist: {line}\n" for line in requires)
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.5\n{provided}")
        (folder / "entry_points.txt").write_text(points)
        monkeypatch.syspath_prepend(tmp_path)

    return install


def refusal(find, *arguments):
    """Return the one line and the exit status of a refusal."""
    with pytest.raises(DiscoveryError) as caught:
        find(*arguments)
    assert "\n" not in str(caught.value)
    return str(caught.value), caught.value.exit_status


def test_an_engine_is_found_by_name():
    assert isinstance(find_engine("reference"), Engine)


@pytest.mark.parametrize("attribute", ["ENGINE", "make", "Nested.ENGINE"])
def test_an_engine_is_found_by_import_string(adapter, attribute):
    assert find_engine(f"{adapter}:{attribute}").name == "mine"


def test_a_misspelt_name_gets_a_guess_and_the_list():
    text, status = refusal(find_engine, "autogard")
    assert text.startswith("engine 'autogard': unknown. Did you mean 'autograd'? ")
    assert ("`adspec engines` lists all" in text) is (len(engine_names()) > MANY)
    assert status == WRONG_NAME


def test_a_module_without_attribute_gets_a_hint():
    text, status = refusal(find_engine, "mypkg.adapter")
    assert text.endswith("An engine of your own is named by an import string, such as mypkg.adapter:ENGINE.")
    assert status == WRONG_NAME


NOT_AN_ENGINE = "Name an adspec.Engine, or a function without arguments that returns one."
# fmt: off
BAD_IMPORT_STRINGS = [
    ("mine_adapter:ENGNE",  3, "the module mine_adapter has no attribute 'ENGNE'. Did you mean 'ENGINE'?"),
    ("mine_adapter:NUMBER", 3, f"NUMBER is of type int, not an Engine. {NOT_AN_ENGINE}"),
    ("mine_adapter:Nested", 3, f"Nested is of type Nested, not an Engine. {NOT_AN_ENGINE}"),
    ("mine_adapter:fail",   3, "its adapter raises RuntimeError: no device. Correct the adapter."),
    ("nowhere.at.all:X",    3, "there is no module nowhere. Install its package, or run where it can be"),
    ("mine_adapter:",       2, "not an import string. Write package.module:ATTRIBUTE."),
]
# fmt: on


@pytest.mark.parametrize(("text", "status", "line"), BAD_IMPORT_STRINGS)
def test_a_bad_import_string_is_one_line(adapter, text, status, line):
    del adapter
    refused, with_status = refusal(find_engine, text)
    assert refused.startswith(f"engine {text}: {line}")
    assert with_status == status


def test_an_adapter_that_raises_tells_type_and_message(module):
    module("raising_adapter", "raise OSError('libblas.so not found')")
    text, status = refusal(find_engine, "raising_adapter:ENGINE")
    assert text == (
        "engine raising_adapter:ENGINE: importing raising_adapter raises OSError: libblas.so not found. "
        "Correct it, or reinstall what it imports."
    )
    assert status == BROKEN_ADAPTER


def test_a_missing_package_of_an_import_string_says_what_to_install(module):
    module("lacking_adapter", "import no_such_package_here.numpy")
    text, status = refusal(find_engine, "lacking_adapter:ENGINE")
    assert text == (
        "engine lacking_adapter:ENGINE: no_such_package_here is not installed. "
        "Run pip install no_such_package_here."
    )
    assert status == BROKEN_ADAPTER


def test_a_missing_package_of_an_extra_says_which_extra(module, distribution):
    module("extra_adapter", "import no_such_package_here")
    distribution("suite", "[adspec.engines]\nspecial = extra_adapter:ENGINE\n", extras=["special"])
    text, _ = refusal(find_engine, "special")
    assert text == 'engine special: no_such_package_here is not installed. Run pip install "suite[special]".'


def test_a_part_that_an_old_package_lacks_is_told(module):
    module("old_adapter", "import json.no_such_part")
    text, _ = refusal(find_engine, "old_adapter:ENGINE")
    assert text == (
        "engine old_adapter:ENGINE: importing old_adapter raises ModuleNotFoundError: "
        "No module named 'json.no_such_part'. Install a version of json that has it."
    )


def test_a_stranger_s_engine_stands_beside_ours(distribution):
    distribution("mine", "[adspec.engines]\nmine = mine_adapter:ENGINE\n")
    [entry] = [e for e in engine_entries() if e.name == "mine"]
    assert (entry.package, entry.version, entry.install) == ("mine", "1.5", "pip install mine")
    assert set(engine_names()) >= {"autograd", "jax", "mine", "reference"}


def test_our_adapters_carry_the_version_of_what_they_test():
    versions = {entry.name: entry.version for entry in engine_entries()}
    assert versions["reference"] == version("adspec")
    assert versions["autograd"] == version("autograd")


def test_an_engine_whose_package_is_missing_is_not_installed(distribution):
    distribution("suite", "[adspec.engines]\nno-such-package-here = a:B\n", extras=["no-such-package-here"])
    assert "no-such-package-here" in engine_names()
    assert "no-such-package-here" not in engine_names(installed=True)


@pytest.mark.parametrize("requirement", ["adspec>=0", "adspec [cpu] <9", "adspec"])
def test_an_engine_under_a_name_of_its_own_has_the_version_of_what_its_extra_requires(
    distribution, requirement
):
    lines = [
        "numpy; extra == 'other'",
        f"{requirement} ; extra == 'other-way'",
        "scipy; extra == 'other-way'",
    ]
    distribution(
        "suite", "[adspec.engines]\nother_way = a:B\n", extras=["other", "other-way"], requires=lines
    )

    [entry] = [e for e in engine_entries() if e.name == "other_way"]

    assert (entry.package, entry.version) == ("adspec", version("adspec"))
    assert entry.install == 'pip install "suite[other-way]"'


def test_listing_engines_imports_none_of_them(distribution):
    distribution("mine", "[adspec.engines]\nmine = mine_adapter:ENGINE\n")
    engine_entries()
    assert "mine_adapter" not in sys.modules


def test_laws_are_found_by_name_in_the_order_of_the_names():
    assert [law.name for law in find_laws(["transpose", "primal"])] == ["transpose", "primal"]


def test_all_laws_are_found_without_a_name():
    assert {"primal", "transpose", "truth_push", "truth_pull"} <= {law.name for law in find_laws()}


def test_a_law_named_twice_is_judged_once():
    assert [law.name for law in find_laws(["primal", "primal"])] == ["primal"]


def test_a_misspelt_law_gets_a_guess():
    text, status = refusal(find_laws, ["transpos"])
    assert text == f"law 'transpos': unknown. Did you mean 'transpose'? `adspec laws` lists all {len(LAWS)}."
    assert status == WRONG_NAME


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("expp", "Did you mean 'exp'? There are 16."),
        ("nothing like it", "There are 16."),
    ],
)
def test_of_many_names_only_the_closest_is_said(word, said):
    assert did_you_mean(word, [f"number_{n}" for n in range(13)] + ["exp", "exp2", "sin"]) == said


def test_a_stranger_s_law_stands_beside_ours(module, distribution):
    module("mine_laws", LAW.replace("%s", "reflexive"))
    distribution("mine", "[adspec.laws]\nmine = mine_laws:LAWS\n")
    assert "reflexive" in {law.name for law in find_laws()}


def test_a_second_law_of_one_name_is_refused(module, distribution):
    module("double_laws", LAW.replace("%s", "transpose"))
    distribution("mine", "[adspec.laws]\nmine = double_laws:LAWS\n")
    text, status = refusal(find_laws)
    assert text == "law transpose: double_laws:LAWS defines it again. Rename one of the two."
    assert status == BROKEN_ADAPTER


def test_laws_come_as_a_tuple(module, distribution):
    module("listed_laws", LAW.replace("%s", "reflexive"))
    distribution("mine", "[adspec.laws]\nmine = listed_laws:LIST\n")
    assert refusal(find_laws) == (
        "laws mine: listed_laws:LIST is of type list, not a tuple of Law. List the laws that @law made.",
        3,
    )
