"""A reverse-mode engine for numbers on one page, right in everything that it offers.

A value knows its parents and how steep it is along each of them. The slopes are values themselves, so
that what is pulled back is on the tape too, and derivatives have derivatives.
"""

import numpy as np


class Value:
    """A number, the values it was made of, and for each of them a function that returns the slope."""

    def __init__(self, number, parents=(), slopes=()):
        self.number = np.float64(number) if isinstance(number, float) else np.asarray(number)[()]
        self.parents, self.slopes = parents, slopes

    def __add__(self, other):
        a, b = self, lift(other)
        return Value(a.number + b.number, (a, b), (lambda: ONE, lambda: ONE))

    def __mul__(self, other):
        a, b = self, lift(other)
        return Value(a.number * b.number, (a, b), (lambda: b, lambda: a))

    def __truediv__(self, other):
        a, b = self, lift(other)
        y = Value(a.number / b.number, (a, b), (lambda: ONE / b, lambda: -(y / b)))
        return y

    def __gt__(self, other):
        return self.number > lift(other).number

    def __pow__(self, other):
        a, b = self, lift(other)
        y = Value(a.number**b.number, (a, b), (lambda: steepness(a, b), lambda: growth(a, y)))
        return y

    def __neg__(self):
        return Value(-self.number, (self,), (lambda: -ONE,))

    def __sub__(self, other):
        return self + -lift(other)

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    def __rpow__(self, other):
        return lift(other) ** self

    __radd__, __rmul__ = __add__, __mul__


def lift(x):
    return x if isinstance(x, Value) else Value(x)


ONE = Value(1.0)


def steepness(a, b):
    """Return b·a^(b − 1), which is 0 where b is, even at a = 0."""
    return b * a ** (b - 1.0) if b.number else lift(0.0)


def growth(a, y):
    """Return y·log a for y = a^b, which is 0 where y is."""
    return y * log(a) if y.number else lift(0.0)


def exp(x):
    y = Value(np.exp(x.number), (x,), (lambda: y,))
    return y


def log(x):
    return Value(np.log(x.number), (x,), (lambda: ONE / x,))


def sin(x):
    return Value(np.sin(x.number), (x,), (lambda: cos(x),))


def cos(x):
    return Value(np.cos(x.number), (x,), (lambda: -sin(x),))


def tanh(x):
    """1 − tanh² would cancel in the tails; 1 / cosh² does not."""
    return Value(np.tanh(x.number), (x,), (lambda: ONE / cosh(x) ** 2.0,))


def cosh(x):
    return Value(np.cosh(x.number), (x,), (lambda: tanh(x) * cosh(x),))


def differentiate(f, xs):
    """Return y = f(*xs), a value or a tuple of values, and the function from v to one cotangent per x."""
    xs = [Value(x.number, (x,), (lambda: ONE,)) for x in map(lift, xs)]  # each a variable of its own
    if not all(isinstance(x.number, float) for x in xs):
        raise TypeError("a derivative is with respect to floating-point numbers")
    y = f(*xs)
    ys = y if isinstance(y, tuple) else (y,)
    return y, lambda *vs: pull(ys, xs, vs)


def pull(ys, xs, vs):
    """Each value passes on what it got, once all that use it have passed on theirs."""
    cotangents = {}

    def give(value, part):
        cotangents[value] = cotangents[value] + part if value in cotangents else part

    for y, v in zip(ys, vs, strict=True):
        give(y, lift(v))
    for value in reversed(in_order(ys)):
        if value in cotangents:
            for parent, slope in zip(value.parents, value.slopes, strict=True):
                give(parent, cotangents[value] * slope())
    return tuple(cotangents.get(x, lift(0.0)) for x in xs)


def in_order(ys):
    """Return all values that the ys are made of, each after its parents; by a stack, for long chains."""
    order, seen, stack = [], set(), [(y, False) for y in ys]
    while stack:
        value, is_ready = stack.pop()
        if is_ready:
            order.append(value)
        elif value not in seen:
            seen.add(value)
            stack.append((value, True))
            stack.extend((parent, False) for parent in value.parents)
    return order
