"""Servers whose certificates were seen before, as ssh remembers hosts (docs/client.md, TLS).

One line for each server in a file of the state folder, `HOST:PORT WHAT`. WHAT is the certificate's
fingerprint for a server that has made it itself, and `authority` for one that has proved its name
by an authority that this computer trusts: it may have a new certificate every month.
"""

import base64
from hashlib import sha256
from pathlib import Path

from cardgame_client.link_errors import CannotConnectError
from cardgame_client.writing import private_folder, write_whole

FILE_NAME = "known_servers"
"""The usual name of that file in the state folder; clients and bots share it."""

AUTHORITY = "authority"
"""In the place of a fingerprint: the server's name is proved by an authority."""


class KnownServers:
    """What is remembered of servers. `note` is what a player should be told, "" for nothing."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.note = ""

    def known(self, host: str, port: int) -> str | None:
        """Return the fingerprint of a server, or AUTHORITY; None for one never seen.

        Raises CannotConnectError where the file is there and cannot be read.
        """
        return self._read().get(_name(host, port))

    def remember(self, host: str, port: int, what: str) -> None:
        """Keep the fingerprint of a server, or AUTHORITY.

        Where that cannot be written, `note` says so: the next run would see it for the first time.
        """
        servers = self._read() | {_name(host, port): what}
        try:
            private_folder(self.file.parent)
            write_whole(self.file, "".join(f"{name} {kept}\n" for name, kept in servers.items()))
        except OSError as error:
            self.note = f"The server's certificate cannot be remembered: {error.strerror}."

    def take_note(self) -> str:
        """Return the note, once."""
        note, self.note = self.note, ""
        return note

    def _read(self) -> dict[str, str]:
        try:
            text = self.file.read_text(encoding="utf-8", errors="replace")
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except OSError as error:
            # To take every server for a new one would believe whoever is in between.
            raise CannotConnectError(
                f"the servers that were seen before cannot be read: {self.file}: {error.strerror}"
            ) from error
        lines = [line.split() for line in text.splitlines()]
        return {words[0]: words[1] for words in lines if len(words) == 2}


def _name(host: str, port: int) -> str:
    """Return what a server stands under; a name means the same in capital letters."""
    return f"[{host}]:{port}" if ":" in host else f"{host.lower()}:{port}"


def fingerprint(certificate: bytes) -> str:
    """Return the digest of a certificate (DER), written as the server prints it at its start."""
    digest = base64.b64encode(sha256(certificate).digest()).decode("ascii").rstrip("=")
    return f"SHA256:{digest}"
