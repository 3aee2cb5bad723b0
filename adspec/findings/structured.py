"""Names of a program at which a truth would have no meaning, since they are not free or not unique."""

from __future__ import annotations

from adspec.findings.parts import preparing
from adspec.language.primitives import VOCABULARY
from adspec.language.program import Program


def bound(program: Program) -> frozenset[str]:
    """Return the names whose entries depend on each other because a primitive needs a structure.

    A cotangent there has no meaning: off the symmetric matrices, say, engines read one triangle or both.
    """
    return frozenset(e.name for accused in program.equations for e in preparing(program, accused))


def ambiguous(program: Program) -> frozenset[str]:
    """Return the inner names whose values are unique up to signs or order only.

    They come from decompositions; what a program returns of them is well defined again. Their cotangents
    change sign with them, so these are not to be judged by anybody else's run either.
    """
    found: set[str] = set()
    for equation in program.equations:
        row = VOCABULARY.get(equation.primitive)
        if (row is not None and row.observable[0]) or found.intersection(equation.uses()):
            found.add(equation.name)
    return frozenset(found - set(program.outputs))
