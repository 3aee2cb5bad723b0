"""The benchmarks are a folder of the checkout and no part of the wheel: they are imported from there."""

import sys
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"

if "benchmarks" not in sys.modules:
    spec = ModuleSpec("benchmarks", None, is_package=True)
    spec.submodule_search_locations = [str(FOLDER)]
    sys.modules["benchmarks"] = module_from_spec(spec)
