"""Frames: four bytes of length, then the payload, however the network cuts the stream."""

from itertools import pairwise

import hypothesis.strategies as st
import pytest
from hypothesis import given

from cardgame_protocol import FrameReader, GoodbyeCode, ProtocolError, UnsendableError, frame
from cardgame_protocol.limits import FRAME_MAX

PAYLOADS = st.lists(st.binary(min_size=1, max_size=300), max_size=8)


def payloads_of(reader: FrameReader) -> list[bytes]:
    found = []
    while (payload := reader.next_payload()) is not None:
        found.append(payload)
    return found


def pieces(stream: bytes, cuts: list[int]) -> list[bytes]:
    places = [0, *sorted(cut % (len(stream) + 1) for cut in cuts), len(stream)]
    return [stream[a:b] for a, b in pairwise(places)]


@given(PAYLOADS, st.lists(st.integers(0, 10_000), max_size=20))
def test_a_stream_cut_anywhere_gives_the_same_payloads(
    payloads: list[bytes], cuts: list[int]
) -> None:
    reader = FrameReader()
    found = []
    for piece in pieces(b"".join(map(frame, payloads)), cuts):
        reader.feed(piece)
        found += payloads_of(reader)
    assert found == payloads
    assert not reader.unfinished


@given(PAYLOADS)
def test_a_byte_at_a_time_gives_the_same_payloads_as_one_chunk(payloads: list[bytes]) -> None:
    stream = b"".join(map(frame, payloads))
    whole, bytewise = FrameReader(), FrameReader()
    whole.feed(stream)
    found = []
    for number in stream:
        bytewise.feed(bytes([number]))
        found += payloads_of(bytewise)
    assert found == payloads_of(whole) == payloads


def test_a_frame_of_the_largest_size_passes() -> None:
    reader = FrameReader()
    reader.feed(frame(bytes(FRAME_MAX)))
    assert reader.next_payload() == bytes(FRAME_MAX)


@pytest.mark.parametrize("size", [0, FRAME_MAX + 1])
def test_a_payload_of_no_byte_or_too_many_is_not_sent(size: int) -> None:
    with pytest.raises(UnsendableError, match=f"this one has {size}"):
        frame(bytes(size))


@pytest.mark.parametrize("size", [FRAME_MAX + 1, 2**31, 0xFFFFFFFF])
def test_bug_P01_a_long_frame_is_refused_from_its_header_alone(size: int) -> None:
    reader = FrameReader()
    reader.feed(size.to_bytes(4, "big"))
    with pytest.raises(ProtocolError, match=str(size)) as caught:
        reader.next_payload()
    assert caught.value.code is GoodbyeCode.TOO_LONG


def test_an_empty_frame_is_refused() -> None:
    reader = FrameReader()
    reader.feed(bytes(4))
    with pytest.raises(ProtocolError, match="0 bytes") as caught:
        reader.next_payload()
    assert caught.value.code is GoodbyeCode.PROTOCOL


@pytest.mark.parametrize("come", [1, 3, 4, 9])
def test_a_begun_frame_is_unfinished_until_its_last_byte(come: int) -> None:
    reader = FrameReader()
    stream = frame(b"abcdef")
    seen = []
    for piece in (b"", stream[:come], stream[come:]):
        reader.feed(piece)
        seen.append((reader.next_payload(), reader.unfinished))
    assert seen == [(None, False), (None, True), (b"abcdef", False)]


def test_many_frames_in_one_chunk_leave_nothing_behind() -> None:
    reader = FrameReader()
    for _ in range(3):
        reader.feed(frame(b"x") * 10_000)
        assert payloads_of(reader) == [b"x"] * 10_000
    reader.feed(b"")
    assert not reader.unfinished
