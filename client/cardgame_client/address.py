"""Reading what a player types for a server: `HOST`, `HOST:PORT`, `[V6]:PORT`, `cardgames://...`."""

from dataclasses import dataclass

from cardgame_client.safe import safe
from cardgame_protocol.limits import DEFAULT_PORT

SCHEME = "cardgame://"
TLS_SCHEME = "cardgames://"
HIGHEST_PORT = 65535


class AddressError(ValueError):
    """The text is no address; the message says what to write instead."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens: a host name or IP address, and a TCP port (1 to 65535).

    `tls` says that the connection is to be encrypted.
    """

    host: str
    port: int = DEFAULT_PORT
    tls: bool = False

    def __str__(self) -> str:
        """Return the shortest text that `parse_address` reads back to this address."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        scheme = TLS_SCHEME if self.tls else ""
        return scheme + (host if self.port == DEFAULT_PORT else f"{host}:{self.port}")


def parse_address(text: str) -> Address:
    """Read `text` as an address.

    Raises AddressError where there is no host, or a port that is no number from 1 to 65535.
    """
    tls = text.strip().startswith(TLS_SCHEME)
    bare = text.strip().removeprefix(TLS_SCHEME if tls else SCHEME).rstrip("/")
    host, port = _split(bare)
    if not host or any(mark in host for mark in " /[]@"):
        raise AddressError(f"{safe(text)!r} is no address: write HOST, HOST:PORT or [IPV6]:PORT")
    if host.isdigit():  # which the system would take for an IPv4 address, 0.0.82.116 for 21108
        raise AddressError(f"{safe(text)!r} is no host: write localhost:{host} for that port here")
    return Address(host, _port(port, text) if port is not None else DEFAULT_PORT, tls)


def _split(bare: str) -> tuple[str, str | None]:
    """Return host and port text; a bare IPv6 address has more than one colon and no port."""
    if bare.startswith("["):
        host, closing, rest = bare[1:].partition("]")
        if not closing or (rest and not rest.startswith(":")):
            return "", None
        return host, rest[1:] if rest else None
    if bare.count(":") > 1:
        return bare, None
    host, colon, port = bare.partition(":")
    return host, port if colon else None


def _port(port: str, text: str) -> int:
    if not (port.isascii() and port.isdigit() and 1 <= int(port) <= HIGHEST_PORT):
        raise AddressError(
            f"the port in {safe(text)!r} must be a number from 1 to {HIGHEST_PORT}: "
            f"write HOST:{DEFAULT_PORT}, or leave it out"
        )
    return int(port)
