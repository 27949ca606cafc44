"""Where to listen, and what others type to get there. No name is looked up on the internet."""

import fcntl
import ipaddress
import socket
import struct
from dataclasses import dataclass
from typing import Final

from cardgame_protocol.limits import DEFAULT_PORT

_BACKLOG: Final = 1024
# Attempts to find a port that is free for both IPv4 and IPv6 when the system is to choose.
_TRIES: Final = 20
# Linux's request for an interface's IPv4 address; other systems answer with an error.
_SIOCGIFADDR: Final = 0x8915


class AddressError(ValueError):
    """A text that says no place to listen at, or a place where nobody can."""


@dataclass(frozen=True, slots=True)
class Address:
    """A place to listen at. `host` "" means all interfaces; `port` 0 means any free one."""

    host: str
    port: int


def parse(text: str) -> Address:
    """Read `HOST`, `HOST:PORT`, `:PORT`, `[IPv6]:PORT` or a bare IPv6 address."""
    text = text.strip()
    if text.isdigit():  # which the system would take for an IPv4 address, 0.0.82.116 for 21108
        raise AddressError(f"{text!r} is no host: write :{text} for that port of all interfaces")
    host, port = text, ""
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise AddressError(f"{text!r}: an IPv6 address is written [ADDRESS]:PORT")
        port = rest[1:]
    elif text.count(":") == 1:
        host, _, port = text.partition(":")
    if not port:
        number = DEFAULT_PORT
    elif port.isascii() and port.isdigit() and int(port) <= 65535:
        number = int(port)
    else:
        raise AddressError(f"{text!r}: a port is a number from 0 to 65535, not {port!r}")
    return Address("" if host == "*" else host, number)


def shown(host: str, port: int, *, default: int | None = None) -> str:
    """Return an address as it is typed; the port is left out if it is the default."""
    host = f"[{host}]" if ":" in host else host
    return host if port == default else f"{host}:{port}"


def listen(address: Address) -> list[socket.socket]:
    """Open listening sockets, IPv4 and IPv6 on the same port where the host has both.

    Raises AddressError in one line fit to be shown: port in use, no such host, not allowed.
    """
    places = _resolve(address)
    tries = _TRIES if address.port == 0 and len(places) > 1 else 1
    while True:
        tries -= 1
        try:
            return _listen_all(places, address.port)
        except OSError as error:
            if not tries:
                where = shown(address.host or "*", address.port)
                why = error.strerror or str(error)
                raise AddressError(f"cannot listen on {where}: {why.lower()}") from error


def _resolve(address: Address) -> list[tuple[socket.AddressFamily, str]]:
    if not address.host:
        both = [(socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")]  # noqa: S104 - friends on the LAN are to find it; --listen narrows it
        return both if _has_ipv6() else both[:1]
    try:
        found = socket.getaddrinfo(
            address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except OSError as error:
        raise AddressError(f"cannot listen on {address.host!r}: {error.strerror}") from error
    places = [(family, str(where[0])) for family, _, _, _, where in found]
    # IPv4 first: its port, when any will do, is the one that is taken for IPv6 as well.
    return sorted(set(places), key=lambda place: place[0] != socket.AF_INET)


def _has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


def _listen_all(places: list[tuple[socket.AddressFamily, str]], port: int) -> list[socket.socket]:
    opened: list[socket.socket] = []
    try:
        for family, host in places:
            listener = socket.socket(family, socket.SOCK_STREAM)
            opened.append(listener)
            # A restart must not wait for old connections to fade away.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listener.bind((host, port))
            listener.listen(_BACKLOG)
            port = int(listener.getsockname()[1])
    except OSError:
        for listener in opened:
            listener.close()
        raise
    return opened


def for_this_computer(listeners: list[socket.socket]) -> tuple[str, int]:
    """Return host and port by which this computer reaches a server."""
    host, port = listeners[0].getsockname()[:2]
    if host == "0.0.0.0":  # noqa: S104 - compared, not bound
        return "127.0.0.1", port
    return ("::1" if host == "::" else str(host)), port


def for_the_lan(listeners: list[socket.socket]) -> list[str]:
    """Return the addresses under which others reach a server, none for a loopback one."""
    hosts = [str(listener.getsockname()[0]) for listener in listeners]
    if "0.0.0.0" in hosts:  # noqa: S104 - compared, not bound
        return own_addresses()
    return [host for host in hosts if _reachable(host)]


def own_addresses() -> list[str]:
    """Return this computer's IPv4 addresses on its networks, in no need of any network."""
    found = {_of_interface(name) for _, name in socket.if_nameindex()}
    found.add(_of_route())
    return sorted(host for host in found if _reachable(host))


def _of_interface(name: str) -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        request = struct.pack("256s", name.encode()[:15])
        try:
            answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, request)
        except OSError:
            return ""  # No IPv4 address, or another system than Linux.
    return socket.inet_ntoa(answer[20:24])


def _of_route() -> str:
    """Return the address by which packets would leave; none is sent (192.0.2.1 is nobody's)."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def _reachable(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return not (address.is_loopback or address.is_unspecified or address.is_link_local)
