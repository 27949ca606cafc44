"""Bytes to payloads and back: four bytes of length, big-endian, then the payload.

A frame announces 1 to 65536 bytes. A longer one is refused from its header alone, before any of
its payload is kept (docs/protocol.md, Frames).
"""

from cardgame_protocol.codes import GoodbyeCode
from cardgame_protocol.errors import ProtocolError, UnsendableError
from cardgame_protocol.limits import FRAME_MAX, HEADER_BYTES


def frame(payload: bytes) -> bytes:
    """Put the length header before a payload of 1 to 65536 bytes; else `UnsendableError`."""
    size = len(payload)
    if not 1 <= size <= FRAME_MAX:
        raise UnsendableError(f"a payload has 1 to {FRAME_MAX} bytes, this one has {size}")
    return size.to_bytes(HEADER_BYTES, "big") + payload


class FrameReader:
    """Cuts a stream of bytes into payloads, however the network has cut it before.

    Feed it what arrives, then take payloads until there is none. It keeps the unread bytes and a
    position in them, and moves what is left once a feed, so that neither a byte at a time nor a
    thousand frames at once cost more than a copy of each byte.
    """

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._start = 0

    @property
    def unfinished(self) -> bool:
        """Whether bytes of a frame are here that is not complete yet."""
        return len(self._buffer) > self._start

    def feed(self, data: bytes | bytearray | memoryview) -> None:
        """Add bytes as they came from the network, none or many."""
        if self._start:
            del self._buffer[: self._start]
            self._start = 0
        self._buffer += data

    def next_payload(self) -> bytes | None:
        """Take the next complete payload, or None if more bytes are needed.

        Raises `ProtocolError` (`too_long`, or `protocol` for an empty frame) as soon as the
        header is there. The position does not move then: the stream has no next frame.
        """
        begin = self._start + HEADER_BYTES
        if len(self._buffer) < begin:
            return None
        size = int.from_bytes(self._buffer[self._start : begin], "big")
        _check_size(size)
        end = begin + size
        if len(self._buffer) < end:
            return None
        self._start = end
        return bytes(self._buffer[begin:end])


def _check_size(size: int) -> None:
    if size == 0:
        raise ProtocolError(GoodbyeCode.PROTOCOL, "a frame of 0 bytes holds no message")
    if size > FRAME_MAX:
        raise ProtocolError(
            GoodbyeCode.TOO_LONG,
            f"a frame of {size} bytes was announced, the limit is {FRAME_MAX}",
        )
