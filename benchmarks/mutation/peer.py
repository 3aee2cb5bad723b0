"""The peer on the same mutants: autograd.test_util.check_grads, over the same primitives.

One call per form of each primitive and mode, at random points near the plain ones of its domain, in the
order of the vocabulary with the changed file's words first. Only calls that the clean engine passes count.
A primitive whose result is not unique is seen through the same observable as in adspec.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from adspec.engine import Engine
from adspec.language.case import Case
from adspec.language.primitives import VOCABULARY
from adspec.language.primitives.row import Fixed, Form, Primitive
from adspec.observation import unwarned
from adspec.search.cases import fill, make_case
from benchmarks.mutation.trial import Met

MODES = ("fwd", "rev")
JITTER = 0.1  # relative: within the domain, and away from the plain point
Call = tuple[str, int, str]  # primitive, number of the form, mode


def passed(engine: Engine) -> frozenset[Call]:
    """Return the calls that an engine passes."""
    return frozenset(
        call for call, case in _calls(engine, tuple(VOCABULARY)) if not _failure(engine, call, case)
    )


def tried_by_peer(engine: Engine, first: Sequence[str], known: frozenset[Call]) -> Met:
    """Return the first call that fails and did not with the clean engine."""
    start, count = time.process_time(), 0
    words = (*first, *(n for n in VOCABULARY if n not in set(first)))
    for call, case in _calls(engine, words):
        if call not in known:
            continue
        count += 1
        if failure := _failure(engine, call, case):
            said = f"{call[0]}, {call[2]}: {failure}"
            return Met(killed_by=said, cases=count, seconds=time.process_time() - start)
    return Met(cases=count, seconds=time.process_time() - start)


def _calls(engine: Engine, words: Sequence[str]) -> Iterator[tuple[Call, Case]]:
    for name in words:
        row = VOCABULARY[name]
        for k, form in enumerate(row.forms if name in engine.ops else ()):
            case = make_case(row, _points(row, form, name, k), form.params)
            if case.x and all(x.size for x in case.x):
                yield from (((name, k, mode), case) for mode in MODES)


def _points(row: Primitive, form: Form, name: str, k: int) -> list[Any]:
    """Return random arguments of a form: near the plain ones, within the domain."""
    rng = np.random.default_rng((k, *name.encode()))
    position, args = 0, list(form.args)
    for place, argument in enumerate(form.args):
        if isinstance(argument, Fixed):
            continue
        domain = row.domain(position)
        plain = fill(domain, argument, k + 5 * position, "float64")
        moved = plain * (1 + JITTER * rng.uniform(-1, 1, plain.shape))
        args[place] = moved if domain.build is None and domain.contains(moved) else plain
        position += 1
    return args


def _failure(engine: Engine, call: Call, case: Case) -> str:
    """Return what check_grads raises, "" where it passes."""
    from autograd import builtins
    from autograd.test_util import check_grads

    def f(*xs: Any) -> Any:
        y = case.run(engine.ops, xs)
        return (
            builtins.tuple(y)
            if isinstance(y, tuple) and len(y) > 1
            else (y[0] if isinstance(y, tuple) else y)
        )

    np.random.seed(zlib.crc32(repr(call).encode()))  # noqa: NPY002 -- check_grads draws from the global one
    try:
        with unwarned(), engine.scope(), np.errstate(all="ignore"):
            check_grads(f, modes=[call[2]])(*case.x)
    except Exception as error:  # noqa: BLE001 -- any exception is a failed call
        return type(error).__name__
    return ""
