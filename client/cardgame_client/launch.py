"""From the parsed command line to a player in front of a face, full screen or plain."""

import argparse
import io
import os
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from functools import partial
from typing import TextIO

import anyio

from cardgame_client import choices, known_servers
from cardgame_client.address import Address, AddressError, parse_address
from cardgame_client.admission import PasswordError, read_password
from cardgame_client.command_words import NotUnderstood
from cardgame_client.exits import Exit
from cardgame_client.face import Faced
from cardgame_client.folders import state_folder
from cardgame_client.known_servers import KnownServers
from cardgame_client.names import default_name
from cardgame_client.player import Player
from cardgame_client.settings import Settings
from cardgame_client.tokens import TokenFolder

TOKENS = "tokens"
"""The folder of the tokens below the state folder."""

Face = Callable[[Faced], Awaitable[Exit]]
OwnServer = Callable[[], AbstractAsyncContextManager[Address]]


def launch(options: argparse.Namespace) -> int:
    """Play as the command line (`cli.parser`) says; returns the exit code.

    Errors of the choice itself are told on standard error, before any screen is drawn.
    """
    heed_locale(os.environ, sys.stdout)
    try:
        settings = choices.choose_settings(vars(options), os.environ)
        if options.record is not None:
            return _look(options, settings)
        if options.solo is not None:
            return _alone(options, settings)
        address = parse_address(settings.server)
        address = replace(address, tls=address.tls or settings.tls)
        return anyio.run(
            _visit, address, settings, read_password(options.password_file, os.environ)
        )
    except (AddressError, choices.SettingsError, PasswordError) as error:
        return _failed(str(error), Exit.USAGE)


def heed_locale(environ: Mapping[str, str], stream: TextIO) -> None:
    """Write ASCII where `LC_ALL` asks for it: Python takes UTF-8 for granted there (PEP 540)."""
    asked = environ.get("LC_ALL") in ("C", "POSIX") and "PYTHONIOENCODING" not in environ
    if asked and isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="ascii", errors="replace")


async def _visit(address: Address, settings: Settings, password: str | None) -> Exit:
    player = Player(
        address,
        settings.name or default_name(),
        own_name=bool(settings.name),
        tokens=None if settings.guest else TokenFolder(state_folder(os.environ) / TOKENS),
        settings=settings,
    )
    player.reach_by(KnownServers(state_folder(os.environ) / known_servers.FILE_NAME), password)
    player.keep_dismissal = partial(choices.keep_dismissal, os.environ)
    return await _play(player)


def _alone(options: argparse.Namespace, settings: Settings) -> int:
    """Play at a server of one's own."""
    from cardgame_client import solo  # noqa: PLC0415 - a server of one's own only where asked

    try:
        asker = input if interactive() else None
        choice = solo.choose(options.solo or None, options.players, options.level, asker)
        return anyio.run(_stay_home, solo.own_server, choice.opening(), settings)
    except solo.ChoiceError as error:
        return _failed(str(error), Exit.USAGE)
    except solo.ServerError as error:
        return _failed(str(error), Exit.FAILED)


async def _stay_home(server: OwnServer, opening: list[str], settings: Settings) -> Exit:
    async with server() as address:
        # This server goes with its one player: there is nothing to come back to.
        player = Player(
            address,
            settings.name or default_name(),
            opening=opening,
            waits=lambda: iter(()),
            settings=settings,
        )
        player.keep_dismissal = partial(choices.keep_dismissal, os.environ)
        return await _play(player)


def _look(options: argparse.Namespace, settings: Settings) -> int:
    """Show a recorded match."""
    from cardgame_client import viewing  # noqa: PLC0415 - the rules' engine only where it works

    try:
        viewer = viewing.open_record(options.record, options.seat, settings)
    except viewing.UnreadableError as error:
        return _failed(str(error), Exit.FAILED)
    except NotUnderstood as error:
        return _failed(str(error), Exit.USAGE)
    return anyio.run(_play, viewer)


async def _play(player: Faced) -> Exit:
    code = await _face(player.settings)(player)
    if player.last_words:
        _failed(player.last_words, code)
    return code


def _face(settings: Settings) -> Face:
    if settings.plain or not interactive():
        from cardgame_client import plain  # noqa: PLC0415 - one face of the two is enough

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
