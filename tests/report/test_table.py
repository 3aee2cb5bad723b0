import io
from pathlib import Path

from rich.console import Console

from adspec.findings.summary import LawRow
from adspec.report.table import cells, markdown_table, plain_table, rich_table

GOLDEN = Path(__file__).parent / "golden"


def printed(table, width):
    console = Console(file=io.StringIO(), width=width)
    console.print(table)
    return console.file.getvalue()


def test_the_plain_table(report, golden):
    golden(GOLDEN / "table.txt", plain_table(report.engines[0]))


def test_the_markdown_table(report, golden):
    golden(GOLDEN / "table.md", markdown_table(report.engines[0]))


def test_a_wide_terminal_shows_every_column(report):
    text = printed(rich_table(report.engines[0], 140), 140)
    assert "inconclusive" in text
    assert "unsupported" in text


def test_a_narrow_terminal_leaves_out_columns_without_entries(report):
    text = printed(rich_table(report.engines[0], 80), 80)
    assert "inconclusive" not in text
    assert "unsupported" in text
    assert "truth_pull" in text


def test_the_power_of_a_law_without_numbers_is_exact():
    assert cells(LawRow(law="purity", counts={"holds": 3}, power=0.0))[-1] == "exact"


def test_a_law_that_never_spoke_has_no_power():
    assert cells(LawRow(law="purity", counts={"unsupported": 3}))[-1] == ""
