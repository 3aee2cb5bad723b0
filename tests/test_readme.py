"""What the README shows is true."""

import re
from pathlib import Path

from adspec import conform
from adspec.discovery import find_engine

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def adapter():
    [block] = [text for text in re.findall(r"```python\n(.*?)```", README, re.DOTALL) if "ENGINE = " in text]
    names = {}
    exec(block, names)  # noqa: S102 - our own text
    return names["ENGINE"]


def test_the_adapter_of_the_readme_is_judged_and_keeps_the_laws():
    [summary] = conform.conform([adapter()], primitives=["sin", "multiply", "concat"]).engines
    held = {row.law for row in summary.rows if row.counts.get("holds")}
    assert {"transpose", "truth_push", "truth_pull"} <= held
    assert summary.causes == ()


def test_the_file_that_the_readme_replays_is_what_its_check_writes():
    [(engine, primitive)] = re.findall(r"adspec check (\w+) --primitive (\w+) --report out +#", README)
    [summary] = conform.conform([find_engine(engine)], primitives=[primitive]).engines
    files = {f"out/{cause.id}.json" for cause in summary.causes}
    assert f"# {len(files)} causes, a file for each" in README
    assert set(re.findall(r"\.venv/bin/adspec replay (\S+)", README)) == {"out/autograd-prod-0-pull-nan.json"}
    assert "out/autograd-prod-0-pull-nan.json" in files
