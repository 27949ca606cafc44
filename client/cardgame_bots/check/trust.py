"""TLS for the check of a server: made sure of once, as a client does, then it stays the same."""

import os
import socket
import ssl

import anyio

from cardgame_client.address import Address
from cardgame_client.connection import Link
from cardgame_client.folders import state_folder
from cardgame_client.known_servers import AUTHORITY, FILE_NAME, KnownServers, fingerprint

from .steps import CheckFailedError


class Trust:
    """Wraps connections to one server. Raises the LinkError of a first one that fails."""

    def __init__(self, address: Address) -> None:
        self._host = address.host
        known = KnownServers(state_folder(os.environ) / FILE_NAME)
        anyio.run(_connect_once, address, known)
        # None where it cannot be remembered: then the first one that is shown is the one.
        self._known = known.known(address.host, address.port)

    def wrap(self, stream: socket.socket) -> ssl.SSLSocket:
        """Shake hands. Raises OSError, and CheckFailedError if it is another server now."""
        if self._known == AUTHORITY:
            return ssl.create_default_context().wrap_socket(stream, server_hostname=self._host)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        # Who it is, is judged by the fingerprint, before anything is sent.
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        wrapped = context.wrap_socket(stream, server_hostname=self._host)
        shown = fingerprint(wrapped.getpeercert(binary_form=True) or b"")
        self._known = self._known or shown
        if shown != self._known:
            wrapped.close()
            raise CheckFailedError("its certificate is another one than a moment ago")
        return wrapped


async def _connect_once(address: Address, known: KnownServers) -> None:
    async with Link.open(address.host, address.port, known):
        pass
