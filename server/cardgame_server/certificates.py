"""What the server proves itself by: a certificate that was given, or one of its own."""

import base64
import ssl
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from cardgame_server.records import write_whole
from cardgame_server.selfsigned import make

FILE: Final = "tls.pem"
"""In the data folder: key and certificate that the server has made itself, for its owner only."""

_BEGIN: Final = "-----BEGIN CERTIFICATE-----"
_END: Final = "-----END CERTIFICATE-----"


class CertificateError(Exception):
    """A certificate or its key cannot be used; the message says which file, and why."""


class Proof(NamedTuple):
    """What connections are encrypted with; `fingerprint` is for people to compare."""

    context: ssl.SSLContext
    fingerprint: str


def given(certificate: Path, key: Path) -> Proof:
    """Use a certificate (its chain behind it) and its key, both PEM. Raises CertificateError."""
    return Proof(_context(certificate, key), fingerprint(_text(certificate), certificate))


def own(folder: Path) -> Proof:
    """Use the server's own certificate, and make it if there is none. Raises CertificateError."""
    file = folder / FILE
    try:
        if not file.exists():
            # The draft that `write_whole` renames is readable by its owner only, from the start.
            write_whole(file, "".join(make()))
    except OSError as error:
        raise CertificateError(f"{file} cannot be written: {error.strerror}") from error
    return given(file, file)


def fingerprint(pem: str, file: Path) -> str:
    """Return the digest of the first certificate in a PEM text, written as ssh does."""
    body = pem.partition(_BEGIN)[2].partition(_END)[0]
    try:
        der = ssl.PEM_cert_to_DER_cert(f"{_BEGIN}{body}{_END}")
    except ValueError as error:
        raise CertificateError(f"{file} holds no certificate in PEM form") from error
    digest = base64.b64encode(sha256(der).digest()).decode("ascii").rstrip("=")
    return f"SHA256:{digest}"


def _context(certificate: Path, key: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    # A session is not taken up again: the player's token does that. So nothing is sent unasked.
    context.num_tickets = 0
    try:
        context.load_cert_chain(certificate, key, password=_no_passphrase)
    except OSError as error:
        # Without a file name: either file may be meant.
        why = (error.strerror or str(error)).lower()
        files = str(certificate) if certificate == key else f"{certificate} and {key}"
        raise CertificateError(f"{files} cannot be used as certificate and key: {why}") from error
    except ValueError as error:
        raise CertificateError(f"{key} has a passphrase, and nobody to type it: {error}") from error
    return context


def _no_passphrase() -> str:
    """Refuse to ask on a terminal that may not be there."""
    raise ValueError("give a key without one")


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii", errors="replace")
    except OSError as error:
        raise CertificateError(f"{file} cannot be read: {error.strerror}") from error
