"""Who may import whom: the imports, read with `ast`, against one table.

The idea: every module lives in a room, and a room may import the rooms named in
its row (and nothing that is not named).  Rows stand in order, each naming only
rows above it, so there is no circle among rooms; a walk over the modules shows
that there is none within a room either.  Imports inside functions and under
TYPE_CHECKING count like any other: an arrow is an arrow whenever it is followed.
"""

import ast
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]


class Room(NamedTuple):
    """One row: the adspec rooms and the third parties that a room may import."""

    rooms: str
    libraries: str


# fmt: off
WORDS = "language limits engine observation truth law"
CASES = f"{WORDS} findings search discovery runners"
TORCH = "lifting.torch_front lifting.torch_calls"
FRONTS = (
    "lifting.jax_front lifting.jax_run lifting.autograd_front lifting.autograd_run"
    " lifting.torch_front lifting.torch_run"
)
SHOWN = "explaining explanation artifacts comparing probing"
TOLD = f"{CASES} expecting conform selftest report"
ROOMS = {
    # room (the longest name wins)  may import these rooms                            and these libraries
    "reference_engine":        Room("",                                                 "numpy scipy"),
    "language":                Room("",                                                 "numpy"),
    "truth":                   Room("language",                                         "numpy flint mpmath"),
    "idiom":                   Room("",                                                 ""),
    "dialect":                 Room("",                                                 ""),
    "limits":                  Room("language",                                         "numpy"),
    "engine":                  Room("language dialect idiom limits",                    "numpy"),
    "observation":             Room("language engine",                                  "numpy"),
    "law":                     Room("language engine observation truth",                "numpy"),
    "findings":                Room(WORDS,                                              "numpy"),
    "search":                  Room(WORDS,                                              "numpy hypothesis"),
    "foreign":                 Room("language engine limits",                           "numpy"),
    "discovery":               Room("engine law foreign",                               "packaging"),
    "smoke":                   Room(f"{WORDS} discovery foreign",                       "numpy"),
    "runners":                 Room(f"{WORDS} findings search discovery smoke",         "numpy psutil"),
    "plan":                    Room(f"{WORDS} findings search",                         "numpy"),
    "expecting":               Room(CASES,                                              "tomlkit packaging"),
    "conform":                 Room(f"{CASES} plan smoke expecting",                    "numpy"),
    "lifting":                 Room("language engine truth",                            "numpy flint"),
    "lifting.jax_places":      Room("language lifting",                                 "numpy jax"),
    "lifting.jax_front":       Room("language lifting lifting.jax_places truth",        "numpy jax"),
    "lifting.autograd_front":  Room("language lifting truth",                           "numpy autograd"),
    "lifting.jax_run":         Room("language lifting lifting.jax_front",               "numpy jax"),
    "lifting.autograd_run":    Room("language lifting lifting.autograd_front truth",    "numpy autograd"),
    "selftest":                Room(CASES,                                              "numpy"),
    "report":                  Room(f"{CASES} conform selftest",                        "numpy rich"),
    "explaining":              Room(f"{WORDS} findings report",                         "numpy"),
    "explanation":             Room(f"{WORDS} findings discovery explaining",           ""),
    "artifacts":               Room(f"{WORDS} idiom findings report",                   "numpy"),
    "comparing":               Room(f"{WORDS} findings discovery report explaining artifacts", "numpy"),
    "probing":                 Room(f"{WORDS} discovery report explaining",             "numpy"),
    "lifting.torch_calls":     Room("",                                                 "torch"),
    "lifting.torch_front":     Room("language lifting lifting.torch_calls truth",       "numpy torch"),
    "lifting.torch_run":       Room(f"language lifting {TORCH}",                        "numpy torch"),
    "ruling.jax_ways":         Room("engine",                                           "jax"),
    "ruling":                  Room(f"{CASES} lifting {FRONTS} report ruling.jax_ways", "numpy"),
    "rule":                    Room(f"{CASES} lifting {FRONTS} ruling",                 "numpy"),
    "testing":                 Room(f"{CASES} expecting conform report",                "numpy pytest"),
    "pytest_plugin":           Room(f"{CASES} expecting conform report testing",        "numpy pytest"),
    "starting":                Room("",                                                 ""),
    "commands":                Room(f"{TOLD} ruling rule {SHOWN} starting",             "numpy rich click"),
    "cli":                     Room("commands",                                         "click"),
    "entry":                   Room("cli",                                              ""),
    "__main__":                Room("entry",                                            ""),
    "__init__":                Room(f"{WORDS} rule ruling explanation",                 ""),
    # found through entry points, by nobody's import
    "properties":              Room("language truth law observation",                   "numpy"),
    "conformance":             Room("",                                                 ""),
    "conformance.idioms":      Room("idiom",                                            ""),
    "conformance.tables":      Room("language engine",                                  "numpy"),
    "conformance.engines":     Room("engine dialect limits conformance.idioms conformance.tables", "numpy"),
    "conformance.mutants":     Room("engine reference_engine conformance.engines",      "numpy"),
    "conformance.corpus":      Room("",                                   "numpy mpmath autograd jax torch"),
}
# fmt: on
# An adapter imports its engine as well, which its files are named after: torch_engine.py and torch_words.py
# import torch, and the first the second.
ADAPTERS = "conformance.engines"
# Laws do not know each other; the file that lists them knows them all.
APART = {"properties", ADAPTERS}


class Import(NamedTuple):
    """`module` imports `target` on a line."""

    module: str
    target: str
    line: int


def checkout() -> dict[str, str]:
    """Return the source of every module, by its installed name."""
    found = {}
    for folder, _, files in os.walk(ROOT / "adspec", followlinks=True):
        for file in sorted(files):
            path = Path(folder, file)
            if path.suffix == ".py":
                parts = path.relative_to(ROOT).with_suffix("").parts
                found[".".join(parts)] = path.read_text(encoding="utf-8")
    return found


def imports(module: str, source: str) -> Iterator[Import]:
    """Yield what a module imports, `from a import b` as a.b."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (Import(module, alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = "." * node.level + (node.module or "")
            yield from (Import(module, f"{origin}.{alias.name}", node.lineno) for alias in node.names)


def room_of(name: str) -> str | None:
    """Return the room in which an installed name lives, if any has it."""
    parts = name.removeprefix("adspec.").removesuffix(".__init__").split(".")
    prefixes = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((prefix for prefix in prefixes if prefix in ROOMS), None)


def offences(sources: Mapping[str, str]) -> list[str]:
    """Return one line for each import that the table does not allow."""
    return [
        f"{found.module}:{found.line} imports {found.target}: {why}"
        for module, source in sources.items()
        for found in imports(module, source)
        if (why := objection(found))
    ]


def objection(found: Import) -> str | None:
    """Return what is wrong with an import, or None."""
    library = found.target.split(".")[0]
    if found.target.startswith("."):
        return "relative. Write the installed name"
    if library in {"properties", "conformance", "reference_engine"}:
        return f"not installed under this name. Write adspec.{library}"
    home = room_of(found.module)
    if home is None:
        return "the importing module has no row in ROOMS. Give it one"
    if library == "adspec":
        return objection_within(home, found)
    is_allowed = library in libraries_of(home, found.module) | sys.stdlib_module_names
    return None if is_allowed else f"{home} may not import {library}"


def objection_within(home: str, found: Import) -> str | None:
    """Return what is wrong with an import of adspec's own, or None."""
    if found.target == "adspec.__version__":
        return None
    if found.target == "adspec":
        return "hides what is meant. Write from adspec import __version__, or the module"
    room = room_of(found.target)
    if room is None:
        return "no room has this name. Import from the module that defines it"
    if room == home:
        is_one_engine = home == ADAPTERS and engine_of(found.module) == engine_of(found.target)
        is_apart = home in APART and not is_one_engine and not found.module.endswith(".__init__")
        return f"modules of {home} do not know each other" if is_apart else None
    is_own_engine = home == ADAPTERS and room == engine_of(found.module)
    return None if room in ROOMS[home].rooms.split() or is_own_engine else f"{home} may not import {room}"


def engine_of(module: str) -> str:
    """Return the room or library after which an adapter, or what is in it, is named."""
    name = module.partition(f"{ADAPTERS}.")[2].partition(".")[0]
    return name if name in ROOMS else name.partition("_")[0]


def libraries_of(home: str, module: str) -> set[str]:
    """Return the third parties that a module may import."""
    allowed = set(ROOMS[home].libraries.split())
    return allowed | {engine_of(module)} if home == ADAPTERS else allowed


def circle(sources: Mapping[str, str]) -> list[str]:
    """Return the modules of one circle of imports, or none."""
    # adspec/__init__ only names, for type checkers, what it will import on first use
    names = {name.removesuffix(".__init__") for name in sources} - {"adspec"}
    arrows = {
        module.removesuffix(".__init__"): set(targets_within(names, imports(module, source)))
        for module, source in sources.items()
        if module != "adspec.__init__"
    }
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def targets_within(names: set[str], found: Iterable[Import]) -> Iterator[str]:
    """Yield the modules among `names` that are imported, packages only if meant themselves."""
    for _, target, _ in found:
        # `from a.b import c` means the module a.b.c if there is one, else something defined in a.b
        yield from [name for name in (target, target.rpartition(".")[0]) if name in names][:1]


def test_every_import_follows_the_table():
    assert offences(checkout()) == []


def test_no_circle_among_modules():
    assert circle(checkout()) == []


def test_each_row_names_only_rows_above_it():
    above: set[str] = set()
    for name, room in ROOMS.items():
        assert set(room.rooms.split()) <= above, name
        above.add(name)


def test_hypothesis_is_allowed_in_search_alone():
    assert [name for name, room in ROOMS.items() if "hypothesis" in room.libraries.split()] == ["search"]


def test_at_most_one_file_of_the_reference_engine_imports_scipy():
    users = {
        found.module
        for module, source in checkout().items()
        if room_of(module) == "reference_engine"
        for found in imports(module, source)
        if found.target.split(".")[0] == "scipy"
    }
    assert len(users) <= 1, users


def test_the_walk_reaches_all_four_folders():
    folders = {
        "adspec.__init__",
        "adspec.reference_engine.__init__",
        "adspec.properties.__init__",
        "adspec.conformance.__init__",
    }
    assert folders <= set(checkout())


# fmt: off
OFFENCES = [
    # module                     its source                              the objection
    ("language.case",            "import adspec.engine",                 "language may not import engine"),
    ("engine",                   "from adspec import law",               "engine may not import law"),
    ("law",                      "def f():\n    import hypothesis",      "law may not import hypothesis"),
    ("observation",              "import flint",                         "observation may not import flint"),
    ("conform",                  "from adspec.properties import LAWS",   "conform may not import properties"),
    ("conform",                  "import autograd.numpy as np",          "conform may not import autograd"),
    ("findings.blame",           "from adspec.search import reducer",    "findings may not import search"),
    ("pytest_plugin",            "import hypothesis",                    "may not import hypothesis"),
    ("reference_engine.tracing", "import adspec.language",               "may not import language"),
    ("properties.transpose",     "import adspec.properties.primal",      "do not know each other"),
    ("properties.transpose",     "import adspec.engine",                 "properties may not import engine"),
    ("properties.transpose",     "from properties import primal",        "Write adspec.properties"),
    ("properties.transpose",     "from . import primal",                 "relative"),
    ("conformance.engines.jax_engine", "import autograd",                "may not import autograd"),
    ("conformance.engines.jax_engine", "import adspec.law",              "may not import law"),
    ("conformance.engines.jax_engine", "import adspec.conformance.engines.torch_words", "know each other"),
    ("conformance.engines.jax_engine", "import adspec.reference_engine", "may not import reference_engine"),
    ("__init__",                 "import numpy",                         "__init__ may not import numpy"),
    ("attic",                    "import numpy",                         "no row in ROOMS"),
    ("report.html",              "from adspec import Case",              "no room has this name"),
    ("report.html",              "import adspec",                        "hides what is meant"),
]
PROPER = [
    ("properties.transpose",     "from adspec.law import equal, law"),
    ("properties.__init__",      "from adspec.properties import transpose"),
    ("conformance.engines.jax_engine",       "import jax.numpy as jnp"),
    ("conformance.engines.reference_engine", "from adspec.reference_engine import numpy"),
    ("conformance.engines.torch_engine",     "from adspec.conformance.engines.torch_words import WORDS"),
    ("search.strategies",        "from hypothesis import strategies"),
    ("report.jsonl",             "from adspec import __version__"),
]
# fmt: on


@pytest.mark.parametrize(("module", "source", "why"), OFFENCES)
def test_an_offending_import_is_reported_with_its_place(module, source, why):
    [line] = offences({f"adspec.{module}": source})
    assert line.startswith(f"adspec.{module}:{len(source.splitlines())} imports ")
    assert why in line


@pytest.mark.parametrize(("module", "source"), PROPER)
def test_a_proper_import_is_not_reported(module, source):
    assert offences({f"adspec.{module}": source}) == []


def test_a_circle_is_reported():
    sources = {
        "adspec.language.__init__": "",
        "adspec.language.case": "from adspec.language import program",
        "adspec.language.program": "def f():\n    from adspec.language.case import Case",
    }
    assert set(circle(sources)) == {"adspec.language.case", "adspec.language.program"}
