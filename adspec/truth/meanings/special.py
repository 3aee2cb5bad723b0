"""Special functions on balls: flint's own, and short formulas over them."""

from __future__ import annotations

from collections.abc import Callable
from operator import methodcaller
from typing import Any

from flint import acb, arb

from adspec.truth.balls import less, lift, or_nan


def _one(f: Callable[[Any], Any]) -> Callable[..., Any]:
    return lift(f, 1)


def _two(f: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lift(f, 2)


def _method(name: str) -> Callable[..., Any]:
    return lift(methodcaller(name), 1)


def expit(x: Any) -> Any:
    """Return 1/(1 + e⁻ˣ)."""
    return 1 / ((-x).exp() + 1)


def erfcx(x: Any) -> Any:
    """Return e^(x²)·erfc x."""
    return (x * x).exp() * x.erfc()


def normal(x: Any) -> Any:
    """Return the normal distribution function."""
    return (-x / arb(2).sqrt()).erfc() / 2


def _log_gamma(x: Any) -> Any:
    return abs(x.gamma()).log() if less(x, 0) else x.lgamma()


def _beta(a: Any, b: Any) -> Any:
    return a.gamma() * b.gamma() * (a + b).rgamma()


def _log_beta(a: Any, b: Any) -> Any:
    return _log_gamma(a) + _log_gamma(b) - _log_gamma(a + b)


def _polygamma(n: Any, x: Any) -> Any:
    return acb(x).polygamma(int(n)).real if n else x.digamma()


def _times_log(a: Any, log: Callable[[], Any]) -> Any:
    """Return a·log(), 0 at an exact zero a whatever the logarithm."""
    return a * 0 if a == 0 else a * log()


def _rel_entr(a: Any, b: Any) -> Any:
    return _times_log(a, (a / b).log)


def _scaled(order: int) -> Callable[[Any], Any]:
    return lambda x: (-abs(x)).exp() * x.bessel_i(order)


def _incomplete(gamma: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return an incomplete gamma function; undefined at (0, 0), where every value is a limit."""
    return lambda s, x: arb.nan() if s == 0 and x == 0 else gamma(s, x)


def _spence(x: Any) -> Any:
    return acb(1 - x).polylog(2).real if less(x, 0) is False else arb.nan()


def _dawson(x: Any) -> Any:
    return arb.const_sqrt_pi() / 2 * (-x * x).exp() * x.erfi()


# fmt: off
MEANINGS: dict[str, Callable[..., Any]] = {
    "special.erf":       _method("erf"),
    "special.erfc":      _method("erfc"),
    "special.erfcx":     _one(erfcx),
    "special.erfinv":    _method("erfinv"),
    "special.expit":     _one(expit),
    "special.logit":     _one(lambda x: (x / (1 - x)).log()),
    "special.ndtr":      _one(normal),
    "special.log_ndtr":  _one(lambda x: normal(x).log()),
    "special.ndtri":     _one(lambda p: (2 * p - 1).erfinv() * arb(2).sqrt()),
    "special.gamma":     _method("gamma"),
    "special.gammaln":   _one(or_nan(_log_gamma)),
    "special.digamma":   _method("digamma"),
    "special.polygamma": _two(_polygamma),
    "special.beta":      _two(_beta),
    "special.betaln":    _two(or_nan(_log_beta)),
    "special.betainc":   lift(lambda a, b, x: x.beta_lower(a, b, regularized=1), 3),
    "special.gammainc":  _two(_incomplete(lambda s, x: x.gamma_lower(s, regularized=1))),
    "special.gammaincc": _two(_incomplete(lambda s, x: x.gamma_upper(s, regularized=1))),
    "special.i0":        _one(lambda x: x.bessel_i(0)),
    "special.i0e":       _one(_scaled(0)),
    "special.i1":        _one(lambda x: x.bessel_i(1)),
    "special.i1e":       _one(_scaled(1)),
    "special.j0":        _one(lambda x: x.bessel_j(0)),
    "special.j1":        _one(lambda x: x.bessel_j(1)),
    "special.y0":        _one(lambda x: x.bessel_y(0)),
    "special.y1":        _one(lambda x: x.bessel_y(1)),
    "special.jn":        _two(lambda n, x: x.bessel_j(n)),
    "special.yn":        _two(lambda n, x: x.bessel_y(n)),
    "special.entr":      _one(lambda x: -_times_log(x, x.log)),
    "special.rel_entr":  _two(_rel_entr),
    "special.kl_div":    _two(lambda a, b: _rel_entr(a, b) - a + b),
    "special.xlogy":     _two(lambda a, b: _times_log(a, b.log)),
    "special.xlog1py":   _two(lambda a, b: _times_log(a, b.log1p)),
    "special.zeta":      _two(arb.zeta),
    "special.expi":      _method("ei"),
    "special.exp1":      _one(lambda x: x.expint(1)),
    "special.spence":    _one(or_nan(_spence)),
    "special.dawsn":     _one(_dawson),
}
# fmt: on
