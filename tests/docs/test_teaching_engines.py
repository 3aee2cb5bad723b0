"""The teaching engines have the faults that they are named after, and their pages show what is printed."""

import importlib
import re
import shlex
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from adspec.cli import main
from adspec.discovery import find_laws
from adspec.language.case import parse_case
from adspec.law import judge
from adspec.observation import observe
from adspec.search.nesting import nesting_cases
from adspec.search.scalars import SCALARS

HOME = Path(__file__).parents[2] / "examples" / "teaching_engines"
NAMES = sorted(path.name for path in HOME.iterdir() if path.is_dir())
TRUE_PULL, TRUE_PUSH, PURITY = find_laws(("truth_pull", "truth_push", "purity"))
SHORT, DEEP = "a long way and a short one", "two depths"


@pytest.fixture
def engine_of(monkeypatch):
    def load(name):
        monkeypatch.syspath_prepend(str(HOME / name))
        return importlib.import_module(f"{name}_adspec").ENGINE

    yield load
    for name in NAMES:
        sys.modules.pop(name, None)
        sys.modules.pop(f"{name}_adspec", None)


def slope(engine, name):
    """Return f′(x) by a pull."""
    case = parse_case(SCALARS[name].strip())
    return float(observe(engine, case).pull([np.array(1.0)])[0])


def test_the_right_tape_has_the_slopes_found_by_hand(engine_of):
    engine = engine_of("right_tape")

    assert (slope(engine, SHORT), slope(engine, DEEP)) == (26.0, 44.0)


@pytest.mark.parametrize("name", ["overwriting_tape", "unsorted_tape"])
def test_a_value_used_twice_is_counted_wrong(engine_of, name):
    case = parse_case(SCALARS[SHORT].strip())

    assert judge(TRUE_PULL, observe(engine_of(name), case)).status == "broken"


def test_gradients_that_are_never_reset_are_another_answer_the_second_time(engine_of):
    case = parse_case(SCALARS[DEEP].strip())
    obs = observe(engine_of("accumulating_tape"), case)

    assert (judge(TRUE_PULL, obs).status, judge(PURITY, obs).status) == ("holds", "broken")


def test_one_epsilon_for_two_derivatives_confuses_them(engine_of):
    engine = engine_of("confused_duals")
    known = [case for case in nesting_cases() if not engine.lacks(case.program.primitives())]
    scalar = [case for case in known if engine.limits.admit(case)]

    statuses = {judge(TRUE_PUSH, observe(engine, case)).status for case in scalar}

    assert "broken" in statuses


def test_the_overview_names_every_engine():
    overview = (HOME / "README.md").read_text(encoding="utf-8")

    assert sorted(re.findall(r"\((\w+)/README\.md\)", overview)) == NAMES


def plain(text):
    """Return a text without seconds, and without spaces at line ends."""
    return "\n".join(line.rstrip() for line in re.sub(r"\d+\.\d s\b", "SECONDS", text).strip().splitlines())


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_page_shows_what_is_printed(name, monkeypatch):
    page = (HOME / name / "README.md").read_text(encoding="utf-8")
    [(command, shown)] = re.findall(
        r"^```console\n\$ (.*?)\n(.*?)^```$", page, flags=re.DOTALL | re.MULTILINE
    )
    words = shlex.split(command)
    monkeypatch.syspath_prepend(str(HOME / name))
    monkeypatch.setattr(sys, "argv", words)

    printed = CliRunner().invoke(main, words[1:])

    at = 0
    for part in map(plain, shown.split("…\n")):
        at = plain(printed.stdout).find(part, at)
        assert at >= 0, f"{name} prints no longer:\n{part}\nbut:\n{printed.stdout}"
    assert printed.exit_code == int(name != "right_tape")
