"""A run as steps: forward with values and tangents, then backward, with every sum as it grows.

A step shows some numbers on the graph that were not there before, lights up a card and the uses that
take part, and says in a few lines what happens. Cotangents are shown as they stand: at a value that is used
n times the sum grows n times before it is complete and is pulled on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from adspec.explaining.words import accusation, brief, symbol, true
from adspec.findings.local import Edge
from adspec.findings.told import Told
from adspec.findings.walk import Mark, Node, Walk
from adspec.language.spaces import Array

LONG = 60  # columns of a number in a sentence


@dataclass(frozen=True, kw_only=True, slots=True)
class Matrix:
    """A local Jacobian to look at: `rows` where it is small, else only how many numbers it would be."""

    use: str
    shape: tuple[int, int]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """One step: what it is called, what it says, what it shows on the graph ("cotangent.x" -> "1.5")."""

    phase: str
    node: str
    title: str
    lines: tuple[str, ...]
    shows: dict[str, str]
    uses: tuple[str, ...] = ()
    matrices: tuple[Matrix, ...] = ()
    alarms: tuple[str, ...] = field(default=())


def steps(found: Walk) -> list[Step]:
    """Return the steps of a walk, in the order in which an engine takes them."""
    return [*_forward(found), *_Backward(found).steps()]


def _alarms(found: Walk, name: str, quantities: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_alarm(found, m) for m in found.marks if m.name == name and m.quantity in quantities)


def _alarm(found: Walk, mark: Mark) -> str:
    told: Told = getattr(found.node(mark.name), mark.quantity)
    what = f"{symbol(mark.quantity, mark.name)} is the first wrong {mark.quantity} of the run"
    right = f" where {true(told)} is right" if told.right is not None else ""
    return f"{what}: {brief(told.engine, width=LONG)}{right}. It accuses {accusation(found, mark)}."


def _forward(found: Walk) -> Iterator[Step]:
    for node in found.nodes:
        lines = [f"{node.name} = {brief(node.value.engine, width=LONG)}"] if not node.value.is_empty else []
        if node.equation is None and not node.held:
            lines.append(f"The tangent is given: {_is(node, 'tangent')}")
        elif not node.tangent.is_empty:
            shares = [
                f"{brief(e.pushed.engine)} from {e.source}" for e in node.edges if e.pushed.engine is not None
            ]
            made = f", the sum of {' and '.join(shares)}" if len(shares) > 1 else ""
            lines.append(f"The tangent arrives: {_is(node, 'tangent')}{made}")
        elif node.equation is not None and node.held:
            lines.append("It does not depend on x: there is nothing to differentiate")
        yield Step(
            phase="forward",
            node=node.name,
            title=node.equation.lines()[-1] if node.equation else f"input {node.name}",
            lines=tuple(lines),
            shows={f"{q}.{node.name}": brief(t.engine) for q, t in node.told() if q != "cotangent"},
            uses=tuple(f"{node.name}.{k}" for k in range(len(node.equation.uses() if node.equation else ()))),
            alarms=_alarms(found, node.name, ("value", "tangent")),
        )


def _is(node: Node, quantity: str) -> str:
    return f"{symbol(quantity, node.name)} = {brief(getattr(node, quantity).engine, width=LONG)}"


class _Backward:
    """The backward pass, and what has been added up so far at each name."""

    def __init__(self, found: Walk) -> None:
        self._found = found
        self._sums: dict[str, Array] = {}
        self._arrived: dict[str, int] = {}
        self._expected = {
            n.name: sum(e.source == n.name for m in found.nodes for e in m.edges if _asked(m))
            + found.case.program.outputs.count(n.name)
            for n in found.nodes
        }

    def steps(self) -> Iterator[Step]:
        """Yield the seed, then the equations from the last to the first, then what is left at the inputs."""
        yield self._seed()
        for node in reversed(self._found.nodes):
            if node.equation is not None and _asked(node):
                yield self._pull(node)
        yield from (self._end(n) for n in self._found.nodes if n.equation is None and _asked(n))

    def _seed(self) -> Step:
        case, shows, lines = self._found.case, {}, []
        for name, v in zip(case.program.outputs, case.v, strict=True):
            total = self._add(name, v)
            shows[f"cotangent.{name}"] = brief(total)
            lines.append(f"{symbol('cotangent', name)} begins as the given cotangent {brief(v, width=LONG)}")
        last = case.program.outputs[-1]
        return Step(
            phase="backward",
            node=last,
            title="the seed of the backward pass",
            lines=tuple(lines),
            shows=shows,
        )

    def _pull(self, node: Node) -> Step:
        assert node.equation is not None
        lines = [f"{_is(node, 'cotangent')} is complete{self._uses_of(node.name)}; it is pulled through"]
        shows = {f"cotangent.{node.name}": brief(node.cotangent.engine)}
        for edge in node.edges:
            lines.append(self._share(edge))
            shows[f"share.{node.name}.{edge.number}"] = f"+ {brief(edge.pulled.engine, 6, 16)}"
            if edge.source in self._sums:
                shows[f"cotangent.{edge.source}"] = brief(self._sums[edge.source])
        if not node.edges:
            lines.append(
                "It is not tried alone: several results, or an argument that must keep its structure"
            )
        return Step(
            phase="backward",
            node=node.name,
            title=f"pull through {node.equation.lines()[-1]}",
            lines=tuple(lines),
            shows=shows,
            uses=tuple(f"{node.name}.{e.number}" for e in node.edges),
            matrices=tuple(_matrix(node, e) for e in node.edges),
            alarms=(*_alarms(self._found, node.name, ("cotangent",)), *self._accused(node)),
        )

    def _accused(self, node: Node) -> Iterator[str]:
        for mark in self._found.marks:
            if mark.quantity == "cotangent" and mark.guilty == node.name != mark.name:
                yield _alarm(self._found, mark)

    def _share(self, edge: Edge) -> str:
        share, bar = edge.pulled.engine, symbol("cotangent", edge.source)
        if not isinstance(share, np.ndarray):
            return f"to {edge.source}: {brief(share, width=LONG)}"
        before = self._sums.get(edge.source)
        total = self._add(edge.source, share)
        known = "" if before is None else f"{brief(before, width=LONG)} + "
        of = self._expected[edge.source]
        count = f"   ({self._arrived[edge.source]} of {of} uses)" if of > 1 else ""
        wrong = f", which is wrong: {true(edge.pulled)} is right" if edge.pulled.is_wrong else ""
        made = f" = {brief(total, width=LONG)}" if known else ""
        return f"to {edge.source}: {bar} = {known}{brief(share, width=LONG)}{made}{count}{wrong}"

    def _end(self, node: Node) -> Step:
        return Step(
            phase="backward",
            node=node.name,
            title=f"the cotangent of input {node.name}",
            lines=(f"{_is(node, 'cotangent')} is the answer{self._uses_of(node.name)}",),
            shows={f"cotangent.{node.name}": brief(node.cotangent.engine)},
            alarms=_alarms(self._found, node.name, ("cotangent",)),
        )

    def _add(self, name: str, share: Array) -> Array:
        before = self._sums.get(name)
        with np.errstate(all="ignore"):
            alike = before is not None and np.shape(before) == np.shape(share)
            self._sums[name] = (
                np.asarray(before + share) if alike and before is not None else np.asarray(share)
            )
        self._arrived[name] = self._arrived.get(name, 0) + 1
        return self._sums[name]

    def _uses_of(self, name: str) -> str:
        count = self._expected[name]
        return f", the sum over its {count} uses" if count > 1 else ""


def _asked(node: Node) -> bool:
    return not node.cotangent.is_empty


def _matrix(node: Node, edge: Edge) -> Matrix:
    """Return the Jacobian of one use, beside which its pull stands."""
    title = f"∂{node.name}/∂{edge.source}"
    if edge.jacobian is None:
        rows = int(np.size(edge.pulled.engine)) if isinstance(edge.pulled.engine, np.ndarray) else 1
        return Matrix(use=title, shape=(edge.size // max(rows, 1), rows), rows=())
    shown = tuple(tuple(brief(np.asarray(a), 4) for a in row) for row in edge.jacobian)
    return Matrix(use=title, shape=(edge.jacobian.shape[0], edge.jacobian.shape[1]), rows=shown)
