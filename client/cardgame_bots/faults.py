"""What a bot can do wrong, told to its author: who, what exactly, and what to do about it."""

from collections.abc import Sequence


class BotFaultError(Exception):
    """A bot did what a bot must not do; `kind` is the word under which faults are counted.

    `seat` is where it sat in its match; None: it was in none.
    """

    kind = "fault"
    seat: int | None = None


class IllegalChoiceError(BotFaultError):
    """A bot returned something else than one of the legal actions it was given."""

    kind = "illegal"

    def __init__(self, bot: str, choice: object, legal: Sequence[str]) -> None:
        self.choice = choice
        offered = ", ".join(repr(text) for text in legal) or "none, so only None is right"
        super().__init__(
            f"{bot}: choose() returned {choice!r}, which is not among the legal actions: {offered}."
            " Return one of moment.legal as it stands there."
        )


class NoChoiceError(IllegalChoiceError):
    """A bot did nothing although it was on turn."""

    def __init__(self, bot: str, legal: Sequence[str]) -> None:
        super().__init__(bot, None, legal)


class CrashError(BotFaultError):
    """A bot's code raised, or its process is gone."""

    kind = "crash"


class TimeOutError(BotFaultError):
    """A bot did not choose in its time."""

    kind = "timeout"
