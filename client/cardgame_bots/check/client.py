"""One connection to a server that is being checked: a client that looks at everything it gets.

It does not stand on `cardgame_client.connection`, which makes the best of a server: answers pings
unseen, sends nothing but what is right, and takes messages while its program does something else.
Here each byte is written down, wrong ones are sent, one thing happens after the other, and whatever
the document does not have is a finding. What both need is in `cardgame_protocol.ClientConnection`.
"""

import socket
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from typing import Any, TypeVar

import msgspec

from cardgame_client.address import Address
from cardgame_protocol import (
    ClientConnection,
    Goodbye,
    Greeting,
    HelloRequest,
    HelloResult,
    ListRequest,
    Ok,
    Ping,
    Pong,
    ProtocolError,
    Refused,
    Request,
    Result,
    ServerMessage,
    Update,
    encode,
    encode_value,
    frame,
    read_result,
)
from cardgame_protocol.limits import VERSIONS

from .steps import CheckFailedError, Transcript
from .trust import Trust

Connected = AbstractContextManager["CheckedServer"]
"""A connection to be opened by `with`, and greeted then."""

R = TypeVar("R", bound=Result)

READ_BYTES = 65536


class SilentError(CheckFailedError):
    """The server says nothing where it should."""


class NobodyError(CheckFailedError):
    """Nothing answers at the address, or not as a card server does."""


class SentOffError(CheckFailedError):
    """The server said goodbye in place of a greeting."""

    def __init__(self, goodbye: Goodbye) -> None:
        super().__init__(f"it said goodbye, {goodbye.code}: {goodbye.text}")
        self.code = goodbye.code


class CheckedServer:
    """A connection that is open, to be closed. Raises NobodyError where there is none to be had."""

    def __init__(
        self,
        address: Address,
        transcript: Transcript,
        seconds: float,
        password: str | None = None,
        trust: Trust | None = None,
    ) -> None:
        self.seconds = seconds
        self._password = password
        self._trust = trust
        self.updates: list[Update] = []
        self._address = address
        self._transcript = transcript
        self._wire = ClientConnection()
        self._heard: Iterator[ServerMessage | ProtocolError] = iter(())
        self.greeting: Greeting
        try:
            self._stream = self._connected()
        except OSError as error:
            raise NobodyError(
                f"cannot connect to {self._address}: {(error.strerror or str(error)).lower()}"
            ) from error

    def close(self) -> None:
        """Close the connection."""
        self._stream.close()

    def greet(self) -> None:
        """Take the greeting into `greeting`."""
        try:
            greeting = self.hear()
        except SilentError as error:
            nobody = NobodyError(f"{self._address} is no card server: {error}")
            raise self._sent_off() or nobody from error
        if greeting is None:
            raise NobodyError(f"{self._address} is no card server: it closed without a word")
        if isinstance(greeting, Goodbye):
            raise SentOffError(greeting)
        if not isinstance(greeting, Greeting):
            raise CheckFailedError("the first message is no `greeting`")
        self.greeting = greeting

    def _sent_off(self) -> SentOffError | None:
        """Say something: who speaks TLS only tells so at once then, and else after five seconds."""
        try:
            self.write(encode(ListRequest(id=1)))
            told = self.hear()
        except CheckFailedError:
            return None
        return SentOffError(told) if isinstance(told, Goodbye) else None

    def _connected(self) -> socket.socket:
        where = (self._address.host, self._address.port)
        stream = socket.create_connection(where, self.seconds)
        return stream if self._trust is None else self._trust.wrap(stream)

    def write(self, data: bytes) -> None:
        """Send bytes as they are."""
        self._transcript.note("sent", data)
        try:
            self._stream.sendall(data)
        except OSError as error:
            raise CheckFailedError(f"the server has closed the connection: {error}") from error

    def say_plain(self, message: dict[str, Any]) -> None:
        """Send a map that need be no request of this version."""
        self.write(frame(encode_value(message)))

    def new_id(self) -> int:
        """Return an id for a request."""
        return self._wire.new_id()

    def hear(self) -> ServerMessage | None:
        """Return the next message, pings answered; None at the end of the connection.

        Raises CheckFailedError for what is no message, and for silence.
        """
        end = time.monotonic() + self.seconds
        while True:
            for message in self._heard:
                if isinstance(message, ProtocolError):
                    raise CheckFailedError(f"what it sent is not the protocol: {message.text}")
                if isinstance(message, Ping):
                    self.write(self._wire.send(Pong()))
                    continue
                return message
            data = self._read(end - time.monotonic())
            if not data:
                return None
            self._transcript.note("got", data)
            self._heard = self._wire.receive_data(data)

    def _read(self, seconds: float) -> bytes:
        self._stream.settimeout(max(seconds, 0.001))
        try:
            return self._stream.recv(READ_BYTES)
        except TimeoutError as error:
            raise SilentError(f"it said nothing for {self.seconds:g} s") from error
        except OSError:
            return b""

    def answer(self, number: int) -> Ok | Refused:
        """Return the answer to request `number`; updates before it are kept in `updates`."""
        while True:
            message = self.hear()
            if isinstance(message, Ok | Refused):
                if message.id != number:
                    raise CheckFailedError(f"an answer to {message.id} came, for {number}")
                return message
            if isinstance(message, Update):
                self.updates.append(message)
            elif message is None or isinstance(message, Goodbye):
                raise CheckFailedError("it ended the connection instead of answering")

    def request(self, message: Request) -> Ok | Refused:
        """Send a request, with an id of its own, and return its answer."""
        number = self.new_id()
        self.write(self._wire.send(msgspec.structs.replace(message, id=number)))
        return self.answer(number)

    def ok(self, message: Request) -> Ok:
        """Send a request that must be accepted."""
        answer = self.request(message)
        if isinstance(answer, Refused):
            name = type(message).__name__
            raise CheckFailedError(f"{name} was refused: {answer.code}, {answer.text}")
        return answer

    def ask(self, message: Request, result: type[R]) -> R:
        """Send a request that must be accepted, and return its result."""
        try:
            return read_result(self.ok(message), result)
        except ProtocolError as error:
            raise CheckFailedError(
                f"its result is not that of the document: {error.text}"
            ) from error

    def refused(self, message: Request, *codes: str) -> Refused:
        """Send a request that must be refused with one of these codes."""
        return self.must_refuse(self.request(message), *codes)

    @staticmethod
    def must_refuse(answer: Ok | Refused, *codes: str) -> Refused:
        """Return the answer if it is a refusal with one of these codes."""
        wanted = " or ".join(codes)
        if isinstance(answer, Ok):
            raise CheckFailedError(f"it was accepted; it should be refused as {wanted}")
        if answer.code not in codes:
            raise CheckFailedError(f"it was refused as {answer.code}, not as {wanted}")
        return answer

    def hello(self, name: str, token: str | None = None) -> HelloResult:
        """Say hello as a computer."""
        return self.ask(self.a_hello(name, token), HelloResult)

    def a_hello(
        self, name: str, token: str | None = None, versions: tuple[int, ...] = VERSIONS
    ) -> HelloRequest:
        """Return a hello of the check, as it has to be at this server."""
        return HelloRequest(
            id=1,
            versions=list(versions),
            name=name,
            software="cardgame-bot check",
            computer=True,
            token=token,
            password=self._password,
        )

    def update(self) -> Update:
        """Return the next update."""
        if self.updates:
            return self.updates.pop(0)
        while not isinstance(message := self.hear(), Update):
            if message is None or isinstance(message, Goodbye):
                raise CheckFailedError("the connection ended where an update was due")
        return message

    def must_end(self, *codes: str) -> None:
        """Wait for one of these goodbyes, and for the end of the connection."""
        wanted = " or ".join(codes)
        while not isinstance(message := self.hear(), Goodbye):
            if message is None:
                raise CheckFailedError(f"it closed without a goodbye; it should say {wanted}")
        if message.code not in codes:
            raise CheckFailedError(f"its goodbye was {message.code}, not {wanted}")
        if self._read(self.seconds):
            raise CheckFailedError("it went on sending after its goodbye")


@contextmanager
def greeted(
    address: Address,
    transcript: Transcript,
    seconds: float,
    password: str | None = None,
    trust: Trust | None = None,
) -> Iterator[CheckedServer]:
    """Have a connection that the server has greeted, until the end of the block."""
    with closing(CheckedServer(address, transcript, seconds, password, trust)) as server:
        server.greet()
        yield server
