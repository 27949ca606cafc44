"""The password of a server that has one: where the player says it, never on the command line."""

from collections.abc import Mapping
from pathlib import Path

from cardgame_client.safe import safe
from cardgame_protocol.limits import PASSWORD_CHARS

VARIABLE = "CARDGAME_PASSWORD"
"""In the environment, which other users cannot read; a command line they can."""


MOST_BYTES = 4 * PASSWORD_CHARS + 4
"""Of a password's line: what is longer is none, and a file may have no end (`/dev/zero`)."""


class PasswordError(Exception):
    """The server's password cannot be read; the text says why."""


def read_password(file: str | None, environ: Mapping[str, str]) -> str | None:
    """Return the first line of `file`, else the environment's password, None where is none.

    Raises PasswordError.
    """
    if file is None:
        return environ.get(VARIABLE) or None
    try:
        with Path(file).expanduser().open("rb") as opened:
            first = opened.readline(MOST_BYTES).decode()
    except UnicodeDecodeError:
        raise PasswordError(f"{safe(file)} is not UTF-8: save it as UTF-8") from None
    except OSError as error:
        raise PasswordError(f"cannot read {safe(file)}: {error.strerror}") from error
    password = first.rstrip("\r\n")
    if len(password) > PASSWORD_CHARS:
        raise PasswordError(
            f"the first line of {safe(file)} is no password: it is longer than {PASSWORD_CHARS}"
            " characters"
        )
    return password or None
