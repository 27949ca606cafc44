"""What happens when nothing happens: deadlines of the link, on a clock that jumps."""

import anyio
import pytest
import trio

from cardgame_client.connecting import CONNECT_SECONDS
from cardgame_client.connection import Link, LinkLostError, NotACardServerError
from cardgame_protocol import ChatRequest
from cardgame_protocol.limits import SILENCE_SECONDS
from tests.client.kit import FakeServer, greeting, stream_pair

pytestmark = pytest.mark.trio


async def test_bug_D11_a_server_that_falls_silent_is_a_link_lost(
    autojump_clock: trio.testing.MockClock,
) -> None:
    ours, theirs = stream_pair()
    await FakeServer(theirs).say(greeting())
    async with Link.over(ours) as link:
        began = anyio.current_time()
        with pytest.raises(LinkLostError, match="no sign of life"):
            await link.request(ChatRequest(id=1, text="x"))
        assert anyio.current_time() - began == pytest.approx(SILENCE_SECONDS)


async def test_a_server_that_never_greets_is_given_up(
    autojump_clock: trio.testing.MockClock,
) -> None:
    ours, _ = stream_pair()
    began = anyio.current_time()
    with pytest.raises(NotACardServerError, match="said nothing"):
        async with Link.over(ours):
            pytest.fail("a link was opened")
    assert anyio.current_time() - began == pytest.approx(CONNECT_SECONDS)
