"""A recorded match in front of a face: the same model, so the same screen and the same sentences.

`Viewer` stands where `player.Player` stands at a live table, and its commands are those of
`replay_commands`. Nothing is connected, and nothing that is typed can change the match.
"""

from bisect import bisect_right
from collections.abc import Callable
from pathlib import Path

import anyio

from cardgame_client import replay_commands as commands
from cardgame_client.command_words import NotUnderstood
from cardgame_client.exits import Exit
from cardgame_client.face import AskPassword
from cardgame_client.film import Film, Point, UnreadableError, read_film
from cardgame_client.model import Model, Replay, Sheet
from cardgame_client.settings import USUAL, Settings
from cardgame_client.sheets import sheet
from cardgame_protocol import Greeting
from cardgame_rules import PRESETS

__all__ = ["UnreadableError", "Viewer", "open_record"]


def open_record(path: str, seat: str | None, settings: Settings) -> "Viewer":
    """Open a record, to be looked at as `seat` (see `replay_commands.read_point`), if given.

    Raises UnreadableError for the file, NotUnderstood for the seat.
    """
    film = read_film(Path(path).expanduser())
    return Viewer(film, commands.read_point(seat, film) if seat else usual_point(film), settings)


def usual_point(film: Film) -> Point:
    """Return whose eyes are meant by default: the only person's, else those of all in turn."""
    return film.humans.index(True) if film.humans.count(True) == 1 else "all"


class Viewer:
    """One person looking at one record; see `face.Faced` for what the faces make of it."""

    def __init__(self, film: Film, point: Point, settings: Settings = USUAL) -> None:
        self.model = Model("", link="open", greeting=_no_server())
        self.settings = settings
        self.on_change: Callable[[], None] = lambda: None
        self.ask_password: AskPassword | None = None
        self.last_words = ""
        self._film = film
        self._point: Point = point
        self._step = 0
        self._closed = anyio.Event()
        self._show()

    def submit(self, text: str) -> None:
        """Take one command as typed; what comes of it shows in the model."""
        try:
            self._carry_out(commands.parse(text, self._film, self._step))
        except NotUnderstood as reason:
            self.model.refuse(reason.text)
        self.on_change()

    def step(self, moves: int) -> None:
        """Go so many moves on, back where negative; the ends of the match are not passed."""
        self._go(max(0, min(self._step + moves, len(self._film.frames) - 1)))
        self.on_change()

    def step_hand(self, hands: int) -> None:
        """Go to the deal of so many hands on, or back; within a hand, one back is its own deal."""
        deals = self._film.hands
        place = bisect_right(deals, self._step) - 1
        back = hands < 0 and self._step > deals[place]
        wanted = place + hands + (1 if back else 0)
        self._go(deals[wanted] if 0 <= wanted < len(deals) else self._end(hands))
        self.on_change()

    def jump(self, end: int) -> None:
        """Go to the beginning (0) or the end (1) of the match."""
        self._go(self._end(end))
        self.on_change()

    def look_from(self, seats: int) -> None:
        """Look with the next eyes: the seats in their order, all in turn, a spectator's."""
        points: list[Point] = [*range(len(self._film.names)), "all", "spectator"]
        self._point = points[(points.index(self._point) + seats) % len(points)]
        self._show()
        self.on_change()

    def dismiss_hint(self) -> None:
        """Do nothing: a replay is nobody's first game."""

    async def settled(self) -> None:
        """Return at once: every command is carried out where it is submitted."""

    async def welcomed(self) -> None:
        """Return at once: there is no server to wait for."""

    async def run(self) -> Exit:
        """Go on until the viewer quits."""
        self.on_change()
        await self._closed.wait()
        return Exit.OK

    def _carry_out(self, wish: commands.Wish) -> None:
        if isinstance(wish, commands.GoTo):
            self._go(wish.step)
        elif isinstance(wish, commands.LookAs):
            self._point = wish.point
            self._show()
        elif isinstance(wish, commands.Page):
            self.model.show(self._page(wish.topic, wish.argument))
        else:
            self._closed.set()

    def _page(self, topic: str, argument: str) -> Sheet:
        if topic == "help":
            return Sheet(topic, tuple(commands.help_page(argument, self.model)))
        return sheet(topic, argument, self.model)

    def _end(self, way: int) -> int:
        return len(self._film.frames) - 1 if way > 0 else 0

    def _go(self, step: int) -> None:
        """Go one step on as at a live table, or anywhere else by a jump."""
        onward = step == self._step + 1
        self._step = step
        if onward:
            self._place()
            self.model.receive(self._film.update(step, self._point))
        else:
            self._show()

    def _show(self) -> None:
        self._place()
        before = self._film.before(self._step, self._point)
        self.model.jump(self._film.update(self._step, self._point), before)

    def _place(self) -> None:
        """Tell the model where in the record it is, and whose eyes these are."""
        film, frame = self._film, self._film.frames[self._step]
        everyone = self._point == "all"
        self.model.replay = Replay(
            self._step + 1, len(film.frames), frame.hand, len(film.hands), everyone
        )
        seat = film.seat(self._step, self._point)
        self.model.name = "" if seat is None else film.names[seat]


def _no_server() -> Greeting:
    """Return a greeting that nobody sent: the screen takes a model without one for unconnected."""
    return Greeting(
        server="", server_id="", software="", versions=[], presets=list(PRESETS), levels=[]
    )
