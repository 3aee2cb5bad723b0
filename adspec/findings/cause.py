"""Causes: what is wrong, by where it is wrong. Failures are grouped by cause, not by law."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Cause:
    """One thing that is wrong.

    `where` is a primitive, "many rules" that share a symptom, a word for control flow ("branch", "iterate"),
    or a kind of composition ("fan-out", "sum over arguments", "nesting of grad", "engine");
    `argument` the position of the argument whose rule is wrong (None where it is not one
    argument's); `mode` is "push", "pull", "grad", "push of pull" and the like for the derivative of a
    rule, or "" for neither; `symptom` is how it shows:
    "wrong value", "inaccurate", "nan", "inf", "shape", "dtype", "raises TypeError", …
    """

    where: str
    argument: int | None
    mode: str
    symptom: str

    def __str__(self) -> str:
        """Return the cause as a phrase: `prod, argument 0, pull: nan`."""
        argument = "" if self.argument is None else f", argument {self.argument}"
        mode = f", {self.mode}" if self.mode else ""
        return f"{self.where}{argument}{mode}: {self.symptom}"

    @property
    def slug(self) -> str:
        """Return the cause as a file name: `prod-0-pull-nan`."""
        parts = [self.where, "" if self.argument is None else str(self.argument), self.mode, self.symptom]
        return "-".join(p for p in parts if p).replace(" ", "-").replace(".", "-").lower()
