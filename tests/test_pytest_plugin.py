import subprocess
import sys
from dataclasses import replace

import pytest

from adspec import testing
from adspec.discovery import find_laws
from adspec.findings.summary import LawRow
from adspec.report.jsonl import report_lines

LAWS = [law.name for law in find_laws()]
CONFTEST = """
from pathlib import Path
import adspec.testing
from adspec.report.jsonl import read_report

HERE = Path(__file__).parent

def conform(engines, **options):
    [engine] = engines
    with (HERE / "runs.txt").open("a") as file:
        file.write(f"{engine.name} {options['profile']} {options['seed']}\\n")
    return read_report(HERE / f"{engine.name}.jsonl")

adspec.testing.conform = conform
"""
ONE_LINE = """
from adspec.testing import conformance
test_adspec = conformance("reference")
"""


@pytest.fixture
def session(pytester, report, monkeypatch):
    """Make a folder in which autograd breaks two laws, never judges one, and the reference keeps all.

    Its runs are read from files, and counted.
    """
    monkeypatch.setattr(testing, "conform", testing.conform)  # what the inner conftest replaces is restored
    pytester.makeconftest(CONFTEST)
    broken, kept = report.engines
    whole = {row.law: row for row in broken.rows}
    counts = {"holds": 5, "inconclusive": 1}
    rows = tuple(whole.get(name, LawRow(law=name, counts=counts)) for name in LAWS)
    write(pytester.path, replace(report, engines=(replace(broken, rows=rows),)))
    rows = tuple(LawRow(law=name, counts=counts) for name in LAWS)
    write(pytester.path, replace(report, engines=(replace(kept, rows=rows),)))
    return pytester


def write(folder, report):
    lines = "".join(f"{line}\n" for line in report_lines(report))
    (folder / f"{report.engines[0].engine}.jsonl").write_text(lines, encoding="utf-8")


def judge(session, *arguments):
    run = session.runpytest_subprocess if "-n2" in arguments else session.runpytest_inprocess
    return run("--pyargs", "adspec.properties", *arguments)


def runs(session):
    return (session.path / "runs.txt").read_text().splitlines()


def test_one_item_per_engine_and_law_with_ids_of_our_own(session):
    done = judge(session, "--adspec-engine=autograd", "--adspec-engine=reference", "--collect-only", "-q")
    ids = [line for line in done.outlines if line.startswith("adspec::")]
    assert ids == [f"adspec::{engine}::{law}" for engine in ("autograd", "reference") for law in LAWS]


def test_ids_do_not_depend_on_the_folder(session):
    session.mkdir("elsewhere")
    session.chdir()
    done = judge(session, "--adspec-engine=reference", "--collect-only", "-q", "--rootdir=elsewhere")
    assert f"adspec::reference::{LAWS[0]}" in done.outlines


def test_a_law_passes_fails_or_skips(session):
    done = judge(session, "--adspec-engine=autograd", "-v")
    done.assert_outcomes(failed=2, skipped=1, passed=len(LAWS) - 3)
    done.stdout.fnmatch_lines(["adspec::autograd::transpose FAILED*"])
    assert done.ret == 1


def test_an_engine_that_keeps_every_law_passes(session):
    done = judge(session, "--adspec-engine=reference")
    done.assert_outcomes(passed=len(LAWS))
    assert done.ret == 0


def test_a_failure_is_the_text_of_the_command_line_and_no_traceback(session):
    done = judge(session, "--adspec-engine=autograd", "-k", "truth_pull")
    done.stdout.fnmatch_lines(
        [
            "truth_pull   autograd 1.9.1   1004 cases: 963 holds, 37 broken, 4 unsupported",
            "broken       truth_pull   autograd 1.9.1   prod, argument 0, pull: nan   (37 cases)",
            "Let      x = *0.0, 2.0, 3.0*",
            "Replay   adspec check autograd --primitive prod",
        ]
    )
    assert "Error" not in done.stdout.str()


def test_a_law_that_falls_with_a_deeper_one_names_it(session):
    done = judge(session, "--adspec-engine=autograd", "-k", "transpose")
    done.stdout.fnmatch_lines(["falls with", "  truth_pull   prod, argument 0, pull: nan"])


def test_of_many_deeper_causes_the_first_ten_are_named(report, prod_nan):
    causes = tuple(replace(prod_nan, cause=replace(prod_nan.cause, argument=i)) for i in range(12))
    many = replace(report, engines=(replace(report.engines[0], causes=causes),))
    lines = testing.failure_text(many, "transpose", testing.Run(engine="autograd")).splitlines()
    assert lines[-2:] == ["  truth_pull   prod, argument 9, pull: nan", "  … 2 more"]


def test_what_was_never_judged_is_a_skip(session):
    done = judge(session, "--adspec-engine=autograd", "-rs", "-k", "scalar_output")
    done.stdout.fnmatch_lines(["SKIPPED*nothing was judged: no cases"])


def test_an_engine_runs_once_for_all_laws(session):
    judge(session, "--adspec-engine=autograd", "--adspec-engine=reference", "--adspec-seed=3")
    assert runs(session) == ["autograd quick 3", "reference quick 3"]


@pytest.mark.slow
def test_under_xdist_one_worker_runs_and_the_others_read(session):
    done = judge(session, "--adspec-engine=autograd", "-n2", "--adspec-profile=deep")
    done.assert_outcomes(failed=2, skipped=1, passed=len(LAWS) - 3)
    assert runs(session) == ["autograd deep 0"]


def test_junit_gets_the_number_of_cases(session):
    judge(session, "--adspec-engine=reference", "--junit-xml=out.xml")
    text = (session.path / "out.xml").read_text()
    assert '<testcase classname="adspec.reference" name="transpose"' in text
    assert '<property name="adspec_cases" value="6"' in text


@pytest.mark.slow
def test_a_run_that_is_interrupted_ends_the_session(session, report):
    write(session.path, replace(report, engines=report.engines[1:], complete=False))
    done = session.runpytest_subprocess("--pyargs", "adspec.properties", "--adspec-engine=reference")
    assert done.ret == pytest.ExitCode.INTERRUPTED
    assert "no tests ran" in done.stdout.str()


@pytest.mark.parametrize(
    ("engine", "line"),
    [
        (
            "autogard",
            "*--adspec-engine: engine 'autogard': unknown. Did you mean 'autograd'? *",
        ),
        ("json:loads", "*--adspec-engine: engine json:loads: its adapter raises TypeError: *"),
    ],
)
def test_an_engine_that_cannot_be_had_is_one_line(session, engine, line):
    done = judge(session, f"--adspec-engine={engine}")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines([line])
    assert "Traceback" not in done.stderr.str()


def test_an_engine_without_the_laws_says_what_is_missing(session):
    session.makepyfile("def test_nothing(): pass")
    done = session.runpytest("--adspec-engine=reference")
    done.stdout.fnmatch_lines(["adspec: no law was run. Add --pyargs adspec.properties."])


def test_without_an_engine_nothing_is_collected(session):
    assert judge(session).ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_without_an_engine_nothing_is_imported(tmp_path):
    (tmp_path / "test_nothing.py").write_text(
        "import sys\n"
        "def test_nothing():\n"
        "    heavy = {'numpy', 'flint', 'mpmath', 'rich', 'adspec.testing', 'adspec.engine', 'adspec.law'}\n"
        "    assert not heavy & set(sys.modules)\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:hypothesispytest", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


# ------------------------------------------------------------------ conformance(…)


def test_one_line_gives_one_test_per_law(session):
    session.makepyfile(ONE_LINE)
    done = session.runpytest("-v")
    done.assert_outcomes(passed=len(LAWS))
    done.stdout.fnmatch_lines([f"*::test_adspec?{LAWS[0]}? PASSED*"])
    assert runs(session) == ["reference quick 0"]


def test_one_line_fails_with_the_same_text(session):
    session.makepyfile(ONE_LINE.replace("reference", "autograd"))
    done = session.runpytest()
    done.assert_outcomes(failed=2, skipped=1, passed=len(LAWS) - 3)
    done.stdout.fnmatch_lines(["Replay   adspec check autograd --primitive prod"])


@pytest.mark.slow
def test_one_line_shares_its_run_under_xdist(session):
    session.makepyfile(ONE_LINE)
    session.runpytest_subprocess("-n2").assert_outcomes(passed=len(LAWS))
    assert runs(session) == ["reference quick 0"]


def test_one_line_takes_an_engine_and_restrictions(session):
    session.makepyfile(
        "from adspec.discovery import find_engine\n"
        "from adspec.testing import conformance\n"
        "test_adspec = conformance(find_engine('reference'), laws=['transpose', 'primal'], seed=5)\n"
    )
    session.runpytest().assert_outcomes(passed=2)
    assert runs(session) == ["reference quick 5"]


def test_the_one_line_for_an_engine_that_is_gone_fails_with_one_line(session):
    session.makepyfile(ONE_LINE.replace("reference", "gone.adapter:ENGINE"))
    done = session.runpytest("--tb=line")
    done.assert_outcomes(failed=len(LAWS))
    done.stdout.fnmatch_lines(["engine gone.adapter:ENGINE: there is no module gone.*"])


def test_an_engine_without_primitives_fails_instead_of_skipping(session):
    session.makepyfile(
        "from adspec.engine import Engine\n"
        "from adspec.testing import conformance\n"
        "test_adspec = conformance(Engine(name='mine', version='1', ops={}), laws=['transpose'])\n"
    )
    done = session.runpytest("--tb=line")
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["engine mine: provides none of the vocabulary's primitives.*"])


def test_a_negative_seed_is_wrong_usage(session):
    done = judge(session, "--adspec-engine=reference", "--adspec-seed=-1")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["*--adspec-seed -1: is negative. Give 0 or more."])


@pytest.mark.slow
def test_a_real_engine_is_judged(pytester):
    pytester.makepyfile(
        "from adspec.testing import conformance\n"
        "test_adspec = conformance('reference', laws=['transpose', 'truth_pull'], primitives=['prod'])\n"
    )
    pytester.runpytest().assert_outcomes(passed=2)
