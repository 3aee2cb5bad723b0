"""Special functions under the names of scipy.special.

The values are SciPy's, which is imported when the first of them is computed: the
rest of the engine does without.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adspec.reference_engine.numpy.elementwise import sinc as sinc
from adspec.reference_engine.numpy.neural import log_softmax as log_softmax
from adspec.reference_engine.numpy.neural import logsumexp as logsumexp
from adspec.reference_engine.numpy.neural import sigmoid as expit
from adspec.reference_engine.numpy.neural import softmax as softmax
from adspec.reference_engine.tracing import Binary, Primitive, Unary


def of_scipy(name: str) -> Callable[..., Any]:
    """Return the function of scipy.special, looked up when it is called."""

    def function(*args: Any, **params: Any) -> Any:
        try:
            from scipy import special
        except ImportError:
            raise ImportError(
                f"special.{name}: SciPy computes it, and is not installed. pip install scipy"
            ) from None
        return getattr(special, name)(*args, **params)

    return function


def unary(name: str) -> Unary:
    return Unary(f"special.{name}", of_scipy(name))


def binary(name: str) -> Binary:
    return Binary(f"special.{name}", of_scipy(name))


digamma = unary("digamma")
entr = unary("entr")
erf = unary("erf")
erfc = unary("erfc")
erfcx = unary("erfcx")
erfinv = unary("erfinv")
exp1 = unary("exp1")
expi = unary("expi")
gamma = unary("gamma")
gammaln = unary("gammaln")
i0 = unary("i0")
i0e = unary("i0e")
i1 = unary("i1")
i1e = unary("i1e")
j0 = unary("j0")
j1 = unary("j1")
log_ndtr = unary("log_ndtr")
logit = unary("logit")
ndtr = unary("ndtr")
ndtri = unary("ndtri")
y0 = unary("y0")
y1 = unary("y1")

beta = binary("beta")
betaln = binary("betaln")
gammainc = binary("gammainc")
gammaincc = binary("gammaincc")
iv = binary("iv")
jv = binary("jv")
rel_entr = binary("rel_entr")
xlog1py = binary("xlog1py")
xlogy = binary("xlogy")
yv = binary("yv")
zeta = binary("zeta")
betainc = Primitive("special.betainc", of_scipy("betainc"))
polygamma = binary("polygamma")

jn = jv
psi = digamma
