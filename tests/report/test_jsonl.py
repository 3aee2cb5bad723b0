import json
from dataclasses import replace

import pytest

from adspec.findings.coverage import Cell, Coverage
from adspec.language.literals import LanguageError
from adspec.report.folder import FILE, named_causes, write_report
from adspec.report.jsonl import parse_report, read_report, report_lines


def test_a_report_reads_back_the_same(report):
    lines = list(report_lines(report))
    assert list(report_lines(parse_report(lines))) == lines


def test_what_is_read_back_has_the_same_facts(report):
    again = parse_report(report_lines(report))
    assert again.header == report.header
    assert again.complete
    assert [e.rows for e in again.engines] == [e.rows for e in report.engines]
    assert [e.coverage for e in again.engines] == [e.coverage for e in report.engines]
    assert [c.cause for c in again.engines[0].causes] == [c.cause for c in report.engines[0].causes]
    assert again.exit_status == 1


def test_every_line_is_one_json_object_with_its_kind(report):
    kinds = [json.loads(line)["line"] for line in report_lines(replace(report, notes=("a note",)))]
    assert kinds == ["header", "engine", *["law"] * 6, "cause", "engine", "law", "note", "footer"]


def test_a_report_without_footer_is_incomplete(report):
    lines = list(report_lines(report))[:-1]
    again = parse_report(lines)
    assert not again.complete
    assert again.exit_status == 5


def test_an_incomplete_report_has_no_footer(report):
    assert '"footer"' not in "".join(report_lines(replace(report, complete=False)))


def test_a_report_without_coverage_reads_as_none(report):
    lines = [json.loads(line) for line in report_lines(report)]
    lines[1].pop("coverage")
    assert parse_report(map(json.dumps, lines)).engines[0].coverage == Coverage()


def test_a_law_of_an_older_report_tells_no_deviations_and_no_measures(report):
    lines = [json.loads(line) for line in report_lines(report)]
    for row in lines:
        row.pop("deviations", None)
        row.pop("measured", None)
    again = parse_report(map(json.dumps, lines))
    rows = [law for engine in again.engines for law in engine.rows]
    assert [(law.deviations, law.measured) for law in rows] == [((), {})] * len(rows)


def test_a_cell_without_an_order_is_of_the_first(report):
    lines = [json.loads(line) for line in report_lines(report)]
    lines[1]["coverage"] = {"provided": 2, "raised": [["pow", 1, "pull", "float32", 2]], "never": []}
    lines[1]["coverage"]["never"] = [["pow", 1, "pull", "float32"]]
    found = parse_report(map(json.dumps, lines)).engines[0].coverage
    assert found.never == (Cell("pow", 1, "pull", "float32", 1),)
    assert found.raised == (Cell("pow", 1, "pull", "float32", 2),)


@pytest.mark.parametrize(
    ("cover", "fault"),
    [
        ({"provided": 1}, "line 2: expected coverage with provided, raised and never"),
        (
            {"provided": 1, "raised": [], "never": [["pow", 1]]},
            "line 2: a cell is [primitive, argument, mode",
        ),
    ],
)
def test_malformed_coverage_is_one_error(report, cover, fault):
    lines = [json.loads(line) for line in report_lines(report)]
    lines[1]["coverage"] = cover
    with pytest.raises(LanguageError) as caught:
        parse_report(map(json.dumps, lines))
    assert str(caught.value).startswith(fault)


# fmt: off
FAULTS = [
    (0, "",                                           "line 1: not JSON: Expecting value at column 1"),
    (0, "{}",                                         "line 1: expected an object with the key 'line'"),
    (0, '{"line": "law"}',                            "line 1: not the header of an adspec-report"),
    (0, '{"line": "header", "format": "adspec-report", "schema": 7}', "line 1: schema 7 is not 1. Use a"),
    (1, '{"line": "engine"}',                         "line 2: expected engine, version, cases, seconds"),
    (1, '{"line": "law", "engine": "x"}',             "line 2: the line of engine 'x' must come before it"),
    (2, '{"line": "law", "engine": "autograd"}',      "line 3: expected law, counts, power and falls_with"),
    (2, '{"line": "dance"}',                          "line 3: 'dance' is not a line of an adspec-report"),
    (6, '{"line": "cause", "engine": "autograd"}',    "line 7: counterexample.format: not an adspec-c"),
    (8, '{"line": "footer"}',                         "line 10: nothing may follow the footer"),
]
# fmt: on


@pytest.mark.parametrize(("number", "text", "fault"), FAULTS)
def test_a_malformed_file_is_one_error_with_file_line_and_fault(number, text, fault, report, tmp_path):
    path = tmp_path / "report.jsonl"
    lines = list(report_lines(report))
    lines[number] = text
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(LanguageError) as caught:
        read_report(path)
    assert str(caught.value).startswith(f"{path}: {fault}")
    assert "\n" not in str(caught.value)


def test_an_empty_file_is_no_report(tmp_path):
    (tmp_path / "empty").touch()
    with pytest.raises(LanguageError, match="line 1: the file is empty"):
        read_report(tmp_path / "empty")


def test_bytes_that_are_no_text_are_one_error(tmp_path):
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(LanguageError, match="not UTF-8: invalid start byte at byte 0"):
        read_report(tmp_path / "binary")


def test_a_folder_holds_the_report_and_every_counterexample(report, tmp_path):
    write_report(report, tmp_path / "out")
    assert {p.name for p in (tmp_path / "out").iterdir()} == {FILE, "autograd-prod-0-pull-nan.json"}


def test_a_second_report_replaces_the_first_and_nothing_else(report, tmp_path):
    (tmp_path / "mine.json").write_text("{}")
    write_report(report, tmp_path)
    write_report(replace(report, engines=report.engines[1:]), tmp_path)
    assert {p.name for p in tmp_path.iterdir()} == {FILE, "mine.json"}


def test_causes_of_one_name_get_files_of_their_own(report, prod_nan):
    twice = replace(report.engines[0], causes=(prod_nan, replace(prod_nan, law="transpose")))
    names = [name for name, _ in named_causes(replace(report, engines=(twice,)))]
    assert names == ["autograd-prod-0-pull-nan.json", "autograd-prod-0-pull-nan-2.json"]


def test_a_file_name_is_safe_on_any_system(report, prod_nan):
    odd = replace(prod_nan, engine="a/b:c")
    [(name, _)] = named_causes(replace(report, engines=(replace(report.engines[0], causes=(odd,)),)))
    assert name == "a-b-c-prod-0-pull-nan.json"


HEAD = '{"line": "header", "format": "adspec-report", "schema": 1, "header": {}}'
ENGINE = (
    '{"line": "engine", "engine": "a", "version": "1", "cases": 1, "seconds": 1.0, "complete": true, '
    '"not_provided": []}'
)
LAW = (
    '{"line": "law", "engine": "a", "law": "b", "counts": %s, "power": null, "falls_with": 0, "measured": %s}'
)


@pytest.mark.parametrize(
    "lines",
    [
        [HEAD.replace("{}", '{"started": 1}')],
        [HEAD, "[" * 100_000],
        [HEAD, ENGINE, LAW % ('{"holds": "many"}', "{}")],
        [HEAD, ENGINE, LAW % ("{}", '{"calls": 1}')],
        [HEAD, ENGINE, LAW % ("{}", "[]")],
    ],
    ids=["header", "depth", "counts", "measured", "no object"],
)
def test_what_is_of_another_kind_is_said_with_its_line(lines):
    with pytest.raises(LanguageError, match=f"^line {len(lines)}: "):
        parse_report(lines)
