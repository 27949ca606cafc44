"""The rooms' clock is trio's plus something after a restart, and sums of floats round."""

import pytest
import trio
from trio.testing import memory_stream_pair

from cardgame_server.effects import Change
from cardgame_server.pipes import StreamPipe
from cardgame_server.server import Server
from cardgame_server.writes import NOTHING_SAVED
from tests.server.wire_kit import new_session

BEFORE, SHOWN = 100.1, 0.3
AHEAD = SHOWN - BEFORE
WHEN = next(w for n in range(3, 1000) if ((w := n / 7) - AHEAD) + AHEAD < w)
"""A time at which the rooms' clock shows a little less, when trio's has reached it."""


@pytest.mark.trio
async def test_an_alarm_after_a_restart_rings_at_once_where_the_sums_round_apart(
    autojump_clock: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, rung = new_session(), []

    def connect(change: Change, *_: object) -> None:
        change.wake_at(WHEN, 7)

    def wake(_: Change, number: int) -> None:
        rung.append(number)

    monkeypatch.setattr(session, "connect", connect)
    monkeypatch.setattr(session, "wake", wake)
    server = Server(session)
    await trio.sleep(BEFORE)
    server.restore(NOTHING_SAVED._replace(now=SHOWN))
    async with trio.open_nursery() as nursery:
        await nursery.start(server.serve)
        _, theirs = memory_stream_pair()
        nursery.start_soon(server.handle, StreamPipe(theirs), "10.0.0.1")
        await trio.sleep_until(WHEN - AHEAD)
        for _ in range(20):
            await trio.lowlevel.checkpoint()
        assert rung == [7]
        nursery.cancel_scope.cancel()
