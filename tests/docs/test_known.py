"""What the page on expectations shows is true."""

import json
import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from adspec.cli import main
from adspec.conformance.engines.reference_engine import ENGINE
from adspec.expecting.layers import expectations
from adspec.findings import counterexample

PAGE = (Path(__file__).parents[2] / "docs" / "known.md").read_text(encoding="utf-8")


def test_the_file_of_the_page_is_read(prod_nan, tmp_path):
    [text] = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "known").mkdir()
    witness = counterexample.to_json(replace(prod_nan, law="finite"))
    (tmp_path / "known" / "prod-0-pull-nan.json").write_text(json.dumps(witness))
    (tmp_path / "known.toml").write_text(text)

    for version, count in (("1.3", 1), ("1.4", 0)):
        engine = replace(ENGINE, name="mypkg", version=version)
        found = expectations([tmp_path / "known.toml"], [engine], ["finite"])
        assert len(found["mypkg"]) == count


@pytest.mark.parametrize("line", re.findall(r"^\$ adspec (.*?)\s+#", PAGE, re.MULTILINE))
def test_the_commands_of_the_page_have_such_options(line):
    """The engine does not exist: whatever is refused, it is not an option."""
    done = CliRunner().invoke(main, shlex.split(line))
    assert done.exit_code in {2, 3}
    assert "mypkg" in done.stderr
    assert "No such option" not in done.stderr
