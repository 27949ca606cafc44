"""docs/hosting.md names every limit of the server with its value and its reason."""

import ast
import inspect
from itertools import pairwise
from pathlib import Path

from cardgame_server import limits

HOSTING = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")


def rows() -> list[str]:
    """Return the row of each limit, made from the constant and what is said below it."""
    body = ast.parse(inspect.getsource(limits)).body
    return [
        f"| `{name.id.lower()}` | {value:,.15g} | {' '.join(str(text.value.value).split())} |"
        for constant, text in pairwise(body)
        if isinstance(constant, ast.AnnAssign)
        and isinstance(name := constant.target, ast.Name)
        and isinstance(value := getattr(limits, name.id), int | float)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
    ]


def test_every_limit_of_the_server_is_in_the_document_as_the_code_says_it() -> None:
    numbers = [name for name in dir(limits) if isinstance(getattr(limits, name), int | float)]
    assert len(rows()) == len(numbers)
    table = HOSTING.partition("| limit | value |")[2]
    said = [line for line in table.splitlines() if line.startswith("| `")]
    assert said == rows(), "put these into docs/hosting.md:\n" + "\n".join(rows())
