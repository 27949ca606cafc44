"""The player's choices, as the rest of the client sees them: one value for the whole run.

`Player.settings` holds them. Where they come from (flags, environment, a file) is the business of
`choices`; docs/client.md lists them all.
"""

from dataclasses import dataclass
from typing import Literal

Colour = Literal["auto", "none", "16", "256", "true"]

COLOURS: tuple[Colour, ...] = ("auto", "none", "16", "256", "true")
"""How many colours are used: as many as the terminal seems to have, or no more than these."""

DEFAULT_HOST = "localhost"
"""Where a server is looked for unless told otherwise: on this computer."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a player may choose for good.

    `name` is the name at the tables, empty where it is to be made from the login name; `server` an
    address as typed. `tls`: the connection is encrypted. `plain`: line by line rather than full
    screen. `guest`: no token is kept. `motion`: short flashes on the table. `colour`: see COLOURS.
    `ascii`: nothing but ASCII is drawn, also where the terminal could do more. `hints`: the first-
    game hint line. `bell`, `title`, `notify`: how one's own turn is told to a player who looks
    elsewhere, by the terminal's bell, its window title, and OSC 9. `mouse`: clicks and wheel come
    to the client; without it the terminal selects text with the mouse, as it does elsewhere.
    """

    name: str = ""
    server: str = DEFAULT_HOST
    tls: bool = False
    plain: bool = False
    guest: bool = False
    motion: bool = True
    colour: Colour = "auto"
    ascii: bool = False
    hints: bool = True
    bell: bool = True
    title: bool = True
    notify: bool = True
    mouse: bool = True


USUAL = Settings()
"""What holds where a player has chosen nothing."""
