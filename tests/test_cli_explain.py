"""The commands `adspec explain` and `adspec script`."""

import json
import os
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from click.testing import CliRunner

from adspec.cli import main
from adspec.findings import counterexample


@pytest.fixture
def run(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "environ", dict(os.environ))
    return lambda *arguments: CliRunner().invoke(main, [str(a) for a in arguments])


@pytest.fixture
def saved(prod_nan, tmp_path):
    path = tmp_path / "prod.json"
    path.write_text(json.dumps(counterexample.to_json(prod_nan)), encoding="utf-8")
    return path


# ---- explain


def test_explain_marks_the_first_wrong_number_and_accuses_its_rule(run, saved):
    pytest.importorskip("autograd")
    done = run("explain", saved)
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0].endswith("truth_pull: prod, argument 0, pull: nan")
    [marked] = [line for line in lines if line.startswith("x̄ ")]
    assert re.split(r" {3,}", marked)[1:4] == ["[nan, 0.0, 0.0]", "[6.0, 0.0, 0.0]", "[6.0, 0.0, 0.0]"]
    assert "(nan): the pull rule of prod for argument 0." in done.stdout


def test_explain_shows_the_same_case_on_another_engine(run, saved):
    done = run("explain", saved, "-e", "reference")
    assert "(found on autograd). It does not show in one run of first derivatives" in done.stdout
    assert "No number of the run is wrong" in done.stdout


def test_explain_walks_through_a_formula(run):
    done = run("explain", "--program", "a = x * x; a * y", "--at", "x = 3.0; y = 2.0; v = 1.0")
    rows = {tuple(line.split("   ")[0:1]): line for line in done.stdout.splitlines()}
    assert re.search(r"x̄ +12.0 +12.0", done.stdout)
    assert re.search(r"ȳ +9.0 +9.0", done.stdout)
    assert re.search(r"2 pushes +2 +4", done.stdout)
    assert ("backward",) in rows


def test_explain_reads_a_case_as_text(run, tmp_path, prod_nan):
    path = tmp_path / "case.txt"
    path.write_text(f"# as `adspec script --format text` writes it\n{prod_nan.case}\n", encoding="utf-8")
    assert "a = prod(x)" in run("explain", path).stdout


def test_explain_prints_json_without_nan(run, saved):
    pytest.importorskip("autograd")
    value = json.loads(run("explain", saved, "--json").stdout, parse_constant=pytest.fail)
    [mark] = [m for m in value["first_wrong"] if m["quantity"] == "cotangent"]
    assert mark["accuses"] == "the pull rule of prod for argument 0"
    assert value["nodes"][0]["cotangent"]["engine"] == ["nan", 0.0, 0.0]
    assert value["nodes"][0]["cotangent"]["truth"] == [6.0, 0.0, 0.0]


def test_the_picture_is_svg_with_the_guilty_node_marked(run, saved, tmp_path):
    pytest.importorskip("autograd")
    run("explain", saved, "--svg", "run.svg")
    root = ET.parse(tmp_path / "run.svg").getroot()  # noqa: S314 -- what we have just written
    groups = {g.get("data-node"): g.get("class") for g in root.iter("{http://www.w3.org/2000/svg}g")}
    assert groups == {"x": "node", "a": "node guilty"}


class Page(HTMLParser):
    """What a page would fetch, its steps, and whether its elements are closed."""

    VOID = frozenset({"meta", "link", "input"})

    def __init__(self, text):
        super().__init__()
        self.fetched, self.open, self.steps = [], [], 0
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.fetched += [given[k] for k in ("src", "href", "data") if k in given and given[k] != "data:,"]
        self.steps += tag == "li"
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_fetches_nothing_and_has_a_step_per_node_and_direction(run, tmp_path):
    run("explain", "--program", "a = x * y; sin(a) + a", "--html", "run.html")
    text = (tmp_path / "run.html").read_text(encoding="utf-8")
    page = Page(text)
    # forward: x, y, a, b, c; backward: the seed, c, b, a, then what x and y have
    assert (page.fetched, page.open, page.steps) == ([], [], 11)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    assert "default-src 'none'" in text


def test_the_page_shows_each_sum_as_it_grows(run, tmp_path):
    # ā = 1 from the sum, then + cos 0 from the sine
    run(
        "explain",
        "--program",
        "a = x * y; sin(a) + a",
        "--at",
        "x = 2.0; y = 0.0; v = 1.0",
        "--html",
        "run.html",
    )
    text = (tmp_path / "run.html").read_text(encoding="utf-8")
    assert "to a: ā = 1.0   (1 of 2 uses)" in text
    assert "to a: ā = 1.0 + 1.0 = 2.0   (2 of 2 uses)" in text
    assert "ā = 2.0 is complete, the sum over its 2 uses; it is pulled through" in text
    assert "ȧ = -1.0, the sum of 0.0 from x and -1.0 from y" in text  # y ẋ = 0, x ẏ = −1
    assert "∂a/∂x, 1 × 1: 1 number that the pull never builds" in text


def test_text_from_a_file_cannot_become_markup(run, tmp_path, prod_nan):
    found = replace(prod_nan, law="truth_pull", cause=replace(prod_nan.cause, where="</script><img src=x>"))
    path = tmp_path / "evil.json"
    path.write_text(json.dumps(counterexample.to_json(found)), encoding="utf-8")
    run("explain", path, "-e", "reference", "--html", "run.html")
    assert Page((tmp_path / "run.html").read_text(encoding="utf-8")).fetched == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "wants a FILE or --program TEXT"),
        (("--program", "sine(x)"), "'sine' is not a primitive"),
        (("--program", "x + y", "--at", "z = 1.0"), "z: not of this program. It has x, y"),
        (("--program", "x + y", "--at", "x = [1.0, 2.0]; y = [1.0, 2.0, 3.0]"), "cannot run at this point"),
        (("--program", "x + y", "--at", "u_x = [1.0, 2.0]"), "x: of shape (2,), but () is wanted"),
        (("--program", "greater(x, 0.0)"), "no array of real or complex numbers"),
        (("--program", "sin(x)", "-e", "nobody"), "unknown"),
        (("--program", "sin(x)", "--html", "no/such/folder.html"), "cannot be written"),
    ],
)
def test_explain_says_in_one_line_what_is_wrong(arguments, says, run):
    done = run("explain", *arguments)
    assert done.exit_code == 2
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1


# ---- script


def test_script_writes_a_script(run, saved):
    done = run("script", saved, "-e", "reference")
    assert done.exit_code == 0
    assert done.stdout.startswith('"""reference ')
    compile(done.stdout, "script", "exec")


@pytest.mark.parametrize(
    ("form", "begins"),
    [
        ("pytest", '"""'),
        ("markdown", "# prod: pull for argument 0: nan"),
        ("text", "def f(x):"),
        ("json", "{"),
    ],
)
def test_script_writes_every_form(form, begins, run, saved):
    assert run("script", saved, "-e", "reference", "--format", form).stdout.startswith(begins)


def test_a_finding_about_threads_has_no_script_and_says_so_in_one_line(run, prod_nan, tmp_path):
    path = tmp_path / "threads.json"
    path.write_text(json.dumps(counterexample.to_json(replace(prod_nan, law="threads"))), encoding="utf-8")
    done = run("script", path, "-e", "reference")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("adspec: law threads: speaks of an operator or of the engine as a whole")
    assert len(done.stderr.splitlines()) == 1


def test_nothing_in_a_file_is_executed(run, prod_nan, tmp_path):
    value = counterexample.to_json(prod_nan)
    value["case"]["program"]["equations"][0]["name"] = "a = __import__('os').abort()"
    path = tmp_path / "evil.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    assert "is not a name" in run("script", path).stderr
    assert "is not a name" in run("explain", path).stderr


@pytest.mark.parametrize(("formula", "nearest"), [("np.sin(x)", "sin"), ("sinhh(x)", "sinh")])
def test_a_word_that_is_no_primitive_is_told_the_nearest(run, formula, nearest):
    done = run("explain", "--program", formula)
    assert done.exit_code == 2
    assert f"is not a primitive. Did you mean {nearest}?" in done.stderr


@pytest.mark.parametrize("command", ["replay", "explain", "script"])
def test_the_report_of_a_run_is_no_counterexample(run, command, tmp_path):
    (tmp_path / "report.jsonl").write_text(
        '{"line": "header", "format": "adspec-report"}\n{"line": "footer"}\n'
    )
    done = run(command, "report.jsonl")
    assert done.exit_code == 2
    assert "is the report of a run. Name one of the counterexamples beside it" in done.stderr


@pytest.mark.parametrize("command", ["explain", "script"])
def test_an_engine_that_is_not_installed_is_asked_for_by_its_adapter(run, command, saved):
    saved.write_text(saved.read_text().replace('"engine": "autograd"', '"engine": "tape"'))
    done = run(command, saved)
    assert done.exit_code == 2
    assert f"Name its adapter: adspec {command} {saved} -e package.module:ENGINE" in done.stderr


@pytest.mark.parametrize("command", ["replay", "explain", "script"])
def test_an_equation_without_arguments_is_refused(run, command, saved):
    value = json.loads(saved.read_text())
    value["case"]["program"]["equations"][0]["args"] = []
    saved.write_text(json.dumps(value))
    done = run(command, saved)
    assert done.exit_code == 2
    assert "equations[0].args: is empty" in done.stderr
