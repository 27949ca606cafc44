"""Tokens that bring a seat back, kept for the next start of the client.

One small file for each server and name, mode 0600 in a folder of mode 0700. Whoever plays as that
name holds a lock beside it, so that two clients on one login do not cut each other off; the kernel
lets go of it however the program ends. Where a name stands in the path it stands as a digest:
both it and the server's id come from elsewhere.
"""

import os
import unicodedata
from hashlib import sha256
from pathlib import Path

from cardgame_client.locking import locked
from cardgame_client.safe import safe
from cardgame_client.writing import PRIVATE_FOLDER, private_folder, write_whole

TOKEN_DIGITS = 64
"""A token is 32 bytes in hexadecimal (docs/protocol.md, hello)."""

NAME_DIGITS = 32
"""Digits of a file's name: 128 bits, so that no two names meet by chance or by intent."""

PRIVATE_FILE = 0o600


class Claim:
    """The right to play as one name on one server; held until `release` or the program's end."""

    def __init__(self, path: Path, lock: int, label: str) -> None:
        self._path = path
        self._lock = lock
        self._label = label

    def token(self) -> str | None:
        """Return the token that was kept, None where there is none that makes sense."""
        try:
            token = self._path.read_bytes()[:TOKEN_DIGITS].decode("ascii")
            bytes.fromhex(token)
        except (OSError, ValueError):  # none, unreadable, or not by this program
            return None
        return token if len(token) == TOKEN_DIGITS else None

    def keep(self, token: str) -> None:
        """Keep a token for the next start, whole or not at all. Raises OSError."""
        if token != self.token():
            write_whole(self._path, f"{token}\n{self._label}\n")

    def forget(self) -> None:
        """Remove the token: the server does not know it any more. Raises OSError."""
        self._path.unlink(missing_ok=True)

    def release(self) -> None:
        """Let another client of this player have the name."""
        os.close(self._lock)


class TokenFolder:
    """The tokens of one player on this computer."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def claim(self, server_id: str, name: str) -> Claim | None:
        """Claim a name on a server; None where another running client has it.

        Raises OSError where the folder cannot be used.
        """
        private_folder(self._folder)
        self._folder.chmod(PRIVATE_FOLDER)
        stem = _stem(server_id, name)
        # Beside the token, not on it: a token is replaced by renaming, and its lock would go too.
        lock = os.open(self._folder / f"{stem}.lock", os.O_RDWR | os.O_CREAT, PRIVATE_FILE)
        try:
            free = locked(lock)
        except BaseException:
            os.close(lock)
            raise
        if not free:
            os.close(lock)
            return None
        return Claim(self._folder / f"{stem}.token", lock, f"{safe(name)} on {safe(server_id)}")


def _stem(server_id: str, name: str) -> str:
    """Return the file name for a name on a server; names that count as the same share it."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
    both = "\n".join((server_id, " ".join(folded.split())))
    return sha256(both.encode("utf-8", "surrogatepass")).hexdigest()[:NAME_DIGITS]
