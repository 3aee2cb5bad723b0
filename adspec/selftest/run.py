"""The whole self-test, in this process or spread over several.

Mutants of one primitive go to one worker, which climbs its ladder once; the largest groups first. A
worker is a fresh process: it imports what it is told to by name, as a user would.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed

from adspec.discovery import find_laws, find_mutants
from adspec.selftest.examine import examine
from adspec.selftest.outcome import Mutant, Outcome

Progress = Callable[[str, int, int, str], None]


def selftest(
    where_from: str, names: Sequence[str], workers: int, progress: Progress | None = None
) -> tuple[Outcome, ...]:
    """Return the outcome of every mutant of these names, in their order.

    `where_from` is the import string of a mapping of mutants by name.

    Raises: DiscoveryError; KeyError for an unknown name.
    Units: workers is processes; 1 is this process alone.
    """
    groups = _groups(find_mutants(where_from), names)
    done: dict[str, Outcome] = {}
    for outcomes in _each(where_from, groups, workers):
        done |= {outcome.mutant: outcome for outcome in outcomes}
        if progress is not None:
            progress("selftest", len(done), len(names), outcomes[-1].mutant)
    return tuple(done[name] for name in names)


def _groups(mutants: Mapping[str, Mutant], names: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the names by where their fault is, the largest groups first; wrong engines one by one."""
    groups: dict[str, list[str]] = {}
    for name in names:
        where = mutants[name].where
        groups.setdefault(name if where == "engine" else where, []).append(name)
    return sorted(map(tuple, groups.values()), key=len, reverse=True)


def _each(where_from: str, groups: Sequence[tuple[str, ...]], workers: int) -> Iterator[tuple[Outcome, ...]]:
    if workers == 1:
        yield from (outcomes_of(where_from, group) for group in groups)
        return
    # Not by fork: a worker must not inherit threads or half-imported engines.
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        try:
            waiting = [pool.submit(outcomes_of, where_from, group) for group in groups]
            yield from (future.result() for future in as_completed(waiting))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def outcomes_of(where_from: str, names: Sequence[str]) -> tuple[Outcome, ...]:
    """Return the outcomes of some mutants; what a worker is asked."""
    mutants, laws = find_mutants(where_from), find_laws()
    return tuple(examine(name, mutants[name], laws) for name in names)
