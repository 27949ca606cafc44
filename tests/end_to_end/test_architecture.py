"""The arrows that import-linter cannot draw: what a package may use at all, not what it may not."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def packages_imported_by(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield (file, top package) for every absolute import below `folder`."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            else:
                continue
            for name in names:
                yield str(path.relative_to(ROOT)), name.partition(".")[0]


@pytest.mark.parametrize(
    ("folder", "allowed"),
    [
        ("rules/cardgame_rules", {"cardgame_rules"}),
        ("protocol/cardgame_protocol", {"cardgame_protocol", "msgpack", "msgspec"}),
        (
            "server/cardgame_server",
            {"cardgame_server", "cardgame_protocol", "cardgame_rules", "msgspec", "trio"},
        ),
        (
            "client/cardgame_client",
            {
                "cardgame_client",
                "cardgame_protocol",
                "cardgame_rules",
                "anyio",
                "msgspec",
                "prompt_toolkit",
            },
        ),
        (
            "client/cardgame_bots",
            {
                "cardgame_bots",
                "cardgame_client",
                "cardgame_protocol",
                "cardgame_rules",
                "anyio",
                "msgspec",
                "trio",
            },
        ),
    ],
)
def test_a_package_imports_the_standard_library_and_its_own_arrows_only(
    folder: str, allowed: set[str]
) -> None:
    found = list(packages_imported_by(ROOT / folder))
    strangers = [pair for pair in found if pair[1] not in allowed | sys.stdlib_module_names]
    assert found, f"nothing was read below {folder}"
    assert not strangers


def test_the_wheel_carries_every_package_of_the_checkout() -> None:
    carried = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    packages = [path.parent for path in ROOT.glob("*/cardgame_*/__init__.py")]
    assert len(packages) == 5
    for package in packages:
        assert f'"{package.relative_to(ROOT)}"' in carried
        assert (package / "py.typed").exists(), f"{package.name} hides its types from its users"
