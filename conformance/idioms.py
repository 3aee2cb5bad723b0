"""The idioms of the engines that come with an adapter: text only, which scripts are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adspec.idiom import Idiom, Spelling, called


def _tuple(texts: Sequence[str]) -> str:
    return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"


def _numbers(xs: Sequence[str]) -> str:
    """Return the numbers of all arguments, as the value of `argnum`."""
    return str(tuple(range(len(xs))))


# ------------------------------------------------------------------ autograd: one argument stands bare


def _along(operator: str, f: str, xs: Sequence[str]) -> str:
    numbers = "" if len(xs) == 1 else f", {_numbers(xs)}"
    return f"{operator}({f}{numbers})({', '.join(xs)})"


def _bare(texts: Sequence[str]) -> str:
    return texts[0] if len(texts) == 1 else _tuple(texts)


def _at(xs: Sequence[str], answer: str, k: int) -> str:
    return answer if len(xs) == 1 else f"{answer}[{k}]"


def _with_ddof(function: str) -> Spelling:
    """Return the spelling of a function whose `correction` is called `ddof`."""

    def spelled(args: Sequence[str], params: Mapping[str, str]) -> str:
        return called(function, args, {"ddof" if k == "correction" else k: v for k, v in params.items()})

    return spelled


IDIOMS: Mapping[str, Idiom] = {
    "autograd": Idiom(
        imports=("import autograd.numpy as anp",),
        optional={
            "asp.": "import autograd.scipy as asp, autograd.scipy.linalg, autograd.scipy.special",
            "grad(": "from autograd import grad",
            "make_jvp(": "from autograd import make_jvp",
            "make_vjp(": "from autograd import make_vjp",
            "traced_tuple(": "from autograd.builtins import tuple as traced_tuple",
        },
        modules={"anp": "autograd.numpy", "asp": "autograd.scipy"},
        push=lambda f, xs, us: f"{_along('make_jvp', f, xs)}({_bare(us)})",
        pull=lambda f, xs, v, k: _at(xs, f"{_along('make_vjp', f, xs)}[0]({v})", k),
        grad=lambda f, xs, k: _at(xs, _along("grad", f, xs), k),
        spelled={"var": _with_ddof("anp.var"), "std": _with_ddof("anp.std")},
        outputs="traced_tuple(({0}))",
    ),
    "jax": Idiom(
        imports=("import jax, jax.numpy as jnp", 'jax.config.update("jax_enable_x64", True)'),
        optional={
            "jax.nn.": "import jax.nn",
            "jax.scipy.": "import jax.scipy.linalg, jax.scipy.special",
        },
        modules={"jnp": "jax.numpy", "jax.scipy": "jax.scipy", "jax": "jax"},
        push=lambda f, xs, us: f"jax.jvp({f}, {_tuple(xs)}, {_tuple(us)})",
        pull=lambda f, xs, v, k: f"jax.vjp({f}, {', '.join(xs)})[1]({v})[{k}]",
        grad=lambda f, xs, k: f"jax.grad({f}, argnums={k})({', '.join(xs)})",
        spelled={
            "at.add": lambda args, _: "{}.at[{}].add({})".format(*args),
            "at.set": lambda args, _: "{}.at[{}].set({})".format(*args),
            "cumulative_prod": lambda args, params: called("jnp.cumulative_prod", args, params),
            "cumulative_sum": lambda args, params: called("jnp.cumulative_sum", args, params),
            "linalg.sqrtm": lambda args, _: f"jax.scipy.linalg.sqrtm({args[0]}).astype({args[0]}.dtype)",
        },
        array="jnp.array({0})",
    ),
    "torch": Idiom(
        imports=("import torch",),
        modules={"torch": "torch"},
        push=lambda f, xs, us: f"torch.func.jvp({f}, {_tuple(xs)}, {_tuple(us)})",
        pull=lambda f, xs, v, k: f"torch.func.vjp({f}, {', '.join(xs)})[1]({v})[{k}]",
        array="torch.tensor({0})",
        numpy="{0}.detach().numpy()",
    ),
    "reference": Idiom(
        imports=("import adspec.reference_engine as ad", "from adspec.reference_engine import numpy as anp"),
        modules={"anp": "adspec.reference_engine.numpy"},
        push=lambda f, xs, us: f"ad.jvp({f}, {_tuple(xs)}, {_tuple(us)})",
        pull=lambda f, xs, v, k: f"ad.vjp({f}, {', '.join(xs)})[1]({v})[{k}]",
        grad=lambda f, xs, k: f"ad.grad({f}, argnum={k})({', '.join(xs)})",
    ),
}
