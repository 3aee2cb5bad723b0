"""Points lie in their domains, the example first, the same for the same seed."""

import numpy as np
import pytest

from adspec.ruling.points import domains_for, points

EXAMPLE = (np.array([0.5, 1.0, 2.0]), np.arange(3))


def drawn(domain, seed=0):
    return list(points(EXAMPLE, (0,), domains_for(domain, 1), seed, 8))


def test_the_example_comes_first_and_integers_stay():
    found = drawn(None)
    assert found[0].x[0] is EXAMPLE[0]
    assert all(p.x[1] is EXAMPLE[1] for p in found)


def test_without_a_domain_both_signs_and_all_sizes_occur():
    values = np.concatenate([p.x[0] for p in drawn(None)])
    sizes = np.abs(values[values != 0])
    assert (values < 0).any()
    assert (values > 0).any()
    assert sizes.min() <= 1e-8
    assert sizes.max() >= 1e8


@pytest.mark.parametrize("domain", [(0.1, 10.0), (-1.0, 1.0), (0.0, np.inf), (-np.inf, -2.0)])
def test_points_lie_in_their_domain(domain):
    assert all(domain[0] <= e <= domain[1] for p in drawn(domain)[1:] for e in p.x[0])


def test_the_same_seed_gives_the_same_points():
    same = [np.array_equal(a.x[0], b.x[0]) for a, b in zip(drawn(None), drawn(None), strict=True)]
    other = [np.array_equal(a.x[0], b.x[0]) for a, b in zip(drawn(None), drawn(None, 1), strict=True)]
    assert all(same)
    assert not all(other)


@pytest.mark.parametrize(("domain", "says"), [({3: (0, 1)}, "no such"), (3, "not a pair"), ((1, 0), "empty")])
def test_a_wrong_domain_says_what_is_wrong(domain, says):
    with pytest.raises(ValueError, match=says):
        domains_for(domain, 1)
