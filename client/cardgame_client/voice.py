"""Who is spoken of: `You play`, `Dot plays`, `Dot's turn`, `3 cards`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cardgame_client.safe import safe
from cardgame_protocol.view import Seat

_IRREGULAR = {
    "are": "is", "have": "has", "do": "does", "go": "goes", "try": "tries",
    "miss": "misses", "pass": "passes", "catch": "catches", "watch": "watches",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Voice:
    """The seats of a table, and which of them is the player's own (None: a spectator).

    `me` is the player's name, by which one who watches is spoken to too.
    """

    seats: Sequence[Seat]
    own: int | None
    me: str = ""

    def name(self, seat: int) -> str:
        """Return `You`, or the name on that seat."""
        return "You" if seat == self.own else self.plain_name(seat)

    def whom(self, seat: int) -> str:
        """Return `you`, or the name on that seat."""
        return "you" if seat == self.own else self.plain_name(seat)

    def whose(self, seat: int) -> str:
        """Return `your`, or `Dot's`."""
        return "your" if seat == self.own else f"{self.plain_name(seat)}'s"

    def plain_name(self, seat: int) -> str:
        """Return the name on that seat, also one's own; `Seat 3` where nobody sits."""
        if 0 <= seat < len(self.seats) and self.seats[seat].name:
            return safe(self.seats[seat].name)
        return f"Seat {seat}"

    def does(self, seat: int, verb: str, rest: str = "") -> str:
        """Return `Dot plays REST` or `You play REST`; `verb` is the form that goes with `you`."""
        form = verb if seat == self.own else _IRREGULAR.get(verb, verb + "s")
        return f"{self.name(seat)} {form} {rest}".rstrip()


def counted(number: int, thing: str) -> str:
    """Return `1 card`, `3 cards`, `1 life`, `2 lives`."""
    plural = "lives" if thing == "life" else thing + "s"
    return f"{number} {thing if number == 1 else plural}"


def listed(parts: Iterable[str], last: str = "and") -> str:
    """Return `a`, `a and b`, `a, b and c`."""
    *head, tail = list(parts) or [""]
    return f"{', '.join(head)} {last} {tail}" if head else tail


def sentence(text: str) -> str:
    """Return a text from elsewhere as a sentence: a capital, a full stop, nothing harmful."""
    clean = safe(text).strip()
    return clean[:1].upper() + clean[1:] + ("" if clean.endswith((".", "?", "!")) else ".")
