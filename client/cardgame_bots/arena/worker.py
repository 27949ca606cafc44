"""A process that plays deals for an arena: `python -P -m cardgame_bots.arena.worker`.

On standard input come the setup and then numbers of deals, on standard output go the outcomes, as
messages of `isolation.pipe`. So the seed, which tells all cards, is in no command line that a bot
could read. When standard input ends it ends as well, in the middle of a game too, with its bots.
"""

import os
import select
import sys
import threading

from ..entrants import Entrant, enter
from ..isolation.bot_file import BotFileError
from ..isolation.pipe import Failed, PipeEndedError, Pipes
from .game import play_game
from .plan import Setup, games_of

FROM_ARENA = Setup | int
"""What it is told."""


def main() -> int:
    """Play until there is nobody who asks for it."""
    pipes: Pipes[Setup | int] = Pipes(0, 1, FROM_ARENA)
    entrants: list[Entrant] = []
    watch = threading.Thread(target=_end_with_input, args=(entrants,), daemon=True)
    watch.start()
    try:
        _play(pipes, entrants)
    except BotFileError as error:
        pipes.say(Failed(str(error)))
        return 1
    except PipeEndedError:
        watch.join()  # which ends the process
    return 0


def _play(pipes: Pipes[Setup | int], entrants: list[Entrant]) -> None:
    setup = pipes.hear()
    if not isinstance(setup, Setup):
        raise PipeEndedError("the setup comes first")
    # One by one: those that are there already are ended while another is still being loaded.
    entrants.extend(enter(bot, seconds=setup.seconds, megabytes=setup.memory) for bot in setup.bots)
    while isinstance(deal := pipes.hear(), int):
        pipes.say([play_game(setup, game, entrants) for game in games_of(setup, deal)])


def _end_with_input(entrants: list[Entrant]) -> None:
    """Wait until nobody has the other end of standard input, then end all that is going on."""
    poll = select.poll()
    poll.register(0, 0)
    poll.poll()
    for entrant in entrants:
        entrant.close()
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main())
