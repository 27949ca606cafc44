"""Your turn reaches you: when to ring, and what is written to the terminal for it.

Only a player who looks elsewhere is told: the window is not focused (where the terminal reports
that), or no key came for a while. Pure: times and facts go in, escape sequences come out; `app`
writes them. Each of the three ways is a choice of the player's settings.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from cardgame_client.safe import safe
from cardgame_client.settings import Settings

SLOW_SECONDS = 20.0
"""Without a key for so long at one's own turn a player is taken to be away from the screen: a turn
that is thought about takes ten seconds or so, and ringing at a thinker is worse than late."""

LONGEST_TITLE = 80
"""Characters of a window title or a notification; desktops cut them at about that."""

BELL = "\a"
FOCUS_ON, FOCUS_OFF = "\x1b[?1004h", "\x1b[?1004l"
TITLE_SAVED, TITLE_BACK = "\x1b[22;0t", "\x1b[23;0t"

WITHOUT_OSC = ("linux", "dumb", "vt100", "vt220", "cons25")
"""Terminals that know no window titles and may print what they do not understand."""


def terminal_kind(environ: Mapping[str, str], platform: str) -> str:
    """Return TERM, or what stands for it on Windows, where only Windows Terminal knows titles."""
    if platform == "win32":
        return "xterm" if environ.get("WT_SESSION") else "dumb"
    return environ.get("TERM", "")


@dataclass
class Nudge:
    """Whether the player has been told of this turn; `focused` is None until it is reported."""

    settings: Settings
    term: str = "xterm"
    focused: bool | None = None
    _turn: int | None = None
    _since: float = 0.0
    _told: bool = False
    _titled: bool = False

    def begin(self) -> str:
        """Return what is written once at the start."""
        if not self._windowed:
            return ""
        return FOCUS_ON + (TITLE_SAVED if self.settings.title else "")

    def end(self) -> str:
        """Return what puts title and focus reports back as they were found."""
        if not self._windowed:
            return ""
        return self._calm("") + FOCUS_OFF + (TITLE_BACK if self.settings.title else "")

    def look(self, turn: int | None, where: str, now: float) -> str:
        """Return what to write at `now` (seconds); `turn` numbers one's own turn, None is no turn.

        `where` names the table.
        """
        if turn != self._turn:
            self._turn, self._since, self._told = turn, now, False
        if turn is None:
            return self._calm(where)
        if self._told or not self._away(now):
            return ""
        self._told = True
        return self._ring(where)

    def active(self, now: float) -> str:
        """Take notice that the player did something here; return what to write."""
        self._since = now
        return self._calm("")

    def focus(self, focused: bool, now: float) -> str:
        """Take the terminal's report that its window got or lost the focus."""
        self.focused = focused
        return self.active(now) if focused else ""

    def _away(self, now: float) -> bool:
        return self.focused is False or now - self._since >= SLOW_SECONDS

    @property
    def _windowed(self) -> bool:
        return not self.term.startswith(WITHOUT_OSC)

    def _ring(self, where: str) -> str:
        text = _title(f"Your turn at {where}" if where else "Your turn")
        written = BELL if self.settings.bell else ""
        if self.settings.title and self._windowed:
            self._titled = True
            written += f"\x1b]2;{text}\a"
        if self.settings.notify and self._windowed:
            written += f"\x1b]9;{text}\a"
        return written

    def _calm(self, where: str) -> str:
        """Return what takes the title's call back, once it is not needed any more."""
        if not self._titled:
            return ""
        self._titled = False
        return f"\x1b]2;{_title(f'cardgame {where}'.strip())}\a"


def _title(text: str) -> str:
    """Return text of the network as it may stand in a title: nothing that could end or forge it."""
    return safe(text)[:LONGEST_TITLE]
