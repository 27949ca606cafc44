"""The frame that people meet first: versions, pins, and what the documents promise of the tree."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

import cardgame_protocol

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def canonical(name: str) -> str:
    """Return a distribution's name as indexes compare it: lower case, one dash for `-_.`."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    return dict(line.split("==") for line in lines)


def test_constraints_are_names_and_versions_and_nothing_else() -> None:
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines():
        assert re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*", line), line


def test_every_dependency_that_is_asked_for_is_pinned() -> None:
    extras = PROJECT["optional-dependencies"]
    asked = [*PROJECT["dependencies"], *extras["test"], *extras["lint"]]
    names = {canonical(re.split(r"[\[>=<]", line)[0]) for line in asked}
    assert names <= set(pins())


def test_the_version_is_written_once_and_told_by_all_programs() -> None:
    assert version("cardgame") == cardgame_protocol.__version__
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {cardgame_protocol.__version__}" in changes


@pytest.mark.parametrize("program", ["cardgame-server", "cardgame-client", "cardgame-bot"])
def test_a_program_tells_its_version_and_ends_with_0(program: str) -> None:
    installed = Path(sys.executable).with_name(program)
    told = subprocess.run([installed, "--version"], capture_output=True, text=True, check=True)
    assert told.stdout == f"{program} {version('cardgame')}\n"


def test_links_between_the_documents_lead_somewhere() -> None:
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    assert len(documents) >= 6
    for document in documents:
        for target in re.findall(r"\]\(([^)#:]+)[^):]*\)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name} links to {target}"
