"""The questions on which correct engines differ, and how an engine answers them when it is really run."""

from __future__ import annotations

from adspec.probing.contracts import CONTRACTS
from adspec.probing.inputs import INPUTS
from adspec.probing.points import POINTS
from adspec.probing.question import Question
from adspec.probing.ties import TIES

QUESTIONS: tuple[Question, ...] = (*POINTS, *TIES, *INPUTS, *CONTRACTS)
