"""`cardgame-bot check --server`: what a server must do, seen from a client, step by step.

Each step has connections of its own, so one that fails does not hide the next; but where nothing
greets, nothing else is tried. Nothing is left behind: whoever has said hello quits.
"""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random, SystemRandom

from cardgame_protocol import (
    AddComputerRequest,
    CreateRequest,
    ListRequest,
    ListResult,
    MoveRequest,
    PingRequest,
    QuitRequest,
    StartRequest,
    Update,
    encode,
    read_event,
)
from cardgame_protocol.events import Dealt, Drew
from cardgame_protocol.limits import FRAME_MAX, VERSIONS
from cardgame_rules import PRESETS

from ..choices import is_shout
from .client import CheckedServer, Connected
from .steps import CheckFailedError, Steps, Transcript

MOST_MOVES = 5000
"""Updates of one match of a single hand before it counts as endless: the limit of a hand (K15)."""

SEED = 1
"""Of the moves that the check makes."""

Connect = Callable[[], Connected]


class ServerCheck:
    """The check of one server. `open_link` opens a connection that is noted in a transcript."""

    def __init__(self, open_link: Callable[[Transcript], Connected], steps: Steps) -> None:
        self._open = open_link
        self._steps = steps
        self._presets: list[str] = []

    def run(self) -> None:
        """Run it; `steps` has the count of what failed."""
        back = "give a seat back by its token"
        if not self._step("greet whoever connects", self._greet):
            self._steps.not_tried([*TRIALS, "play its games", back])
            return
        for name, trial in TRIALS.items():
            self._step(name, trial)
        known = [preset for preset in self._presets if preset in PRESETS]
        for preset in known:
            self._step(f"play a hand of {preset}", partial(_play, preset))
        newer = [preset for preset in self._presets if preset not in PRESETS]
        # Nobody here knows how one of those begins.
        self._steps.not_tried([f"play a hand of {preset}" for preset in newer])
        if known:
            self._step(back, partial(_come_back, known[0]))
        else:
            self._steps.not_tried([back])

    def _greet(self, connect: Connect) -> None:
        with connect() as server:
            _greeting(server)
            self._presets = list(server.greeting.presets)

    def _step(self, name: str, trial: Callable[[Connect], None]) -> bool:
        """Run one step; tell whether it passed. The next one has connections of its own."""
        transcript = Transcript()
        try:
            with self._steps.step(name, transcript.lines):
                trial(partial(self._open, transcript))
        except CheckFailedError:
            return False
        return True


def a_name() -> str:
    """Return a name that nobody is likely to have."""
    return f"check {SystemRandom().randrange(10**6):06}"


def _greeting(server: CheckedServer) -> None:
    greeting = server.greeting
    if not set(greeting.versions) & set(VERSIONS):
        raise CheckFailedError(f"it speaks versions {greeting.versions}, this check {VERSIONS}")
    if not greeting.presets:
        raise CheckFailedError("its greeting names no `presets`: there is nothing to play")


def _hello_first(connect: Connect) -> None:
    with connect() as server:
        server.refused(ListRequest(id=1), "hello_first")
        server.hello(a_name())


def _hello(connect: Connect) -> None:
    with connect() as server:
        name = a_name()
        me = server.hello(name)
        if me.name != name or me.table is not None:
            raise CheckFailedError(f"it took {name!r} for {me.name!r} at table {me.table}")
        if len(me.token) != 64 or not set(me.token) <= set("0123456789abcdef"):
            raise CheckFailedError("its `token` is not 64 hexadecimal digits")
        server.refused(server.a_hello(a_name()), "already_hello")
        with connect() as other:
            other.refused(other.a_hello(name), "name_taken")
            other.refused(other.a_hello("\u0007"), "name_invalid")
            other.refused(other.a_hello(name, "0" * 64), "bad_token")


def _version(connect: Connect) -> None:
    with connect() as server:
        server.write(encode(server.a_hello(a_name(), versions=(2**20,))))
        server.must_end("version")


def _requests(connect: Connect) -> None:
    with connect() as server:
        server.hello(a_name())
        number = server.new_id()
        server.say_plain({"type": "ping", "id": number, "weather": {"rain": [True]}})
        if server.answer(number).id != number:
            raise CheckFailedError("an unknown field was not passed over")
        number = server.new_id()
        server.say_plain({"type": "weather", "id": number})
        server.must_refuse(server.answer(number), "unknown_type")
        number = server.new_id()
        server.say_plain({"type": "join", "id": number, "table": "one"})
        server.must_refuse(server.answer(number), "bad_request")
        server.refused(MoveRequest(id=1, turn=1, action="draw"), "not_at_table")
        server.ask(ListRequest(id=1), ListResult)
        server.ok(PingRequest(id=1))


def _pieces(connect: Connect) -> None:
    with connect() as server:
        for byte in encode(server.a_hello(a_name())):
            server.write(bytes([byte]))
        server.answer(1)
        first, second = (encode(PingRequest(id=number)) for number in (101, 102))
        server.write(first + second)
        server.answer(101)
        server.answer(102)


def _garbage(connect: Connect) -> None:
    for data, codes in (
        ((FRAME_MAX + 1).to_bytes(4, "big"), ("too_long",)),
        (b"\x00\x00\x00\x00", ("protocol",)),
        (b"\x00\x00\x00\x01\xc1", ("protocol",)),
        (b"\x00\x00\x00\x03\x81\xa1\xff", ("protocol",)),
    ):
        with connect() as server:
            server.write(data)
            server.must_end(*codes)


def _quit(connect: Connect) -> None:
    name = a_name()
    with connect() as server:
        token = server.hello(name).token
        server.ok(QuitRequest(id=1))
        server.must_end("quit")
    with connect() as server:
        server.refused(server.a_hello(name, token), "bad_token")
        server.hello(name)


def _start(server: CheckedServer, preset: str) -> None:
    """Make a table for a match of one hand, with one computer, and start it."""
    target = None if PRESETS[preset].has_lives else 1
    server.ok(CreateRequest(id=1, preset=preset, seats=2, target=target, pace=0))
    server.ok(AddComputerRequest(id=1, level=server.greeting.levels[0]))
    server.ok(StartRequest(id=1))


def _play(preset: str, connect: Connect) -> None:
    """Play a hand with legal moves, and look at every update; try what must be refused."""
    rng, turn, answered = Random(SEED), 0, 0
    with connect() as server:
        server.hello(a_name())
        _start(server, preset)
        for _ in range(MOST_MOVES):
            update = server.update()
            _look(update, turn)
            turn = max(turn, update.turn)
            if update.view.state in ("over", "between"):
                server.ok(QuitRequest(id=1))
                if not answered:
                    raise CheckFailedError("the hand was over before this seat had a turn; again")
                return
            # Somebody may come or go while a decision is open: it is answered once.
            if (
                update.you is not None
                and update.view.to_move == update.you.seat
                and update.turn > answered
            ):
                if not answered:
                    _refusals(server, update)
                answered = update.turn
                action = rng.choice(ending(update.you.legal))
                server.ok(MoveRequest(id=1, turn=update.turn, action=action))
        raise CheckFailedError(f"the hand has not ended in {MOST_MOVES} updates")


def ending(legal: Sequence[str]) -> Sequence[str]:
    """Return the actions to choose from, each of which ends the decision: plays if there are any.

    After a `call` or a `catch` the same decision is open, and it is answered once.
    """
    plays = [text for text in legal if text.startswith("play")]
    return plays or [text for text in legal if not is_shout(text)]


def _look(update: Update, turn: int) -> None:
    """Check one update: turns never fall, who is on turn has a choice, no hidden card is told."""
    view, you = update.view, update.you
    if you is None:
        raise CheckFailedError("`you` is null in an update for a seat")
    if update.turn < turn:
        raise CheckFailedError(f"`turn` fell from {turn} to {update.turn}")
    if view.to_move == you.seat and not you.legal:
        raise CheckFailedError("`legal` is empty for the seat on turn")
    if view.state == "playing" and view.seats[you.seat].cards != len(you.hand):
        raise CheckFailedError("`hand` has not as many cards as the seat in `view`")
    for plain in update.events:
        event = read_event(plain)
        if isinstance(event, Dealt | Drew) and event.seat != you.seat and event.cards:
            raise CheckFailedError(f"it told the cards of another seat: {plain}")


def _refusals(server: CheckedServer, update: Update) -> None:
    """Try moves that must be refused; the decision stays open."""
    turn = update.turn
    stale = server.refused(MoveRequest(id=1, turn=turn + 1000, action="draw"), "stale")
    if stale.turn != turn:
        raise CheckFailedError(f"a stale move is told turn {stale.turn}; the open one is {turn}")
    server.refused(MoveRequest(id=1, turn=turn, action="sing"), "not_notation")
    server.refused(MoveRequest(id=1, turn=turn, action="catch 9"), "illegal")


def _come_back(preset: str, connect: Connect) -> None:
    """Come back with the token while the first connection is open: the same seat and decision."""
    with connect() as server:
        me = server.hello(a_name())
        _start(server, preset)
        before = _on_turn(server)
        with connect() as again:
            back = again.hello(me.name, me.token)
            if (back.table, back.seat) != (before.view.table, before.you and before.you.seat):
                raise CheckFailedError(f"the token leads to table {back.table}, seat {back.seat}")
            server.must_end("replaced")
            after = again.update()
            if after.turn != before.turn or after.you != before.you:
                raise CheckFailedError("hand, legal moves or turn are not those from before")
            if after.you is not None:
                action = after.you.legal[0]
                again.ok(MoveRequest(id=1, turn=after.turn, action=action))
            again.ok(QuitRequest(id=1))


def _on_turn(server: CheckedServer) -> Update:
    """Return the first update in which this seat owes the decision."""
    while True:
        update = server.update()
        if update.you is not None and update.view.to_move == update.you.seat:
            return update
        if update.view.state == "over":
            raise CheckFailedError("the hand was over before this seat had a turn; check again")


TRIALS: dict[str, Callable[[Connect], None]] = {
    "refuse everything before hello": _hello_first,
    "accept a hello, give a token, keep names apart": _hello,
    "part from a client of another version": _version,
    "answer requests, known and unknown": _requests,
    "read requests that come in pieces or at once": _pieces,
    "part from a client that sends garbage": _garbage,
    "forget who quits": _quit,
}
"""What is tried before any game, in this order."""
