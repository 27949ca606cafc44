"""Who may try the server's password, and when: guessing must be slow for whoever guesses alone."""

from cardgame_protocol.codes import RefusalCode
from cardgame_server.limits import (
    GUESSES_FORGOTTEN_SECONDS,
    GUESSES_REMEMBERED,
    GUESSES_WAITING,
    LONGEST_GUESS_PAUSE,
)
from cardgame_server.refusal import Refusal


class _Address:
    """What is known of one address: guesses being looked at, wrong ones in a row, until when."""

    __slots__ = ("last", "until", "waiting", "wrong")

    def __init__(self) -> None:
        self.waiting = 0
        self.wrong = 0
        self.until = 0.0
        self.last = 0.0


class Doorkeeper:
    """Counts guesses by address. Connections and names cost nothing, addresses do."""

    def __init__(self) -> None:
        self._addresses: dict[str, _Address] = {}

    def knock(self, address: str, now: float) -> None:
        """Take note of a guess that is to be looked at. Refused as `rate_limited`."""
        known = self._addresses.get(address)
        if known is None:
            self._make_room(now)
            known = self._addresses[address] = _Address()
        wait = known.until - now
        if known.waiting >= GUESSES_WAITING:
            wait = max(wait, 1.0)
        if wait > 0:
            raise Refusal(
                RefusalCode.RATE_LIMITED,
                f"Too many passwords were tried from your address; wait {wait:.0f} s.",
                wait=wait,
            )
        known.waiting += 1
        known.last = now

    def judged(self, address: str, now: float, *, right: bool) -> None:
        """Note how a guess turned out: each wrong one in a row doubles the pause after it."""
        known = self._addresses.get(address)
        if known is None:
            return
        known.waiting -= 1
        if right:
            known.wrong = 0
            return
        known.wrong += 1
        known.last = now
        known.until = now + min(2.0 ** (known.wrong - 1), LONGEST_GUESS_PAUSE)

    def _make_room(self, now: float) -> None:
        """Forget who has not guessed for long, and the oldest if there are too many."""
        if len(self._addresses) < GUESSES_REMEMBERED:
            return
        idle = {a: k for a, k in self._addresses.items() if not k.waiting}
        old = [a for a, k in idle.items() if now - k.last >= GUESSES_FORGOTTEN_SECONDS]
        for address in old or sorted(idle, key=lambda a: idle[a].last)[:1]:
            del self._addresses[address]
