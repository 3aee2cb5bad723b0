"""How often adspec is alarmed at what is right: a campaign over engines whose rules are right.

    python -m benchmarks.false_alarms --claims 1e6                       # the reference engine
    python -m benchmarks.false_alarms --engine autograd --claims 1e5     # the rules that a quick run confirms
    python -m benchmarks.false_alarms --claims 1e6 --state counted.json  # goes on where it stopped

A claim is one comparison that a law makes. Every alarm is printed with its case, to be examined by hand:
of an engine other than the reference engine it may be a finding. Ctrl-C keeps what was counted.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from adspec.discovery import find_engine
from benchmarks.false_alarms.campaign import Campaign, Count

NO_ALARM = 3.0  # −ln 0.05: none among n claims says that fewer than 3 in n are false, at 95 %


def main() -> int:
    """Run the campaign; return 1 if there was an alarm."""
    options = _options()
    count = Count.read(options.state, options.engine)
    start = time.process_time()
    try:
        campaign = Campaign(find_engine(options.engine), count)
        while count.claims < options.claims:
            for _ in campaign.batch():
                print(f"\r{_progress(count)}", end="", file=sys.stderr, flush=True)
            if options.state:
                count.write(options.state)
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
    print(file=sys.stderr)
    for line in lines(count, time.process_time() - start):
        print(line)
    return int(bool(count.alarms))


def lines(count: Count, seconds: float) -> Iterator[str]:
    """Yield what was counted."""
    verdicts = sum(count.verdicts.values())
    yield f"{count.engine}: {count.cases:,} cases in {count.batches:,} batches, {seconds:,.0f} s of CPU"
    yield f"judged claims   {count.claims:,}"
    for status, many in count.verdicts.most_common():
        yield f"  {status:<13} {many:,} verdicts ({100 * many / max(verdicts, 1):.2f} %)"
    for law, many in count.inconclusive.most_common(5):
        yield f"  inconclusive of {law}: {many:,}"
    yield f"alarms          {len(count.alarms):,}"
    if not count.alarms and count.claims:
        yield f"at 95 % fewer than {NO_ALARM / count.claims:.1e} of the claims are false alarms"
    for alarm in count.alarms:
        yield f"\nalarm: {alarm['law']}: {alarm['cause']}\n{alarm['case']}"


def _progress(count: Count) -> str:
    return f"{count.claims:,} claims, {count.cases:,} cases, {len(count.alarms):,} alarms "


def _options() -> argparse.Namespace:
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="false_alarms", description=__doc__, formatter_class=layout)
    parser.add_argument("--engine", default="reference", help="as adspec check names it")
    parser.add_argument("--claims", type=float, default=1e6, help="how many are judged")
    parser.add_argument("--state", type=Path, help="a file to go on from, written after each batch")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
