"""Dual numbers a + b ε with ε² = 0, as a first lecture has them: one ε for all derivatives."""

import math


class Dual:
    """A value and its tangent."""

    def __init__(self, value, tangent=0.0):
        self.value, self.tangent = value, tangent

    def __add__(self, other):
        other = lift(other)
        return Dual(self.value + other.value, self.tangent + other.tangent)

    def __mul__(self, other):
        other = lift(other)
        return Dual(self.value * other.value, self.value * other.tangent + self.tangent * other.value)

    def __neg__(self):
        return Dual(-self.value, -self.tangent)

    def __sub__(self, other):
        return self + (-lift(other))

    def __rsub__(self, other):
        return lift(other) - self

    def __truediv__(self, other):
        other = lift(other)
        slope = (self.tangent * other.value - self.value * other.tangent) / (other.value * other.value)
        return Dual(self.value / other.value, slope)

    def __rtruediv__(self, other):
        return lift(other) / self

    def __pow__(self, other):
        n = lift(other).value
        return Dual(self.value**n, n * self.value ** (n - 1) * self.tangent)

    def __rpow__(self, other):
        return lift(other) ** self

    def __gt__(self, other):
        return self.value > lift(other).value

    __radd__, __rmul__ = __add__, __mul__


def lift(x):
    return x if isinstance(x, Dual) else Dual(x)


def sin(x):
    return Dual(sin(x.value), cos(x.value) * x.tangent) if isinstance(x, Dual) else math.sin(x)


def cos(x):
    return Dual(cos(x.value), -sin(x.value) * x.tangent) if isinstance(x, Dual) else math.cos(x)


def exp(x):
    return Dual(exp(x.value), exp(x.value) * x.tangent) if isinstance(x, Dual) else math.exp(x)


def log(x):
    return Dual(log(x.value), x.tangent / x.value) if isinstance(x, Dual) else math.log(x)


def sqrt(x):
    return Dual(sqrt(x.value), x.tangent / (2.0 * sqrt(x.value))) if isinstance(x, Dual) else math.sqrt(x)


def derivative(f, x, u=1.0):
    """Return f(x) and the derivative of f at x in the direction u."""
    y = lift(f(Dual(x, u)))
    return y.value, y.tangent
