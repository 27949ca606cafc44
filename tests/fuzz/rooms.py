"""A stranger's bytes into the rooms, in memory: quick, and everything that comes back is read."""

from collections import Counter
from random import Random
from typing import Final

from cardgame_protocol.errors import ProtocolError
from cardgame_protocol.limits import HEADER_BYTES, INT_MAX
from cardgame_protocol.plain import decode_value
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
        told = read_strictly(stranger.raw, sent)
        if stranger.goodbye is None:
            stranger.drop()
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
    if messages and messages[0]["type"] not in ("greeting", "goodbye"):
        raise FoundError(f"the first message is no greeting: {messages[:1]}")
    answers = Counter(one["id"] for one in messages if one["type"] in ("ok", "refused"))
    if answers - ids_in(sent):
        raise FoundError(f"more answers than requests: {answers - ids_in(sent)}")
    return len(messages)


def ids_in(data: bytes) -> Counter[int]:
    """Return how often each id stands in a stream of frames; 0 where none can be read."""
    ids: Counter[int] = Counter()
    while len(data) >= HEADER_BYTES:
        end = HEADER_BYTES + int.from_bytes(data[:HEADER_BYTES], "big")
        try:
            plain = decode_value(data[HEADER_BYTES:end])
        except ProtocolError:
            break  # The server says goodbye here as well.
        number = plain.get("id")
        ids[number if type(number) is int and 1 <= number <= INT_MAX else 0] += 1
        data = data[end:]
    return ids


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
