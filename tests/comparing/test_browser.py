"""The page in a real browser: no error, no request, the filters work, and it opens fast with 15 engines."""

import json
import shutil
import subprocess
from dataclasses import replace
from html import unescape

import pytest

from adspec.comparing.drill import no_script
from adspec.comparing.merged import merge
from adspec.comparing.page import page
from adspec.findings.summary import LawRow

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [
    pytest.mark.skipif(BROWSER is None, reason="no Chromium here (apt-get install chromium)"),
    pytest.mark.slow,
]
QUIET = (
    "--headless --no-sandbox --disable-gpu --no-first-run --enable-logging=stderr --virtual-time-budget=2000"
)


@pytest.fixture
def browse(tmp_path):
    """Open a page, run a script in it, and return what the script returns, and the console."""

    def run(text, script):
        told = (
            f"<script>document.body.dataset.told = JSON.stringify((() => {{ {script} }})())</script></body>"
        )
        (tmp_path / "page.html").write_text(text.replace("</body>", told), encoding="utf-8")
        options = (*QUIET.split(), f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom")
        found = subprocess.run(
            [BROWSER, *options, (tmp_path / "page.html").as_uri()],
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        [_, told] = found.stdout.split('data-told="', 1)
        answer = json.loads(unescape(told.split('">', 1)[0]))
        return answer, [line for line in found.stderr.splitlines() if "CONSOLE" in line]

    return run


@pytest.fixture
def many(saved):
    """Return fifteen versions of an engine, of 55 laws and 60 causes each."""

    def grown(column, i):
        rows = tuple(
            LawRow(law=f"law_{k}", counts={"broken" if k == i else "holds": 3}, power=1e-9) for k in range(55)
        )
        summary = replace(column.summary, rows=rows, causes=60 * column.summary.causes)
        return replace(column, summary=summary, files=tuple(f"{k}.json" for k in range(60)))

    merged = merge([saved("a")])
    columns = tuple(
        grown(replace(merged.columns[0], summary=replace(merged.columns[0].summary, version=f"1.{i}")), i)
        for i in range(15)
    )
    return replace(merged, columns=columns, laws=tuple(f"law_{k}" for k in range(55)))


def test_nothing_complains_and_nothing_is_fetched(saved, evil, browse):
    script = "return [document.title, performance.getEntriesByType('resource').map((entry) => entry.name)]"
    told, console = browse(page(merge([saved("a", causes=(evil,))]), no_script), script)
    assert told == ["adspec: 2 engines, 6 laws", []]
    assert console == []  # what the policy of the page blocks would stand here


def test_opening_a_cause_draws_its_picture(saved, browse):
    script = """
        const cause = document.querySelector("details.cause");
        cause.open = true;
        cause.dispatchEvent(new Event("toggle"));
        return cause.querySelectorAll(".picture svg .guilty").length;
    """
    assert browse(page(merge([saved("a")]), no_script), script) == (1, [])


def test_filters_hide_what_is_not_asked_for_and_say_so(saved, browse):
    script = """
        const count = () => document.getElementById("count").textContent;
        const set = (id, key, value) => {
            document.getElementById(id)[key] = value;
            document.getElementById(id).dispatchEvent(new Event("input", { bubbles: true }));
        };
        const told = [count()];
        set("search", "value", "prod"); told.push(count());
        set("search", "value", ""); set("verdict", "value", "broken"); told.push(count());
        set("verdict", "value", ""); set("differ", "checked", true); told.push(count());
        set("differ", "checked", false); set("unique", "checked", true); told.push(count());
        return told;
    """
    told, console = browse(page(merge([saved("a")]), no_script), script)
    assert console == []
    assert told == [
        "6 of 6 laws, 1 of 1 causes",
        "1 of 6 laws, 1 of 1 causes",
        "1 of 6 laws, 1 of 1 causes",
        "1 of 6 laws, 1 of 1 causes",
        "1 of 6 laws, 1 of 1 causes",
    ]


def test_a_page_of_fifteen_engines_opens_within_a_second(many, browse):
    text = page(many, no_script)
    assert text.count('class="cause"') == 15 * 60
    script = "document.body.offsetHeight; return performance.now()"
    opened = [browse(text, script) for _ in range(3)]
    assert [console for _, console in opened] == [[], [], []]
    assert min(milliseconds for milliseconds, _ in opened) < 1000  # others use this machine too
