"""The walk through a run: value, tangent and cotangent at every equation, and the first wrong one.

A derivative is computed in passes: values and tangents from the inputs on, cotangents from the outputs back.
In each pass the first number that is wrong while all that it is made of is right betrays the rule that made
it. So every number of the run is asked of the engine, of the reference and of the truth; and every use of a
value on its own: what one argument pushes into an equation, and what the equation pulls back to it.
Where each use alone is right and their sum is wrong, it is the accumulation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from adspec.engine import Engine
from adspec.findings.cuts import Asked, asked, from_on, moving, needed, up_to
from adspec.findings.local import Edge, edges_of
from adspec.findings.structured import ambiguous, bound
from adspec.findings.told import Told, judged
from adspec.language import spaces
from adspec.language.case import Case
from adspec.language.literals import LanguageError
from adspec.language.program import Equation
from adspec.language.spaces import Array
from adspec.language.standin import NUMPY
from adspec.truth import truth_of
from adspec.truth.interval import Interval

LONGEST = 100  # equations that a walk goes through
WIDEST = 64  # real coordinates at a name up to which the truth is asked for its cotangent
PASSES = ("value", "tangent", "cotangent")


@dataclass(frozen=True, kw_only=True, slots=True)
class Node:
    """One input or equation of the run; `edges` are its uses of values that depend on x, in their order."""

    name: str
    equation: Equation | None
    held: bool
    value: Told = field(default_factory=Told)
    tangent: Told = field(default_factory=Told)
    cotangent: Told = field(default_factory=Told)
    edges: tuple[Edge, ...] = ()

    @property
    def text(self) -> str:
        """Return the equation as text, or the name of the input."""
        return str(self.equation) if self.equation else self.name

    def told(self) -> Iterator[tuple[str, Told]]:
        """Yield what is told of the node, pass by pass; of what there is nothing to tell, nothing."""
        yield from ((name, told) for name in PASSES if not (told := getattr(self, name)).is_empty)


@dataclass(frozen=True, kw_only=True, slots=True)
class Mark:
    """The first wrong number of a pass: at which name, how it shows, and where it came from.

    `guilty` is the equation whose rule made it ("" where the sum of right parts is wrong), `argument` the
    position of the argument whose rule it is, where it is one argument's.
    """

    quantity: str
    name: str
    symptom: str
    guilty: str
    argument: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Walk:
    """A whole run, with the first wrong number of each pass."""

    case: Case
    engine: str
    version: str
    reference: str
    nodes: tuple[Node, ...]
    marks: tuple[Mark, ...]

    def node(self, name: str) -> Node:
        """Return the node of a name."""
        return next(n for n in self.nodes if n.name == name)


def walk(case: Case, engine: Engine, reference: Engine) -> Walk:
    """Return the walk of an engine through a case, beside a reference engine and the truth.

    Raises: LanguageError for a program that is too long.
    Cost: the run of both engines (see `cuts`), and the truth of every cut and of every use.
    """
    if len(case.program.equations) > LONGEST:
        raise LanguageError(
            f"program: {len(case.program.equations)} equations are more than a walk goes through, {LONGEST}. "
            "Explain a smaller case"
        )
    ours = asked(engine, case)
    theirs = {} if engine.name == reference.name else asked(reference, case)
    env = _values(case, ours)
    nodes = tuple(_nodes(case, engine, ours, theirs, env))
    found = Walk(
        case=case,
        engine=engine.name,
        version=engine.version,
        reference=reference.name if theirs else "",
        nodes=nodes,
        marks=(),
    )
    return replace(found, marks=tuple(_marks(found)))


def _values(case: Case, ours: Mapping[str, Asked]) -> dict[str, Array]:
    """Return every value of the run, the engine's own where it has one of the right shape."""
    with np.errstate(all="ignore"):
        env = case.program.environment(NUMPY, case.values(case.x), case.dtype)
    own = {name: a.value for name, a in ours.items() if isinstance(a.value, np.ndarray)}
    return {n: own[n] if n in own and np.shape(own[n]) == np.shape(a) else a for n, a in env.items()}


def _nodes(
    case: Case,
    engine: Engine,
    ours: Mapping[str, Asked],
    theirs: Mapping[str, Asked],
    env: Mapping[str, Array],
) -> Iterator[Node]:
    equations = {e.name: e for e in case.program.equations}
    moves = moving(case)
    for name in (*case.program.inputs, *equations):
        truth = _truth(case, name, env)
        own, other = ours[name], theirs.get(name, Asked())
        if isinstance(env[name], (tuple, list)):
            truth = {}
        told = {
            quantity: judged(getattr(own, quantity), getattr(other, quantity), known, env[name], doubt)
            for quantity, (known, doubt) in truth.items()
        }
        equation = equations.get(name)
        edges = edges_of(case, equation, engine, ours, env) if equation and name in moves else ()
        yield Node(name=name, equation=equation, held=name not in moves, edges=edges, **told)


def _truth(case: Case, name: str, env: Mapping[str, Array]) -> dict[str, tuple[Interval | str, str]]:
    """Return what the truth says at a name, or why it says nothing; and why nobody is judged by it."""
    value = np.asarray(env[name]) if not isinstance(env[name], (tuple, list)) else None
    if value is None or value.dtype.kind not in "fc":
        return dict.fromkeys(PASSES, ("", ""))
    before = truth_of(up_to(case, name, value))
    unclear = "unique up to signs or order only" if name in ambiguous(case.program) else ""
    told: dict[str, tuple[Interval | str, str]] = {
        "value": (unclear or before.y[0], ""),
        "tangent": (unclear or before.Ju[0], before.reason),
        "cotangent": (unclear or "its entries depend on each other", ""),
    }
    if not unclear and name not in bound(case.program) and name in moving(case) & needed(case.program):
        wide = spaces.dimension(value) > WIDEST
        after = truth_of(from_on(case, name, env))
        told["cotangent"] = (f"more than {WIDEST} numbers" if wide else after.JTv[0], after.reason)
    return told


# ------------------------------------------------------------------ the first wrong number


def _marks(found: Walk) -> Iterator[Mark]:
    """Yield the first wrong number of each pass: forward for two, backward for the cotangents."""
    for quantity in PASSES:
        order = reversed(found.nodes) if quantity == "cotangent" else found.nodes
        first = next((n for n in order if getattr(n, quantity).is_wrong), None)
        if first is not None:
            yield _mark(found, first, quantity, getattr(first, quantity).status)


def _mark(found: Walk, node: Node, quantity: str, symptom: str) -> Mark:
    if quantity == "cotangent":
        uses = [(n.name, e, e.pulled) for n in found.nodes for e in n.edges if e.source == node.name]
    else:
        uses = [(node.name, e, e.pushed) for e in node.edges]
    if quantity == "value" or (quantity == "tangent" and not uses):
        return Mark(quantity=quantity, name=node.name, symptom=symptom, guilty=_maker(found, node))
    wrong = [(name, e) for name, e, told in uses if told.is_wrong]
    if not wrong and symptom == "raises":  # one use that raises takes the answers for all inputs along
        half = "pulled" if quantity == "cotangent" else "pushed"
        every = ((n.name, e) for n in reversed(found.nodes) for e in n.edges)
        wrong = [(name, e) for name, e in every if getattr(e, half).status == "raises"][:1]
    if wrong:
        name, edge = wrong[0]
        one = edge.argument if len({e.argument for n, e in wrong if n == name}) == 1 else None
        return Mark(quantity=quantity, name=node.name, symptom=symptom, guilty=name, argument=one)
    only = uses[0][0] if len(uses) == 1 or quantity == "tangent" else ""
    return Mark(quantity=quantity, name=node.name, symptom=symptom, guilty=only or _untried(found, node))


def _maker(found: Walk, node: Node) -> str:
    """Return the equation that made a value: of one of several results, that which has them all."""
    read = (found.node(name) for name in (node.equation.uses() if node.equation else ()))
    return next((n.name for n in read if n.equation and n.value.is_empty), node.name)


def _untried(found: Walk, node: Node) -> str:
    """Return the one equation behind a node of which no use could be tried alone, "" where there are more."""
    reached, untried = {node.name}, list[str]()
    for later in found.nodes:
        if later.equation is not None and reached.intersection(later.equation.uses()):
            reached.add(later.name)
            if not later.edges and not set(untried).intersection(later.equation.uses()):
                untried.append(later.name)
    return untried[0] if len(untried) == 1 else ""
