"""The ladder is deterministic, small, simplest first, and stands on the points where rules go wrong."""

import numpy as np
import pytest

from adspec.conformance.engines.reference_engine import ENGINE
from adspec.findings.coverage import Cell, moving_arguments, provided_cells
from adspec.language.case import case_from_json, case_to_json, parse_case, same_case
from adspec.language.containers import CONTAINERS
from adspec.language.presentation import METHODS, OPERATORS, PRESENTATIONS, REFLECTED
from adspec.language.primitives import VOCABULARY
from adspec.properties import LAWS
from adspec.search.cases import NUMPY, form_case
from adspec.search.contracts import CONTRACTS, contract_cases
from adspec.search.ladder import edge_points, ladder
from adspec.search.manners import manner_cases
from adspec.search.nesting import nesting_cases

pytest.importorskip("scipy")


# Their results are float64 whatever their arguments are: an engine may differ there, and rightly.
WIDENING = {"argmax", "argmin", "argsort", "count_nonzero", "searchsorted", "float_power", "nn.one_hot"}

LEAST_CELLS = 4308  # of three orders, of the reference engine, which provides every primitive


@pytest.fixture(scope="module")
def ladders():
    """Return the ladder of every primitive."""
    return {name: ladder(row) for name, row in VOCABULARY.items()}


@pytest.fixture(params=VOCABULARY, ids=str)
def name(request):
    return request.param


def points(cases):
    """Return the real 0-d points of cases."""
    plain = [case.x for case in cases if all(x.shape == () and x.dtype.kind == "f" for x in case.x)]
    return {tuple(float(x) for x in point) for point in plain}


def hexes(values):
    return {float(value).hex() for value in values}


# ------------------------------------------------------------------ of every primitive


def test_every_case_reads_back_from_text_and_json(ladders, name):
    for case in ladders[name]:
        assert same_case(parse_case(str(case)), case)
        assert same_case(case_from_json(case_to_json(case)), case)


def test_no_case_stands_twice(ladders, name):
    texts = [str(case) for case in ladders[name]]
    assert len(set(texts)) == len(texts)


def test_the_simplest_form_comes_first(ladders, name):
    row = VOCABULARY[name]
    assert same_case(ladders[name][0], form_case(row, row.forms[0]))


def test_a_ladder_is_climbed_in_the_same_way_again(ladders, name):
    assert all(map(same_case, ladder(VOCABULARY[name]), ladders[name]))


def test_a_ladder_is_short(ladders, name):
    assert 6 <= len(ladders[name]) <= 64


def test_ladders_are_about_twenty_cases_on_average(ladders):
    sizes = [len(cases) for cases in ladders.values()]
    assert 12 <= np.mean(sizes) <= 25


@pytest.mark.parametrize("word", ["add", "matmul", "hypot", "linalg.solve"])
def test_float32_meets_float64(ladders, word):
    kinds = [[x.dtype.name for x in case.x] for case in ladders[word]]
    assert ["float32", "float64"] in kinds


def test_float32_and_where_judged_complex_are_tried(ladders, name):
    kinds = {x.dtype.name for case in ladders[name] for x in case.x}
    assert "float32" in kinds or name in WIDENING
    assert ("complex128" in kinds) is VOCABULARY[name].complex


def test_arrays_are_shown_in_every_way(ladders, name):
    shown = {case.presentation for case in ladders[name]}
    assert {"functions", "read_only", "strided", "reversed"} <= shown
    assert ("operators" in shown) is (name in OPERATORS)
    assert ("numpy_scalars" in shown) is (name in REFLECTED)
    assert ("methods" in shown) is (name in METHODS)


def test_some_primitive_is_shown_in_each_way(ladders):
    assert {case.presentation for cases in ladders.values() for case in cases} == set(PRESENTATIONS)


@pytest.mark.parametrize("word", sorted(REFLECTED))
def test_a_number_stands_on_the_left_of_each_operator(ladders, word):
    for presentation in ("operators", "numpy_scalars"):
        calls = {str(c.program.equations[0]) for c in ladders[word] if c.presentation == presentation}
        assert {f"a = {word}(2.0, x)", f"a = {word}(2.25, x)"} & calls


@pytest.mark.parametrize("word", sorted(REFLECTED | {"matmul"}))
def test_a_constant_array_stands_on_either_side_of_each_operator(ladders, word):
    """A NumPy array on the left has operators of its own, which it must leave to what is traced."""
    sides = {(*c.held, *map(np.ndim, c.x)) for c in ladders[word] if c.presentation == "operators" and c.held}
    assert {held for held, axes in sides if axes} == {"x0", "x1"}


@pytest.mark.parametrize("word", sorted(REFLECTED))
def test_python_numbers_meet_0d_arrays_on_either_side(ladders, word):
    met = {tuple(c.held) for c in ladders[word] if c.presentation == "python_numbers"}
    assert met == {(), ("x0",), ("x1",)}


@pytest.mark.parametrize("word", sorted(REFLECTED))
def test_a_number_beside_a_float32_array_is_tried_with_operators(ladders, word):
    narrow = [c for c in ladders[word] if c.presentation == "operators" and c.x[0].dtype == np.float32]
    assert [c.program.equations[0].args[0] for c in narrow] in ([2.0], [2.25])


def test_integers_stand_on_the_left_where_no_jump_is_near(ladders):
    def has_one(word):
        return any(
            e.args[0] == 3 and type(e.args[0]) is int for c in ladders[word] for e in c.program.equations
        )

    assert {word for word in REFLECTED if not has_one(word)} == {"floor_divide", "remainder"}


def test_shown_as_views_of_stride_zero_rows_are_equal(ladders):
    shown = [c for cases in ladders.values() for c in cases if c.presentation == "broadcast"]
    assert all(np.all(x == x[:1]) for case in shown for x in case.x if x.ndim)
    assert len(shown) > 200


def test_every_case_runs_with_outputs_of_the_shape_and_kind_of_its_cotangents(ladders, name):
    for case in ladders[name]:
        with np.errstate(all="ignore"):
            y = case.run(NUMPY, case.x)
        for result, v in zip(y if isinstance(y, tuple) else (y,), case.v, strict=True):
            assert (np.shape(result), np.asarray(result).dtype) == (v.shape, v.dtype)


def test_every_cell_of_the_vocabulary_has_a_case(ladders):
    """The number is what the vocabulary has today: it may grow, never fall."""
    cells = set(provided_cells(ENGINE, VOCABULARY.values(), LAWS))
    climbed = {
        Cell(name, argument, mode, dtype, order)
        for name, cases in ladders.items()
        for case in cases
        for argument, dtype in moving_arguments(name, case)
        for mode in ("push", "pull")
        for order in (1, 2, 3)
    }
    assert sorted(cells - climbed) == []
    assert len(cells) >= LEAST_CELLS


# ------------------------------------------------------------------ the edge points


def test_edge_points_hold_zeros_units_and_extremes():
    expected = [0.0, -0.0, 1.0, -1.0, 1e-310, 1e-160, 1e150, 1e-8, 20.0, 700.0]
    assert hexes(expected) <= hexes(edge_points(VOCABULARY["sin"]))


def test_edge_points_stay_within_the_domain_and_touch_its_ends():
    found = edge_points(VOCABULARY["asin"])
    assert hexes([1.0, -1.0, np.nextafter(1.0, 0.0), 1.0 - 2.0**-30]) <= hexes(found)
    assert max(map(abs, found)) == 1.0


@pytest.mark.parametrize(("primitive", "kink"), [("abs", 0.0), ("nn.relu6", 6.0), ("nn.hard_tanh", -1.0)])
def test_edge_points_hold_a_kink_and_its_neighbours(primitive, kink):
    ulp_away = [np.nextafter(kink, np.inf), np.nextafter(kink, -np.inf)] if kink else [1e-310, -1e-310]
    assert hexes([kink, *ulp_away]) <= hexes(edge_points(VOCABULARY[primitive]))


@pytest.mark.parametrize("primitive", ["maximum", "fmin", "hypot", "logaddexp"])
def test_two_arguments_tie(ladders, primitive):
    assert {(1.0, 1.0), (0.0, 0.0)} <= points(ladders[primitive])


def test_a_divisor_is_not_zero(ladders):
    assert not any(b == 0 for _, b in points(c for c in ladders["divide"] if len(c.x) == 2))


def test_products_have_one_and_two_zeros(ladders):
    zeros = {int(np.sum(case.x[0] == 0)) for case in ladders["prod"]}
    assert {1, 2} <= zeros


@pytest.mark.parametrize("exponent", ["0", "1", "2", "0.0", "2.0", "-1", "0.5"])
def test_zero_has_powers_with_static_exponents(ladders, exponent):
    calls = {str(case.program.equations[0]) for case in ladders["pow"] if np.all(case.x[0] == 0)}
    assert f"a = pow(x, {exponent})" in calls


@pytest.mark.parametrize("primitive", ["max", "min", "sort"])
def test_entries_tie(ladders, primitive):
    assert any(len(set(case.x[0].ravel())) < case.x[0].size for case in ladders[primitive])


def test_indices_are_of_every_kind(ladders):
    calls = " ".join(str(case.program.equations[0]) for case in ladders["getitem"])
    kinds = ["(x, 1)", "-1", "slice(None, None, -1)", "Ellipsis", "None, 0", "[0, 2, 2]", "True", "(x, ())"]
    assert [kind for kind in kinds if kind not in calls] == []


# ------------------------------------------------------------------ the contract cases


def test_the_experiment_is_the_product_the_square_and_the_sine():
    case = contract_cases()[0]
    assert float(case.run(NUMPY, case.x)) == 1.0 * 2.0 + 1.0**2 + np.sin(0.5)


def test_contract_cases_run_with_outputs_like_their_cotangents():
    for case in contract_cases():
        y = case.run(NUMPY, case.x)
        for result, v in zip(y if isinstance(y, tuple) else (y,), case.v, strict=True):
            assert (np.shape(result), np.asarray(result).dtype) == (v.shape, v.dtype)


def test_contract_cases_hold_each_question_once():
    shapes = {case.v[0].shape for case in contract_cases()}
    assert {(), (1,), (3,)} <= shapes
    tried_as_operators, in_containers = 1, 1 + 2 * len(CONTAINERS)
    fixed = len(CONTRACTS) + tried_as_operators + in_containers
    expected = fixed + len(nesting_cases()) + len(manner_cases())
    assert len(set(map(str, contract_cases()))) == len(contract_cases()) == expected


def test_what_is_defined_for_one_dtype_is_shown_arguments_of_one():
    kinds = [
        {a.dtype.name for a in (*case.x, *case.held.values()) if a.dtype.kind in "fc"}
        for case in ladder(VOCABULARY["lax.conv"])
    ]
    assert {"float32"} in kinds
    assert {len(found) for found in kinds} == {1}
