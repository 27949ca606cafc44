"""The seed of a match or an arena that was given none: drawn, so that no bot can know it."""

import secrets

DRAWN = 1 << 53
"""How many are drawn from: more than a bot can try, or have in a table of what they deal, and no
more than every reader of JSON keeps exactly."""


def drawn_seed() -> int:
    """Return a seed that nobody can guess. It is told when all is played, so that it can be again.

    Until then it must stay out of command lines and environments: bots can read those of the
    processes above them.
    """
    return secrets.randbelow(DRAWN)
