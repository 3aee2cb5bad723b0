"""A fast slice of `python -m benchmarks.power`: the stated power is true, and a wrong statement is told."""

import pytest

from benchmarks.power.grades import Grade, grades


@pytest.mark.parametrize("name", ["sin", "exp", "multiply", "matmul", "sum"])
def test_faults_are_seen_down_to_the_stated_power(name):
    found = list(grades([name], ["float64", "float32"]))
    assert len(found) == 4
    assert [line for grade in found for line in grade.complaints] == []
    assert all(grade.is_seen(1e-3) for grade in found)
    assert not any(grade.is_seen(1e-15) for grade in found)


def test_a_statement_that_promises_too_much_or_too_little_is_told():
    words = {"primitive": "sin", "dtype": "float64", "mode": "pull"}
    seen = tuple(10.0**-k for k in range(3, 9))
    assert Grade(**words, power=1e-8, seen=seen).complaints == ()
    assert Grade(**words, power=1e-11, seen=seen).complaints == (
        "sin, float64, pull: a fault of 1e-09 is missed with a stated power of 1.0e-11",
        "sin, float64, pull: a fault of 1e-10 is missed with a stated power of 1.0e-11",
    )
    assert Grade(**words, power=1e-7, seen=seen).complaints == (
        "sin, float64, pull: a fault of 1e-08 is seen with a stated power of 1.0e-07",
    )
