"""A stateful test of an engine: derivatives begun, interleaved, abandoned, failing, nested, on threads.

A rule-based state machine of Hypothesis calls the engine in any order, and every answer must be the
oracle's. Functions are polynomials and numbers are small integers, so equality is exact. A worker is a
thread that stands still within f, between two equations, until the machine lets it go on or makes it
raise; exactly one thread runs at any time, so that a failure is found again and made short. Whose turn
it is, is drawn: derivatives are woven into each other, an equation of one and then of another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from adspec.engine import Engine
from adspec.language.case import Case
from adspec.language.program import Program, parse_program
from adspec.observation import Observation, observe
from adspec.observation.watching import failing, steps_of, watched
from adspec.observation.ways import given, mixed_runs, outcome, runs_of
from adspec.search.worker import Abandoned, Worker

_EQUATIONS = {
    "x0·x1": ("a = multiply(x0, x1)",),
    "x0³·x1": ("b = multiply(x0, x0)", "c = multiply(b, x0)", "a = multiply(c, x1)"),
    "x0² − x1": ("b = multiply(x0, x0)", "a = subtract(b, x1)"),
    "(x0 + x1)²": ("b = add(x0, x1)", "a = multiply(b, b)"),
}
PROGRAMS: dict[str, Program] = {
    name: parse_program("\n    ".join(("def f(x0, x1):", *lines, "return a")))
    for name, lines in _EQUATIONS.items()
}

_numbers = st.tuples(*[st.integers(-3, 3)] * 2)
_names = st.sampled_from(list(PROGRAMS))
_ways = st.sampled_from(["push", "pull", "push of push", "pull of pull"])
_any = st.integers(0, 7)
_turns = st.lists(_any, max_size=12)  # who goes on by an equation; then each in turn goes on to its end


def machine(engine: Engine, oracle: Engine, threads: int = 3) -> type[RuleBasedStateMachine]:
    """Return the state machine of an engine; `threads` workers take part in it.

    An engine that lets one derivative in at a time must be given no workers: they stand still inside.
    """

    class OfEngine(_Machine):
        def __init__(self) -> None:
            super().__init__(engine, oracle, threads)

    OfEngine.__name__ = OfEngine.__qualname__ = f"Stateful_{engine.name}"
    return OfEngine


def repeatable(examples: int, steps: int, *, shrink: bool = True) -> settings:
    """Return the settings of a run that is the same each time: so many sequences of so many steps."""
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        phases=[Phase.generate, *([Phase.shrink] if shrink else [])],
        suppress_health_check=list(HealthCheck),
        deadline=None,
        derandomize=True,
        database=None,
    )


class _Machine(RuleBasedStateMachine):
    """The rules; what is kept between them are pullbacks, and workers that stand still."""

    def __init__(self, engine: Engine, oracle: Engine, threads: int) -> None:
        super().__init__()
        self.engine, self.oracle = engine, oracle
        self.pullbacks: list[tuple[Case, Callable[[Any], Any]]] = []
        self.workers = [Worker(engine.scope) for _ in range(threads)]
        self.begun: dict[int, tuple[Case, str]] = {}

    def teardown(self) -> None:
        """Let all threads end."""
        for worker in self.workers:
            worker.end()

    # -------------------------------------------------------------- one after the other

    @rule(name=_names, x=_numbers, u=_numbers, way=_ways)
    def differentiate(self, name: str, x: Any, u: Any, way: str) -> None:
        """Take a derivative from the beginning to the end."""
        case = _case(name, x, u)
        self._compare(case, way, self._run(case, way))

    @rule(name=_names, x=_numbers, u=_numbers)
    def keep_pullback(self, name: str, x: Any, u: Any) -> None:
        """Call f, and keep the pullback."""
        case = _case(name, x, u)
        obs = observe(self.engine, case)
        self._equal(obs.arrays(obs.raw_vjp[0]), observe(self.oracle, case).y, f"value of {name}")
        self.pullbacks.append((case, obs.raw_vjp[1]))

    @precondition(lambda self: self.pullbacks)
    @rule(which=_any, v=st.integers(-3, 3))
    def pull(self, which: int, v: int) -> None:
        """Pull with any of the pullbacks that are kept."""
        case, pull = self.pullbacks[which % len(self.pullbacks)]
        obs, v_ = observe(self.engine, case), np.asarray(float(v))
        with obs.stage("pull"):
            found = obs.arrays(given(pull(*obs.shown([v_]))))
        self._equal(found, observe(self.oracle, case).pull([v_]), f"pull of {v}, kept from\n{case}")

    @precondition(lambda self: self.pullbacks)
    @rule(which=_any)
    def drop_pullback(self, which: int) -> None:
        """Forget one of the pullbacks."""
        self.pullbacks.pop(which % len(self.pullbacks))

    @rule(name=_names, x=_numbers, at=_any, way=_ways)
    def fail(self, name: str, x: Any, at: int, way: str) -> None:
        """Raise within f: the exception must come out as it is, and nothing is remembered of it."""
        case, error = _case(name, x, (1, 1)), Abandoned("within f")
        obs, state = observe(self.engine, case), self.engine.state or (lambda: None)
        steps = len(steps_of(obs))
        with obs.stage("ways"):
            before = state()
            caught = outcome(_way(obs, way, failing(obs, at % steps, steps, error)))
            after = state()
        assert caught is error, f"{way} of {name} that raises {error!r} lets out {caught!r}"
        assert after == before, f"state after {way} of {name} that raises: {after}, before it: {before}"

    # -------------------------------------------------------------- on threads

    @precondition(lambda self: len(self.begun) < len(self.workers))
    @rule(name=_names, x=_numbers, u=_numbers, way=_ways)
    def begin(self, name: str, x: Any, u: Any, way: str) -> None:
        """Begin a derivative on a thread, up to its first equation."""
        which = next(i for i in range(len(self.workers)) if i not in self.begun)
        case = _case(name, x, u)
        obs = observe(self.engine, case)
        worker = self.workers[which]
        if worker.begin(_way(obs, way, watched(obs, worker.look))):
            self._compare(case, way, worker.answer)
        else:
            self.begun[which] = case, way

    @precondition(lambda self: self.begun)
    @rule(which=_any, steps=st.integers(1, 20))
    def go_on(self, which: int, steps: int) -> None:
        """Let a thread go on for some equations, maybe to its end."""
        index = sorted(self.begun)[which % len(self.begun)]
        if self.workers[index].go_on(steps):
            case, way = self.begun.pop(index)
            self._compare(case, way, self.workers[index].answer)

    @precondition(lambda self: self.begun)
    @rule(which=_any)
    def abandon(self, which: int) -> None:
        """Make a thread raise where it stands: the exception must come out as it is."""
        index = sorted(self.begun)[which % len(self.begun)]
        case, way = self.begun.pop(index)
        error = self.workers[index].abandon()
        caught = self.workers[index].answer
        assert caught is error, f"{way}, abandoned, lets out {caught!r} instead of {error!r}\n{case}"

    @precondition(lambda self: len(self.workers) > 1 and not self.begun)
    @rule(jobs=st.lists(st.tuples(_names, _numbers, _numbers, _ways), min_size=2, max_size=3), turns=_turns)
    def weave(self, jobs: list[Any], turns: list[int]) -> None:
        """Begin derivatives on several threads; they go on in any order, then the first one first."""
        for job in jobs[: len(self.workers)]:
            self.begin(*job)
        for turn in turns:
            if self.begun:
                self.go_on(turn, 1)
        while self.begun:
            self.go_on(0, 1)

    # -------------------------------------------------------------- comparing

    def _run(self, case: Case, way: str) -> Any:
        obs = observe(self.engine, case)
        with obs.stage("ways"):
            return outcome(_way(obs, way, obs.f("ways")))

    def _compare(self, case: Case, way: str, answer: Any) -> None:
        right = observe(self.oracle, case)
        wanted = _way(right, way, right.f("ways"))()
        assert not isinstance(answer, Exception), f"{way} raises {answer!r}\n{case}"
        found = observe(self.engine, case).arrays(given(answer))
        self._equal(found, right.arrays(given(wanted)), f"{way} of\n{case}\n")

    def _equal(self, found: Any, wanted: Any, what: str) -> None:
        same = [float(a) for a in found] == [float(a) for a in wanted]
        numbers = ([a.tolist() for a in found], [a.tolist() for a in wanted])
        assert same, f"{what}: {self.engine.name} answers {numbers[0]}, {self.oracle.name} {numbers[1]}"


def _case(name: str, x: Any, u: Any) -> Case:
    point, tangent = (tuple(np.asarray(float(n)) for n in numbers) for numbers in (x, u))
    return Case(program=PROGRAMS[name], x=point, u=tangent, v=(np.asarray(2.0),))


def _way(obs: Observation, way: str, f: Callable[..., Any]) -> Callable[[], Any]:
    """Return a derivative by name: of first order, or mixed."""
    runs = mixed_runs(obs, f) if " of " in way else runs_of(obs, f)
    return runs[way.split(" ", maxsplit=1)[0]]
