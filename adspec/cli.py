"""The command `adspec`.

Progress goes to stderr, and only to a terminal; data goes to stdout, as text or, with `--json`, as
JSON. Colours follow NO_COLOR. What is heavy is imported inside the commands, after the
environment is set and not at all for `--help`.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import MutableMapping
from pathlib import Path

import click

from adspec import __version__
from adspec.commands.check import check
from adspec.commands.diff import diff
from adspec.commands.engines import engines
from adspec.commands.examples import examples
from adspec.commands.explain import explain
from adspec.commands.faults import Commands
from adspec.commands.init import init
from adspec.commands.known import known
from adspec.commands.laws import laws
from adspec.commands.primitives import primitives
from adspec.commands.replay import replay
from adspec.commands.report import report
from adspec.commands.rule import rule
from adspec.commands.script import script
from adspec.commands.selftest import selftest
from adspec.commands.table import table

EXAMPLES = examples(
    "adspec check autograd",
    "adspec replay out/autograd-prod-0-pull-nan.json -e jax",
    "adspec explain out/autograd-prod-0-pull-nan.json",
    "adspec laws transpose",
    "adspec primitives --engine jax",
)


@click.group(cls=Commands, epilog=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="adspec %(version)s")
def main() -> None:
    """Judge automatic differentiation by the laws of derivatives."""
    _set_environment(os.environ)
    _make_printable()
    if "" not in sys.path:
        sys.path.append("")  # an import string may name a module of the current folder; it shadows nothing


for command in (
    check,
    report,
    diff,
    table,
    rule,
    known,
    replay,
    explain,
    script,
    laws,
    engines,
    primitives,
    init,
    selftest,
):
    main.add_command(command)


def _set_environment(environment: MutableMapping[str, str]) -> None:
    """Suit the engines to small programs; what is set already stays.

    JAX gets a compilation cache on disk, since it compiles most of the time, and linear algebra one
    thread: on matrices of a few elements more threads only wait for each other.
    """
    cache = Path(environment.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "adspec" / "jax"
    for name, value in (
        ("OPENBLAS_NUM_THREADS", "1"),
        ("OMP_NUM_THREADS", "1"),
        ("JAX_PLATFORMS", "cpu"),
        ("JAX_COMPILATION_CACHE_DIR", str(cache)),
        ("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0"),
        ("JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES", "-1"),
    ):
        environment.setdefault(name, value)


def _make_printable() -> None:
    """Let a stdout that knows no Unicode show `?` for it instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
