"""From the parsed command line to a player in front of a face, full screen or plain."""

import argparse
import os
import sys
from collections.abc import Awaitable, Callable

import anyio

from cardgame_client import plain, solo
from cardgame_client.address import Address, AddressError, parse_address
from cardgame_client.exits import Exit
from cardgame_client.names import default_name
from cardgame_client.player import Player

DEFAULT_HOST = "localhost"
"""Where a server is looked for unless told otherwise: on this computer."""

Face = Callable[[Player], Awaitable[Exit]]


def launch(options: argparse.Namespace) -> int:
    """Play as the command line (`cli.parser`) says; returns the exit code.

    Errors of the choice itself are told on standard error, before any screen is drawn.
    """
    try:
        if options.solo is None:
            return anyio.run(_visit, options, parse_address(options.address or DEFAULT_HOST))
        asker = input if interactive() else None
        choice = solo.choose(options.solo or None, options.players, options.level, asker)
        return anyio.run(_alone, options, choice)
    except (AddressError, solo.ChoiceError) as error:
        return _failed(str(error), Exit.USAGE)
    except solo.ServerError as error:
        return _failed(str(error), Exit.FAILED)


async def _visit(options: argparse.Namespace, address: Address) -> Exit:
    name = options.name or default_name()
    return await _play(Player(address, name, own_name=bool(options.name)), options)


async def _alone(options: argparse.Namespace, choice: solo.Choice) -> Exit:
    async with solo.own_server() as address:
        # This server goes with its one player: there is nothing to come back to.
        player = Player(
            address,
            options.name or default_name(),
            opening=choice.opening(),
            waits=lambda: iter(()),
        )
        return await _play(player, options)


async def _play(player: Player, options: argparse.Namespace) -> Exit:
    code = await _face(options)(player)
    if player.last_words:
        _failed(player.last_words, code)
    return code


def _face(options: argparse.Namespace) -> Face:
    if options.plain or not interactive():
        return plain.run
    from cardgame_client.screen import app  # noqa: PLC0415 - prompt_toolkit only where it draws

    return app.run


def interactive() -> bool:
    """Tell whether there is a terminal that can do more than print lines."""
    capable = os.name == "nt" or os.environ.get("TERM", "") not in ("", "dumb")
    return capable and sys.stdin.isatty() and sys.stdout.isatty()


def _failed(reason: str, code: Exit) -> Exit:
    print(f"cardgame-client: {reason}", file=sys.stderr)
    return code
