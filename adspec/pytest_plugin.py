"""The pytest plugin: laws as tests of engines.

    pytest --pyargs adspec.properties --adspec-engine autograd --adspec-engine jax

collects one item per engine and law, `adspec::autograd::transpose`, with ids that do not depend on the
folder pytest runs in. Without --adspec-engine nothing happens and nothing is imported.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from adspec.testing import Run

FOLDER = "adspec.properties"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("adspec", "conformance of automatic differentiation engines")
    group.addoption(
        "--adspec-engine",
        action="append",
        default=[],
        metavar="ENGINE",
        help=f"engine to judge with --pyargs {FOLDER}: a name or package.module:ATTRIBUTE (repeatable)",
    )
    group.addoption(
        "--adspec-profile",
        default="quick",
        choices=("quick", "default", "deep"),
        help="how much to search (quick)",
    )
    group.addoption("--adspec-seed", type=int, default=0, help="the same seed gives the same cases (0)")


def pytest_configure(config: pytest.Config) -> None:
    """Start where an engine is named: only then are there items to collect."""
    if config.getoption("adspec_engine"):
        config.pluginmanager.register(Collection(_runs(config)), "adspec-collection")


def _runs(config: pytest.Config) -> dict[str, Run]:
    """Return one run per engine, by the engine's name.

    Raises: UsageError for an engine that cannot be had, or a negative seed.
    """
    from adspec.discovery import DiscoveryError, find_engine
    from adspec.testing import Run

    runs: dict[str, Run] = {}
    profile, seed = config.getoption("adspec_profile"), config.getoption("adspec_seed")
    if seed < 0:
        raise pytest.UsageError(f"--adspec-seed {seed}: is negative. Give 0 or more.")
    for text in dict.fromkeys(config.getoption("adspec_engine")):
        try:
            name = find_engine(text).name
        except DiscoveryError as error:
            raise pytest.UsageError(f"--adspec-engine: {error}") from error
        if name in runs:
            raise pytest.UsageError(f"--adspec-engine {text}: {name} is named twice. Name it once.")
        runs[name] = Run(engine=text, profile=profile, seed=seed)
    return runs


class Collection:
    """The hooks of a session that judges engines."""

    def __init__(self, runs: dict[str, Run]) -> None:
        self._runs = runs
        spec = importlib.util.find_spec(FOLDER)
        places = spec.submodule_search_locations if spec else None
        self._folders = [Path(place).resolve() for place in places or ()]

    @pytest.hookimpl(tryfirst=True)
    def pytest_collect_directory(self, path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """Collect the folder of the laws in our own way."""
        if path.resolve() not in self._folders:
            return None
        laws: Laws = Laws.from_parent(parent, path=path)
        laws.runs = self._runs
        return laws

    def pytest_report_header(self) -> str:
        """Return the line over a session."""
        first = next(iter(self._runs.values()))
        return f"adspec: {', '.join(self._runs)}; profile {first.profile}, seed {first.seed}"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say so if no law was run although an engine is named: silence would look like a pass."""
        reports = [report for group in terminalreporter.stats.values() for report in group]
        if not any(getattr(report, "nodeid", "").startswith("adspec::") for report in reports):
            terminalreporter.write_line(f"adspec: no law was run. Add --pyargs {FOLDER}.", yellow=True)


class Laws(pytest.Directory):
    """The folder of the laws, seen as one item per engine and law, those of other packages among them."""

    runs: dict[str, Run]

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the items."""
        from adspec.discovery import DiscoveryError, find_laws

        try:
            names = [law.name for law in find_laws()]
        except DiscoveryError as error:
            raise self.CollectError(str(error)) from error
        for engine, run in self.runs.items():
            for name in names:
                item: LawItem = LawItem.from_parent(self, name=name, nodeid=f"adspec::{engine}::{name}")
                item.run = run
                yield item


class LawItem(pytest.Item):
    """One law, judged on one engine."""

    run: Run

    def runtest(self) -> None:
        """Fail where the law is broken, with the text of the command line."""
        from adspec.testing import demand

        row = demand(self.run, self.name, self.config)
        self.user_properties.append(("adspec_cases", row.cases))

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return a location that is the beginning of the id, so that pytest shows the id alone."""
        return self.config.rootpath / "adspec", None, f"{self.nodeid}"
