"""Plans: which cases a run shows to an engine, tier by tier, for a profile and a seed."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from adspec.engine import Engine
from adspec.findings.coverage import moving_arguments
from adspec.language.case import Case
from adspec.language.higher import HIGHER
from adspec.language.primitives.row import Primitive
from adspec.language.program import Name
from adspec.limits import Limits
from adspec.search.contracts import contract_cases
from adspec.search.ladder import ladder
from adspec.search.palette import palette, spread
from adspec.search.single import singles


@dataclass(frozen=True, kw_only=True, slots=True)
class Profile:
    """How much is searched.

    Units: `rungs` is cases per primitive taken from its ladder, evenly (0 takes all; so does a run
    of chosen primitives), and beside them one for each set of parameters that none of them has, `random` is
    random cases per primitive after them, `programs` is random programs, to which come a quarter as many
    with derivatives, branches or loops in them. An engine that compiles for each new shape is shown
    `shapes` of them per primitive (those that reach the most cells of coverage first) and no random case,
    and a tenth of the programs (0 makes no difference to other engines).
    """

    name: str
    rungs: int
    shapes: int
    random: int
    programs: int


PROFILES: Mapping[str, Profile] = {
    p.name: p
    for p in (
        Profile(name="quick", rungs=6, shapes=1, random=1, programs=40),
        Profile(name="default", rungs=0, shapes=6, random=20, programs=400),
        Profile(name="deep", rungs=0, shapes=0, random=150, programs=3000),
    )
}


MOST_BEYOND = 4  # random calls tried for each that is wanted: most dtypes drawn are float64


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """What a run shows to its engines; several of them share the rules, and what the truth says of each.

    One engine alone needs no case again: kept to the end, a deep run's cases would fill gigabytes.
    """

    profile: Profile
    seed: int
    words: Mapping[str, Primitive]
    whole: bool
    shared: bool
    _drawn: dict[tuple[str, Limits], tuple[Case, ...]] = field(default_factory=dict)

    def rules_for(self, engine: Engine, name: str) -> Sequence[Case]:
        """Return the rules tier of one primitive as an engine is shown it."""
        cases, most = self.rules(name, engine.limits), self.profile.shapes
        if not engine.compiles or most == 0:
            return cases
        reached: dict[str, set[tuple[int, str]]] = {}
        for case in cases:
            moving = moving_arguments(name, case) if all(v.size for v in case.v) else ()
            reached.setdefault(compiled_for(case), set()).update(moving)
        chosen = palette(reached, most)
        return [case for case in cases if compiled_for(case) in chosen]

    def rules(self, name: str, limits: Limits) -> tuple[Case, ...]:
        """Return the rules tier of one primitive within an engine's limits."""
        if (name, limits) in self._drawn:
            return self._drawn[name, limits]
        row = self.words[name]
        climbed = tuple(filter(limits.admit, ladder(row)))
        rungs = _rungs(climbed, name, self.profile.rungs if self.whole else 0)
        drawn = (*rungs, *self._singles(limits.within(row), limits))
        if self.shared:
            self._drawn[name, limits] = drawn
        return drawn

    def _singles(self, row: Primitive, limits: Limits) -> Iterable[Case]:
        """Return random calls within the limits, fewer where most are beyond them."""
        wanted = self.profile.random
        tried = (MOST_BEYOND if limits != Limits() else 1) * wanted
        drawn = filter(limits.admit, singles(row, tried, self.seed)) if row.forms else ()
        return itertools.islice(drawn, wanted)

    def programs_for(self, engine: Engine, accused: set[str]) -> Sequence[Case]:
        """Return random programs over what the engine provides and is not accused of."""
        from adspec.search.strategies import draw, nested_cases, program_cases  # Hypothesis takes 0.4 s

        few = engine.compiles and self.profile.shapes > 0
        count = self.profile.programs // (10 if few else 1)
        sound = {n: row for n, row in self.words.items() if n in engine.ops and n not in accused}
        words = engine.limits.rows(sound)
        nesting = [n for n in HIGHER if not engine.lacks([n]) and not {n, f"nesting of {n}"} & accused]
        # few engines have the third derivatives of what is SciPy's
        plain = {n: row for n, row in words.items() if not row.needs}
        programs = draw(program_cases(words), count, self.seed) if words else []
        nested = draw(nested_cases(plain, nesting), -(-count // 4), self.seed) if plain else []
        return tuple(filter(engine.limits.admit, (*programs, *nested)))

    def contracts_for(self, engine: Engine) -> Sequence[Case]:
        """Return the cases of the contracts tier."""
        cases = contract_cases(deep=self.profile.name == "deep", scalar=engine.limits.scalar)
        return tuple(filter(engine.limits.admit, cases))


def _rungs(climbed: Sequence[Case], name: str, most: int) -> Sequence[Case]:
    """Return `most` of a ladder's cases, evenly (all for 0), and one more for each other set of parameters.

    A rule has a branch for a parameter, or for a kind of value of it, and no other case comes through there;
    what it conjugates there shows for complex numbers alone.
    """
    chosen = list(spread(climbed, most))
    seen = {_parameters(case, name) for case in chosen}
    for case in climbed if most else ():
        if _parameters(case, name) not in seen:
            chosen.append(case)
            seen.add(_parameters(case, name))
    return chosen


def _parameters(case: Case, name: str) -> frozenset[tuple[str | int, type]]:
    """Return by what names, and at what positions, the calls of a primitive have literals of which type.

    Complex arrays count as one more.
    """
    calls = [equation for equation in case.program.equations if equation.primitive == name]
    named = {(key, type(value)) for call in calls for key, value in call.params.items()}
    literals = [(i, a) for call in calls for i, a in enumerate(call.args) if not isinstance(a, Name)]
    kinds = {("array", complex) for a in (*case.x, *case.held.values()) if np.iscomplexobj(a)}
    return frozenset([*named, *((i, type(literal)) for i, literal in literals), *kinds])


def compiled_for(case: Case) -> str:
    """Return what an engine that compiles would compile anew for: shapes, dtypes and the program."""
    return f"{case.program} {[(a.shape, a.dtype.name) for a in (*case.x, *case.held.values())]}"
