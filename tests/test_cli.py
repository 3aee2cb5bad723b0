import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import adspec
from adspec import conform
from adspec.cli import main
from adspec.findings import counterexample
from adspec.language.case import parse_case
from adspec.properties import LAWS
from adspec.report.folder import write_report
from adspec.report.jsonl import parse_report


@pytest.fixture
def run(monkeypatch, tmp_path):
    """Run the command in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "environ", dict(os.environ))

    def invoke(*arguments):
        return CliRunner().invoke(main, [str(a) for a in arguments])

    return invoke


@pytest.fixture
def asked(monkeypatch, report):
    """Replace the run by a hand-made report, and keep what was asked for."""
    seen = {"report": report}

    def pretend(engines, **options):
        seen.update(options, engines=[e if isinstance(e, str) else e.name for e in engines])
        return seen["report"]

    monkeypatch.setattr(conform, "conform", pretend)
    return seen


# ------------------------------------------------------------------ check


def test_check_prints_the_table_and_each_cause(run, asked):
    done = run("check", "autograd", "reference")
    assert asked["engines"] == ["autograd", "reference"]
    assert "autograd 1.9.1: 1,004 cases, 1 cause, 8.2 s" in done.stdout
    assert "reference 0.1.0: 1,004 cases, no causes, 6.5 s" in done.stdout
    assert "truth_pull    1004    963      37" in done.stdout
    assert "Because  the pull rule of prod for argument 0" in done.stdout
    assert "explained by a deeper law: transpose 24\n" in done.stdout
    assert "laws without a case in this run: scalar_output\n" in done.stdout
    assert "primitives that the engine does not provide: vecdot\n" in done.stdout


def test_check_exits_1_where_a_law_is_broken(run, asked):
    del asked
    assert run("check", "autograd").exit_code == 1


def test_check_exits_0_where_nothing_is_broken(run, asked, report):
    asked["report"] = replace(report, engines=report.engines[1:])
    assert run("check", "reference").exit_code == 0


def test_check_hands_its_options_on(run, asked):
    run(
        "check", "reference", "--law", "transpose", "--primitive", "prod", "--primitive", "sin",
        "--profile", "deep", "--seed", "7",
    )  # fmt: skip
    assert [law.name for law in asked["laws"]] == ["transpose"]
    assert asked["primitives"] == ("prod", "sin")
    assert (asked["profile"], asked["seed"]) == ("deep", 7)


def test_check_restricts_nothing_by_itself(run, asked):
    run("check", "reference")
    assert asked["laws"] is None
    assert asked["primitives"] is None


def test_a_cause_that_was_not_saved_says_how_to_find_it_again(run, asked):
    del asked
    done = run("check", "autograd", "--seed", "7")
    assert "Replay   adspec check autograd --primitive prod --seed 7\n" in done.stdout
    assert "--report DIR" in done.stdout


def test_a_cause_that_was_saved_says_how_to_replay_it(run, asked, tmp_path):
    del asked
    done = run("check", "autograd", "--report", "out")
    command = "adspec replay out/autograd-prod-0-pull-nan.json -e autograd"
    assert f"Replay   {command}\n" in done.stdout
    assert (tmp_path / "out" / "report.jsonl").exists()
    assert counterexample.read(tmp_path / "out" / "autograd-prod-0-pull-nan.json").law == "truth_pull"


def test_json_is_all_there_is_on_stdout(run, asked, report):
    del asked
    done = run("check", "autograd", "--json", "--report", "out")
    assert parse_report(done.stdout.splitlines()).engines[0].rows == report.engines[0].rows
    assert done.exit_code == 1


def test_an_interrupted_run_prints_and_writes_what_was_found_and_exits_5(run, asked, report, tmp_path):
    asked["report"] = replace(report, complete=False, engines=(replace(report.engines[0], complete=False),))
    done = run("check", "autograd", "--report", "out")
    assert done.exit_code == 5
    assert "1 cause, 8.2 s, interrupted" in done.stdout
    assert "interrupted" in done.stderr
    assert '"footer"' not in (tmp_path / "out" / "report.jsonl").read_text()


def test_an_interrupted_run_names_the_engines_that_it_never_reached(run, asked, report):
    asked["report"] = replace(report, complete=False, engines=(replace(report.engines[0], complete=False),))
    done = run("check", "autograd", "reference")
    assert done.stderr == "adspec: interrupted. This is what was found so far. Never run: reference.\n"
    done = run("check", "autograd")
    assert done.stderr == "adspec: interrupted. This is what was found so far.\n"


def test_check_without_engine_lists_the_installed_ones(run):
    done = run("check")
    assert done.exit_code == 2
    assert done.stderr.startswith("adspec: no engine is named. Installed: autograd")
    assert done.stdout == ""


# fmt: off
MISTAKES = [
    (["autogard"],                             2, "engine 'autogard': unknown. Did you mean 'autograd'?"),
    (["reference", "--law", "transpos"],       2, "law 'transpos': unknown. Did you mean 'transpose'?"),
    (["reference", "--primitive", "mulitply"], 2, "primitive 'mulitply': unknown. Did you mean 'multiply'?"),
    (["reference", "reference"],               2, "engine reference: named twice. Name it once."),
    (["json:dumps"],                           3, "engine json:dumps: its adapter raises TypeError"),
    (["reference", "--seed", "-1"],            2, "--seed -1: is negative. Give 0 or more."),
    (["reference", "--report", "taken/out"],   2, "--report taken/out: Not a directory. Name a folder"),
]
# fmt: on


@pytest.mark.parametrize(("arguments", "status", "line"), MISTAKES)
def test_a_mistake_is_one_line_and_its_status(run, tmp_path, arguments, status, line):
    (tmp_path / "taken").touch()
    done = run("check", *arguments)
    assert done.exit_code == status
    assert done.stderr.startswith(f"adspec: {line}")
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_a_fault_of_our_own_is_not_status_1(run, monkeypatch):
    def fail(*_, **__):
        raise ZeroDivisionError

    monkeypatch.setattr(conform, "conform", fail)
    done = run("check", "reference")
    assert done.exit_code == 5
    assert "ZeroDivisionError" in done.stderr
    assert done.stderr.endswith("this is a fault of adspec, not of an engine. Please report it.\n")


def test_an_engine_of_the_current_folder_is_found(run, asked, tmp_path):
    source = "from adspec.engine import Engine\nENGINE = Engine(name='here', version='1', ops={'sin': abs})\n"
    (tmp_path / "adapter_in_this_folder.py").write_text(source)
    run("check", "adapter_in_this_folder:ENGINE")
    assert asked["engines"] == ["adapter_in_this_folder:ENGINE"]


def adapter(tmp_path, name, ops):
    """Write a module whose ENGINE has these functions; return its import string."""
    source = f"from adspec.engine import Engine\nENGINE = Engine(name='mine', version='1', ops={ops})\n"
    (tmp_path / f"{name}.py").write_text(source)
    return f"{name}:ENGINE"


def test_an_engine_without_primitives_is_a_broken_adapter(run, tmp_path):
    done = run("check", adapter(tmp_path, "adapter_without_words", "{}"))
    assert (done.exit_code, done.stdout) == (3, "")
    assert done.stderr == (
        "adspec: engine mine: provides none of the vocabulary's primitives. "
        "Fill Engine.ops; `adspec primitives` lists the names.\n"
    )


def test_a_run_of_primitives_that_no_engine_provides_does_not_pass(run, tmp_path):
    done = run("check", adapter(tmp_path, "adapter_of_sin", "{'sin': abs}"), "--primitive", "prod")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "adspec: --primitive prod: mine provides none.\n"


def test_names_that_are_no_primitives_are_told_and_ignored(run, asked, tmp_path):
    done = run("check", adapter(tmp_path, "adapter_with_a_slip", "{'sin': abs, 'mulitply': abs, 'zz': abs}"))
    line = "adspec: engine mine: no primitives, ignored: 'mulitply' (did you mean 'multiply'?), 'zz'\n"
    assert done.stderr == line
    assert asked["engines"] == ["adapter_with_a_slip:ENGINE"]


# ------------------------------------------------------------------ replay


@pytest.fixture
def saved(prod_nan, tmp_path):
    """Return the file of a counterexample."""
    path = tmp_path / "case.json"
    path.write_text(json.dumps(counterexample.to_json(prod_nan)))
    return path


def test_a_counterexample_that_is_still_broken_exits_1(run, saved):
    done = run("replay", saved, "-e", "autograd")
    assert done.exit_code == 1
    assert "broken       truth_pull   autograd 1.9.1   prod, argument 0, pull: nan" in done.stdout
    assert "Jᵀ v by autograd   [nan, 0.0, 0.0]" in done.stdout
    assert f"Replay   adspec replay {saved} -e autograd" in done.stdout


def test_a_counterexample_replays_on_its_own_engine(run, saved):
    assert run("replay", saved).exit_code == 1


def test_a_counterexample_that_holds_exits_0(run, saved):
    done = run("replay", saved, "-e", "reference")
    assert done.exit_code == 0
    assert "holds        truth_pull   reference" in done.stdout
    assert "was prod, argument 0, pull: nan\n" in done.stdout
    assert "Jᵀ v by reference   [6.0, 0.0, 0.0]" in done.stdout
    assert "autograd [nan, 0.0, 0.0] (wrong); jax [6.0, 0.0, 0.0]\n" in done.stdout
    assert "Because" not in done.stdout


def test_a_counterexample_with_a_derivative_in_it_replays(run, prod_nan, tmp_path):
    case = parse_case(
        "def f(x):\n    def g_a(b):\n        c = add(x, b)\n        return c\n    a = push(g_a, 2.0, 1.0)\n"
        "    d = multiply(x, a)\n    return d\nx = 1.0\nu_x = 1.0\nv_0 = 1.0"
    )
    cause = replace(prod_nan.cause, where="nesting of push", argument=None, mode="push")
    found = replace(prod_nan, law="nesting", case=case, cause=cause)
    (tmp_path / "nested.json").write_text(json.dumps(counterexample.to_json(found)))
    done = run("replay", "nested.json", "-e", "reference")
    assert (done.exit_code, "        def g_a(b):" in done.stdout) == (0, True)


def test_replay_on_an_engine_that_is_not_installed_says_how_to_name_its_adapter(run, saved):
    saved.write_text(saved.read_text().replace('"engine": "autograd"', '"engine": "tape"'))
    done = run("replay", saved)
    command = f"adspec replay {saved} -e package.module:ENGINE"
    assert done.exit_code == 2
    assert done.stderr == (
        f"adspec: engine 'tape': not installed under this name. Name its adapter: {command}\n"
    )


def test_a_misspelt_primitive_gets_a_guess_and_no_list(run):
    done = run("check", "reference", "--primitive", "matmull")
    assert done.exit_code == 2
    guess = "Did you mean 'matmul'? `adspec primitives` lists all"
    assert done.stderr.startswith(f"adspec: primitive 'matmull': unknown. {guess}")
    assert len(done.stderr) < 200


def test_replay_gives_json(run, saved):
    done = run("replay", saved, "--json")
    assert counterexample.from_json(json.loads(done.stdout)).status == "broken"


def test_a_malformed_file_is_one_line(run, tmp_path):
    (tmp_path / "bad.json").write_text('{"format": ')
    done = run("replay", "bad.json")
    assert done.exit_code == 2
    assert done.stderr.startswith("adspec: bad.json: not JSON: ")
    assert len(done.stderr.splitlines()) == 1


def test_a_deeply_nested_file_is_one_line(run, tmp_path):
    (tmp_path / "deep.json").write_text("[" * 200_000)
    done = run("replay", "deep.json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "adspec: deep.json: is nested too deeply for a counterexample.\n"


def test_a_case_with_an_unknown_primitive_does_not_pass(run, saved):
    saved.write_text(saved.read_text().replace('"primitive": "prod"', '"primitive": "prodd"'))
    done = run("replay", saved, "-e", "reference")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("adspec: engine reference: cannot run prodd, which adspec does not know.")


def test_a_case_that_the_engine_does_not_provide_does_not_pass(run, saved, tmp_path):
    done = run("replay", saved, "-e", adapter(tmp_path, "adapter_without_prod", "{'sin': abs}"))
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "adspec: engine mine: does not provide prod, which this case needs.\n"


def test_a_case_whose_operator_is_missing_does_not_pass(run, saved, tmp_path):
    done = run("replay", saved, "-e", adapter(tmp_path, "adapter_without_vjp", "{'prod': abs}"))
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "adspec: engine mine: cannot run this case: no vjp.\n"


# ------------------------------------------------------------------ laws, engines


def test_laws_lists_every_law_with_its_statement(run):
    assert "transpose" in run("laws").stdout
    assert "⟨v, J u⟩ = ⟨Jᵀ v, u⟩" in run("laws").stdout


def test_laws_explains_one_law(run):
    done = run("laws", "transpose")
    assert done.exit_code == 0
    assert done.stdout.startswith("transpose: ⟨v, J u⟩ = ⟨Jᵀ v, u⟩\n")
    assert "Why:" in done.stdout
    assert "Source:" in done.stdout
    assert "needs         jvp, vjp\n" in done.stdout


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_the_page_of_every_law_is_complete(run, law):
    """Its statement, why it matters, where it comes from, the smallest way to break it; then the facts."""
    title, statement, *sections = run("laws", law.name).stdout.split("\n\n")

    assert title == f"{law.name}: {law.says}"
    assert statement.endswith(".")
    assert [text.partition(": ")[0] for text in sections[:-1]] == ["Why", "Source", "A minimal violation"]
    assert all(len(text.partition(": ")[2]) > 10 for text in sections[:-1])
    facts = dict(line.split("  ", 1) for line in sections[-1].splitlines())
    assert facts.keys() >= {"judged on", "source"}
    assert law.name == "purity" or facts["explained by"].strip() == ", ".join(law.explained_by)


def test_laws_lists_all_of_them(run):
    assert [line.split("  ")[0] for line in run("laws").stdout.splitlines()] == [law.name for law in LAWS]
    assert len(LAWS) >= 45


def test_laws_gives_json(run):
    names = [row["name"] for row in json.loads(run("laws", "--json").stdout)]
    assert "transpose" in names
    assert json.loads(run("laws", "transpose", "--json").stdout)["needs"] == ["jvp", "vjp"]


def test_a_law_says_where_it_speaks(run):
    assert "where         y is one real number, and x and y are real\n" in run("laws", "hessian").stdout
    told = json.loads(run("laws", "hessian", "--json").stdout)["where"]
    assert told == ["y is one real number", "x and y are real"]
    assert json.loads(run("laws", "transpose", "--json").stdout)["where"] == []


def test_an_unknown_law_is_one_line(run):
    done = run("laws", "transpos")
    assert done.exit_code == 2
    assert done.stderr.startswith("adspec: law 'transpos': unknown. Did you mean 'transpose'?")


def test_engines_lists_names_and_versions(run):
    rows = [line.split() for line in run("engines").stdout.splitlines()]
    assert ["reference", adspec.__version__] in rows


def test_engines_gives_json(run):
    rows = json.loads(run("engines", "--json").stdout)
    assert {row["name"]: row["target"] for row in rows}["reference"].endswith("reference_engine:ENGINE")


# ------------------------------------------------------------------ primitives


def test_primitives_lists_the_vocabulary_by_family(run):
    done = run("primitives")
    assert done.exit_code == 0
    assert "\nlinalg: " in done.stdout
    assert "  sin                      sin x\n" in done.stdout
    assert int(done.stdout.splitlines()[-1].removesuffix(" primitives")) >= 165


def test_primitives_explains_one(run):
    assert run("primitives", "pow").stdout.startswith("pow: aᵇ")


def test_primitives_says_what_a_report_found(run, report):
    write_report(report, Path("out"))
    done = run("primitives", "prod", "--engine", "autograd", "--report", "out/report.jsonl")
    assert "autograd           breaks: argument 0, pull: nan\n" in done.stdout


def test_primitives_says_what_a_quick_check_finds(run, asked):
    done = run("primitives", "--engine", "autograd", "--family", "reductions", "--check", "--json")
    rows = {row["name"]: row for row in json.loads(done.stdout)}
    assert (rows["prod"]["breaks"], rows["sum"]["breaks"]) == (["argument 0, pull: nan"], [])
    assert set(asked["primitives"]) == set(rows)


# fmt: off
PRIMITIVES_MISTAKES = [
    (["mulitply"],                                      "primitive 'mulitply': unknown. Did you mean 'mult"),
    (["--family", "linag"],                             "family 'linag': unknown. Did you mean 'linalg'?"),
    (["--check"],                                       "--report and --check speak of an engine. Name it"),
    (["-e", "reference", "--report", "r/report.jsonl"], "--report r/report.jsonl: has no run of reference."),
]
# fmt: on


@pytest.mark.parametrize(("arguments", "line"), PRIMITIVES_MISTAKES)
def test_a_mistake_about_primitives_is_one_line(run, report, arguments, line):
    write_report(replace(report, engines=report.engines[:1]), Path("r"))
    done = run("primitives", *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"adspec: {line}")


# ------------------------------------------------------------------ help, environment


@pytest.mark.parametrize("arguments", [[], ["check"], ["replay"], ["laws"], ["engines"], ["primitives"]])
def test_help_has_examples(run, arguments):
    done = run(*arguments, "--help")
    assert done.exit_code == 0
    assert "Examples:\n    adspec " in done.stdout


def test_jax_is_given_a_cache_on_disk_unless_the_user_decided(run):
    os.environ.pop("JAX_COMPILATION_CACHE_DIR", None)
    os.environ["JAX_PLATFORMS"] = "gpu"
    os.environ["XDG_CACHE_HOME"] = "/cache"
    run("engines")
    assert os.environ["JAX_COMPILATION_CACHE_DIR"] == "/cache/adspec/jax"
    assert os.environ["JAX_PLATFORMS"] == "gpu"


def test_a_run_that_tries_nothing_is_no_pass(run):
    done = run("check", "reference", "--law", "linearize", "--primitive", "sin")
    assert done.exit_code == 2
    assert done.stderr.startswith("adspec: --law linearize: no case of these primitives")


@pytest.mark.usefixtures("asked")
def test_a_report_that_cannot_be_written_costs_nothing_that_was_found(run, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("adspec.commands.check.write_report", full)
    done = run("check", "autograd", "--report", str(tmp_path / "out"))
    assert "Because  the pull rule of prod for argument 0" in done.stdout
    assert done.exit_code == 5
    assert done.stderr.endswith("No space left on device. What was found is printed, and not written.\n")
