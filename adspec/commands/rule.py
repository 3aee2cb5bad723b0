"""`adspec rule`: judge one function, a custom rule or a whole loss, without an adapter."""

from __future__ import annotations

import inspect
import json
import shlex
import sys
from collections.abc import Callable
from typing import Any

import click

from adspec.commands.examples import examples
from adspec.commands.faults import BROKEN, INCOMPLETE, Fault
from adspec.discovery import find_function

EXAMPLES = examples(
    "adspec rule mypkg.ops:softplus",
    'adspec rule mypkg.ops:softplus --engine jax --args "f32[3,4], f64[]"',
    'adspec rule mypkg.ops:scale --engine autograd --args "f64[3], 2.0" --domain 0.1,10',
    'adspec rule train:loss --args "{\\"w\\": f64[3,2]}, f64[3]" --json',
    after="Exit status: 0 every law holds, 1 a law is broken, 2 wrong usage,\n"
    "3 an engine cannot be loaded, 5 nothing could be told (inconclusive).",
)


@click.command(epilog=EXAMPLES)
@click.argument("function", metavar="FUNCTION")
@click.option("--engine", help="The engine that differentiates it; else the one that it is written for.")
@click.option(
    "arguments",
    "--args",
    metavar="TEXT",
    help="Arguments by dtype and shape, `f32[3,4], f64[]`, in tuples, lists or dicts; plain values as "
    "they are. Without it every parameter is f64[3].",
)
@click.option("--domain", metavar="A,B", help="Where arguments live: 0.1,10, or by number 0:0.1,10; 1:-1,1.")
@click.option("--reference", metavar="FUNCTION", help="Another implementation, asked where f cannot be read.")
@click.option("--truth", metavar="FUNCTION", help="The same values in NumPy's words, believed above all.")
@click.option(
    "--profile",
    type=click.Choice(("quick", "default", "deep")),
    default="quick",
    show_default=True,
    help="How much to try.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same points.")
@click.option("as_json", "--json", is_flag=True, help="Print JSON.")
def rule(  # noqa: PLR0913 - one parameter per option
    function: str,
    *,
    engine: str | None,
    arguments: str | None,
    domain: str | None,
    reference: str | None,
    truth: str | None,
    profile: str,
    seed: int,
    as_json: bool,
) -> None:
    """Judge one function: a custom rule, or a whole loss.

    FUNCTION is an import string, package.module:NAME. It is tried at many
    points, each shown to every law that applies; the truth comes from the
    function itself, read operation by operation.
    """
    if seed < 0:
        raise Fault(f"--seed {seed}: is negative. Give 0 or more.")
    from adspec.rule import check
    from adspec.ruling.signature import SignatureError

    f = find_function(function)
    try:
        domains = parse_domain(domain)
        report = check(
            f,
            *example_of(f, arguments, domains, function),
            engine=engine,
            domain=domains,
            reference=find_function(reference) if reference else None,
            truth=find_function(truth) if truth else None,
            seed=seed,
            profile=profile,
            replay=_command(),
            tell=lambda says: click.echo(says, err=True),
        )
    except (SignatureError, ValueError) as error:
        if isinstance(error, SignatureError) or str(error).startswith("domain"):
            raise Fault(str(error)) from error
        raise
    click.echo(json.dumps(report.to_json(), indent=1) if as_json else str(report))
    sys.exit({"holds": 0, "broken": BROKEN}.get(report.verdict, INCOMPLETE))


def _command() -> str:
    """Return the command as it was typed, without --json."""
    words = [w for w in sys.argv[1:] if w != "--json"]
    return shlex.join(["adspec", *words]) if words[:1] == ["rule"] else ""


def example_of(f: Callable[..., Any], text: str | None, domains: Any, shown: str) -> tuple[Any, ...]:
    """Return the example that a text describes, or one array of three numbers per parameter.

    Raises: SignatureError; Fault where the parameters cannot be read.
    """
    from adspec.ruling.points import example_array
    from adspec.ruling.signature import parse_arguments

    if text is None:
        text = ", ".join(["f64[3]"] * _parameters(f, shown))
    numbers = iter(range(1_000_000))
    return parse_arguments(text, lambda d: example_array(d.dtype, d.shape, domains, next(numbers)))


def _parameters(f: Callable[..., Any], shown: str) -> int:
    try:
        found = inspect.signature(getattr(f, "fun", f)).parameters.values()  # what a rule is of
    except (TypeError, ValueError):
        raise Fault(f"function {shown}: its parameters cannot be read. Give --args.") from None
    needed = [
        p for p in found if p.default is p.empty and p.kind in {p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD}
    ]
    if not needed:
        raise Fault(f"function {shown}: has no parameter without a default. Give --args, such as f64[3].")
    return len(needed)


def parse_domain(text: str | None) -> Any:
    """Return the domain that a text describes: `0.1,10` or `0:0.1,10; 1:-1,1`.

    Raises: ValueError for anything else.
    """
    if text is None:
        return None
    if ":" not in text:
        return _pair(text, text)
    parts = (part.partition(":") for part in text.split(";"))
    return {_whole(number, text): _pair(pair, text) for number, _, pair in parts}


def _whole(number: str, text: str) -> int:
    try:
        return int(number)
    except ValueError:
        raise ValueError(
            f"domain {text!r}: {number!r} is no number of an argument. Write 0:0.1,10."
        ) from None


def _pair(pair: str, text: str) -> tuple[float, float]:
    try:
        low, high = (float(e) for e in pair.split(","))
    except ValueError:
        raise ValueError(f"domain {text!r}: {pair.strip()!r} is not a pair. Write 0.1,10.") from None
    return low, high
