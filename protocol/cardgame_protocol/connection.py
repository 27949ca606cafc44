"""Both ends of a connection without the connection: bytes in, messages out, and the handshake.

As in h11: whoever owns the socket gives the bytes that came to `receive_data`, goes through what
it hands out, and writes what `send` returns. Neither end raises over what the peer sent. A fault
that ends the connection is handed out as the last thing, kept in `error`, and nothing is read
after it; each end blames the peer only.
"""

from collections.abc import Iterator, Sequence

from cardgame_protocol.answers import Goodbye, Greeting, ServerMessage
from cardgame_protocol.codec import decode_request, decode_server_message, encode
from cardgame_protocol.codes import GoodbyeCode, RefusalCode
from cardgame_protocol.errors import BadRequest, ProtocolError, UnsendableError
from cardgame_protocol.framing import FrameReader
from cardgame_protocol.limits import VERSIONS
from cardgame_protocol.requests import HelloRequest, Pong, Request

FromClient = Request | Pong | BadRequest | ProtocolError
"""What a server's end hands out. A `BadRequest` is to be refused, a `ProtocolError` is the last."""

FromServer = ServerMessage | ProtocolError
"""What a client's end hands out; after a `Goodbye` or a `ProtocolError` there is nothing more."""


def shared_version(theirs: Sequence[int], ours: Sequence[int] = VERSIONS) -> int | None:
    """Choose the highest version that both sides speak; None if there is none."""
    return max(set(theirs) & set(ours), default=None)


class ServerConnection:
    """The server's end. Until `accept_hello` every request but `hello` is refused here.

    `version` is the version in use, None before that. `error` is what ended the connection.
    """

    def __init__(self, versions: Sequence[int] = VERSIONS) -> None:
        self.version: int | None = None
        self.error: ProtocolError | None = None
        self._versions = tuple(versions)
        self._shared: int | None = None
        self._reader = FrameReader()
        self._closed = False

    @property
    def unfinished(self) -> bool:
        """Whether a frame has begun to arrive and is not complete: its deadline is running."""
        return self._reader.unfinished

    def receive_data(self, data: bytes) -> Iterator[FromClient]:
        """Take bytes from the peer and hand out what is complete, one at a time.

        The bytes are kept at once; each message is read when it is asked for, so that a request
        behind a `hello` is judged after the `hello` was accepted. Stop asking to stop reading.
        """
        if self.error is None:
            self._reader.feed(data)
        return iter(self._next, None)

    def accept_hello(self) -> int:
        """Note that the `hello` handed out last is accepted; returns the version now in use."""
        if self._shared is None:
            raise RuntimeError("accept_hello() without a hello: none was handed out before")
        self.version = self._shared
        return self.version

    def send(self, message: ServerMessage) -> bytes:
        """Make the bytes to write. A `Goodbye` is the last; `UnsendableError` after it."""
        if self._closed:
            raise UnsendableError("nothing is sent after a goodbye")
        self._closed = isinstance(message, Goodbye)
        return encode(message)

    def _next(self) -> FromClient | None:
        if self.error is not None:
            return None
        try:
            payload = self._reader.next_payload()
            return None if payload is None else self._admit(decode_request(payload))
        except BadRequest as error:
            return error
        except ProtocolError as error:
            self.error = error
            return error

    def _admit(self, message: Request | Pong) -> Request | Pong:
        """Let a message through if the handshake is at its place."""
        if isinstance(message, Pong):
            return message
        if isinstance(message, HelloRequest):
            return self._admit_hello(message)
        if self.version is None:
            raise BadRequest(RefusalCode.HELLO_FIRST, "say hello first", id=message.id)
        return message

    def _admit_hello(self, hello: HelloRequest) -> HelloRequest:
        if self.version is not None:
            text = "you have said hello already, and were heard"
            raise BadRequest(RefusalCode.ALREADY_HELLO, text, id=hello.id)
        self._shared = shared_version(hello.versions, self._versions)
        if self._shared is None:
            raise ProtocolError(
                GoodbyeCode.VERSION,
                f"this server speaks protocol version {_listed(self._versions)}, the client "
                f"{_listed(hello.versions)}: update the older one",
            )
        return hello


class ClientConnection:
    """A client's end. The server's first message must be its greeting, or a goodbye.

    `greeting` is there once it came. `error` is what the server did wrong, if it did.
    """

    def __init__(self) -> None:
        self.greeting: Greeting | None = None
        self.error: ProtocolError | None = None
        self.goodbye: Goodbye | None = None
        self._reader = FrameReader()
        self._last_id = 0

    @property
    def unfinished(self) -> bool:
        """Whether the stream stands inside a frame: an end here is a link lost, not a close."""
        return self._reader.unfinished

    def new_id(self) -> int:
        """Give an id that no request of this connection had."""
        self._last_id += 1
        return self._last_id

    def receive_data(self, data: bytes) -> Iterator[FromServer]:
        """Take bytes from the server and hand out what is complete, one message at a time.

        Messages of a type this client does not know are left out. A `Ping` is handed out, too:
        answer it with `send(Pong())`.
        """
        if not self._over:
            self._reader.feed(data)
        return iter(self._next, None)

    def send(self, message: Request | Pong) -> bytes:
        """Make the bytes to write. Raises `UnsendableError`."""
        return encode(message)

    @property
    def _over(self) -> bool:
        return self.error is not None or self.goodbye is not None

    def _next(self) -> FromServer | None:
        try:
            while not self._over:
                payload = self._reader.next_payload()
                if payload is None:
                    return None
                message = self._admit(decode_server_message(payload))
                if message is not None:
                    return message
        except ProtocolError as error:
            self.error = error
            return error
        return None

    def _admit(self, message: ServerMessage | None) -> ServerMessage | None:
        if isinstance(message, Greeting):
            self.greeting = message
        elif isinstance(message, Goodbye):
            self.goodbye = message
        elif self.greeting is None:
            raise ProtocolError(GoodbyeCode.PROTOCOL, "the server's first message is no greeting")
        return message


def _listed(versions: Sequence[int]) -> str:
    return ", ".join(map(str, versions)) or "none"
