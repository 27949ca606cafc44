"""Playing alone: a server of one's own that ends with this program, however that ends.

The server is a child with a pipe on its standard input, and it ends when that pipe closes. The
kernel closes it with the last process that holds it, so not even `kill -9` leaves a server behind.
Its files are in a folder of `solo_folder`.
"""

import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import anyio
from anyio.abc import ByteReceiveStream, Process

from cardgame_client.address import Address, AddressError, parse_address
from cardgame_client.safe import safe
from cardgame_client.solo_folder import solo_folder
from cardgame_client.table_commands import USUAL_LEVEL, seats_for
from cardgame_client.voice import listed
from cardgame_rules import PRESETS

USUAL_PRESET = "classic"
LEVELS = ("random", "simple", "steady", "sharp", "master")
"""Levels offered before a server is there to be asked; it has the last word."""

START_SECONDS = 20.0
"""Until the server says where it listens: a slow machine needs a few seconds for the imports."""

STOP_SECONDS = 5.0
"""Until the server has ended after its input was closed; then it is killed."""

LISTENING = "listening on "


class ChoiceError(Exception):
    """What was asked for on the command line cannot be played; the text says what can."""


class ServerError(Exception):
    """The player's own server did not start; the text is what it said last."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What to play alone: a preset, the number of seats, the computers' level."""

    preset: str
    players: int
    level: str

    def opening(self) -> list[str]:
        """Return the commands that set the table up."""
        computers = [f"add {self.level}"] * (self.players - 1)
        return [f"create {self.preset} seats {self.players} hidden", *computers, "start"]


def choose(
    preset: str | None, players: int | None, level: str | None, ask: Callable[[str], str] | None
) -> Choice:
    """Complete what the command line says: by asking, or where nobody can be asked by defaults.

    `ask` shows a question and returns the line typed; an empty one takes the default. A wrong one,
    or one that could mean several things, is said to be so, and asked again. Raises ChoiceError
    where what was given on the command line is impossible.
    """
    preset = _given(preset, tuple(PRESETS), "game") or _asked(
        ask, "Which game", tuple(PRESETS), USUAL_PRESET
    )
    low, high = PRESETS[preset].players
    seats = tuple(map(str, range(low, high + 1)))
    wanted = _given(str(players) if players else None, seats, f"number of players in {preset}")
    count = wanted or _asked(ask, "How many players, you among them", seats, str(seats_for(preset)))
    named = level or _asked(ask, "How strong are the computers", LEVELS, USUAL_LEVEL)
    return Choice(preset, int(count), named.lower())


def _given(value: str | None, allowed: tuple[str, ...], what: str) -> str | None:
    if value is None or value.lower() in allowed:
        return value.lower() if value else None
    raise ChoiceError(f"{value!r} is no {what}: choose one of {', '.join(allowed)}")


def _asked(
    ask: Callable[[str], str] | None, question: str, allowed: tuple[str, ...], usual: str
) -> str:
    if ask is None or len(allowed) == 1:
        return usual
    remark = ""
    while True:
        shown = f"{remark}{question}? {', '.join(allowed)} [{usual}] "
        answer = ask(shown).strip().lower() or usual
        meant = _meant(answer, allowed)
        if len(meant) == 1:
            return meant[0]
        could = f"could be {listed(meant, 'or')}" if meant else "is none of these"
        remark = f"{safe(answer)} {could}.\n"


def _meant(answer: str, allowed: tuple[str, ...]) -> list[str]:
    """Return what an answer can mean: a word by its beginning, but 1 does not begin 10."""
    if answer in allowed:
        return [answer]
    return [value for value in allowed if value.startswith(answer) and not value.isdigit()]


@asynccontextmanager
async def own_server() -> AsyncIterator[Address]:
    """Run a server on a free loopback port beside the body; yields where it listens.

    Raises ServerError with the server's own last words where it does not start.
    """
    with solo_folder() as folder:
        log = Path(folder, "server.log")
        process = await _start(folder, log)
        try:
            yield await _listening(process, log)
        finally:
            with anyio.CancelScope(shield=True):
                await _stop(process)


async def _start(folder: str, log: Path) -> Process:
    command = [sys.executable, "-P", "-m", "cardgame_server.cli", "--listen", "127.0.0.1:0"]
    command += ["--until-eof", "--data", folder]
    with log.open("wb") as errors:
        # In a session of its own, so that Ctrl-C reaches the player's program alone.
        return await anyio.open_process(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
        )


async def _listening(process: Process, log: Path) -> Address:
    line = ""
    if process.stdout is not None:
        with anyio.move_on_after(START_SECONDS):
            line = await _first_line(process.stdout)
    try:
        return parse_address(line.removeprefix(LISTENING))
    except AddressError:
        said = log.read_text("utf-8", "replace").strip().splitlines() or ["it said nothing"]
        raise ServerError(f"the server for this game did not start: {said[-1]}") from None


async def _first_line(stdout: ByteReceiveStream) -> str:
    received = b""
    while b"\n" not in received:
        try:
            received += await stdout.receive()
        except anyio.EndOfStream:
            break
    return received.split(b"\n")[0].decode("utf-8", "replace").strip()


async def _stop(process: Process) -> None:
    if process.stdin is not None:
        await process.stdin.aclose()
    with anyio.move_on_after(STOP_SECONDS):
        await process.wait()
    if process.returncode is None:
        process.kill()
        await process.wait()
    await process.aclose()
