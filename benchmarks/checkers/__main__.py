"""Checkers of gradients side by side: the same wrong and right rules, one default call each.

    python -m benchmarks.checkers                 # from the checkout; for the engines that are installed
    python -m benchmarks.checkers --engines jax   # one of them

A checker catches a wrong rule if it does not pass it, and raises a false alarm if it fails a right one;
of adspec *inconclusive* counts as neither.
"""

from __future__ import annotations

import argparse
from importlib.util import find_spec

from benchmarks.checkers.asked import CHECKERS
from benchmarks.checkers.scores import score
from benchmarks.checkers.table import lines


def main() -> None:
    """Print the table for the engines that are asked for and installed."""
    engines = list(dict.fromkeys(c.engine for c in CHECKERS.values()))
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="checkers", description=__doc__, formatter_class=layout)
    parser.add_argument("--engines", nargs="*", default=engines, choices=engines)
    parser.add_argument("--only", default="", help="rules whose name has this text")
    parser.add_argument("--checker", default="", help="checkers whose name has this text")
    options = parser.parse_args()
    missing = [e for e in options.engines if find_spec(e) is None]
    for engine in missing:
        print(f"{engine} is not installed, and left out\n")
    asked = {
        name: checker
        for name, checker in CHECKERS.items()
        if checker.engine in options.engines and checker.engine not in missing and options.checker in name
    }
    scores = {name: score(name, checker, options.only) for name, checker in asked.items()}
    print("\n".join(lines(scores)))


if __name__ == "__main__":
    main()
