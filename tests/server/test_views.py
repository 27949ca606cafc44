"""The view: complete by the protocol's own types, and never older than the table."""

import msgspec
import pytest

from cardgame_protocol.plain import encode_value, join_maps
from cardgame_protocol.view import View, You
from cardgame_server.decisions import owed
from cardgame_server.table import Table
from cardgame_server.views import encoded_view, own_parts
from tests.server.kit import Client, Plain, Rooms, first_play, on_turn, play_on, started, unpack


def exact(message: Plain) -> None:
    """Hold an update against the types of the protocol: every field there, none besides."""
    view = msgspec.convert(message["view"], View, strict=True)
    assert set(message["view"]) == set(View.__struct_fields__)
    assert len(view.seats) == len(message["view"]["seats"])
    if message["you"] is not None:
        msgspec.convert(message["you"], You, strict=True)
        assert set(message["you"]) == set(You.__struct_fields__)


@pytest.mark.parametrize("preset", ["duel", "eights", "survival", "classic"])
def test_every_update_of_a_match_is_what_the_protocol_says(rooms: Rooms, preset: str) -> None:
    people = started(rooms, "Ann", "Bob", preset=preset, target=1)
    wim = rooms.person("Wim")
    wim.ok("spectate", table=1)
    play_on(people, lambda: wim.view["state"] == "over")
    people[0].ok("leave")
    for client in (*people, wim):
        for update in client.of_type("update"):
            exact(update)


def fresh_view(rooms: Rooms, number: int) -> Plain:
    """Make a table's view from nothing, whatever is kept of the last one."""
    table: Table = rooms.session.lobby.tables[number]
    table.people_view = None
    return unpack(b"\0\0\0\0" + encoded_view(table, rooms.now, owed(table)))


def fresh_you(rooms: Rooms, client: Client) -> Plain:
    """Make what a seat alone sees from nothing, whatever is kept of it."""
    table: Table = rooms.session.lobby.tables[client.view["table"]]
    table.idle_parts.clear()
    return unpack(b"\0\0\0\0" + own_parts(table)[client.you["seat"]])


def test_what_is_kept_of_a_view_is_never_out_of_date(rooms: Rooms) -> None:
    ann, bob, wim = (rooms.person(name) for name in ("Ann", "Bob", "Wim"))
    ann.ok("create", preset="classic", seats=3)
    steps: list[tuple[Client, str, Plain]] = [
        (bob, "join", {"table": 1}),
        (wim, "spectate", {"table": 1}),
        (ann, "add_computer", {"level": "random"}),
        (ann, "set_level", {"seat": 2, "level": "simple"}),
        (ann, "ready", {}),
        (bob, "ready", {}),
        (ann, "end", {}),
        (ann, "end", {"agree": False}),
        (wim, "leave", {}),
        (ann, "end", {}),
        (bob, "end", {}),
        (ann, "rematch", {}),
        (ann, "leave", {}),
    ]
    for client, kind, fields in steps:
        client.ok(kind, **fields)
        assert bob.view == fresh_view(rooms, 1), kind


def test_what_is_kept_is_not_out_of_date_while_a_match_is_played(rooms: Rooms) -> None:
    people = started(rooms, "Ann", "Bob", target=30)
    for step in range(2000):
        assert people[1].view == fresh_view(rooms, 1)
        there = [one for one in people if one.conn in rooms.session.reception.guests]
        assert all(one.you == fresh_you(rooms, one) for one in there)
        if people[0].view["state"] == "over":
            break
        if people[0].view["state"] == "between":
            people[step % 2].ok("ready")
            assert people[1].view == fresh_view(rooms, 1)
            rooms.advance(10)
            continue
        mover = on_turn(people)
        mover.move(first_play(mover))
        if step == 5:
            people[0].drop()
            assert people[1].view == fresh_view(rooms, 1)
            people[0] = rooms.back(people[0])
    assert people[0].view["state"] == "over"


@pytest.mark.parametrize("sizes", [(0, 1), (7, 8), (15, 1), (16, 16), (3, 300)])
def test_joined_maps_are_the_map_of_all_entries(sizes: tuple[int, int]) -> None:
    first = {f"a{n}": n for n in range(sizes[0])}
    second = {f"b{n}": [n] for n in range(sizes[1])}
    joined = join_maps(encode_value(first), encode_value(second))
    assert joined == encode_value({**first, **second})
