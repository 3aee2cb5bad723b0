"""The report on one function: the verdict and who says so, the causes, what was not judged."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import Any

from adspec.findings.counterexample import Counterexample, to_json
from adspec.report.text import counterexample_text


@dataclass(frozen=True, kw_only=True, slots=True, repr=False)
class RuleReport:
    """What the laws say of one function.

    `verdict` is "holds", "broken" or "inconclusive"; `causes` has what is broken, once each; `oracle` says
    who told the truth, `why` why nobody better could; `counts` has law -> status -> how often.
    """

    verdict: str
    name: str
    engine: str
    version: str
    causes: tuple[Counterexample, ...]
    oracle: str
    why: str
    counts: dict[str, dict[str, int]]
    power: float | None
    cases: int
    seconds: float
    notes: dict[str, str]
    walk: str = ""
    replay: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values."""
        plain = {key: getattr(self, key) for key in self.__slots__ if key != "causes"}
        return {**plain, "causes": [to_json(cause) for cause in self.causes]}

    def __repr__(self) -> str:
        """Return the verdict's line; `str()` is the whole text."""
        return f"<RuleReport {_heading(self)}>"

    def __str__(self) -> str:
        """Return the report as text."""
        return report_text(self)

    def _repr_html_(self) -> str:
        return report_html(self)


def report_text(report: RuleReport) -> str:
    """Return the report, a line for the verdict first."""
    lines = [_heading(report), ""]
    if report.walk:
        lines += [report.walk, ""]
    for cause in report.causes:
        lines += [counterexample_text(cause, report.replay), ""]
    lines += _judged(report)
    return "\n".join(lines).rstrip()


def _heading(report: RuleReport) -> str:
    power = "" if report.power is None else f", power {report.power:.0e}"
    judged = f"{report.cases} cases{power}, {report.seconds:.1f} s"
    return f"{report.verdict}: {report.name}   {report.engine} {report.version}   {judged}"


def _judged(report: RuleReport) -> list[str]:
    lines = [f"truth from {report.oracle}"]
    if report.why:
        lines[0] += f" ({report.why})"
    rows = [f"{law} {_counts(counts)}" for law, counts in report.counts.items()]
    width = max((len(law) for law in report.counts), default=0)
    lines += [f"  {row.partition(' ')[0]:<{width}}  {row.partition(' ')[2]}" for row in rows]
    lines += [f"{key}: {text}" for key, text in report.notes.items()]
    return lines


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{n} {status}" for status, n in counts.items())


def report_html(report: RuleReport) -> str:
    """Return the report for a notebook: its text, coloured by the verdict."""
    colour = {"holds": "#2e7d32", "broken": "#c62828"}.get(report.verdict, "#b26a00")
    style = f"border-left:4px solid {colour};padding-left:8px"
    return f'<pre style="{style}">{html.escape(report_text(report))}</pre>'
