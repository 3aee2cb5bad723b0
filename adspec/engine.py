"""Engines: AD systems under test, seen through a frozen record of functions.

An adapter fills one `Engine`. What it leaves out is *unsupported*: neither a pass nor a
failure. A dialect says how the engine answers the questions on which correct engines differ;
it relaxes a question, never a number.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from adspec.dialect import Dialect as Dialect  # noqa: PLC0414 -- adapters have both from here
from adspec.idiom import Idiom
from adspec.language.higher import HIGHER
from adspec.language.presentation import NotShown as NotShown  # noqa: PLC0414 -- adapters raise it
from adspec.language.primitives import VOCABULARY
from adspec.limits import Limits


def applied(operator: Callable[..., Any]) -> Callable[..., Any]:
    """Return (f, x, …) ↦ operator(f)(x, …), as adapters need it."""
    return lambda f, *args: operator(f)(*args)


# Operators by the names that modules give them: these return functions of x, those below of f's arguments.
AT_X: Mapping[str, tuple[str, ...]] = {
    "jacobian": ("jacobian", "jacrev"),
    "forward_jacobian": ("jacfwd",),
    "hessian": ("hessian",),
    "hvp": ("hvp", "hessian_vector_product"),
    "elementwise_grad": ("elementwise_grad",),
    "holomorphic_grad": ("holomorphic_grad",),
}
OF_FUNCTIONS = ("checkpoint", "jit", "vmap")


def operators(module: Any) -> dict[str, Any]:
    """Return those operators that a module has under a usual name, as fields of an `Engine`."""
    found = {
        field: applied(getattr(module, name))
        for field, names in AT_X.items()
        for name in names
        if hasattr(module, name)
    }
    return found | {name: getattr(module, name) for name in OF_FUNCTIONS if hasattr(module, name)}


def declining(found: dict[str, Any], names: Iterable[str], error: type[Exception]) -> dict[str, Any]:
    """Return operators, some of which decline the functions at which they raise an error.

    An engine may document that it runs functions on values that it does not know yet, so that a function
    which asks for one is no function for it: that is unsupported, and no failure.
    """
    return found | {name: _declining(found[name], error) for name in names}


def _declining(transform: Callable[..., Any], declined: type[Exception]) -> Callable[..., Any]:
    def transformed(f: Callable[..., Any]) -> Callable[..., Any]:
        whole = transform(f)

        def run(*xs: Any) -> Any:
            try:
                return whole(*xs)
            except declined as error:
                line = str(error).partition("\n")[0]
                raise NotShown(f"{type(error).__name__}: {line}") from error

        return run

    return transformed


def _as_is(value: Any) -> Any:
    return value


@dataclass(frozen=True, kw_only=True, slots=True)
class Engine:
    """One AD engine.

    Math: with y = f(*xs), `jvp(f, xs, us)` returns (y, J u) and `vjp(f, xs)` returns
    (y, pull), where pull(v) is a tuple with one cotangent Jᵀv per x. f takes one array per
    x and returns an array, or a tuple of arrays. `grad(f, xs)` returns a tuple with one
    gradient per x of a scalar f, `value_and_grad(f, xs)` the pair of value and that tuple.
    Of a function of one array, `jacobian(f, x)` has the shape of y and then that of x, and so has
    `forward_jacobian(f, x)`, by pushes; `hessian(f, x)` of a scalar f has the shape of x twice, and
    `hvp(f, x, u)` is its product with u; `elementwise_grad(f, x)` sums the columns of J;
    `holomorphic_grad(f, x)` is f′ of a complex scalar f. `linearize(f, xs)` returns (y, push) with
    push(*us) = J u. `checkpoint(f)`, `jit(f)` and `vmap(f)` are functions of the same arguments, the last
    along the first axis of all of them. `operators(module)` fills most of these fields.
    `ops` maps the names of primitives to the engine's functions; an absent one is not provided.
    `array_type` is the type of a result (or a tuple of types), as `isinstance` takes it. All
    that is the engine's runs within `scope()`, a context that sets what it needs for itself
    alone, and puts back what a failure left behind (see `restored`). `compiles` says that each new
    shape costs a compilation: fewer shapes are shown then. `forget()`, called now and then between
    cases, drops what it keeps of functions that it has seen, compiled code above all. `state()` is
    what the engine remembers between derivatives, if it does, as something that can be compared: the
    depth of its stack of traces.
    `trace(f, xs, us, v)`, where f returns y and a dict of values by name, returns value, tangent and
    cotangent by the same names, of one run; `idiom` says how scripts are written in the engine's own words.
    `trees` names the containers that `jvp`, `vjp`, `grad` and `value_and_grad` take in place of an array,
    and f may return: "dict", "list", "nested_tuples". `limits` says which arrays it is shown.
    """

    name: str
    version: str
    ops: Mapping[str, Callable[..., Any]]
    jvp: Callable[..., tuple[Any, Any]] | None = None
    vjp: Callable[..., tuple[Any, Callable[[Any], tuple[Any, ...]]]] | None = None
    grad: Callable[..., Any] | None = None
    value_and_grad: Callable[..., Any] | None = None
    jacobian: Callable[..., Any] | None = None
    forward_jacobian: Callable[..., Any] | None = None
    hessian: Callable[..., Any] | None = None
    hvp: Callable[..., Any] | None = None
    elementwise_grad: Callable[..., Any] | None = None
    holomorphic_grad: Callable[..., Any] | None = None
    linearize: Callable[..., Any] | None = None
    checkpoint: Callable[..., Any] | None = None
    jit: Callable[..., Any] | None = None
    vmap: Callable[..., Any] | None = None
    to_numpy: Callable[[Any], Any] = np.asarray
    from_numpy: Callable[[Any], Any] = _as_is
    array_type: Any = (np.ndarray, np.generic)
    scope: Callable[[], AbstractContextManager[Any]] = nullcontext
    compiles: bool = False
    forget: Callable[[], None] | None = None
    state: Callable[[], Any] | None = None
    trace: Callable[..., Mapping[str, tuple[Any, Any, Any]]] | None = None
    idiom: Idiom | None = None
    trees: tuple[str, ...] = ()
    dialect: Dialect = field(default_factory=Dialect)
    limits: Limits = field(default_factory=Limits)

    def provides(self, names: Iterable[str]) -> bool:
        """Return whether the engine has every one of these functions ("jvp", "grad", …)."""
        return all(getattr(self, name) is not None for name in names)

    def array(self, array: Any) -> Any:
        """Return an array as the engine's own.

        Raises: NotShown where it is beyond the engine's limits.
        """
        self.limits.require(array)
        return self.from_numpy(array)

    def lacks(self, primitives: Iterable[str]) -> tuple[str, ...]:
        """Return those primitives that the engine does not provide, higher-order ones by their operator."""
        return tuple(name for name in primitives if name not in self.ops and not self._stands_for(name))

    def _stands_for(self, name: str) -> bool:
        """Return whether a higher-order word is Python's own, or one of the engine's operators."""
        word = HIGHER.get(name)
        return word is not None and (not word.needs or self.provides((word.needs,)))

    def unknown(self) -> tuple[str, ...]:
        """Return those names in `ops` that are no primitives: nothing ever calls them."""
        return tuple(name for name in self.ops if name not in VOCABULARY and name not in HIGHER)


def rebuilt(tree: Any, kinds: Mapping[type, Callable[[Any], Any]]) -> Any:
    """Return a tree with its containers made by `kinds`, which an engine traces in place of Python's own."""
    if type(tree) not in kinds:
        return tree
    parts = tree.items() if isinstance(tree, dict) else enumerate(tree)
    made = {key: rebuilt(part, kinds) for key, part in parts}
    return kinds[type(tree)](made if isinstance(tree, dict) else made.values())


@contextmanager
def restored(owner: Any, attribute: str) -> Iterator[None]:
    """Put an attribute back on leaving, whatever happened meanwhile: the scope of a global setting."""
    before = getattr(owner, attribute)
    try:
        yield
    finally:
        setattr(owner, attribute, before)


# Names that NumPy-like modules also spell in an older way, which comes first: some wrap all of NumPy
# and have rules for the older name only, so that the newer one would be a function without a derivative.
SPELLINGS: Mapping[str, tuple[str, ...]] = {
    "acos": ("arccos", "acos"),
    "acosh": ("arccosh", "acosh"),
    "asin": ("arcsin", "asin"),
    "asinh": ("arcsinh", "asinh"),
    "atan": ("arctan", "atan"),
    "atan2": ("arctan2", "atan2"),
    "atanh": ("arctanh", "atanh"),
    "concat": ("concatenate", "concat"),
    "cumulative_prod": ("cumprod", "cumulative_prod"),
    "cumulative_sum": ("cumsum", "cumulative_sum"),
    "permute_dims": ("transpose", "permute_dims"),
    "pow": ("power", "pow"),
}
# Functions of one sequence of arrays, which the language calls with *arrays.
SEQUENCES = frozenset({"column_stack", "concat", "dstack", "hstack", "linalg.multi_dot", "stack", "vstack"})


def namespace(
    *modules: Any,
    extra: Mapping[str, Callable[..., Any]] | None = None,
    only: Callable[[Any], bool] | None = None,
) -> dict[str, Any]:
    """Return primitive name -> function of NumPy-like modules, looked up in their order.

    Dotted names are looked up attribute by attribute (`special.erf`); indexing is Python's. What
    no module has, or `only` turns down, is left out: not provided. `extra` takes precedence.
    """
    table: dict[str, Any] = {"getitem": operator.getitem}
    for name in VOCABULARY:
        function = _find(modules, name)
        if function is not None and (only is None or only(function)):
            table.setdefault(name, _as_in_the_language(name, function))
    return {**table, **(extra or {})}


def _find(modules: tuple[Any, ...], name: str) -> Any:
    """Return the first function found under any spelling of a name, or None."""
    head, _, last = name.rpartition(".")
    dotted = [f"{head}.{spelling}".strip(".") for spelling in SPELLINGS.get(last, (last,))]
    found = (_attribute(module, path) for module in modules for path in dotted)
    return next((function for function in found if function is not None), None)


def _attribute(module: Any, path: str) -> Any:
    for part in path.split("."):
        module = getattr(module, part, None)
    return module


def _as_in_the_language(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a NumPy-like function with the language's arguments: arrays stand one by one."""
    if name in SEQUENCES:
        return lambda *arrays, **params: function(arrays, **params)
    if name == "choose":
        return lambda numbers, *arrays, **params: function(numbers, arrays, **params)
    if getattr(function, "__name__", "") in {"cumprod", "cumsum"}:
        return _without_initial(function)
    if name == "linalg.cho_solve":  # SciPy's has the pair of a factor and which triangle it is
        return lambda c, b, lower=False: function((c, lower), b)
    if name == "select":
        return lambda conditions, *arrays, **params: function(list(conditions), list(arrays), **params)
    return function


def _without_initial(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a cumulative function of the older kind, which has no parameter for a first value."""

    def along(x: Any, *, include_initial: bool = False, **axis: Any) -> Any:
        if include_initial:
            raise NotShown(f"{function.__name__} has no parameter include_initial")
        return function(x, **axis)

    return along
