"""People, bots from outside and spectators: who makes tables, joins, plays and watches."""

from random import Random
from typing import Any

from tests.simulation.clients import Client, World
from tests.simulation.strict import Plain

PRESETS = {"duel": (2, 2), "eights": (2, 2), "survival": (2, 4), "classic": (2, 6)}
TARGETS = {"survival": (1, 2), "eights": (20, 60), "duel": (40, 120), "classic": (40, 120)}


class Seated(Client):
    """Somebody who can answer decisions."""

    def move(self) -> bool:
        """Answer the open decision, or call or catch; return whether there was anything to do."""
        you = self.you
        if you is None or not you["legal"] or self._moving():
            return False
        aside = [text for text in you["legal"] if text.startswith(("call", "catch"))]
        turn = [text for text in you["legal"] if text not in aside]
        if aside and (not turn or self.chance.random() < 0.5):
            action = self.chance.choice(aside)
        elif turn:
            # A play before anything else: a match must end one day.
            plays = [text for text in turn if text.startswith("play")]
            eager = plays and self.chance.random() < 0.9
            action = self.chance.choice(plays if eager else turn)
        else:
            return False
        self.ask("move", turn=self.turn, action=action, note={"seat": you["seat"]})
        return True

    def _moving(self) -> bool:
        return any(sent["type"] == "move" for sent in self.asked.values())


class Person(Seated):
    """A person at a client: makes or joins tables, plays, and wants this and that."""

    whims = 0.08

    def think(self) -> None:
        """Do what there is to do."""
        if self.table is None:
            self._in_the_lobby()
        elif self.view and self.chance.random() < self.whims and not self.world.faults.calm:
            self._whim()
        elif self.view:
            self._at_the_table()

    def carried_out(self, kind: str, result: Plain) -> None:
        """Go to a table of the list."""
        if kind == "list" and self.table is None and result["tables"]:
            line = self.chance.choice(result["tables"])
            self.go_to(line)

    def go_to(self, line: Plain) -> None:
        """Join a table of the list."""
        kind = "join" if self.chance.random() < 0.85 else "spectate"
        self.ask(kind, table=line["table"])

    def _in_the_lobby(self) -> None:
        if self.chance.random() < 0.35:
            self._create()
        else:
            self.ask("list")

    def _create(self) -> None:
        chance = self.chance
        preset = chance.choice(list(PRESETS))
        options: dict[str, Any] = {"target": chance.randint(*TARGETS[preset])}
        if chance.random() < 0.4:
            options |= {"turn_seconds": 5.0, "bank_seconds": chance.choice((0.0, 10.0))}
        # Some matches are short, so that many end, with all that follows, while things go wrong.
        if chance.random() < 0.6:
            options["hand_limit"] = chance.choice((1, 1, 2))
        if preset == "classic":
            options["call_penalty"] = chance.choice((0, 2, 4))
        self.ask(
            "create", preset=preset, seats=chance.randint(*PRESETS[preset]),
            pace=chance.choice((0.0, 0.0, 0.2, 0.8)), turn_limit=chance.choice((12, 40, 120, 300)),
            latecomers=chance.choice(("none", "next_hand", "stand_in")),
            sit=chance.random() < 0.9, seed=chance.choice((None,) * 6 + ("league 12",)), **options,
        )  # fmt: skip

    def _at_the_table(self) -> None:
        view, state = self.view, self.view["state"]
        if view["paused"] == "agreed":
            self.ask("resume")
        elif state == "playing":
            if not self.move() and self.chance.random() < 0.2:
                self._later(2.0, self.think_soon)
        elif self.you is None:
            self._watch()
        elif view["seed"] is None and state != "between" and self.chance.random() < 0.15:
            self.ask("fair", text=self.chance.choice(("", "luck, please", "Größe 9", "x" * 100)))
        elif state == "over":
            self._afterwards()
        elif state == "waiting" and view["host"] == self.name and self.chance.random() < 0.8:
            self._as_host()
        elif not view["seats"][self.you["seat"]]["ready"]:
            self.ask("ready")

    def _as_host(self) -> None:
        empty = any(seat["kind"] == "empty" for seat in self.view["seats"])
        if not empty:
            self.ask("start")
        elif self.chance.random() < 0.6:
            self.ask("add_computer", level=self.chance.choice(("random", "simple")))
        else:
            self._later(3.0, self.think_soon)

    def _watch(self) -> None:
        if self.view["host"] == self.name and self.view["state"] == "waiting":
            empty = any(seat["kind"] == "empty" for seat in self.view["seats"])
            self.ask("add_computer", level="simple") if empty else self.ask("start")
        elif self.chance.random() < 0.1:
            self.ask("leave")

    def _afterwards(self) -> None:
        wish = self.chance.random()
        if wish < 0.4:
            self.ask("rematch")
        elif wish < 0.6:
            self.ask("record", page=1)
        else:
            self.ask("leave")

    def _whim(self) -> None:
        name = self.chance.choice(self.view["seats"])["name"]
        seat = self.chance.randrange(len(self.view["seats"]))
        kind, fields = self.chance.choice(WHIMS)
        fields = {key: {"NAME": name, "SEAT": seat}.get(str(v), v) for key, v in fields.items()}
        self.ask(kind, note={"seat": self.seat}, **fields)
        self._later(1.0, self.think_soon)


WHIMS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("chat", {"text": "hello there"}),
    ("chat", {"text": "what a hand"}),
    ("pause", {}),
    ("pause", {"agree": False}),
    ("resume", {}),
    ("end", {}),
    ("end", {"agree": False}),
    ("ready", {"ready": False}),
    ("more_time", {"seat": "SEAT", "seconds": 10.0}),
    ("set_level", {"seat": "SEAT", "level": "random"}),
    ("remove_computer", {"seat": "SEAT"}),
    ("kick", {"name": "NAME"}),
    ("leave", {}),
    ("quit", {}),
    ("list", {"filter": "a"}),
    ("record", {"page": 1}),
    ("ping", {}),
    ("move", {"turn": 1, "action": "draw"}),
)
"""What a person may want beside playing; most of it is refused most of the time."""


class Bot(Person):
    """A bot from outside: as a person, but quicker, and it says so."""

    computer = True
    software = "simulated bot"
    pace = 0.05
    whims = 0.01


class Spectator(Person):
    """Somebody who watches whatever there is."""

    def go_to(self, line: Plain) -> None:
        """Watch a table of the list."""
        self.ask("spectate", table=line["table"])

    def think(self) -> None:
        """Look for a table; chat; go to another."""
        if self.table is None:
            self.ask("list")
        elif self.chance.random() < 0.1:
            self.ask("chat", text="well played")
        elif self.chance.random() < 0.03:
            self.ask("leave")
        self._later(3.0, self.think_soon)


def names(chance: Random) -> list[str]:
    """Return names nobody has yet, in an order of the seed."""
    known = ["Anna", "Ben", "Chloé", "Dmitri", "Eve", "Fatima", "王小明", "Gus", "Hana", "Ivo"]
    return chance.sample(known, len(known))


__all__ = ["Bot", "Person", "Seated", "Spectator", "World", "names"]
