"""Special functions, named and called as in scipy.special.

SciPy is imported when one of them is called.
"""

from __future__ import annotations

from typing import Any

from adspec.language.primitives.domains import (
    ABOVE_ONE,
    NONNEGATIVE,
    POSITIVE,
    PROBABILITY,
    REAL,
    UNIT,
)
from adspec.language.primitives.forms import UNARY, form, rung
from adspec.language.primitives.from_scipy import from_scipy
from adspec.language.primitives.row import Domain, Fixed, Form, Primitive


def _row(name: str, says: str, *domains: Domain, forms: tuple[Form, ...] = UNARY, **more: Any) -> Primitive:
    """Return the row of a special function, which acts entry by entry."""
    words = {"elementwise": True, "needs": "scipy", "rounds": 8.0, **more}
    return Primitive(
        name=f"special.{name}",
        family="special",
        says=says,
        value=from_scipy("special", name),
        forms=forms,
        domains=domains or (REAL,),
        **words,
    )


_TWO = (form((), ()), form((3,), (3,)), form((2, 3), (3,)), form((), (3,)), form((3,), ()))
_FIRST_FIXED = (form(Fixed(2.0), (3,)), form(Fixed(0.5), ()))
_THREE = (form((), (), ()), form((3,), (3,), (3,)), form((2, 3), (3,), ()))
_SHARES = (rung(Fixed(2.0), Fixed(0.5), [0.5, 0.25, 0.75]), rung(Fixed(2.0), Fixed(0.5), 0.125))
_ORDER = (*(form(Fixed(n), (3,)) for n in (1, 2, 0)), form(Fixed(1), ()))
_ORDERED: dict[str, Any] = {"forms": _ORDER, "elementwise": False}
_NEGATIVE = (rung(-0.5), rung(-1.5), rung(-2.5), rung(150.0), rung(1e-8))
_TAILS = (rung(-5.0), rung(-30.0), rung(5.0), rung(30.0))
_ZERO_TIMES = (rung(0.0, 0.0), rung(0.0, 2.0), rung(2.0, 1e-160), rung(1e-160, 2.0), rung(0.0, 1e-160))
_BESSEL = (rung(50.0), rung(2.404825557695773))
_INCOMPLETE: dict[str, Any] = {"reach": 2.0}  # far from 1 their series and continued fractions do not end

ROWS: tuple[Primitive, ...] = (
    _row("erf", "2/√π · ∫₀ˣ e^(−t²) dt", rungs=_TAILS),
    _row("erfc", "1 − erf x", rungs=_TAILS),
    _row("erfcx", "e^(x²)·erfc x", rungs=_TAILS),
    _row("erfinv", "the inverse of erf", UNIT),
    _row("expit", "1/(1 + e⁻ˣ)"),
    _row("logit", "ln(x/(1 − x))", PROBABILITY),
    _row("ndtr", "the normal distribution function", rungs=_TAILS),
    _row("log_ndtr", "ln ndtr x", rungs=_TAILS),
    _row("ndtri", "the inverse of ndtr", PROBABILITY),
    _row("gamma", "Γ(x)", POSITIVE, rungs=_NEGATIVE),
    _row("gammaln", "ln |Γ(x)|", POSITIVE, rungs=_NEGATIVE),
    _row("digamma", "ψ(x), the slope of ln Γ", POSITIVE, rungs=_NEGATIVE),
    _row("polygamma", "the n-th slope of ψ: polygamma(n, x)", POSITIVE, widens=True, **_ORDERED),
    _row("beta", "Γ(a)·Γ(b)/Γ(a + b)", POSITIVE, forms=_TWO),
    _row("betaln", "ln |beta(a, b)|", POSITIVE, forms=_TWO),
    _row(
        "betainc",
        "the regularised incomplete beta function",
        POSITIVE,
        POSITIVE,
        PROBABILITY,
        forms=_THREE,
        rungs=_SHARES,
        **_INCOMPLETE,
    ),
    _row(
        "gammainc",
        "the regularised lower incomplete gamma function",
        POSITIVE,
        forms=_TWO + _FIRST_FIXED,
        **_INCOMPLETE,
    ),
    _row(
        "gammaincc",
        "the regularised upper incomplete gamma function",
        POSITIVE,
        forms=_TWO + _FIRST_FIXED,
        **_INCOMPLETE,
    ),
    _row("i0", "the modified Bessel function I₀", rungs=_BESSEL),
    _row("i0e", "e^(−|x|)·I₀(x)", rungs=_BESSEL),
    _row("i1", "the modified Bessel function I₁", rungs=_BESSEL),
    _row("i1e", "e^(−|x|)·I₁(x)", rungs=_BESSEL),
    _row("j0", "the Bessel function J₀", rungs=_BESSEL),
    _row("j1", "the Bessel function J₁", rungs=_BESSEL),
    _row("y0", "the Bessel function Y₀", POSITIVE, rungs=_BESSEL),
    _row("y1", "the Bessel function Y₁", POSITIVE, rungs=_BESSEL),
    _row(
        "jn", "the Bessel function Jₙ: jn(n, x)", rungs=(rung(Fixed(2), 0.0), rung(Fixed(0), 0.0)), **_ORDERED
    ),
    _row("yn", "the Bessel function Yₙ: yn(n, x)", POSITIVE, widens=True, **_ORDERED),
    _row("entr", "−x·ln x", NONNEGATIVE),
    _row("rel_entr", "a·ln(a/b)", POSITIVE, forms=_TWO),
    _row("kl_div", "a·ln(a/b) − a + b", POSITIVE, forms=_TWO, rungs=(rung(1.0, 1.00000001),)),
    _row("xlogy", "a·ln b, 0 at a = 0", REAL, POSITIVE, forms=_TWO, rungs=_ZERO_TIMES),
    _row("xlog1py", "a·ln(1 + b), 0 at a = 0", REAL, POSITIVE, forms=_TWO, rungs=_ZERO_TIMES),
    _row(
        "zeta",
        "Hurwitz's Σ (b + k)^(−a)",
        ABOVE_ONE,
        POSITIVE,
        forms=_TWO + _FIRST_FIXED[:1],
        elementwise=False,
    ),
    _row("expi", "∫ eᵗ/t dt from −∞ to x", POSITIVE, rungs=(rung(-1.0), rung(-20.0))),
    _row("exp1", "∫ e⁻ᵗ/t dt from x to ∞", POSITIVE),
    _row("spence", "∫ ln t/(1 − t) dt from 1 to x", POSITIVE),
    _row("dawsn", "e^(−x²)·∫₀ˣ e^(t²) dt"),
)
