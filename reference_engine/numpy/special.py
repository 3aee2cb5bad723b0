"""Special functions under the names of scipy.special.

The values are SciPy's, which is imported when the first of them is computed: the
rest of the engine does without.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from adspec.reference_engine.numpy import betas, elementwise, neural
from adspec.reference_engine.numpy.kernels import of_scipy
from adspec.reference_engine.tracing import Primitive


def unary(name: str) -> Primitive:
    """Return a primitive of one argument."""
    return Primitive(f"special.{name}", of_scipy(name))


def binary(name: str) -> Primitive:
    """Return a primitive of two arguments or more, which keeps float32 beside a Python float."""
    function = of_scipy(name)

    def kept(*args: Any) -> Any:
        y, dtype = function(*args), np.result_type(*args)
        return y.astype(dtype) if dtype.kind in "fc" else y

    return Primitive(f"special.{name}", kept)


dawsn = unary("dawsn")
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
ndtri = unary("ndtri")
spence = unary("spence")
y0 = unary("y0")
y1 = unary("y1")

beta = Primitive("special.beta", betas.beta)
betaln = Primitive("special.betaln", betas.log_beta)
gammainc = binary("gammainc")
gammaincc = binary("gammaincc")
iv = binary("iv")
jv = binary("jv")
kl_div = binary("kl_div")
rel_entr = binary("rel_entr")
xlog1py = binary("xlog1py")
xlogy = binary("xlogy")
yv = binary("yv")
zeta = binary("zeta")
betainc = binary("betainc")
polygamma = binary("polygamma")

expit = neural.sigmoid
jn = jv
log_softmax = neural.log_softmax
logsumexp = neural.logsumexp
ndtr = neural.ndtr
psi = digamma
sinc = elementwise.sinc
softmax = neural.softmax
yn = yv
