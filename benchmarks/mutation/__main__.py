"""The tester on trial: single faults in the rules of HIPS autograd or JAX, one mutant per process.

    python -m benchmarks.mutation --sample 60 --seed 1           # drawn evenly from all faults
    python -m benchmarks.mutation --only "linalg grad_svd"       # those whose key has this text
    python -m benchmarks.mutation --sample 60 --json out.json --plot out.svg
    python -m benchmarks.mutation --engine jax --sample 10       # rules wrapped in memory, no peer

A fault is put into a private copy of a rule file, and the engine is shown the cases of `adspec check` in
their order, the primitives of the changed file first, until a cause comes up that the clean engine does not
have. `--near` starts with the primitive that is wrong, which no tester can know. Beside it runs autograd's
own check_grads over the same primitives. What the truth says of a case is computed once, in the clean run,
since it depends on function values alone: the CPU seconds of a mutant are without it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from rich.console import Console

from benchmarks.mutation.mutants import Bench, Score
from benchmarks.mutation.picture import curves
from benchmarks.mutation.table import by_kind, lines, survivors

PEER = "check_grads"


def main() -> None:
    """Print the table; keep what was scored when interrupted."""
    options = _options()
    if options.engine == "jax":
        _deliver(_of_jax(options), options, "")
        return
    start = time.process_time()
    bench = Bench(options.profile)
    _say(f"clean run and truths: {time.process_time() - start:.0f} s of CPU; {len(bench.faults)} faults")
    scores: list[Score] = []
    try:
        for fault in bench.sample(options.sample, options.seed, options.only):
            scores.append(bench.score(fault, near=options.near))
            score = scores[-1]
            said = score.killed_by or ("equivalent" if score.equivalent else "SURVIVED")
            _say(f"{len(scores)}: {score.seconds:.2f} s, {said}: {fault.key}")
    except KeyboardInterrupt:
        _say("interrupted")
    _deliver(scores, options, PEER)


def _of_jax(options: argparse.Namespace) -> list[Score]:
    from benchmarks.mutation import jax_mutants

    def told(score: Score) -> None:
        _say(f"{score.seconds:.2f} s, {score.killed_by or 'SURVIVED'}: {score.fault.key}")

    return jax_mutants.scores_of(jax_mutants.sample(options.sample, options.seed), options.profile, told)


def _deliver(scores: list[Score], options: argparse.Namespace, peer: str) -> None:
    console = Console(highlight=False, width=100)
    console.print(by_kind(scores, peer))
    for line in (*lines(scores, peer), *survivors(scores)):
        print(line)
    real = [s for s in scores if not s.equivalent]
    if options.json:
        options.json.write_text(json.dumps([s.row() for s in scores], indent=1), encoding="utf-8")
    if options.plot:
        kills = {"adspec check": [s.seconds for s in real if s.killed_by]}
        if peer:
            kills[peer] = [s.peer_seconds for s in real if s.peer_killed_by]
        title = f"Mutants of {options.engine}'s rules killed within so many CPU seconds each"
        options.plot.write_text(curves(title, kills, len(real)), encoding="utf-8")


def _options() -> argparse.Namespace:
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="mutation", description=__doc__, formatter_class=layout)
    parser.add_argument("--engine", default="autograd", choices=["autograd", "jax"])
    parser.add_argument("--sample", type=int, default=60, help="how many faults are drawn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="faults whose key has this text")
    parser.add_argument("--profile", default="quick", help="how much is searched, as of adspec check")
    parser.add_argument("--near", action="store_true", help="start with the primitive that is wrong")
    parser.add_argument("--json", type=Path, help="write the scores there")
    parser.add_argument("--plot", type=Path, help="write kills against CPU there, as SVG")
    return parser.parse_args()


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
