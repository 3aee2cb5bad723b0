"""Make the matrix of engines: check each one into a folder of its own, then put all on one page.

    python docs/matrix.py out/ --profile quick            # every installed engine
    python docs/matrix.py out/ autograd jax reference

What is in `out/` from an earlier call is kept for the engines that are not named, and merged with the rest.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from adspec.discovery import engine_names
from adspec.report.folder import FILE

ADSPEC = (sys.executable, "-m", "adspec")


def main() -> int:
    """Check the engines, write `matrix.html` and `matrix.md`, and return the exit status of the last step."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("engines", nargs="*")
    parser.add_argument("--profile", default="quick")
    asked = parser.parse_args()
    for name in asked.engines or engine_names(installed=True):
        print(f"checking {name}", flush=True)
        command = (*ADSPEC, "check", name, "--profile", asked.profile, "--report", str(asked.folder / name))
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL)  # noqa: S603 - 1 says that laws are broken
    runs = sorted(str(path.parent) for path in asked.folder.glob(f"*/{FILE}"))
    page = ("--html", str(asked.folder / "matrix.html"), "--markdown", str(asked.folder / "matrix.md"))
    return subprocess.run((*ADSPEC, "report", *runs, *page), check=False).returncode  # noqa: S603


if __name__ == "__main__":
    sys.exit(main())
