"""The core of the engine stays as short as it is said to be: all but the functions and the rules."""

import ast
import tokenize
from pathlib import Path

CORE = Path(__file__).resolve().parents[2] / "reference_engine"
SPOKEN = (
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
)


def docstrings(source):
    """Return the numbers of the lines that are docstrings."""
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef)
    bodies = [node.body[0] for node in ast.walk(ast.parse(source)) if isinstance(node, owners)]
    found = [b for b in bodies if isinstance(b, ast.Expr) and isinstance(b.value, ast.Constant)]
    return {line for b in found for line in range(b.lineno, b.end_lineno + 1)}


def lines_of_code(path):
    """Return how many lines hold code, rather than prose or nothing."""
    source = path.read_text(encoding="utf-8")
    with path.open("rb") as file:
        tokens = [t for t in tokenize.tokenize(file.readline) if t.type not in SPOKEN]
    lines = {line for t in tokens for line in range(t.start[0], t.end[0] + 1) if t.string}
    return len(lines - docstrings(source))


def test_the_core_has_at_most_950_lines_of_code():
    assert sum(map(lines_of_code, CORE.glob("*.py"))) <= 950


def test_no_file_of_the_core_is_longer_than_250_lines():
    assert max(len(path.read_text(encoding="utf-8").splitlines()) for path in CORE.glob("*.py")) <= 250
