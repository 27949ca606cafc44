"""docs/client.md says what the client has, no more and no less."""

import argparse
import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from cardgame_client import __version__
from cardgame_client.choices import DISMISSED, FILE_NAME
from cardgame_client.cli import parser
from cardgame_client.exits import MEANINGS
from cardgame_client.launch import TOKENS
from cardgame_client.screen.bindings import NAMED
from cardgame_client.screen.help import KEYS
from cardgame_client.settings import COLOURS, USUAL, Settings
from cardgame_client.verbs import REPLAY_VERBS, VERBS, Verb
from cardgame_protocol import __version__ as protocol_version

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "client.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
SETTINGS = [field.name for field in fields(Settings)]


def part(heading: str) -> str:
    """Return what stands under a heading of the document."""
    return DOCUMENT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def options() -> set[str]:
    """Return every option of the command line in its positive form."""
    actions: list[argparse.Action] = parser()._actions
    named = {name for action in actions for name in action.option_strings}
    return {name for name in named if name.startswith("--") and not name.startswith("--no-")}


def test_every_option_is_documented_and_no_other() -> None:
    said = re.findall(r"`(--[a-z]+(?:-[a-z]+)*)", part("Options") + part("Settings"))
    assert {name for name in said if not name.startswith("--no-")} == options()


def test_every_setting_is_documented_with_option_variable_and_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\S+) \| `(\w+)` \| ([^|]+) \|", part("Settings"), re.M)
    assert [row[0] for row in rows] == SETTINGS
    for name, option, variable, default in rows:
        assert option == ("HOST" if name == "server" else f"`--{name}`")
        assert variable == f"CARDGAME_{name.upper()}"
        usual = getattr(USUAL, name)
        shown = {True: "on", False: "off", "": "login name"}.get(usual, f"`{usual}`")
        assert default == shown, name


def test_every_kind_of_colour_is_documented() -> None:
    row = next(line for line in DOCUMENT.splitlines() if line.startswith("| `colour`"))
    assert all(f"`{colour}`" in row for colour in COLOURS)


def test_the_settings_file_of_the_document_is_one() -> None:
    text = DOCUMENT.partition("```toml\n")[2].partition("```")[0]
    assert set(tomllib.loads(text)) <= set(SETTINGS)


@pytest.mark.parametrize("name", [FILE_NAME, TOKENS, DISMISSED])
def test_every_file_is_documented(name: str) -> None:
    assert f"cardgame/{name}" in part("Files")


@pytest.mark.parametrize("text", [part("Exit codes"), README], ids=["client.md", "README"])
def test_every_exit_code_is_documented(text: str) -> None:
    rows = re.findall(r"^\| (\d+) \| (.+) \|$", text, re.M)
    assert [(int(code), meaning) for code, meaning in rows] == [
        (int(code), meaning) for code, meaning in MEANINGS.items()
    ]


def row(verb: Verb) -> str:
    """Return a command as a row of the document's tables."""
    typed = f"{verb.name} {verb.usage}".strip()
    also = ", ".join(f"`{alias}`" for alias in verb.aliases)
    return f"| `{typed}` | {verb.help} | {also + ' ' if also else ''}|"


@pytest.mark.parametrize(("heading", "verbs"), [("Commands", VERBS), ("Replays", REPLAY_VERBS)])
def test_every_command_is_documented_and_no_other(heading: str, verbs: tuple[Verb, ...]) -> None:
    rows = [line for line in part(heading).splitlines() if line.startswith("| `")]
    assert sorted(rows) == sorted(map(row, verbs))


def test_every_key_of_the_help_page_is_documented_and_no_other() -> None:
    rows = re.findall(r"^\| (.+) \| (.+) \|$", part("Keys"), re.M)
    said = [pair for pair in rows if pair not in (("key", "does"), ("---", "---"))]
    assert said == [(key, text) for key, text in KEYS if text]


def test_every_key_with_a_name_is_in_the_document() -> None:
    words = {
        "pageup": "PgUp",
        "pagedown": "PgDn",
        "escape": "Esc",
        "s-tab": "Tab",
        "delete": "Delete",
    }
    lacking = [key for key in NAMED if words.get(key, key).lower() not in part("Keys").lower()]
    assert not lacking


def test_the_version_is_that_of_the_project() -> None:
    assert __version__ == protocol_version
