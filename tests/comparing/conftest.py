from dataclasses import replace

import pytest

from adspec.findings.summary import Report
from adspec.report.folder import write_report


@pytest.fixture
def saved(report, tmp_path):
    """Save variants of the hand-made report, and return their folders."""

    def save(name, *, version="1.9.1", started="2026-01-01", causes=None, complete=True):
        first, second = report.engines
        found = first.causes if causes is None else causes
        named = replace(first, version=version, causes=tuple(replace(c, version=version) for c in found))
        header = {**report.header, "started": started}
        write_report(Report(header=header, engines=(named, second), complete=complete), tmp_path / name)
        return tmp_path / name

    return save


@pytest.fixture
def evil(prod_nan):
    """Return a counterexample whose every text would break out of a page that did not escape it."""
    text = "</script></pre><script>document.title='owned'</script>\"'><img src=x onerror=alert(1)>"
    return replace(prod_nan, diagnosis=text, only=text, reason=text, left_says=text, law=f"truth{text}")
