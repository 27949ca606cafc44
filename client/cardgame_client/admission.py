"""The password of a server that has one: where the player says it, never on the command line."""

from collections.abc import Mapping
from pathlib import Path

from cardgame_client.safe import safe

VARIABLE = "CARDGAME_PASSWORD"
"""In the environment, which other users cannot read; a command line they can."""


class PasswordError(Exception):
    """The server's password cannot be read; the text says why."""


def read_password(file: str | None, environ: Mapping[str, str]) -> str | None:
    """Return the first line of `file`, else the environment's password, None where is none.

    Raises PasswordError.
    """
    if file is None:
        return environ.get(VARIABLE) or None
    try:
        first = Path(file).expanduser().read_text(encoding="utf-8").partition("\n")[0]
    except UnicodeDecodeError:
        raise PasswordError(f"{safe(file)} is not UTF-8: save it as UTF-8") from None
    except OSError as error:
        raise PasswordError(f"cannot read {safe(file)}: {error.strerror}") from error
    return first.rstrip("\r") or None
