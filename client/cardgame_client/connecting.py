"""The beginning of a link: finding the server, and its greeting (docs/protocol.md, Handshake)."""

import os
import socket

import anyio
from anyio.abc import ByteStream

from cardgame_client.known_servers import KnownServers
from cardgame_client.link_errors import (
    GoodbyeError,
    LinkError,
    NotACardServerError,
    UnansweredError,
    VersionRefusedError,
)
from cardgame_protocol import (
    ClientConnection,
    Goodbye,
    GoodbyeCode,
    Greeting,
    Pong,
    ProtocolError,
    ServerMessage,
    shared_version,
)
from cardgame_protocol.limits import VERSIONS

CONNECT_SECONDS = 10.0
"""Until a server must have accepted the connection and greeted: a LAN needs milliseconds, a bad
mobile link a few seconds."""

NUDGE_SECONDS = 1.0
"""Who has not greeted by then may be waiting for a handshake of TLS, and says so at our first word:
several round trips of a bad link, and soon enough for somebody who has forgotten an option."""

RECEIVE_BYTES = 65536
"""Bytes taken from the network at once: the longest frame."""


async def connect(host: str, port: int, servers: KnownServers | None = None) -> ByteStream:
    """Connect by TCP, with `servers` by TLS over it; they say who was there before.

    Raises UnansweredError, and by TLS also CannotConnectError and ServerChangedError.
    """
    try:
        with anyio.fail_after(CONNECT_SECONDS):
            if servers is None:
                return await anyio.connect_tcp(host, port)
            from cardgame_client.tls import connect_tls  # noqa: PLC0415 - only who needs it

            return await connect_tls(host, port, servers)
    except TimeoutError:
        reason = f"no answer within {CONNECT_SECONDS:.0f} seconds"
    except OSError as error:
        reason = _reason(error)
    except UnicodeError:
        reason = "that is no host name"
    raise UnansweredError(f"cannot connect to {host} port {port}: {reason}")


def _reason(error: OSError) -> str:
    """Return the operating system's own words; anyio puts them one level deeper."""
    cause = error.__cause__
    if isinstance(cause, ExceptionGroup):
        cause = cause.exceptions[0]
    deepest = cause if isinstance(cause, OSError) else error
    resolved = not isinstance(deepest, socket.gaierror)
    said = os.strerror(deepest.errno) if resolved and deepest.errno else deepest.strerror
    return (said or str(deepest)).lower()


async def greeted(
    stream: ByteStream, wire: ClientConnection
) -> tuple[Greeting, list[ServerMessage | ProtocolError]]:
    """Return the greeting and what came in the same breath.

    Raises NotACardServerError, VersionRefusedError, or GoodbyeError from a server that is full.
    """
    try:
        with anyio.fail_after(CONNECT_SECONDS):
            data = await _first_bytes(stream, wire)
            while not (messages := list(wire.receive_data(data))):
                data = await stream.receive(RECEIVE_BYTES)
            return _first(messages[0]), list(messages[1:])
    except TimeoutError:
        reason = f"it said nothing for {CONNECT_SECONDS:.0f} seconds"
    except (anyio.EndOfStream, anyio.BrokenResourceError):
        reason = "it closed the connection without a greeting"
    raise NotACardServerError(f"there is no card server at that address: {reason}")


async def _first_bytes(stream: ByteStream, wire: ClientConnection) -> bytes:
    """Return what the server says first; to one that waits, say what is an answer to nothing."""
    with anyio.move_on_after(NUDGE_SECONDS):
        return await stream.receive(RECEIVE_BYTES)
    await stream.send(wire.send(Pong()))
    return await stream.receive(RECEIVE_BYTES)


def _first(message: ServerMessage | ProtocolError) -> Greeting:
    if isinstance(message, Goodbye):
        raise farewell(message)
    if not isinstance(message, Greeting):
        text = message.text if isinstance(message, ProtocolError) else "it did not greet"
        raise NotACardServerError(f"there is no card server at that address: {text}")
    if shared_version(message.versions) is None:
        theirs = ", ".join(map(str, message.versions)) or "none"
        ours = ", ".join(map(str, VERSIONS))
        raise VersionRefusedError(
            f"the server speaks protocol version {theirs}, this client {ours}: update the older one"
        )
    return message


def farewell(goodbye: Goodbye) -> LinkError:
    """Return the exception that a goodbye of the server means."""
    if goodbye.code == GoodbyeCode.VERSION:
        return VersionRefusedError(goodbye.text)
    return GoodbyeError(goodbye)
