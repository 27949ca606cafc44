"""The server's password: where it is read from, and how one that was given is compared with it."""

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from cardgame_protocol.limits import PASSWORD_CHARS

VARIABLE: Final = "CARDGAME_SERVER_PASSWORD"
"""In the environment, which other users cannot read; a command line they can."""

_SCRYPT_N: Final = 2**14
_SCRYPT_R: Final = 8
_SCRYPT_P: Final = 1
"""50 ms and 16 MiB for each guess: nobody notices the one at the beginning of an evening."""


_MOST_BYTES: Final = 4 * PASSWORD_CHARS + 4
"""Of a password's line: what is longer is none, and a file may have no end (`/dev/zero`)."""


class PasswordError(Exception):
    """The password cannot be read or used; the message says why."""


def read(file: Path | None, environ: Mapping[str, str]) -> str | None:
    """Return the password: the first line of `file`, else the environment's, else None.

    Raises PasswordError.
    """
    if file is None:
        password, where = environ.get(VARIABLE, ""), VARIABLE
        if not password:
            return None
    else:
        try:
            with file.open("rb") as opened:
                password, where = opened.readline(_MOST_BYTES).decode(), str(file)
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
            raise PasswordError(f"the password cannot be read from {file}: {why}") from error
    password = password.rstrip("\r\n")
    if not 1 <= len(password) <= PASSWORD_CHARS:
        many = f"more than {PASSWORD_CHARS}" if password else "no"
        raise PasswordError(
            f"the password in {where} has {many} characters; 1 to {PASSWORD_CHARS} will do"
        )
    return password


class Guard:
    """Knows whether a password is right, and keeps nothing from which it could be read."""

    def __init__(self, password: str) -> None:
        self._salt = secrets.token_bytes(16)
        self._hash = self._hashed(password)

    def check(self, given: str) -> bool:
        """Compare a password; takes some 50 ms, always as long. For a thread of its own."""
        return hmac.compare_digest(self._hashed(given), self._hash)

    def _hashed(self, password: str) -> bytes:
        data = password.encode("utf-8", "surrogatepass")
        return hashlib.scrypt(data, salt=self._salt, n=_SCRYPT_N, r=_SCRYPT_R, p=_SCRYPT_P)
