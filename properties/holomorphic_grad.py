"""Of an analytic function f′ is one complex number per entry: J u = Σ f′·u for every complex u.

Why: J is real-linear in general. Where J (i·u) = i·J u (Cauchy and Riemann) it is multiplication by f′, and
an engine that keeps the gradient of the real part conjugated returns the conjugate of f′.

Source: Ahlfors, Complex Analysis, §2.1; HIPS autograd, `holomorphic_grad`; JAX, `grad(holomorphic=True)`.

A minimal violation: f(z) = exp z with conj(exp z).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from adspec.language import spaces
from adspec.law import Claim, close, law, nothing, same
from adspec.law.where import COMPLEX, COMPLEX_NUMBER, PULLED
from adspec.observation import Observation, operated
from adspec.truth import truth_of


@law(
    says="where J (i·u) = i·J u, J u = Σ f′·u with f′ from holomorphic_grad",
    needs=("jvp", "vjp", "holomorphic_grad"),
    where=(COMPLEX_NUMBER, COMPLEX, PULLED),
    explained_by=(
        "truth_push",
        "truth_pull",
        "transpose",
        "tangent_space",
        "complex_pairing",
        "presentation",
    ),
    accuses="engine",
    tiers=("programs", "contracts"),
    source="HIPS autograd, differential_operators.holomorphic_grad",
)
def holomorphic_grad(obs: Observation) -> Iterator[Claim]:
    """Multiply the derivative by the tangent."""
    case = obs.case
    turned = obs.push([1j * u for u in case.u])[0]
    roundoff = 8 * np.finfo(case.dtype).eps * np.abs(obs.Ju[0])
    if not np.abs(turned - 1j * obs.Ju[0]) <= roundoff:
        yield nothing("f is not analytic in x")
        return
    found = [operated(obs, "holomorphic_grad", k) for k in range(len(case.x))]
    shapes = [a.shape for a in found], [a.shape for a in case.x]
    yield same(*shapes, "shapes of f′", "shapes of x", symptom="shape")
    if spaces.alike(found, case.x):
        terms = [(f * u).astype(obs.Ju[0].dtype) for f, u in zip(found, case.u, strict=True)]
        product = np.asarray(sum(np.sum(t) for t in terms))
        size = [np.asarray(sum(np.sum(np.abs(t)) for t in terms)), obs.Ju[0]]
        yield close(product, obs.Ju[0], size, lambda: [truth_of(case).Ju[0]] * 2, ("Σ f′·u", "J u"))
