"""Clients that mean no good, or whose programs are broken. They play a little, to get inside."""

from tests.simulation.clients import PASSWORD, Client, Way, frame
from tests.simulation.oracle import Violation
from tests.simulation.persons import Person
from tests.simulation.strict import Plain


class Nasty(Person):
    """Sends what nobody should, and looks at what it is told for it."""

    software = "nasty"
    whims = 0.3

    def think(self) -> None:
        """Be nasty now and then, and a person in between."""
        tricks = (
            self._garbage, self._half_a_frame, self._flood, self._foreign_move, self._old_move,
            self._steal, self._odd_values, self._silence, self._no_tls,
        )  # fmt: skip
        if not self.world.faults.calm and self.chance.random() < self.whims:
            self.world.faults.count("nasty trick")
            self.chance.choice(tricks)()
            self._later(1.0, self.think_soon)
        else:
            super().think()

    def _answered(self, answer: Plain) -> Plain | None:
        # What it sends raw is not in its books: such answers have ids of 900 000 and more, or 0.
        if answer["id"] == 0 or answer["id"] >= RAW:
            return None
        return super()._answered(answer)

    def _raw(self, data: bytes) -> None:
        if self.link is not None:
            self.link.send(data)

    def _garbage(self) -> None:
        self._raw(self.chance.randbytes(self.chance.randint(1, 300)))

    def _half_a_frame(self) -> None:
        whole = frame({"type": "chat", "id": RAW, "text": "x" * 100})
        self._raw(whole[: self.chance.randint(1, len(whole) - 1)])

    def _flood(self) -> None:
        one = frame({"type": self.chance.choice(("chat", "list", "ping")), "id": RAW, "text": "!"})
        self._raw(one * self.chance.choice((50, 300)))

    def _foreign_move(self) -> None:
        legal = ["draw", "pass", "take", "challenge", "play W R", "play R5", "call", "catch 0"]
        action = self.chance.choice(legal)
        self._raw(frame({"type": "move", "id": RAW, "turn": self.turn, "action": action}))

    def _old_move(self) -> None:
        turn = max(0, self.turn - self.chance.randint(1, 3))
        self._raw(frame({"type": "move", "id": RAW, "turn": turn, "action": "draw"}))

    def _steal(self) -> None:
        token = self.chance.choice(("0" * 64, "", "x", "\ud800"[:0], f"{1:064x}"[::-1]))
        hello = {"type": "hello", "id": RAW, "versions": [1], "name": "Anna", "software": "thief"}
        self._raw(frame({**hello, "token": token}))
        self._raw(frame({**hello, "house": "guess"}))
        self._raw(frame({**hello, "password": "guess"}))

    def hello(self) -> None:
        """Say hello; now and then as two people at once, with the password and by a token."""
        faults = self.world.faults
        if faults.password and self.token and not faults.calm and self.chance.random() < 0.5:
            faults.count("nasty trick")
            name = f"{self.name[:10]} {self.chance.randint(0, 999)}"
            hello = {"type": "hello", "id": RAW, "versions": [1], "name": name, "software": "two"}
            self._raw(frame({**hello, "password": PASSWORD}))
        super().hello()

    def open(self) -> Way | None:
        """Connect from an address of its own: guesses there are nobody else's matter."""
        return self.world.open(self, "10.0.0.66")

    def _no_tls(self) -> None:
        """Connect without TLS, and say something or nothing: a server of TLS answers why."""
        if self.world.faults.tls:
            stranger = Stranger(self.world, "no TLS", self.chance)
            stranger.connect()

    def _odd_values(self) -> None:
        odd: object = self.chance.choice(
            (-1, 2**40, 1.5, True, None, "x" * 2000, [], {}, "\u202e", "R5\0")
        )
        kind = self.chance.choice(("create", "join", "move", "chat", "kick", "list", "nonsense"))
        field = self.chance.choice(("table", "turn", "action", "text", "name", "page", "preset"))
        self._raw(frame({"type": kind, "id": RAW, field: odd}))

    def _silence(self) -> None:
        if self.link is not None:
            self.link.weather.window = 0


RAW = 900_000


class Stranger(Client):
    """Somebody at the port for TLS who does not speak it: all it may hear is a goodbye `tls`."""

    def open(self) -> Way | None:
        """Connect without TLS."""
        return self.world.open(self, "10.0.0.66", plain=True)

    def connect(self) -> None:
        """Come once; say hello at once, as if there had been a greeting, or wait for it."""
        super().connect()
        self.retired = True
        if self.link is not None and self.chance.random() < 0.5:
            self.link.send(frame({"type": "hello", "id": RAW}))

    def hello(self) -> None:
        """There must be no greeting to answer."""
        raise Violation("a server of TLS spoke to somebody without it")

    def dismissed(self, code: str) -> None:
        """It is told why."""
        if code not in ("tls", "full", "shutdown"):
            raise Violation(f"a peer without TLS was sent away with {code}")
        self.world.faults.count_done("told of TLS")
