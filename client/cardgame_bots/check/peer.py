"""One connection to a bot that is being checked: the server's side, with time limits and notes."""

import socket
import time
from collections.abc import Iterator
from typing import Any

from cardgame_protocol import (
    BadRequest,
    Goodbye,
    Pong,
    ProtocolError,
    Request,
    ServerConnection,
    ServerMessage,
    UnsendableError,
    encode_value,
    frame,
)

from .steps import CheckFailedError, Transcript

READ_BYTES = 65536


class BotPeer:
    """Hears and says messages, one after the other; says what was wrong with what it heard."""

    def __init__(self, stream: socket.socket, transcript: Transcript) -> None:
        self._stream = stream
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._transcript = transcript
        self.wire = ServerConnection()
        self._ids: set[int] = set()
        self._heard: Iterator[Request | Pong | BadRequest | ProtocolError] = iter(())

    def say(self, message: ServerMessage) -> None:
        """Send one message."""
        try:
            self.write(self.wire.send(message))
        except UnsendableError as error:
            raise CheckFailedError(f"the check itself went wrong: {error}") from error

    def say_plain(self, message: dict[str, Any]) -> None:
        """Send a map that need be no message of this version."""
        self.write(frame(encode_value(message)))

    def write(self, data: bytes) -> None:
        """Send bytes as they are."""
        self._transcript.note("sent", data)
        try:
            self._stream.sendall(data)
        except OSError as error:
            raise CheckFailedError(f"it has closed the connection ({error.strerror})") from error

    def hear(self, seconds: float) -> Request | Pong | None:
        """Return the next message of the bot, None if it says nothing for so long.

        Raises CheckFailedError for what is no message, and for an end of the connection.
        """
        end = time.monotonic() + seconds
        while True:
            for message in self._heard:
                if isinstance(message, BadRequest):
                    raise CheckFailedError(f"it sent a request that is refused: {message.text}")
                if isinstance(message, ProtocolError):
                    raise CheckFailedError(f"its bytes are not the protocol: {message.text}")
                self._note_id(message)
                return message
            data = self._read(end - time.monotonic())
            if data is None:
                return None
            self._transcript.note("got", data)
            self._heard = self.wire.receive_data(data)

    def _note_id(self, message: Request | Pong) -> None:
        if isinstance(message, Pong):
            return
        if message.id in self._ids:
            raise CheckFailedError(
                f"it has sent two requests with the id {message.id}: each of a connection needs its"
                " own, for the answers are told apart by it"
            )
        self._ids.add(message.id)

    def _read(self, seconds: float) -> bytes | None:
        if seconds <= 0:
            return None
        self._stream.settimeout(seconds)
        try:
            data = self._stream.recv(READ_BYTES)
        except TimeoutError:
            return None
        except OSError as error:
            raise ClosedError(f"the connection broke ({error.strerror})") from error
        if not data:
            raise ClosedError("it has closed the connection")
        return data

    def goodbye(self, code: str) -> None:
        """Say goodbye and close."""
        self.say(Goodbye(code=code, text="This check has come to its end."))
        self.close()

    def close(self) -> None:
        """Close without a word."""
        self._stream.close()


class ClosedError(CheckFailedError):
    """The bot has ended the connection."""
