"""A connection over TLS, and whether it is the server it was before.

A certificate that an authority of this computer vouches for is believed. Any other is remembered on
first use, as ssh does it, and nothing is sent to a server that shows another one later.
"""

import ssl

import anyio
from anyio.abc import ByteStream
from anyio.streams.tls import TLSAttribute

from cardgame_client.known_servers import AUTHORITY, KnownServers, fingerprint
from cardgame_client.link_errors import CannotConnectError, ServerChangedError


async def connect_tls(host: str, port: int, servers: KnownServers) -> ByteStream:
    """Connect, and make sure of the server.

    Raises OSError as `anyio.connect_tcp` does, CannotConnectError if the server does not speak TLS,
    ServerChangedError if it is not the one it was.
    """
    known = servers.known(host, port)
    if known is None or known == AUTHORITY:
        stream = await _vouched_for(host, port)
        if stream is not None:
            if known is None:
                servers.remember(host, port, AUTHORITY)
            return stream
        if known == AUTHORITY:
            raise _changed(host, port, servers, "no authority vouches for it any more")
    stream = await _any_certificate(host, port)
    certificate = stream.extra(TLSAttribute.peer_certificate_binary)  # noqa: S610 - anyio's, no Django
    shown = fingerprint(certificate or b"")
    if known is None:
        servers.remember(host, port, shown)
        servers.note = servers.note or (
            f"First connection to this server over TLS. Its certificate is {shown}; the server "
            "printed the same at its start, else somebody is in between. It is remembered now."
        )
    elif shown != known:
        await anyio.aclose_forcefully(stream)
        vouched = await _vouched_for(host, port)
        if vouched is None:
            raise _changed(host, port, servers, f"it is {shown} now and was {known}")
        servers.remember(host, port, AUTHORITY)
        return vouched
    return stream


def _changed(host: str, port: int, servers: KnownServers, how: str) -> ServerChangedError:
    return ServerChangedError(
        f"the certificate of {host} port {port} is not the one that was seen before: {how}. "
        "Somebody may be in between, or the server was set up anew: ask its host, and only if that "
        f"is so, take its line out of {servers.file}"
    )


async def _vouched_for(host: str, port: int) -> ByteStream | None:
    """Connect if an authority vouches for the server's name, else return None."""
    try:
        return await _handshake(host, port, ssl.create_default_context())
    except ssl.SSLCertVerificationError:
        return None


async def _any_certificate(host: str, port: int) -> ByteStream:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    # Who it is, is judged by the fingerprint, before anything is sent.
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return await _handshake(host, port, context)


async def _handshake(host: str, port: int, context: ssl.SSLContext) -> ByteStream:
    """Connect by TCP and shake hands."""
    try:
        # Frames say where they end, so that nobody has to wait for the other's `close_notify`.
        return await anyio.connect_tcp(
            host,
            port,
            tls=True,
            ssl_context=context,
            tls_standard_compatible=False,
            tls_hostname=host,
        )
    except ssl.SSLCertVerificationError:
        raise
    except (ssl.SSLError, anyio.EndOfStream, anyio.BrokenResourceError) as error:
        raise CannotConnectError(
            f"{host} port {port} does not answer in TLS: leave --tls out if that server has none"
        ) from error
