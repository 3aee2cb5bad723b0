"""Whose rule a fault is in: the primitive, the argument and the mode that must be accused.

A registration `defvjp(anp.f, rule 0, rule 1)` owns what stands in it, and every function that it calls,
directly or through others, over all rule files. A primitive that the language has no word for belongs to
those whose rules call it: its own derivative is their second one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from adspec.engine import SPELLINGS
from adspec.findings.cause import Cause
from adspec.language.primitives import VOCABULARY
from benchmarks.mutation.faults import REGISTER, Fault, owner_of

JOINING = ("concat", "stack", "hstack", "vstack", "column_stack", "dstack")
# what autograd calls otherwise than the language: another name of NumPy's, or a part of several words
ALSO: Mapping[str, tuple[str, ...]] = {
    "true_divide": ("divide",),
    "mod": ("remainder",),
    "absolute": ("abs",),
    "conjugate": ("conj",),
    "amax": ("max",),
    "amin": ("min",),
    "_primitive_mean": ("mean",),
    "_primitive_var": ("var",),
    "_primitive_std": ("std",),
    "linalg._primitive_norm": ("linalg.norm",),
    "linalg.svd": ("linalg.svd", "linalg.svdvals"),  # the adapter calls svd for both
    "concatenate_args": JOINING,
    "array_from_args": JOINING,
    "_array_from_scalar_or_array": JOINING,
    "func(ArrayBox.__getitem__)": ("getitem",),
    "wrapped_reshape": ("reshape",),
}
MODES = {"defvjp": "pull", "defvjp_argnum": "pull", "defjvp": "push", "defjvp_argnum": "push"}


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One rule: of a primitive (in autograd's words), one argument (None for any), by push or by pull."""

    primitive: str
    argument: int | None
    mode: str
    names: frozenset[str]  # all that its formula names


@dataclass(frozen=True, kw_only=True)
class Suspect:
    """What a cause may accuse: a word of the language, an argument (None for any), a mode."""

    word: str
    argument: int | None
    mode: str

    def is_accused(self, cause: Cause) -> bool:
        """Return whether a cause accuses this; it may leave the argument open."""
        same = None in {self.argument, cause.argument} or self.argument == cause.argument
        modes = {"pull" if mode == "grad" else mode for mode in cause.mode.split(" of ")}
        return cause.where == self.word and same and self.mode in modes

    def __str__(self) -> str:
        """Return the rule as a phrase: `divide, argument 1, pull`."""
        return ", ".join(
            [self.word, *([] if self.argument is None else [f"argument {self.argument}"]), self.mode]
        )


class Rules:
    """All rules of the rule files, and who calls what."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        """Read the files, by their short names."""
        self._calls: dict[str, frozenset[str]] = {}
        self._rules: list[Rule] = []
        self._at: dict[tuple[str, int], list[tuple[ast.expr, Rule]]] = {}
        for file, text in sources.items():
            for statement in ast.parse(text).body:
                self._read(file, statement)

    def suspects(self, fault: Fault) -> frozenset[Suspect]:
        """Return whom a fault may be blamed on; nobody, where no word of the language reaches it."""
        own = [rule for node, rule in self._in(fault) if _holds(node, fault)]
        rules = own or [rule for rule in self._rules if fault.owner in self._reached(rule.names)]
        found = frozenset(s for rule in rules for s in self._words(rule, ()))
        plain = ALSO.get(fault.owner, ())
        return found | {Suspect(word=w, argument=None, mode=m) for w in plain for m in ("push", "pull")}

    def words_of(self, file: str) -> tuple[str, ...]:
        """Return the words whose rules a file registers, in the order of the vocabulary."""
        rules = [rule for (where, _), found in self._at.items() if where == file for _, rule in found]
        words = {s.word for rule in rules for s in self._words(rule, ())}
        return tuple(name for name in VOCABULARY if name in words)

    # -------------------------------------------------------------- parts

    def _read(self, file: str, statement: ast.stmt) -> None:
        owner = owner_of(statement)
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) and owner:
            found = list(_registered(file, statement.value))
            self._rules += [rule for _, rule in found]
            self._at[file, statement.lineno] = found
        elif owner:
            self._calls[owner] = self._calls.get(owner, frozenset()) | _names(statement)

    def _in(self, fault: Fault) -> Iterator[tuple[ast.expr, Rule]]:
        for (file, _), found in self._at.items():
            if file == fault.file:
                yield from found

    def _reached(self, names: frozenset[str]) -> frozenset[str]:
        """Return the names, and all that the functions of these names use in turn."""
        found, waiting = set(names), list(names)
        while waiting:
            new = self._calls.get(waiting.pop(), frozenset()) - found
            found |= new
            waiting += new
        return frozenset(found)

    def _words(self, rule: Rule, via: tuple[str, ...]) -> Iterator[Suspect]:
        words = _in_the_language(rule.primitive)
        for word in words:
            open_ = len(words) > 1 or bool(via)  # which of the arrays, or of which rule, is open
            yield Suspect(word=word, argument=None if open_ else rule.argument, mode=rule.mode)
        if not words and rule.primitive not in via:
            for other in self._rules:
                if rule.primitive.rpartition(".")[2] in self._reached(other.names):
                    yield from self._words(other, (*via, rule.primitive))


def _registered(file: str, call: ast.Call) -> Iterator[tuple[ast.expr, Rule]]:
    """Yield the formula of each rule of a registration, and the rule."""
    assert isinstance(call.func, ast.Name)
    if call.func.id not in REGISTER:
        return
    first = ast.unparse(call.args[0]).removeprefix("anp.")
    inner = first if file.startswith("numpy") else f"{file}.{first}"
    given = next((ast.literal_eval(k.value) for k in call.keywords if k.arg == "argnums"), None)
    for k, formula in enumerate(call.args[1:]):
        open_ = call.func.id.endswith("argnum")
        argument = None if open_ else (given[k] if given else k)
        yield (
            formula,
            Rule(primitive=inner, argument=argument, mode=MODES[call.func.id], names=_names(formula)),
        )


def _names(node: ast.AST) -> frozenset[str]:
    names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    return frozenset(names | {n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)})


def _holds(node: ast.expr, fault: Fault) -> bool:
    """Return whether the fault stands within a formula."""
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    start, end = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
    return start <= (fault.line, fault.column) < end


def _in_the_language(primitive: str) -> tuple[str, ...]:
    """Return the words that stand for one of autograd's primitives."""
    if primitive in ALSO:
        return ALSO[primitive]
    head, _, last = primitive.rpartition(".")
    for name in VOCABULARY:
        front, _, word = name.rpartition(".")
        if front == head and last in SPELLINGS.get(word, (word,)):
            return (name,)
    return ()
