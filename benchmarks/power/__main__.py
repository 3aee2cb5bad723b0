"""Whether the stated power of a report is true: faults of graded size are seen exactly down to it.

    python -m benchmarks.power                          # all rules of the reference engine
    python -m benchmarks.power --primitive sin matmul   # some of them
    python -m benchmarks.power --plot power.svg         # size of the fault against the share that is seen

Ends with status 1 if a fault ten times as large as the stated power is missed, or one of a tenth of it
is seen.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from adspec.language.primitives import VOCABULARY
from benchmarks.power.grades import SIZES, Grade, grades
from benchmarks.power.plot import dots

DTYPES = ("float64", "float32", "complex128")


def main() -> int:
    """Print the table; return 1 if a statement of power is wrong."""
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="power", description=__doc__, formatter_class=layout)
    parser.add_argument(
        "--primitive", nargs="*", default=list(VOCABULARY), choices=list(VOCABULARY), metavar="NAME"
    )
    parser.add_argument("--plot", type=Path, help="write power against the smallest fault seen, as SVG")
    options = parser.parse_args()
    found = []
    for grade in grades(options.primitive, DTYPES):
        found.append(grade)
        print(f"\r{len(found)} rules: {grade.primitive:<24}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print("\n".join(lines(found)))
    if options.plot:
        options.plot.write_text(dots(found), encoding="utf-8")
    return int(any(grade.complaints for grade in found) or not found)


def lines(found: Sequence[Grade]) -> Iterator[str]:
    """Yield the table: how many rules see a fault of each size, and how many state that they do."""
    for dtype in dict.fromkeys(grade.dtype for grade in found):
        those = [grade for grade in found if grade.dtype == dtype]
        yield f"{f'{dtype}, {len(those)} rules':<28}" + "".join(f"{size:>7.0e}" for size in SIZES)
        yield "seen                        " + _row([sum(g.is_seen(s) for g in those) for s in SIZES])
        yield "stated                      " + _row([sum(g.power <= s for g in those) for s in SIZES])
    complaints = [line for grade in found for line in grade.complaints]
    yield f"statements that are wrong by more than a factor of ten: {len(complaints)}"
    yield from complaints


def _row(counts: Sequence[int]) -> str:
    return "".join(f"{count:>7}" for count in counts)


if __name__ == "__main__":
    sys.exit(main())
