"""Isolated: courts in processes of their own, each asked ahead of time, their answers put in order.

A worker gets a few requests at a time, and more when it has answered them: nothing is ever sent to one
that is not listening, which may be forever. The answers are sorted again, which makes a run the same for
any number of workers. A worker that does not answer in time, or dies, is replaced, and all that it had at
hand is asked again. Only what costs a second worker is a finding: a machine that was busy, or asleep, is
none. Seconds are those of `adspec.runners.spent`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Any

from adspec.discovery import BROKEN_ADAPTER, DiscoveryError
from adspec.engine import Engine
from adspec.findings.court import Charge, Hearing, Reduced, written
from adspec.language.case import Case
from adspec.runners.losses import LOST, killed, loss
from adspec.runners.process import Worker
from adspec.runners.worker import READY, Hear, Reduce, Refusal

TIME_LIMIT = 60.0  # seconds for a case: hundreds of times what the slowest takes that end
AT_ONCE = 4  # requests: a worker waits for the next ones while this process writes down what it said
AHEAD = 64  # cases for each worker that may be heard before their turn
GLANCE = 5.0  # seconds between two looks at what a worker has spent
PATIENCE = 10  # cases that making one small may take as long as


@dataclass(slots=True, eq=False)
class _Job:
    """A request and, once there is one, its answer."""

    request: Hear | Reduce
    answer: Any = None
    tried: bool = False  # it has cost a worker


class Isolated:
    """A runner of one engine in `count` processes; `limit` is the seconds that a case may take."""

    def __init__(
        self, engine: Engine, name: str, oracles: Sequence[str], count: int, limit: float = TIME_LIMIT
    ) -> None:
        """Start the processes; `name` and `oracles` are what users call the engines."""
        self._engine, self._limit = engine, limit
        self._named = name, tuple(oracles)
        self._backlog: deque[_Job] = deque()
        self._workers = [self._started() for _ in range(count)]

    def hearings(self, cases: Iterable[Case], laws: Sequence[str]) -> Iterator[Hearing]:
        """Yield the hearing of each case, in the order of the cases."""
        coming, asked = iter(cases), deque[_Job]()
        most, exhausted = AHEAD * len(self._workers), False
        while asked or not exhausted:
            while not exhausted and len(asked) < most:
                case = next(coming, None)
                exhausted = case is None
                if case is not None:
                    asked.append(self._ask(Hear(case, laws)))
                    if asked[0].answer is not None:
                        break
            if asked:
                yield self._answer(asked.popleft())

    def reduce(self, charge: Charge, *, as_it_is: bool) -> Reduced:
        """Return a charge made small; one that cost a worker stays as it is."""
        if charge.verdict.symptom in LOST:
            return Reduced(found=written(charge, charge.case, charge.verdict, self._engine))
        job = self._ask(Reduce(charge, as_it_is), first=True)
        answer = self._answer(job)
        if isinstance(answer, Refusal):
            raise RuntimeError(answer.reason)  # noqa: TRY004 -- it is no wrong type but a fault of adspec
        found: Reduced = answer
        return found

    def close(self) -> None:
        """End all processes, whatever they are at."""
        for worker in self._workers:
            worker.end()

    # -------------------------------------------------------------- asking

    def _ask(self, request: Hear | Reduce, *, first: bool = False) -> _Job:
        """Return a job that waits for a worker."""
        job = _Job(request)
        (self._backlog.appendleft if first else self._backlog.append)(job)
        self._listen(0.0)
        return job

    def _answer(self, job: _Job) -> Any:
        """Return the answer of a job, once it is there."""
        while job.answer is None:
            self._listen()
        return job.answer

    def _feed(self) -> None:
        """Hand waiting requests to the workers that listen."""
        for worker in self._workers:
            if self._backlog and worker.ready and not worker.jobs:
                worker.ask(list(self._next_ones()))

    def _next_ones(self) -> Iterator[_Job]:
        """Yield the jobs for one worker: a few cases, or one to make small."""
        for _ in range(min(AT_ONCE, len(self._backlog))):
            yield (job := self._backlog.popleft())
            if isinstance(job.request, Reduce):
                return

    def _listen(self, patience: float = float("inf")) -> None:
        """Wait for the next answer, or for the first worker that may be late, or for some seconds."""
        busy = [w for w in self._workers if w.jobs or not w.ready]
        left = [self._patience(w) - w.spent.seconds for w in busy]
        least = max(0.0, min([*left, patience, *([GLANCE] if busy else [])]))
        ready = wait([w.pipe for w in self._workers], timeout=None if least == float("inf") else least)
        for worker in [w for w in self._workers if w.pipe in ready]:
            self._hear(worker)
        for worker in [w for w in busy if w.pipe not in ready]:
            if worker.spent.read() >= (most := self._patience(worker)):
                self._replace(worker, f"no answer within {most:g} s", dead=False)
        self._feed()

    def _patience(self, worker: Worker) -> float:
        """Return the seconds that a worker may take: for a case, or to start, or to make a case small."""
        is_case = worker.ready and isinstance(worker.jobs[0].request, Hear)
        return self._limit if is_case else PATIENCE * self._limit

    def _hear(self, worker: Worker) -> None:
        try:
            answer = worker.pipe.recv()
        except (EOFError, OSError):
            self._replace(worker, killed(worker.exit_code()), dead=True)
            return
        worker.spent.reset()
        if worker.ready:
            worker.jobs.popleft().answer = answer
        elif answer == READY:
            worker.ready = True
        else:
            raise DiscoveryError(answer.reason, BROKEN_ADAPTER)

    # -------------------------------------------------------------- losses

    def _started(self) -> Worker:
        return Worker.started(*self._named)

    def _replace(self, worker: Worker, reason: str, *, dead: bool) -> None:
        """Put another worker in the place of one that is lost; what it was at is answered with the reason."""
        if not worker.ready:
            raise DiscoveryError(
                f"engine {self._named[0]}: {reason} while it was loaded and called on a number. "
                "Import it in Python, and call its jvp and vjp once.",
                BROKEN_ADAPTER,
            )
        worker.end()
        if worker.jobs:
            job = worker.jobs[0]
            if job.tried:
                job.answer = self._lost(job.request, worker, f"{reason}, twice", dead=dead)
                worker.jobs.popleft()
            job.tried = True
        self._backlog.extendleft(reversed(worker.jobs))
        self._workers[self._workers.index(worker)] = self._started()

    def _lost(self, request: Hear | Reduce, worker: Worker, reason: str, *, dead: bool) -> Hearing | Reduced:
        if isinstance(request, Reduce):
            charge = request.charge
            return Reduced(found=written(charge, charge.case, charge.verdict, self._engine))
        return loss(request, worker.at, reason, dead=dead)
