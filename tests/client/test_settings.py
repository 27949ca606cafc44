"""Settings: where they come from, in which order, and what is said of a wrong one."""

import os
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from cardgame_client.address import Address
from cardgame_client.choices import SettingsError, choose_settings, keep_dismissal
from cardgame_client.cli import main, parser
from cardgame_client.exits import Exit
from cardgame_client.folders import config_folder, state_folder
from cardgame_client.player import Player
from cardgame_client.settings import USUAL, Settings
from tests.client.test_command_line import client

NAMES = [field.name for field in fields(Settings)]
SWITCHES = [field.name for field in fields(Settings) if isinstance(field.default, bool)]


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"XDG_CONFIG_HOME": str(tmp_path / "c"), "XDG_STATE_HOME": str(tmp_path / "s")}


def write(environ: dict[str, str], text: str | bytes) -> Path:
    file = config_folder(environ) / "client.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def test_without_any_choice_the_defaults_hold(environ: dict[str, str]) -> None:
    assert choose_settings({}, environ) == USUAL


@pytest.mark.parametrize("name", SWITCHES)
def test_every_switch_can_be_set_in_file_environment_and_flags_which_win_in_that_order(
    name: str, environ: dict[str, str]
) -> None:
    write(environ, f"{name} = false")
    assert getattr(choose_settings({}, environ), name) is False
    environ[f"CARDGAME_{name.upper()}"] = "on"
    assert getattr(choose_settings({}, environ), name) is True
    options = vars(parser().parse_args([f"--no-{name}"]))
    assert getattr(choose_settings(options, environ), name) is False
    options = vars(parser().parse_args([f"--{name}"]))
    environ[f"CARDGAME_{name.upper()}"] = "0"
    assert getattr(choose_settings(options, environ), name) is True


@pytest.mark.parametrize(
    ("name", "values", "flags"),
    [
        ("name", ("Ana", "Bea", "Cem"), ["--name", "Cem"]),
        ("server", ("one", "two:5", "three"), ["three"]),
        ("colour", ("none", "16", "256"), ["--colour", "256"]),
    ],
)
def test_every_text_can_be_set_in_file_environment_and_flags_which_win_in_that_order(
    name: str, values: tuple[str, str, str], flags: list[str], environ: dict[str, str]
) -> None:
    write(environ, f'# mine\n{name} = "{values[0]}"\n')
    assert getattr(choose_settings({}, environ), name) == values[0]
    environ[f"CARDGAME_{name.upper()}"] = values[1]
    assert getattr(choose_settings({}, environ), name) == values[1]
    options = vars(parser().parse_args(flags))
    assert getattr(choose_settings(options, environ), name) == values[2]


def test_an_empty_variable_chooses_nothing(environ: dict[str, str]) -> None:
    environ |= {"CARDGAME_NAME": "", "CARDGAME_BELL": "", "NO_COLOR": ""}
    assert choose_settings({}, environ) == USUAL


def test_no_color_wins_over_the_file_and_a_choice_for_this_program_over_no_color(
    environ: dict[str, str],
) -> None:
    write(environ, 'colour = "true"')
    environ["NO_COLOR"] = "1"
    assert choose_settings({}, environ).colour == "none"
    environ["CARDGAME_COLOUR"] = "16"
    assert choose_settings({}, environ).colour == "16"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("bel = true", "bel is no setting; did you mean bell?"),
        ("xyz = 1", "xyz is no setting; there are name, server"),
        ("bell = 'yes'", "bell must be true or false, not 'yes'"),
        ("bell = 1", "bell must be true or false, not 1"),
        ("name = 5", 'name must be a text in quotes, as in name = "5"'),
        ("colour = 'pink'", "colour must be one of auto, none, 16, 256, true, not 'pink'"),
        ("bell = ?\n", "is no TOML: Invalid value (at line 1, column 8)"),
        (b"name = '\xff'", "is not UTF-8"),
        ("[bell]\nx = 1", "bell must be true or false"),
        ('"\\u001b[2J" = 1', "?[2J is no setting"),
    ],
)
def test_a_wrong_file_is_answered_with_file_and_key(
    text: str | bytes, says: str, environ: dict[str, str]
) -> None:
    file = write(environ, text)
    with pytest.raises(SettingsError) as caught:
        choose_settings({}, environ)
    said = str(caught.value)
    assert str(file) in said
    assert says in said
    assert said.isprintable()


def test_a_file_that_cannot_be_read_is_said_so(environ: dict[str, str]) -> None:
    (config_folder(environ) / "client.toml").mkdir(parents=True)
    with pytest.raises(SettingsError, match="cannot read"):
        choose_settings({}, environ)


@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [
        ("CARDGAME_BELL", "loud", "CARDGAME_BELL must be 1 or 0, not 'loud'"),
        ("CARDGAME_COLOUR", "pink", "CARDGAME_COLOUR must be one of auto"),
    ],
)
def test_a_wrong_variable_is_answered_with_its_name(
    variable: str, value: str, says: str, environ: dict[str, str]
) -> None:
    with pytest.raises(SettingsError) as caught:
        choose_settings({}, environ | {variable: value})
    assert says in str(caught.value)


def test_a_wrong_setting_ends_the_program_as_a_usage_error() -> None:
    file = write(dict(os.environ), "motion = 3")
    ended = client("--plain")
    assert ended.returncode == Exit.USAGE
    assert ended.stderr.decode() == (
        f"cardgame-client: {file}: motion must be true or false, not 3\n"
    )


def test_a_name_that_no_server_takes_is_a_usage_error_in_the_servers_words() -> None:
    ended = client("127.0.0.1:1", "--name", "a" * 21)
    assert ended.returncode == Exit.USAGE
    assert ended.stderr.decode() == (
        "cardgame-client: --name: This name cannot be used: it is 21 terminal cells wide, "
        "and 20 are the most. Choose another.\n"
    )


def test_a_name_of_twenty_cells_is_taken_wherever_it_is_chosen(environ: dict[str, str]) -> None:
    wide = "\u65e5" * 10
    assert choose_settings({"name": wide}, environ).name == wide
    with pytest.raises(SettingsError, match="CARDGAME_NAME: This name cannot be used"):
        choose_settings({}, environ | {"CARDGAME_NAME": "Ann\x07"})
    write(environ, f'name = "{wide}\u65e5"')
    with pytest.raises(SettingsError, match=r"client\.toml: name: This name .* 22 terminal cells"):
        choose_settings({}, environ)


def test_a_wrong_colour_on_the_command_line_is_a_usage_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--colour", "pink"]) == Exit.USAGE
    assert "--colour must be one of auto" in capsys.readouterr().err


def test_a_dismissed_hint_stays_away_and_the_player_s_file_is_not_touched(
    environ: dict[str, str],
) -> None:
    file = write(environ, "# my bell\nbell = false\n")
    keep_dismissal(environ)
    keep_dismissal(environ)
    assert choose_settings({}, environ) == Settings(bell=False, hints=False)
    assert file.read_text() == "# my bell\nbell = false\n"
    write(environ, "hints = true")
    assert choose_settings({}, environ).hints


def test_a_relative_xdg_folder_is_ignored_as_its_specification_says() -> None:
    environ = {"HOME": "/home/ana", "XDG_CONFIG_HOME": "here", "XDG_STATE_HOME": ""}
    assert config_folder(environ) == Path("/home/ana/.config/cardgame")
    assert state_folder(environ) == Path("/home/ana/.local/state/cardgame")


def test_on_windows_the_folders_are_those_for_application_data(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    environ = {"APPDATA": "/roaming", "LOCALAPPDATA": "/local", "XDG_CONFIG_HOME": "/xdg"}
    assert config_folder(environ) == Path("/roaming/cardgame")
    assert state_folder(environ) == Path("/local/cardgame")
    assert config_folder({"USERPROFILE": "/u"}) == Path("/u/AppData/Roaming/cardgame")


def test_a_hint_is_dismissed_once_and_for_good() -> None:
    ana, kept = Player(Address("nowhere"), "Ana"), [0]

    def keep() -> None:
        kept[0] += 1

    ana.keep_dismissal = keep
    ana.dismiss_hint()
    ana.dismiss_hint()
    assert not ana.settings.hints
    assert kept == [1]
    assert not ana.model.log


def test_bug_S02_a_dismissal_that_cannot_be_kept_is_told_and_holds_for_this_run() -> None:
    def full() -> None:
        raise OSError("no space left on device")

    ana = Player(Address("nowhere"), "Ana")
    ana.keep_dismissal = full
    ana.dismiss_hint()
    assert not ana.settings.hints
    assert ana.model.log[-1].text == "The hint comes back next time: No space left on device."
