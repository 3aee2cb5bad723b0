"""Once y and the pullback are dropped, nothing is kept; a pullback that is kept keeps its own graph only.

Why: a training loop takes a million derivatives. An engine that puts each tape on a list, or lets
every later tape hang on an earlier one, runs out of memory after hours, far from the cause. This is
counted, not measured: the objects that several derivatives leave behind are fewer than the derivatives,
and no array that was shown or answered is alive (weak references tell).

Source: Python, `gc` and `weakref`; PyTorch, "Memory leaks: don't accumulate history".

A minimal violation: a tape on a global list.
"""

from __future__ import annotations

from collections.abc import Iterator

from adspec.law import Claim, law, same
from adspec.law.where import UNNESTED
from adspec.observation import Observation, observe
from adspec.observation.costs import left_by, outliving
from adspec.observation.ways import exchanged, halves_of

TIMES = 4


@law(
    says="nothing is kept once y and the pullback are dropped",
    where=(UNNESTED,),
    explained_by=("primal", "determinism", "stale_input"),
    accuses="engine",
    tiers=("contracts",),
    source="Python, gc and weakref",
)
def lifetime(obs: Observation) -> Iterator[Claim]:
    """Differentiate several times, with no pullback kept and with one, and count what is left."""
    runs = halves_of(obs)
    for name, run in runs.items():
        with obs.stage(name):
            left = left_by(run, TIMES)
        yield _claim(left // TIMES, f"objects left by each {name}")
    if "pull" in runs:
        keeping = observe(obs.engine, obs.case)
        keeping.raw_vjp  # noqa: B018 -- computed on first use, and kept
        with obs.stage("pull"):
            left = left_by(runs["pull"], TIMES)
        yield _claim(left // TIMES, "objects left by each pull while an earlier pullback is kept")
    outlived = outliving(lambda: exchanged(observe(obs.engine, obs.case)))
    yield _claim(outlived, "arrays that outlive a derivative")


def _claim(count: int, says: str) -> Claim:
    return same(count, 0, says, "what must be left", symptom="keeps what was dropped")
