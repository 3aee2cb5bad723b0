"""What a mutant is: the reference engine, wrong in exactly one way, named after the fault."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from adspec.conformance.engines.reference_engine import engine_of
from adspec.engine import Engine
from adspec.reference_engine import RULES, Rule, with_rules

Way = Callable[..., Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class Mutant:
    """One fault, and who must be blamed for it.

    `where`, `argument` and `mode` are those of the cause (`adspec.findings.cause`); `law` is the
    deepest law that the fault breaks; `symptom` how it shows. `mistake` is its name among diagnoses
    (`adspec.findings.diagnosis`), by what the fault is and not by what comes out, "" where it has none;
    `least` the fewest entries of an input on which it shows, where these are more than two.
    """

    engine: Engine
    says: str
    where: str
    law: str
    argument: int | None = None
    mode: str = ""
    symptom: str = "wrong value"
    mistake: str = ""
    least: int = 2

    @property
    def name(self) -> str:
        """Return the name of the fault."""
        return self.engine.name


def wrong_rule(name: str, where: str, rule: Rule, **blamed: Any) -> Mutant:
    """Return the mutant in which a primitive has another rule altogether."""
    words = {"law": f"truth_{blamed['mode']}", "argument": 0, **blamed}
    return Mutant(engine=engine_of(with_rules({**RULES, where: rule}), name), where=where, **words)


def wrong_pull(name: str, where: str, argument: int, pull: Way | None, **blamed: Any) -> Mutant:
    """Return the mutant in which one argument of one primitive has another pull rule.

    `key` is the rule's name in the engine where it is not the primitive's.
    """
    words = {"law": "truth_pull", "mode": "pull", "key": where, **blamed}
    return _wrong(name, where, argument, {"pull": {argument: pull}}, **words)


def wrong_push(name: str, where: str, argument: int, push: Way | None, **blamed: Any) -> Mutant:
    """Return the mutant in which one argument of one primitive has another push rule."""
    words = {"law": "truth_push", "mode": "push", "key": where, **blamed}
    return _wrong(name, where, argument, {"push": {argument: push}}, **words)


def _wrong(name: str, where: str, argument: int, ways: Any, *, key: str, **words: Any) -> Mutant:
    rule = RULES[key].replace(**ways)
    engine = engine_of(with_rules({**RULES, key: rule}), name)
    return Mutant(engine=engine, where=where, argument=argument, **words)
