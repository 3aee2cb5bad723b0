"""Discovery: engines and laws by name, ours found exactly as a stranger's.

An engine is the name of an entry point in the group `adspec.engines`, or an import string
`pkg.mod:ATTR`; what stands there is an `Engine`, or a function without arguments that returns
one. Or it is a command, `cmd:node engine.mjs`, whose process speaks for an engine of any language.
Laws are entry points in the group `adspec.laws`, each a tuple of `Law`. Whatever is wrong
ends in one `DiscoveryError`, one line with the way out. Its exit status tells a wrong name (2)
from an adapter that cannot be loaded (3).
"""

from __future__ import annotations

import difflib
import functools
import importlib.util
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module, metadata
from typing import Any

from packaging.requirements import Requirement

from adspec.engine import Engine
from adspec.foreign import PREFIX, engine_of
from adspec.law import Law

ENGINES, LAWS = "adspec.engines", "adspec.laws"
MUTANTS = "adspec.conformance.mutants:MUTANTS"  # of the self-test
WRONG_NAME, BROKEN_ADAPTER = 2, 3
MANY = 12  # names that a line can hold


class DiscoveryError(ValueError):
    """An engine or a law that cannot be had: one line with the reason and the way out."""

    def __init__(self, message: str, exit_status: int = WRONG_NAME) -> None:
        super().__init__(message)
        self.exit_status = exit_status


@dataclass(frozen=True, kw_only=True, slots=True)
class EngineEntry:
    """One registered engine, not imported: its name, its import string, the package it tests.

    `package` is what has to be installed, `install` the command for it, `version` what is installed now.
    """

    name: str
    target: str
    package: str
    install: str
    version: str | None


# ------------------------------------------------------------------ engines


def engine_entries() -> tuple[EngineEntry, ...]:
    """Return the registered engines by name, importing none of them."""
    points = metadata.entry_points(group=ENGINES)
    return tuple(_entry(point) for point in sorted(points, key=lambda p: p.name))


def engine_names(*, installed: bool = False) -> tuple[str, ...]:
    """Return the names of the registered engines, or of those among them that are installed."""
    return tuple(e.name for e in engine_entries() if e.version is not None or not installed)


def find_engine(text: str) -> Engine:
    """Return the engine of an entry-point name (`autograd`), an import string (`pkg.mod:ATTR`) or a command.

    Raises: DiscoveryError.
    """
    if text.startswith(PREFIX):
        return _started(text)
    if ":" in text:
        return _load_engine(text, text, "")
    entries = {entry.name: entry for entry in engine_entries()}
    if text not in entries:
        known = did_you_mean(text, entries, "`adspec engines` lists all {}.")
        own = f"{text}:ENGINE" if "." in text else "mypkg.adspec_adapter:ENGINE"
        hint = f" An engine of your own is named by an import string, such as {own}."
        raise DiscoveryError(f"engine {text!r}: unknown. {known}{hint}")
    return _load_engine(text, entries[text].target, entries[text].install)


def require_words(engine: Engine) -> None:
    """Refuse an engine to which nothing could be shown: no case is no pass.

    Raises: DiscoveryError.
    """
    if len(engine.unknown()) == len(engine.ops):
        raise DiscoveryError(
            f"engine {engine.name}: provides none of the vocabulary's primitives. "
            "Fill Engine.ops; `adspec primitives` lists the names.",
            BROKEN_ADAPTER,
        )


def _entry(point: metadata.EntryPoint) -> EngineEntry:
    """Return the record of an entry point; one that ships with an extra tests what that requires first."""
    home = point.dist
    owner = home.name if home else ""
    extras = (home.metadata.get_all("Provides-Extra") if home else None) or []
    extra = _same_extra(point.name, extras)
    package = _first_required(home.requires or [], extra) if home and extra else ""
    return EngineEntry(
        name=point.name,
        target=point.value,
        package=package or extra or owner,
        install=f'pip install "{owner}[{extra}]"' if extra else f"pip install {owner}",
        version=_installed_version(package or extra or owner),
    )


def _same_extra(name: str, extras: Iterable[str]) -> str:
    """Return the extra of an engine's name: in metadata `jax_jit` may be `jax-jit`."""
    return next((extra for extra in extras if extra.replace("_", "-") == name.replace("_", "-")), "")


def _first_required(requires: Iterable[str], extra: str) -> str:
    """Return the name of the first distribution that an extra requires: `mlx` of `mlx[cpu]>=0.29; …`."""
    parsed = map(Requirement, requires)
    of_extra = (
        r for r in parsed if r.marker and "extra" in str(r.marker) and r.marker.evaluate({"extra": extra})
    )
    return next((r.name for r in of_extra), "")


def _installed_version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _load_engine(shown: str, target: str, install: str) -> Engine:
    found = _attribute(f"engine {shown}", target, install)
    if callable(found) and not isinstance(found, Engine | type):
        found = _call(shown, found)
    if not isinstance(found, Engine):
        raise DiscoveryError(
            f"engine {shown}: {target.partition(':')[2]} is of type {_type_name(found)}, not an Engine. "
            "Name an adspec.Engine, or a function without arguments that returns one.",
            BROKEN_ADAPTER,
        )
    return found


def _started(text: str) -> Engine:
    """Return the engine of a command, `cmd:node engine.mjs`, whose process says hello."""
    command = text.removeprefix(PREFIX)
    try:
        return engine_of(command)
    except OSError as error:
        way_out = "Install it, or write its path."
        raise DiscoveryError(
            f"engine {text}: {error.filename} cannot be run: {error.strerror}. {way_out}", BROKEN_ADAPTER
        ) from error
    except ValueError as error:
        raise DiscoveryError(f"engine {text}: {error}. Write cmd:COMMAND.") from error
    except RuntimeError as error:
        raise DiscoveryError(f"engine {text}: asked for a hello, it {error}", BROKEN_ADAPTER) from error


def _call(shown: str, make: Any) -> Any:
    try:
        return make()
    except Exception as error:
        raise DiscoveryError(
            f"engine {shown}: its adapter raises {_spoken(error)}. Correct the adapter.", BROKEN_ADAPTER
        ) from error


def _type_name(value: Any) -> str:
    return value.__name__ if isinstance(value, type) else type(value).__name__


# ------------------------------------------------------------------ laws


def find_laws(names: Iterable[str] | None = None) -> tuple[Law, ...]:
    """Return all installed laws, or those of these names, in the order of the entry points.

    Raises: DiscoveryError.
    """
    table: dict[str, Law] = {}
    for point in sorted(metadata.entry_points(group=LAWS), key=lambda p: p.name):
        for rule in _load_laws(point):
            if rule.name in table:
                raise DiscoveryError(
                    f"law {rule.name}: {point.value} defines it again. Rename one of the two.",
                    BROKEN_ADAPTER,
                )
            table[rule.name] = rule
    wanted = list(table) if names is None else list(dict.fromkeys(names))
    for name in wanted:
        if name not in table:
            raise DiscoveryError(
                f"law {name!r}: unknown. {did_you_mean(name, table, '`adspec laws` lists all {}.')}"
            )
    return tuple(table[name] for name in wanted)


# ------------------------------------------------------------------ mutants


def find_mutants(text: str = MUTANTS) -> Mapping[str, Any]:
    """Return the deliberately wrong engines by name that an import string denotes.

    Raises: DiscoveryError.
    """
    found = _attribute(f"mutants {text}", text, "")
    if not isinstance(found, Mapping) or not found:
        raise DiscoveryError(
            f"mutants {text}: is of type {_type_name(found)}, not a mapping from names to mutants. "
            "adspec.conformance.mutants shows one."
        )
    return found


def _load_laws(point: metadata.EntryPoint) -> Sequence[Law]:
    found = _attribute(f"laws {point.name}", point.value, "")
    if isinstance(found, tuple) and all(isinstance(rule, Law) for rule in found):
        return found
    raise DiscoveryError(
        f"laws {point.name}: {point.value} is of type {_type_name(found)}, not a tuple of Law. "
        "List the laws that @law made.",
        BROKEN_ADAPTER,
    )


# ------------------------------------------------------------------ functions


def find_function(text: str) -> Callable[..., Any]:
    """Return the user's function of an import string, `pkg.mod:NAME`.

    Raises: DiscoveryError.
    """
    try:
        found = _attribute(f"function {text}", text, "")
    except DiscoveryError as error:
        raise DiscoveryError(str(error)) from error
    if not callable(found):
        raise DiscoveryError(
            f"function {text}: is of type {_type_name(found)}, which cannot be called. Name a function."
        )
    function: Callable[..., Any] = found
    return function


# ------------------------------------------------------------------ loading


def _attribute(what: str, target: str, install: str) -> Any:
    """Return what an import string denotes; `what` names it in errors."""
    name, _, path = target.partition(":")
    if not name or not path:
        raise DiscoveryError(f"{what}: not an import string. Write package.module:ATTRIBUTE.")
    module = _import(what, name, install)
    try:
        return functools.reduce(getattr, path.split("."), module)
    except AttributeError as error:
        offered = [key for key, value in vars(module).items() if isinstance(value, Engine | tuple)]
        known = did_you_mean(path, [key for key in offered if not key.startswith("_")])
        raise DiscoveryError(
            f"{what}: the module {name} has no attribute {path!r}. {known}".rstrip(), BROKEN_ADAPTER
        ) from error


def _import(what: str, name: str, install: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise DiscoveryError(_missing(what, name, install, error), BROKEN_ADAPTER) from error
    except Exception as error:
        raise DiscoveryError(
            f"{what}: importing {name} raises {_spoken(error)}. Correct it, or reinstall what it imports.",
            BROKEN_ADAPTER,
        ) from error


def _missing(what: str, name: str, install: str, error: ModuleNotFoundError) -> str:
    """Return the line for a module that is not there: the adapter's own, a package, or a part of one."""
    missing = error.name or ""
    package = missing.partition(".")[0]
    if f"{name}.".startswith(f"{missing}."):
        return f"{what}: there is no module {missing}. Install its package, or run where it can be imported."
    if missing == package and importlib.util.find_spec(package) is None:
        return f"{what}: {package} is not installed. Run {install or f'pip install {package}'}."
    return f"{what}: importing {name} raises {_spoken(error)}. Install a version of {package} that has it."


def _spoken(error: Exception) -> str:
    """Return the type and the first line of an exception."""
    text = next(iter(str(error).strip().splitlines()), "").rstrip(".")
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def did_you_mean(word: str, known: Iterable[str], listed: str = "There are {}.") -> str:
    """Return `Did you mean 'jax'? Known: autograd, jax.` or what of it applies.

    Of more than `MANY` names only the closest is named, and `listed` says where all of them are.
    """
    names = list(known)
    close = difflib.get_close_matches(word, names, n=1)
    guess = f"Did you mean {close[0]!r}? " if close else ""
    rest = f"Known: {', '.join(names)}." if len(names) <= MANY else listed.format(len(names))
    return f"{guess}{rest}" if names else ""
