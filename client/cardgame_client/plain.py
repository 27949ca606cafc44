"""The client line by line, for screen readers, pipes and poor terminals.

One sentence an event, in ordinary scrollback; every line that is typed is a command, at any time.
Nothing is conveyed by colour or place alone. At the end of the input it leaves and exits with 0.
"""

import errno
import os
import signal
import sys
from collections.abc import AsyncIterable, Callable
from functools import partial
from typing import TextIO

import anyio

from cardgame_client.exits import Exit
from cardgame_client.face import Faced
from cardgame_client.hand_pages import choices, hand
from cardgame_client.lines_in import LinesIn
from cardgame_client.model import Line, Model, Question, Replay, Sheet
from cardgame_client.pages import hand_sheet, turn_line
from cardgame_client.unechoed import can_hide, unechoed
from cardgame_client.waiting_words import replay_line, waiting_for
from cardgame_protocol import HandSheet, View


async def run(player: Faced) -> Exit:
    """Play on standard input and output until the input ends or the player quits."""
    printer = Printer(player.model, writer(sys.stdout, lambda: player.submit("quit")))
    typed = sys.stdin.fileno()
    lines = LinesIn(typed)
    if can_hide(typed):
        player.ask_password = partial(_ask_password, printer, lines, typed)
    return await talk(player, printer, lines)


async def talk(player: Faced, printer: "Printer", lines: AsyncIterable[str]) -> Exit:
    """Play with these lines as input; returns the exit code. Needs asyncio for its signals."""
    code = Exit.OK
    player.on_change = printer.catch_up
    async with anyio.create_task_group() as group:
        group.start_soon(_read, player, lines)
        group.start_soon(_end_on_signals, player, printer, group.cancel_scope)
        code = await player.run()
        group.cancel_scope.cancel()
    printer.catch_up()
    return printer.ended or code


async def _read(player: Faced, lines: AsyncIterable[str]) -> None:
    """Carry out one line after the other, each once the last one had its answer."""
    await player.welcomed()
    async for line in lines:
        if line.strip():
            player.submit(line)
            await player.settled()
    player.submit("quit")


async def _ask_password(
    printer: "Printer", lines: AsyncIterable[str], descriptor: int, why: str
) -> str | None:
    """Ask for the server's password; what is typed is not shown, and no command."""
    with unechoed(descriptor):
        printer.say(f"{why} Type it; it is not shown. An empty line ends.")
        async for line in lines:
            return line.rstrip("\r") or None
    return None


async def _end_on_signals(player: Faced, printer: "Printer", scope: anyio.CancelScope) -> None:
    """On Ctrl-C give the seat up, rather than leave a stand-in behind; on others keep it."""
    if sys.platform == "win32":  # no event loop can wait for signals there: they end the program
        return
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM, signal.SIGHUP) as received:
        async for number in received:
            if number == signal.SIGINT:
                printer.ended = Exit.INTERRUPTED
                player.submit("quit")
                continue
            printer.ended = Exit.FAILED
            player.last_words = f"Ended by {signal.Signals(number).name}."
            scope.cancel()


def writer(stream: TextIO, on_closed: Callable[[], None]) -> Callable[[str], None]:
    """Return a function that writes one line; what the encoding lacks comes out as `?`.

    Once nobody reads the stream any more (`cardgame-client | head`) it calls `on_closed`, and
    writes to nowhere from then on.
    """
    encoding = stream.encoding or "ascii"

    def write(line: str) -> None:
        try:
            stream.write(line.encode(encoding, "replace").decode(encoding) + "\n")
            stream.flush()
        except OSError as error:
            if error.errno not in (errno.EPIPE, errno.EIO):  # EIO: the terminal hung up
                raise
            # Python flushes the stream once more at its end, and must not fail then.
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
            on_closed()

    return write


class Printer:
    """Prints what is new in a model: events, chat, notices, pages, whose turn it is."""

    def __init__(self, model: Model, write: Callable[[str], None]) -> None:
        self.ended: Exit | None = None
        self._model = model
        self._write = write
        self._line: Line | None = None
        self._sheet: Sheet | None = None
        self._question: Question | None = None
        self._hand_over: HandSheet | None = None
        self._replay: Replay | None = None
        self._moment: tuple[object, ...] = ()
        self._legal: tuple[str, ...] = ()

    def say(self, line: str) -> None:
        """Print a line that is no part of the model."""
        self._write(line)

    def catch_up(self) -> None:
        """Print everything that has changed since the last call."""
        self._print_step()
        self._print_log()
        self._print_hand_over()
        self._print_sheet()
        self._print_question()
        self._print_turn()

    def _print_step(self) -> None:
        replay = self._model.replay
        if replay is not None and replay != self._replay:
            self._write(replay_line(replay))
        self._replay = replay

    def _print_log(self) -> None:
        last = self._line.number if self._line else 0
        for line in [line for line in self._model.log if line.number > last]:
            self._write(line.text)
            self._line = line

    def _print_hand_over(self) -> None:
        view = self._model.view
        over = view.last_hand if view else None
        if over is not None and over != self._hand_over:
            self._lines(hand_sheet(over, self._model))
        self._hand_over = over

    def _print_sheet(self) -> None:
        sheet = self._model.sheet
        if sheet is not None and sheet is not self._sheet:
            self._lines(sheet.lines)
        self._sheet = sheet

    def _print_question(self) -> None:
        question = self._model.question
        if question is not None and question is not self._question:
            self._write(question.text)
        self._question = question

    def _print_turn(self) -> None:
        """Say once whose decision is open, and what the player can do, on turn or off it."""
        model, view = self._model, self._model.view
        moment, legal = self._moment, self._legal
        self._moment, self._legal = self._open_decision(), tuple(model.legal)
        if view is None:
            return
        if self._moment != moment:
            self._write_some(self._whom_it_is_about(view))
        if model.my_turn and (self._moment != moment or self._legal != legal):
            self._lines(hand(model))
        elif self._legal != legal:
            self._lines(choices(model))

    def _whom_it_is_about(self, view: View) -> str:
        if view.state != "playing":
            return "" if self._model.replay else waiting_for(self._model)
        mover = None if view.to_move is None else view.seats[view.to_move]
        # A computer's play follows in a moment, and says by itself whose turn it was.
        quick = mover is not None and (mover.kind == "computer" or mover.stand_in)
        return "" if quick and not self._model.my_turn else turn_line(self._model)

    def _open_decision(self) -> tuple[object, ...]:
        """Return what marks a moment as new: the open decision, or what the table waits for."""
        view = self._model.view
        if view is None:
            return ()
        if view.state == "playing":
            return (view.state, view.match, self._model.turn)
        free = sum(seat.kind == "empty" for seat in view.seats)
        return (view.state, view.match, view.hand, free)

    def _write_some(self, line: str) -> None:
        if line:
            self._write(line)

    def _lines(self, lines: list[str] | tuple[str, ...]) -> None:
        for line in lines:
            self._write(line)
