"""Public bug reports about turns, as conversations: leavers, exclusive phases, spam."""

from itertools import combinations

import pytest

from cardgame_protocol.limits import GRACE_SECONDS, PING_SECONDS
from cardgame_rules import Hand
from tests.server.kit import Client, Rooms, first_play, off_turn, on_turn, pack
from tests.server.waiting import found, in_phase, kinds

NAMES = ("Ann", "Bob", "Cid", "Dan")


def facts(client: Client) -> tuple[object, ...]:
    """Return what nobody's departure may change."""
    view = client.view
    return (view["to_move"], view["direction"], client.last["turn"], view["pending"], view["top"])


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("how", ["leave", "drop", "kick"])
@pytest.mark.parametrize("leavers", [*combinations(range(1, 4), 1), *combinations(range(1, 4), 2)])
def test_bug_T01_whoever_goes_and_however_many_at_once_the_turn_stays_where_it_is(
    turn: int, direction: int, how: str, leavers: tuple[int, ...]
) -> None:
    def stands_so(people: list[Client]) -> bool:
        view = people[0].view
        return (view["to_move"], view["direction"]) == (turn, direction)

    people = found(stands_so, *NAMES)
    host, rooms = people[0], people[0].rooms
    before = facts(host)
    for number in leavers:
        if how == "leave":
            people[number].ok("leave")
        elif how == "drop":
            people[number].drop()
        else:
            host.ok("kick", name=people[number].name)
    assert facts(host) == before
    for _ in range(12):
        if host.view["to_move"] in leavers:
            rooms.advance(GRACE_SECONDS + 6)
        elif host.view["state"] == "playing":
            passes_on(people[host.view["to_move"]])
    assert host.last["turn"] > 8
    assert not rooms.faults


def test_bug_T01_who_was_just_skipped_and_leaves_is_not_skipped_again() -> None:
    people = found(lambda people: bool(skips_of(on_turn(people))), *NAMES)
    mover = on_turn(people)
    skipped = (mover.you["seat"] + mover.view["direction"]) % 4
    after = (mover.you["seat"] + 2 * mover.view["direction"]) % 4
    assert mover.move(skips_of(mover)[0])["type"] == "ok"
    assert mover.view["to_move"] == after
    people[skipped].ok("leave")
    assert mover.view["to_move"] == after
    passes_on(people[after])
    assert mover.view["to_move"] == (after + mover.view["direction"]) % 4


def skips_of(client: Client) -> list[str]:
    """Return the plays of a Skip that are legal now."""
    return [action for action in client.you["legal"] if action[6:7] == "S"]


def hand_of(client: Client) -> Hand:
    """Return the hand that is being played, with all its cards."""
    match = client.rooms.session.lobby.tables[1].match
    assert match is not None
    assert match.hand is not None
    return match.hand


def skips_in_stock(client: Client) -> list[str]:
    """Return the Skips in the stock, first those of the colour in force."""
    skips = [card for card in hand_of(client).stock if card[1:] == "S"]
    return sorted(skips, key=lambda card: card[0] != client.view["colour"])


def may_skip_five_times(people: list[Client]) -> bool:
    skips = skips_in_stock(people[0])
    return len(skips) >= 6 and skips[0][0] == people[0].view["colour"]


def test_bug_T06_five_skips_in_a_row_are_not_one_missed_turn() -> None:
    clock = {"turn_seconds": 20, "bank_seconds": 40}
    people = found(may_skip_five_times, "Ann", "Bob", preset="duel", **clock)
    mover, skipped = on_turn(people), off_turn(people)
    hand, rooms = hand_of(mover), mover.rooms
    skips = skips_in_stock(mover)[:6]
    for card in skips:
        hand.stock.remove(card)
    hand.hands[mover.you["seat"]] += skips
    hand.legal_turn = None
    skipped.inbox.clear()
    for skip in skips[:5]:
        rooms.advance(19)
        assert mover.move(f"play {skip}")["type"] == "ok"
    rooms.advance(19)
    assert len(kinds(skipped, "missed")) == 5
    assert kinds(skipped, "time_up") == []
    assert [seat["bank"] for seat in skipped.view["seats"]] == [40.0, 40.0]
    assert mover.on_turn


def test_bug_T06_who_waits_for_ten_minutes_is_there_as_long_as_pings_are_answered() -> None:
    people = found(lambda _: True, "Ann", "Bob")
    rooms = people[0].rooms
    answered = [0, 0]
    for _ in range(600):
        rooms.wait(1)
        for place, client in enumerate(people):
            if len(client.of_type("ping")) > answered[place]:
                answered[place] += 1
                client.feed(pack({"type": "pong"}))
    assert min(answered) >= 600 // PING_SECONDS - 1
    assert [client.goodbye for client in people] == [None, None]
    assert kinds(people[0], "dropped", "time_up", "stand_in") == []
    mover = on_turn(people)
    assert mover.move(first_play(mover))["type"] == "ok"


@pytest.mark.parametrize("phase", ["play", "name", "answer"])
def test_bug_T10_in_no_phase_does_anybody_act_for_the_one_who_owes_the_decision(
    phase: str,
) -> None:
    people = in_phase(phase, "Ann", "Bob", "Cid", turn_seconds=20)
    rooms, mover = people[0].rooms, on_turn(people)
    wim = rooms.person("Wim")
    wim.ok("spectate", table=1)
    before, turn = mover.last, mover.last["turn"]
    for client in (*people, wim):
        client.forget()
    for action in ("draw", "pass", "take", "challenge", "play R5", "name R"):
        for client in (*people, wim):
            if client is not mover:
                code = "not_seated" if client is wim else "not_your_turn"
                assert client.refused("move", turn=turn, action=action) == code
    assert mover.inbox == [before]
    assert mover.last == before
    for client in people:
        assert client.of_type("update")[1:] == []
    assert mover.move(first_play(mover))["type"] == "ok"


def passes_on(mover: Client) -> None:
    """Draw and pass, after which the turn is the next seat's, whoever plays there."""
    seat, turn = mover.you["seat"], mover.last["turn"]
    if "draw" not in mover.you["legal"]:
        mover.move("take")
        return
    mover.move("draw")
    if mover.on_turn and mover.last["turn"] > turn:
        mover.move("pass")
    assert mover.view["to_move"] == (seat + mover.view["direction"]) % 4


def test_bug_T04_while_a_colour_is_to_be_named_a_return_changes_nothing_and_others_wait() -> None:
    people = in_phase("name", "Ann", "Bob")
    rooms, namer, other = people[0].rooms, on_turn(people), off_turn(people)
    turn = namer.last["turn"]
    for action in ("pass", "draw", "play R7", "take"):
        assert namer.refused("move", turn=turn, action=action) == "illegal"
    for action in ("draw", "name R", "pass"):
        assert other.refused("move", turn=turn, action=action) == "not_your_turn"
    namer.drop()
    back = rooms.back(namer)
    assert (back.view["phase"], back.last["turn"]) == ("name", turn)
    assert all(action.startswith("name") for action in back.you["legal"])
    assert back.move("name G")["type"] == "ok"
    assert (back.view["phase"], back.view["colour"]) == ("play", "G")
    assert len(kinds(other, "named")) == 1


def test_bug_T12_a_challenge_counts_once_in_its_window_and_for_the_one_entitled_alone() -> None:
    people = in_phase("answer", "Ann", "Bob", "Cid")
    entitled = on_turn(people)
    turn = entitled.last["turn"]
    codes = []
    for client in people:
        if client is not entitled:
            codes += [client.refused("move", turn=turn, action="challenge") for _ in range(3)]
            codes += [client.refused("move", turn=turn + 1, action="challenge")]
    assert set(codes) == {"not_your_turn", "stale"}
    assert entitled.move("challenge")["type"] == "ok"
    assert entitled.refused("move", turn=turn, action="challenge") == "stale"
    assert len(kinds(entitled, "challenged")) == 1
    other = next(client for client in people if client is not entitled)
    spam = [other.ask("move", turn=1, action="challenge")["code"] for _ in range(100)]
    assert spam[-1] == "rate_limited"


def test_bug_D07_a_resume_that_fails_half_way_leaves_the_token_good(rooms: Rooms) -> None:
    people = found(lambda _: True, "Ann", "Bob")
    rooms, gone = people[0].rooms, people[0]
    gone.drop()
    for cut in (3, 20):
        half = rooms.connect()
        half.feed(
            half.frame("hello", versions=[1], name="", software="", token=gone.token)[1][:cut]
        )
        half.drop()
    back = rooms.back(gone)
    first = back.of_type("update")[0]
    assert first["view"]["seats"][0]["here"] is True
    assert back.you["seat"] == 0
