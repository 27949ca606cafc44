"""The server's own limits. Those a client can notice are in `cardgame_protocol.limits`."""

import ipaddress
from typing import Final

CONNECTIONS_MAX: Final = 10_000
"""Connections at once; the operating system's limit on open files is usually met before."""

CONNECTIONS_PER_ADDRESS: Final = 1_000
"""From one address that is not this computer's own: a whole LAN, or a league of bots, may sit
behind one address, so this stops nothing but a runaway program."""

TABLES_MAX: Final = 2_000
"""Tables at once: with ten computers each, as many as one processor core can serve."""

TABLES_PER_PERSON: Final = 5
"""Tables one person may have made that are still there. Whoever leaves a table of computers
behind starts another soon; nobody needs six."""

TABLES_PER_ADDRESS: Final = 200
"""The same for all persons of one address, so that a new name does not bring a new allowance."""

KICK_SECONDS: Final = 300.0
"""A kicked person stays out of that table so long: longer than the patience of a troll."""

KICKS_REMEMBERED: Final = 200
"""Kicks one table remembers; the oldest goes first."""

COMPUTER_PATIENCE: Final = 5.0
"""Seconds after which the house plays K18's default action for a computer of its own: it decides
in milliseconds, so its process is gone, and the people at the table must not wait for it."""

HELD_MOVES: Final = 8
"""Moves of one computer that wait for their time: one catch for each other seat at most."""

RESTLESS_COST: Final = 4
"""What coming and going costs in the bucket of `RATE_BURST`: joining, watching and saying ready
are seen by a whole table, and thirty of them in ten seconds keep it from starting."""

BACKLOG_EVENTS: Final = 200
"""Events kept in the one update that waits for a slow reader: four times what a player who comes
back is told, and with any view still far below the size of a frame."""

STALLED_SECONDS: Final = 20.0
"""A peer that has taken no byte for so long while some wait is cut as `slow`: a stall of a busy
network is over before, and more than a player's patience is."""

LINGER_SECONDS: Final = 1.0
"""How long a goodbye may take: the peer reads it at once or not at all."""

RESTART_SECONDS: Final = 60.0
"""After a restart, how long those are expected who had no seat in a match: longest pause of our
client between two attempts to come back, twice."""

DISK_RETRY_SECONDS: Final = 1.0
"""Between two attempts to write what the disk did not take: people wait, and a full disk stays
full for longer than that."""

RECORD_RETRY_SECONDS: Final = 10.0
"""Between two attempts to make a record a file: it is safe in the journal, and nobody waits."""

RECORD_DAYS: Final = 365
"""Days a finished match's record is kept: a year of evenings can be looked at again."""

RECORDS_MAX: Final = 10_000
"""Records kept, newest first: what a folder can hold and still be listed at once."""

RECORDS_BYTES: Final = 500_000_000
"""Bytes of records kept, newest first: some fifty kilobytes for each of `RECORDS_MAX`."""

LOG_TEXT: Final = 120
"""Characters of a peer's text in one line of the log."""

LOG_LINES_WAITING: Final = 10_000
"""Lines of the log that wait for whoever reads it too slowly: a storm of a second or two. Further
ones are counted, not kept."""

LOG_END_SECONDS: Final = 1.0
"""At its end the server waits so long for the lines of the log that still wait."""

TLS_SILENCE_SECONDS: Final = 5.0
"""A peer at a TLS port that says nothing for so long waits for our greeting, so it does not speak
TLS and is told: a client of TLS speaks first, after one round trip at most."""

GUESSES_WAITING: Final = 8
"""Passwords from one address that are looked at or wait for that: a party that comes at once, and
less than half a second of the thread that looks at them."""

WRONG_PASSWORD_SECONDS: Final = 1.0
"""Before a wrong password is refused: who mistyped does not notice, who guesses does."""

LONGEST_GUESS_PAUSE: Final = 60.0
"""Longest pause after wrong passwords from one address: 1, 2, 4 ... seconds until then. A thousand
guesses a day do not find a password worth the name."""

GUESSES_REMEMBERED: Final = 10_000
"""Addresses whose guesses are remembered; those of `GUESSES_FORGOTTEN_SECONDS` ago go first."""

GUESSES_FORGOTTEN_SECONDS: Final = 3_600.0
"""After so long an address may be forgotten that has guessed wrong."""


def exempt(address: str) -> bool:
    """Whether no limit by address holds, because a peer's address is this computer itself.

    The house process opens a connection for each computer player, and whoever can start programs
    here needs no limit of ours.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    # An IPv4 peer of a socket for both: before Python 3.13 such an address is no loopback.
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return (mapped or parsed).is_loopback
