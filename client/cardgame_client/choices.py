"""Where the player's settings come from: flags, then environment, then file, then defaults.

Each setting has one name everywhere: `bell` is `bell = false` in the file, `CARDGAME_BELL=0` in
the environment, `--no-bell` on the command line. docs/client.md lists them.
"""

from collections.abc import Mapping
from dataclasses import fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from cardgame_client.folders import config_folder, state_folder
from cardgame_client.safe import safe
from cardgame_client.settings import COLOURS, Settings
from cardgame_client.writing import private_folder
from cardgame_protocol import BadRequest
from cardgame_protocol.naming import clean_name

FILE_NAME = "client.toml"
PREFIX = "CARDGAME_"
DISMISSED = "hint-dismissed"
"""An empty file in the state folder: the first-game hint was dismissed for good. The player's own
file is never written by the program, so that comments and order stay theirs."""

YES = frozenset({"1", "yes", "true", "on"})
NO = frozenset({"0", "no", "false", "off"})

_FIELDS = {field.name: field for field in fields(Settings)}


class SettingsError(Exception):
    """A setting is unknown or has a wrong value; the text says where, and what may stand there."""


def choose_settings(flags: Mapping[str, Any], environ: Mapping[str, str]) -> Settings:
    """Return what holds for this run; a flag that was not given is missing or None.

    Raises SettingsError.
    """
    file = config_folder(environ) / FILE_NAME
    remembered = {"hints": False} if (state_folder(environ) / DISMISSED).exists() else {}
    given = {
        name: _flag(name, value)
        for name, value in flags.items()
        if name in _FIELDS and value is not None
    }
    chosen: dict[str, Any] = remembered | from_file(file) | from_environment(environ) | given
    return Settings(**chosen)


def from_file(path: Path) -> dict[str, Any]:
    """Return the settings in a TOML file, none where there is no file. Raises SettingsError."""
    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SettingsError(f"cannot read {safe(str(path))}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(
            f"{safe(str(path))} is not UTF-8: save it as UTF-8, or remove it"
        ) from error
    return {key: _read(path, key, value) for key, value in _toml(path, text).items()}


def _toml(path: Path, text: str) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 - only for those who have such a file

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{safe(str(path))} is no TOML: {safe(str(error))}") from error


def _read(path: Path, key: str, value: Any) -> Any:
    where = f"{safe(str(path))}: {safe(key)}"
    if key not in _FIELDS:
        similar = get_close_matches(key, _FIELDS, n=1)
        instead = f"did you mean {similar[0]}?" if similar else f"there are {', '.join(_FIELDS)}"
        raise SettingsError(f"{where} is no setting; {instead}")
    if isinstance(_FIELDS[key].default, bool):
        if not isinstance(value, bool):
            raise SettingsError(f"{where} must be true or false, not {safe(repr(value))}")
        return value
    if not isinstance(value, str):
        raise SettingsError(f'{where} must be a text in quotes, as in {key} = "{value!s:.20}"')
    return _text(where, key, value)


def from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings of the environment; an empty variable is none. Raises SettingsError."""
    chosen: dict[str, Any] = {"colour": "none"} if environ.get("NO_COLOR") else {}
    for name, field in _FIELDS.items():
        variable = PREFIX + name.upper()
        value = environ.get(variable, "")
        if value:
            boolean = isinstance(field.default, bool)
            chosen[name] = _switch(variable, value) if boolean else _text(variable, name, value)
    return chosen


def _switch(variable: str, value: str) -> bool:
    if value.lower() in YES | NO:
        return value.lower() in YES
    raise SettingsError(f"{variable} must be 1 or 0, not {safe(value)!r}")


def _flag(name: str, value: Any) -> Any:
    return _text(f"--{name}", name, value) if isinstance(value, str) else value


def _text(where: str, name: str, value: str) -> str:
    if name == "colour" and value not in COLOURS:
        raise SettingsError(f"{where} must be one of {', '.join(COLOURS)}, not {safe(value)!r}")
    if name == "name" and value:
        _check_name(where, value)
    return value


def _check_name(where: str, value: str) -> None:
    """Refuse a name as the server would, in its words, before there is a connection."""
    try:
        clean_name(value)
    except BadRequest as error:
        raise SettingsError(f"{where}: {error.text}") from None


def keep_dismissal(environ: Mapping[str, str]) -> None:
    """Remember for good that the first-game hint was dismissed. Raises OSError."""
    folder = state_folder(environ)
    private_folder(folder)
    (folder / DISMISSED).touch()
