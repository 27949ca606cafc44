"""Where the player's files are: the choices in one folder, what the program remembers in another.

Where the XDG base directory specification holds, that is `~/.config/cardgame` and
`~/.local/state/cardgame`; on Windows the folders for application data.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

OWN = "cardgame"


def config_folder(environ: Mapping[str, str]) -> Path:
    """Return the folder of the settings file, which need not exist."""
    if sys.platform == "win32":
        return _given(environ, "APPDATA", "AppData", "Roaming") / OWN
    return _given(environ, "XDG_CONFIG_HOME", ".config") / OWN


def state_folder(environ: Mapping[str, str]) -> Path:
    """Return the folder for what the program remembers by itself, which need not exist."""
    if sys.platform == "win32":
        return _given(environ, "LOCALAPPDATA", "AppData", "Local") / OWN
    return _given(environ, "XDG_STATE_HOME", ".local", "state") / OWN


def _given(environ: Mapping[str, str], variable: str, *usual: str) -> Path:
    """Return the folder that `variable` names, else the usual one below the home folder."""
    # The specification says to ignore a relative path there.
    named = Path(environ.get(variable, ""))
    if named.is_absolute():
        return named
    home = environ.get("USERPROFILE" if sys.platform == "win32" else "HOME", "")
    return Path(home or Path.home(), *usual)
