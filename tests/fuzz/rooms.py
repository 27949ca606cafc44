"""A stranger's bytes into the rooms, in memory: quick, and everything that comes back is read."""

from random import Random
from typing import Final

from cardgame_protocol.answers import Goodbye
from cardgame_protocol.codec import encode
from cardgame_protocol.codes import GoodbyeCode
from tests.fuzz.allowed import wrong
from tests.fuzz.mutations import Mutator
from tests.server.kit import Rooms, play_on, started
from tests.simulation.strict import Frames, NotAllowedError

FRAMES_OF_A_CASE: Final = 40
"""Frames of one connection: enough to say hello and to do something; the goodbye comes before."""


class FoundError(AssertionError):
    """A server has done what it must not."""


class Scene:
    """A server with a table that is being played, at which nobody may notice anything."""

    def __init__(self, seed: int) -> None:
        self.rooms = Rooms(seed)
        self.people = started(self.rooms, "Anna", "Ben", turn_limit=30)
        self.moves = 0

    def undisturbed(self) -> None:
        """Play a move at the table, as if nothing had happened. Raises FoundError."""
        rooms = self.rooms
        for person in self.people:
            person.forget()
        if self.people[0].view["state"] == "over":
            for person in self.people:
                person.ok("rematch")
        turn = self.people[0].last["turn"]
        rooms.advance(1.0)
        play_on(self.people, lambda: self.people[0].last["turn"] != turn, most=50)
        if rooms.faults:
            fault = rooms.faults[0]
            raise FoundError(f"a fault in {fault.where}") from fault.error
        self.moves += 1

    def case(self, data: bytes, cuts: Random) -> int:
        """Feed one stranger's bytes, in pieces; return how many messages came back."""
        stranger = self.rooms.connect(f"10.1.0.{cuts.randint(1, 200)}")
        sent = data
        while data and stranger.goodbye is None:
            size = cuts.choice((1, 7, 200, 4096))
            stranger.feed(data[:size])
            data = data[size:]
            self.rooms.advance(0.05)
        raw = stranger.raw
        if stranger.goodbye is None:
            stranger.drop()
        else:
            code = GoodbyeCode(stranger.goodbye)
            raw += encode(Goodbye(code=code, text=stranger.goodbye_text))
        told = read_strictly(raw, sent)
        del self.rooms.clients[stranger.conn]
        return told


def read_strictly(raw: bytes, sent: bytes, *, whole: bool = True) -> int:
    """Read all that came back for `sent`; return how many messages. Raises FoundError.

    With `whole` False the link has been reset, and the last frame may be torn.
    """
    frames = Frames()
    try:
        messages = frames.feed(raw)
    except NotAllowedError as error:
        raise FoundError(f"what no server may say: {error}") from error
    if frames.torn and whole:
        raise FoundError("the last frame is not complete")
    if whole and not messages:
        raise FoundError("nothing came back, not even a greeting")
    for problem in wrong(messages, sent, whole=whole):
        raise FoundError(problem)
    return len(messages)


def bytes_of(seed: int, frames: int = FRAMES_OF_A_CASE) -> tuple[bytes, int]:
    """Return the bytes of a seed, and of how many frames they are."""
    chance = Random(seed)
    count = chance.randint(1, frames)
    return Mutator(chance).stream(count), count


def run_case(seed: int, data: bytes, scene: Scene) -> int:
    """Feed bytes and look at everything; return how many messages came back."""
    told = scene.case(data, Random(seed))
    scene.undisturbed()
    return told
