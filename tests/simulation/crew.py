"""The house process and its computers, as the server sees them: connections, no more."""

from random import Random

from tests.simulation.clients import Client, World
from tests.simulation.persons import Seated
from tests.simulation.strict import Plain

SECRET = "the house's secret"


class Computer(Seated):
    """A computer player of the house: comes with the token it was assigned, goes with its seat."""

    computer = True
    pace = 0.03
    hired = True

    def hello(self) -> None:
        """Say hello; it is hired, so nobody keeps it over a restart."""
        self.ask(
            "hello", versions=[1], name=self.name, software="house", computer=True,
            token=self.token, note={"hired": True},
        )  # fmt: skip

    def think(self) -> None:
        """Play."""
        self.move()

    def refused(self, kind: str, code: str) -> None:
        """A token that is not known any more: the seat is gone."""
        if kind == "hello":
            self.retire()

    def dismissed(self, code: str) -> None:
        """The seat needs it no more."""
        if code in ("seat_closed", "replaced"):
            self.retire()


class House(Client):
    """The process of computer players."""

    hired = True

    def __init__(self, world: World, chance: Random) -> None:
        super().__init__(world, "house", chance)
        self.computers: dict[str, Computer] = {}

    def hello(self) -> None:
        """Prove what it is."""
        self.ask("hello", versions=[1], name="house", software="house", house=SECRET)

    def refused(self, kind: str, code: str) -> None:
        """Never happens to the real one, but for a hello while the disk fails."""

    def _got_assign(self, message: Plain) -> None:
        if message["token"] not in self.computers:
            computer = Computer(self.world, message["name"], Random(self.chance.random()))
            computer.token = message["token"]
            self.computers[message["token"]] = computer
            computer.connect()

    def die(self) -> None:
        """End as a process does that is killed: all of its connections are closed at once."""
        for computer in self.computers.values():
            computer.retire()
        self.computers.clear()
        if self.link is not None:
            self.link.hang_up()
            self.link_ended()
