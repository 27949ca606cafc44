"""Computers take their time where a person is seated: held moves, catches first (D8)."""

import pytest

from cardgame_protocol.limits import GRACE_SECONDS
from tests.server.kit import Client, Plain, Rooms, first_play


def with_a_bot(rooms: Rooms, people: int = 1, **options: object) -> tuple[list[Client], Client]:
    """Start a match of some people and one bot from outside on the last seat."""
    guests = [rooms.person(f"p{number}") for number in range(people)]
    guests[0].ok("create", preset="classic", seats=people + 1, target=2000, **options)
    for guest in guests[1:]:
        guest.ok("join", table=1)
    bot = rooms.bot("bot")
    bot.ok("join", table=1)
    guests[0].ok("start")
    return guests, bot


def until_bots_turn(rooms: Rooms, people: list[Client], bot: Client) -> None:
    """Let the people play until the bot owes a turn decision that has just opened."""

    def act(client: Client) -> None:
        assert client.move(first_play(client))["type"] == "ok"

    for _ in range(500):
        if bot.on_turn:
            return
        if bot.view["state"] == "between":
            rooms.advance(10)
            continue
        act(next(client for client in people if client.on_turn))
    raise AssertionError("the bot never came to its turn")


def send_move(bot: Client, action: str) -> int:
    """Send a move that may be held; return the request's id."""
    number, frame = bot.frame("move", turn=bot.last["turn"], action=action)
    bot.feed(frame)
    return number


def answers(bot: Client, number: int) -> list[Plain]:
    """Return what answers a request has so far."""
    return [m for m in bot.inbox if m["type"] in ("ok", "refused") and m["id"] == number]


def test_a_computers_move_waits_until_people_could_follow(rooms: Rooms) -> None:
    people, bot = with_a_bot(rooms)
    until_bots_turn(rooms, people, bot)
    turn = bot.last["turn"]
    number = send_move(bot, first_play(bot))
    rooms.advance(0.79)
    assert answers(bot, number) == []
    assert bot.last["turn"] == turn
    rooms.advance(0.02)
    assert answers(bot, number)[0]["type"] == "ok"
    assert people[0].events("played") or people[0].events("drew")


def test_a_move_that_took_its_time_itself_is_not_held(rooms: Rooms) -> None:
    people, bot = with_a_bot(rooms)
    until_bots_turn(rooms, people, bot)
    rooms.advance(0.8)
    number = send_move(bot, first_play(bot))
    assert answers(bot, number)[0]["type"] == "ok"


@pytest.mark.parametrize(("pace", "wait"), [(0.0, 0.0), (2.0, 2.0)])
def test_the_pace_is_a_setting_of_the_table(rooms: Rooms, pace: float, wait: float) -> None:
    people, bot = with_a_bot(rooms, pace=pace)
    until_bots_turn(rooms, people, bot)
    number = send_move(bot, first_play(bot))
    if wait:
        rooms.advance(wait - 0.01)
        assert answers(bot, number) == []
        rooms.advance(0.02)
    assert answers(bot, number)[0]["type"] == "ok"


def test_without_a_person_on_a_seat_nothing_is_held(rooms: Rooms) -> None:
    ann, one, two = rooms.person("Ann"), rooms.bot("one"), rooms.bot("two")
    ann.ok("create", preset="duel", seats=2, sit=False)
    for bot in (one, two):
        bot.ok("join", table=1)
    ann.ok("start")
    mover = one if one.on_turn else two
    assert mover.move(first_play(mover))["type"] == "ok"


def test_a_person_is_never_held(rooms: Rooms) -> None:
    people, _ = with_a_bot(rooms, people=2)
    mover = next((p for p in people if p.on_turn), None)
    if mover is None:
        rooms.advance(60)
    else:
        assert mover.move(first_play(mover))["type"] == "ok"


def test_a_held_move_that_turns_out_illegal_is_refused_when_its_time_comes(rooms: Rooms) -> None:
    people, bot = with_a_bot(rooms)
    until_bots_turn(rooms, people, bot)
    number = send_move(bot, "play 8H")
    assert answers(bot, number) == []
    rooms.advance(1)
    assert answers(bot, number)[0]["code"] == "illegal"
    number = send_move(bot, first_play(bot))
    assert answers(bot, number)[0]["type"] == "ok"


def catch_open(rooms: Rooms) -> tuple[list[Client], Client, int]:
    """Play until a person can be caught and the bot is on turn."""
    for attempt in range(50):
        people, bot = with_a_bot(Rooms(seed=attempt), people=2)
        room = bot.rooms
        for _ in range(300):
            if bot.view["uncalled"] and bot.on_turn:
                return people, bot, bot.view["uncalled"][0]
            if bot.view["state"] == "between":
                room.advance(10)
            elif bot.on_turn:
                send_move(bot, first_play(bot))
                room.advance(2)
            else:
                mover = next(client for client in people if client.on_turn)
                mover.move(first_play(mover))
    raise AssertionError("no catch was ever open")


def test_rule_D8_while_a_catch_is_open_computers_wait_longer_and_catch_first() -> None:
    _, bot, seat = catch_open(Rooms())
    rooms = bot.rooms
    play = send_move(bot, first_play(bot))
    catch = send_move(bot, f"catch {seat}")
    rooms.advance(1.49)
    assert answers(bot, play) == answers(bot, catch) == []
    rooms.advance(0.02)
    assert answers(bot, catch)[0]["type"] == "ok"
    assert answers(bot, play)[0]["type"] == "ok"
    told = [event["event"] for event in bot.events()]
    assert told.index("caught") < len(told) - 1
    assert told[::-1].index("caught") > told[::-1].index("played" if "played" in told else "drew")


def test_rule_D8_a_person_catches_before_the_computer_goes_on() -> None:
    people, bot, seat = catch_open(Rooms())
    rooms = bot.rooms
    play = send_move(bot, first_play(bot))
    rooms.advance(0.9)
    catcher = next(client for client in people if client.you["seat"] != seat)
    assert catcher.move(f"catch {seat}")["type"] == "ok"
    rooms.advance(0.01)
    assert answers(bot, play)[0]["type"] == "ok"


def test_rule_D8_a_late_call_saves_from_a_computers_catch() -> None:
    people, bot, seat = catch_open(Rooms())
    rooms = bot.rooms
    catch = send_move(bot, f"catch {seat}")
    owner = next(client for client in people if client.you["seat"] == seat)
    assert owner.move("call")["type"] == "ok"
    rooms.advance(2)
    assert answers(bot, catch)[0]["code"] == "illegal"


def person_on_turn_while_a_catch_is_open(rooms: Rooms, people: list[Client], bot: Client) -> Client:
    """Play until a person is on turn and another person can be caught; return who is on turn."""
    for _ in range(2000):
        mover = next((client for client in people if client.on_turn), None)
        if mover and bot.view["uncalled"] not in ([], [bot.you["seat"]]):
            return mover
        if bot.view["state"] == "between":
            rooms.advance(10)
        elif mover is None:
            send_move(bot, first_play(bot))
            rooms.advance(2)
        else:
            mover.move(first_play(mover))
    raise AssertionError("no catch was ever open")


def test_a_held_catch_overtaken_by_the_next_turn_is_refused_as_stale(rooms: Rooms) -> None:
    people, bot = with_a_bot(rooms, people=2)
    mover = person_on_turn_while_a_catch_is_open(rooms, people, bot)
    catch = send_move(bot, f"catch {bot.view['uncalled'][0]}")
    assert mover.move(first_play(mover))["type"] == "ok"
    assert answers(bot, catch)[0]["code"] in ("stale", "hand_over")


def test_a_bot_that_leaves_is_answered_for_the_move_that_still_waits(rooms: Rooms) -> None:
    people, bot = with_a_bot(rooms)
    until_bots_turn(rooms, people, bot)
    number = send_move(bot, first_play(bot))
    bot.ok("leave")
    assert answers(bot, number)[0]["code"] == "not_seated"
    rooms.advance(2)
    assert len(answers(bot, number)) == 1


def test_a_bot_that_sends_on_while_its_moves_wait_is_refused(rooms: Rooms) -> None:
    people, bot = with_a_bot(rooms)
    until_bots_turn(rooms, people, bot)
    numbers = [send_move(bot, "catch 0") for _ in range(9)]
    assert answers(bot, numbers[-1])[0]["code"] == "rate_limited"
    rooms.advance(2)
    assert all(len(answers(bot, number)) == 1 for number in numbers)


def test_bug_T08_a_stand_ins_held_move_is_never_played_for_the_owner_who_is_back(
    rooms: Rooms,
) -> None:
    house = rooms.person("house", computer=True, house="the house's secret")
    people, bot = with_a_bot(rooms, people=2)
    for _ in range(100):
        if people[0].on_turn:
            break
        if bot.on_turn:
            send_move(bot, first_play(bot))
            rooms.advance(2)
        else:
            people[1].move(first_play(people[1]))
    people[0].drop()
    rooms.advance(GRACE_SECONDS)
    stand_in = rooms.connect("127.0.0.1")
    stand_in.hello("x", computer=True, token=house.of_type("assign")[-1]["token"])
    turn = stand_in.last["turn"]
    send_move(stand_in, first_play(stand_in))
    rooms.advance(0.75)
    back = rooms.back(people[0])
    assert stand_in.goodbye == "seat_closed"
    rooms.advance(30)
    assert back.last["turn"] == turn
    assert back.move(first_play(back))["type"] == "ok"
    rooms.advance(30)
    assert sum(1 for event in back.events("played") if event["seat"] == 0) <= 2


@pytest.mark.parametrize("how", ["lost", "replaced"])
def test_bug_T08_a_held_move_is_never_played_for_a_link_that_is_gone(
    rooms: Rooms, how: str
) -> None:
    people, bot = with_a_bot(rooms)
    until_bots_turn(rooms, people, bot)
    turn = bot.last["turn"]
    send_move(bot, first_play(bot))
    if how == "lost":
        bot.drop()
    again = rooms.back(bot) if how == "replaced" else None
    rooms.advance(2)
    assert people[0].last["turn"] == turn
    again = again or rooms.back(bot)
    number = send_move(again, first_play(again))
    rooms.advance(2)
    assert answers(again, number)[0]["type"] == "ok"
