"""The server's quick way to an update says the same as the ordinary one."""

from typing import Any

import pytest
from msgspec import convert

from cardgame_protocol import (
    UnsendableError,
    Update,
    View,
    You,
    decode_server_message,
    encode,
    encode_update,
    encode_value,
)
from tests.protocol.samples import EVENTS, VIEW, YOU


@pytest.mark.parametrize("you", [YOU, None], ids=["seated", "spectator"])
@pytest.mark.parametrize("shared", [True, False], ids=["shared", "plain"])
def test_the_quick_way_and_the_ordinary_way_make_the_same_bytes(
    you: dict[str, Any] | None, *, shared: bool
) -> None:
    ordinary = Update(
        turn=300,
        events=EVENTS,
        view=convert(VIEW, View),
        you=None if you is None else convert(you, You),
    )
    part = encode_value if shared else lambda value: value
    quick = encode_update(300, part(EVENTS), part(VIEW), part(you))
    assert quick == encode(ordinary)
    assert decode_server_message(quick[4:]) == ordinary


def test_an_encoded_view_serves_every_viewer() -> None:
    view = encode_value(VIEW)
    updates = [decode_server_message(encode_update(1, [], view, you)[4:]) for you in (YOU, None)]
    assert all(isinstance(update, Update) and update.view.table == 3 for update in updates)


def test_a_view_that_does_not_fit_a_frame_is_not_sent() -> None:
    with pytest.raises(UnsendableError, match="bytes"):
        encode_update(1, [], {**VIEW, "spectators": ["x" * 40] * 2_000}, None)


def test_the_largest_table_fits_a_frame_with_all_that_a_returning_player_is_told() -> None:
    deck = [f"{colour}{symbol}" for colour in "RGYB" for symbol in "0123456789SVD"]
    name = "🂡" * 20
    sheet = {
        "hand": 200,
        "reason": "out",
        "winner": 9,
        "cards": [deck[:11]] * 10,
        "points": [-1_000_000] * 10,
        "lives_lost": list(range(10)),
    }
    options = {f"a_long_name_of_an_option_{number}": "some_long_value" for number in range(40)}
    view = {
        **VIEW,
        "rules": {"preset": "classic", "options": options},
        "spectators": [name] * 50,
        "last_hand": sheet,
        "seats": [{**VIEW["seats"][0], "name": name}] * 10,
    }
    you = {**YOU, "hand": deck * 2, "legal": [f"play {card} G to 9 call" for card in deck * 2]}
    event = {"event": "hand_over", **sheet, "totals": [1_000_000] * 10, "lives": [3] * 10}
    assert encode_update(2**31 - 1, [event] * 50, view, you)
