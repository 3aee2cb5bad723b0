"""Blame: which equation, which argument, push or pull.

A derivative is a composition of rules, so a wrong one is located by trying the rules alone:
every equation by itself, at the values it really saw, with respect to one argument at a time
while the others are held, push and pull apart. The first equation that breaks the law alone
is accused, with every argument whose rule breaks it. So is one that raises alone, whatever the
law: an operator of the engine fails with a rule that fails. Where each rule alone is right, what is
wrong is the way they are put together: a sum over arguments (right for each of them alone, in whatever
rule has several), fan-out (right once every use has a copy of its own), nesting (a derivative in the
program is wrong, though every rule in its body is right, and so are the derivatives of the rules), or the
engine, which is also guilty where f(x) = x breaks the law already.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from adspec.engine import Engine
from adspec.findings.cause import Cause
from adspec.findings.parts import identity_at, single, units, unshared
from adspec.findings.sums import LostSum, lost_sum
from adspec.findings.tally import ancestors, deepest
from adspec.language.case import Case
from adspec.language.higher import DERIVATIVES
from adspec.language.program import Equation, Name
from adspec.language.variants import holding_all_but
from adspec.law import FINDINGS, Law, Verdict, half_of, judge
from adspec.observation import Observation, observe

_STAGES = {"push": "push", "vjp": "pull", "pull": "pull", "grad": "grad"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Accusation:
    """One cause with a case on which its law is broken, that verdict, and the observation that it judged."""

    cause: Cause
    law: Law
    case: Case
    verdict: Verdict
    obs: Observation | None = None  # of the case, where a rule was tried alone: what it answered is known


def blame(
    engine: Engine, broken: Law, verdict: Verdict, case: Case, laws: Mapping[str, Law]
) -> list[Accusation]:
    """Return the accusations for a broken law: one per wrong rule, or one against the composition.

    `laws` are all laws of the run by name; truth_push and truth_pull tell the modes apart.
    Cost: one observation per argument of each equation up to the guilty one.
    """
    found = _first_accused(engine, broken, verdict, case, laws)
    if any(a.cause.where.startswith("nesting") for a in found):
        return next(_of_derivatives(engine, case, laws), found)
    return found


def _first_accused(
    engine: Engine, broken: Law, verdict: Verdict, case: Case, laws: Mapping[str, Law]
) -> list[Accusation]:
    """Return the accusations of the first equation that breaks the law alone, or that of the composition."""
    may_be_rule = broken.accuses == "rule" or verdict.status == "crashed"
    if may_be_rule and not _is_broken_bare(engine, broken, case):
        for unit, accused, env in units(case):
            found = list(_accuse(engine, broken, single(case, unit, env), accused, laws))
            if found:
                return _merged(found)
    return [_composition(engine, broken, verdict, case, laws)]


def _of_derivatives(engine: Engine, case: Case, laws: Mapping[str, Law]) -> Iterator[list[Accusation]]:
    """Yield the accusations of rules that are right and whose derivatives, which nesting takes, are not."""
    curved = [rule for rule in laws.values() if " of " in rule.mode]
    for unit, accused, env in units(case):
        alone = single(case, unit, env)
        for position in range(len(alone.x)) if not accused.bodies else ():
            part = alone if len(alone.x) == 1 else holding_all_but(alone, position)
            obs = observe(engine, part)
            verdicts = [v for rule in curved if (v := judge(rule, obs)).status in {"broken", "inaccurate"}]
            place = _position(alone, accused, position)
            roots = deepest(verdicts, laws)[0]
            if roots:
                yield [replace(_accusation(laws[v.law], v, part, accused, place), obs=obs) for v in roots]


def _is_broken_bare(engine: Engine, broken: Law, case: Case) -> bool:
    """Return whether the law is broken on f(x) = x already, where no rule takes part.

    Asked where the first input lives and where the first output does: an engine may get arrays
    without an axis wrong, whatever makes them.
    """
    homes = {(a.shape, a.dtype): a for a in (*case.v[:1], *case.x[:1])}
    return any(judge(broken, observe(engine, identity_at(a))).status in FINDINGS for a in homes.values())


def _accuse(
    engine: Engine, broken: Law, alone: Case, accused: Equation, laws: Mapping[str, Law]
) -> Iterator[Accusation]:
    """Yield an accusation per argument and mode whose rule breaks the law alone."""
    if accused.bodies:
        yield from _accuse_nesting(engine, broken, alone, accused, laws)
        return
    found = False
    for position in range(len(alone.x)) if broken.mode != "value" else ():
        part = alone if len(alone.x) == 1 else holding_all_but(alone, position)
        obs = observe(engine, part)
        for probe in _probes(broken, laws):
            verdict = judge(probe, obs)
            if verdict.status in FINDINGS and _is_about(probe.mode, verdict):
                found = True
                law, verdict = _deepest(probe, verdict, obs, laws)
                place = _position(alone, accused, position)
                yield replace(_accusation(law, verdict, part, accused, place), obs=obs)
    if not found:
        verdict = judge(broken, observe(engine, alone))
        is_its_own = broken.accuses == "rule" or verdict.stage in _STAGES  # not of what only the engine does
        if verdict.status in FINDINGS and is_its_own:
            lost = lost_sum(engine, accused.primitive, laws) if _is_joint(broken, alone, verdict) else None
            if lost is not None:
                yield _of_sums(lost)
                return
            one = _mode(broken, verdict) != "value" and len(alone.program.inputs) == 1
            yield _accusation(broken, verdict, alone, accused, _position(alone, accused, 0) if one else None)


def _is_joint(broken: Law, alone: Case, verdict: Verdict) -> bool:
    """Return whether several arguments pushed together may be what a verdict is about."""
    return len(alone.x) > 1 and verdict.status != "crashed" and _mode(broken, verdict) in {"push", ""}


def _is_about(mode: str, verdict: Verdict) -> bool:
    """Return whether a verdict is one on this half: a law about both may raise in the other."""
    return mode not in {"push", "pull"} or _STAGES.get(verdict.stage, mode) in {mode, "grad"}


def _deepest(probe: Law, verdict: Verdict, obs: Observation, laws: Mapping[str, Law]) -> tuple[Law, Verdict]:
    """Return the deepest law about the same half that the part alone breaks, which names the fault best.

    Cost: the laws that explain the probe, on the same observation.
    """
    if verdict.status == "crashed" or probe.mode not in {"push", "pull"}:
        return probe, verdict
    names = ancestors(probe.name, laws) & laws.keys()
    halves = (half_of(r, probe.mode) if r.mode == "each" else r for r in map(laws.__getitem__, names))
    known = {rule.name: rule for rule in halves if rule.mode == probe.mode}
    broken = [v for rule in known.values() if (v := judge(rule, obs)).status in {"broken", "inaccurate"}]
    root = min(deepest([verdict, *broken], laws)[0], key=lambda v: v.law)
    return known.get(root.law, probe), root


def _accuse_nesting(
    engine: Engine, broken: Law, alone: Case, accused: Equation, laws: Mapping[str, Law]
) -> Iterator[Accusation]:
    """Yield the accusation of an equation with bodies that breaks the law though all rules in it keep it."""
    verdict = judge(broken, observe(engine, alone))
    if verdict.status in FINDINGS:
        wrong = [p.mode for p in _probes(broken, laws) if judge(p, observe(engine, alone)).status in FINDINGS]
        mode = wrong[0] if len(wrong) == 1 else _mode(broken, verdict)
        where = f"nesting of {accused.primitive}" if accused.primitive in DERIVATIVES else accused.primitive
        cause = Cause(where=where, argument=None, mode=mode, symptom=verdict.symptom)
        yield Accusation(cause=cause, law=broken, case=alone, verdict=verdict)


def _probes(broken: Law, laws: Mapping[str, Law]) -> list[Law]:
    """Return the laws that tell push from pull: the truth's, or the broken law where it says itself."""
    if broken.mode == "each":
        return [half_of(broken, mode) for mode in ("push", "pull")]
    if broken.mode:
        return [broken]
    return [laws[name] for name in ("truth_push", "truth_pull") if name in laws] or [broken]


def _position(alone: Case, accused: Equation, number: int) -> int | None:
    """Return where among the arguments of the accused equation the differentiated input `number` stands."""
    equation = next(e for e in alone.program.equations if e.name == accused.name)
    places = {a.text: i for i, a in enumerate(equation.args) if isinstance(a, Name)}
    return places.get(alone.wrt[number], *places.values() if len(places) == 1 else (None,))


def _accusation(
    law: Law, verdict: Verdict, case: Case, accused: Equation, argument: int | None
) -> Accusation:
    mode = _mode(law, verdict)
    cause = Cause(where=accused.primitive, argument=argument, mode=mode, symptom=verdict.symptom)
    return Accusation(cause=cause, law=law, case=case, verdict=verdict)


def _mode(law: Law, verdict: Verdict) -> str:
    """Return the half that a verdict accuses: the law's, its worst claim's, or where it crashed."""
    if law.mode == "each":
        return verdict.claim.mode if verdict.claim else _STAGES.get(verdict.stage, "")
    return law.mode or _STAGES.get(verdict.stage, "")


def _merged(accused: list[Accusation]) -> list[Accusation]:
    """Return the accusations, those of a primitive that raises for every argument as one."""
    raising = [a for a in accused if a.verdict.status == "crashed"]
    if len({a.cause.argument for a in raising}) < 2:
        return accused
    merged = {a.cause.mode: replace(a, cause=replace(a.cause, argument=None)) for a in reversed(raising)}
    return [*(a for a in accused if a.verdict.status != "crashed"), *merged.values()]


def _composition(
    engine: Engine, broken: Law, verdict: Verdict, case: Case, laws: Mapping[str, Law]
) -> Accusation:
    where = "engine"
    if broken.accuses == "rule" and _right_without_fan_out(engine, broken, case):
        where = "fan-out"
    elif broken.accuses == "rule" and case.program.depth:
        nested = (e.primitive for e in case.program.all_equations() if e.primitive in DERIVATIVES)
        where = f"nesting of {next(nested)}"
    mode = _mode(broken, verdict)
    if where == "engine" and mode in {"push", ""} and _adds(broken, case):
        lost = lost_sum(engine, "", laws)
        if lost is not None:
            return _of_sums(lost)
    cause = Cause(where=where, argument=None, mode=mode, symptom=verdict.symptom)
    return Accusation(cause=cause, law=broken, case=case, verdict=verdict)


def _adds(broken: Law, case: Case) -> bool:
    """Return whether arguments are pushed together: by an equation of a program, or by the law of sums."""
    several = any(len(e.uses()) > 1 for e in case.program.equations)
    return broken.accuses == "rule" and (several or broken.name == "sum_rule")


def _of_sums(lost: LostSum) -> Accusation:
    return Accusation(cause=lost.cause, law=lost.law, case=lost.case, verdict=lost.verdict)


def _right_without_fan_out(engine: Engine, broken: Law, case: Case) -> bool:
    """Return whether the law holds once every use of every shared name reads a copy of its own."""
    shared = [name for name, uses in case.program.use_counts().items() if uses > 1 and name not in case.held]
    if not shared:
        return False
    if broken.name == "fan_out":
        return True
    return judge(broken, observe(engine, unshared(case))).status not in FINDINGS
