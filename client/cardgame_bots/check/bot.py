"""`cardgame-bot check`: what a bot in any language must do, step by step.

The check is a server for one bot. It asks for every kind of decision of a game, each from the
middle of a real hand, and does what servers and networks do: cut the connection, send fields and
events of a newer version, refuse, be late, end. The first step that fails ends the check of that
game, for what follows would mostly repeat it; what was not tried is named.
"""

import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial

from .positions import Position, positions
from .program import Program
from .seat import BotSeat
from .steps import CheckFailedError, Steps, Transcript
from .table import House
from .trials import TRIALS, decide

STAY_AWAY_SECONDS = 2.0
"""Nobody may connect again for so long after `replaced`: the first pause of a bot that knows no
better is half a second at most."""

STAY_AWAY = "stay away after `replaced`"

Start = Callable[[], AbstractContextManager[Program]]
"""Runs the bot's program, which is to connect to the check."""


class AbsentError(CheckFailedError):
    """The bot never came, so that no other game need be tried."""


class BotCheck:
    """The check of one game; None: the one that the bot asks for, which is `game` afterwards.

    `seconds`: how long the bot may take for an answer.
    """

    def __init__(
        self,
        listener: socket.socket,
        preset: str | None,
        steps: Steps,
        seconds: float,
        start: Start,
    ) -> None:
        self.game = preset
        self._listener = listener
        self._preset = preset
        self._steps = steps
        self._seconds = seconds
        self._start = start
        self._transcript = Transcript()

    def run(self) -> None:
        """Run it; raises CheckFailedError at the first step that fails."""
        with self._seat() as (seat, program):
            self._arrive(seat, program)
            self.game = seat.house.preset
            found = positions(seat.house.preset, seat.house.seats)
            trials: dict[str, Callable[[], object]] = {
                position.kind: partial(decide, seat, position) for position in found
            }
            trials |= {name: partial(trial, seat, found[0]) for name, trial in TRIALS.items()}
            self._run_all(trials, program)
        # Most bots are gone after the match, and nobody stays away who is not there.
        with self._seat() as (seat, program):
            self._step(STAY_AWAY, program, partial(_replaced, seat, found[0]))

    def _arrive(self, seat: BotSeat, program: Program) -> None:
        came = False
        try:
            self._step("connect and say hello", program, seat.arrive)
            came = True
            self._step("take a seat", program, seat.sit_down)
        except CheckFailedError as error:
            self._steps.game_not_tried(f"{self._label}: all other steps")
            if came:
                raise
            raise AbsentError(str(error)) from error

    def _run_all(self, trials: dict[str, Callable[[], object]], program: Program) -> None:
        left = [*trials, STAY_AWAY]
        try:
            for name, trial in trials.items():
                left.remove(name)
                self._step(name, program, trial)
        except CheckFailedError:
            self._steps.not_tried([f"{self._label}: {name}" for name in left])
            raise

    def _step(self, name: str, program: Program, trial: Callable[[], object]) -> None:
        def detail() -> list[str]:
            return [*self._transcript.lines(), *program.tail()]

        with self._steps.step(f"{self._label}: {name}", detail):
            trial()

    @property
    def _label(self) -> str:
        return self.game or "bot"

    @contextmanager
    def _seat(self) -> Iterator[tuple[BotSeat, Program]]:
        """Run the program; give the seat that it will hold, of a house in which nobody was yet."""
        with self._start() as program:
            house = House(self._preset)
            seat = BotSeat(
                self._listener, house, self._transcript, self._seconds, program.has_ended
            )
            try:
                yield seat, program
            finally:
                seat.close()


def _replaced(seat: BotSeat, position: Position) -> None:
    """Say in the middle of a match that somebody else came with its token."""
    seat.arrive()
    seat.sit_down()
    decide(seat, position)
    seat.peer.goodbye("replaced")
    if seat.comes_again(STAY_AWAY_SECONDS):
        raise CheckFailedError("it has connected again: two that replace each other never end")
