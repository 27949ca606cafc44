"""A match told in short: one sentence for each hand, and a few of the more remarkable moments."""

from cardgame_client.voice import counted, listed
from cardgame_protocol import Seat, Update, View, read_event
from cardgame_protocol.events import Caught, Challenged, Drew, HandOver, Played, Reshuffled, SeatOut
from cardgame_protocol.table_events import MatchStarted

LONG_DRAW = 8
"""Cards drawn in one go from which the telling mentions it: a whole fresh hand and more."""

MOST_MOMENTS = 5
"""Remarkable moments told in one match; the hands alone are up to twenty lines."""


class Narrator:
    """Turns the updates of one match into lines; keep one for each match."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._moment = ""
        self._moments = 0
        self._drawing = (-1, 0)
        self._last_card = ""

    def hear(self, update: Update) -> list[str]:
        """Return the lines to tell after this update, often none."""
        self._names = [seat.name for seat in update.view.seats]
        lines: list[str] = []
        for plain in update.events:
            event = read_event(plain)
            if isinstance(event, MatchStarted):
                lines.append(opening(update.view))
            elif isinstance(event, HandOver):
                lines += [*self._take_moment(), self._hand(event)]
            elif isinstance(event, SeatOut):
                lines.append(f"  {self._names[event.seat]} is out of the match")
            elif event is not None:
                self._note(event)
        return lines

    def _note(self, event: object) -> None:
        """Remember what the sentence about this hand may mention."""
        if isinstance(event, Played):
            self._last_card = event.card
            self._drawing = (-1, 0)
        elif isinstance(event, Drew):
            self._note_draw(event)
        elif isinstance(event, Caught):
            self._moment = f"{self._names[event.by]} catches {self._names[event.seat]} uncalled"
        elif isinstance(event, Challenged):
            verdict = "rightly" if event.guilty else "wrongly"
            accuser, accused = self._names[event.seat], self._names[event.of]
            self._moment = f"{accuser} challenges {accused}, {verdict}"
        elif isinstance(event, Reshuffled):
            self._moment = self._moment or "the stock runs out and the discards are shuffled anew"

    def _note_draw(self, event: Drew) -> None:
        seat, before = self._drawing
        count = event.count + (before if seat == event.seat else 0)
        self._drawing = (event.seat, count)
        if event.reason == "penalty" and event.count >= LONG_DRAW:
            self._moment = f"{self._names[event.seat]} takes a stack of {event.count} cards"
        elif event.reason == "turn" and count >= LONG_DRAW:
            self._moment = f"{self._names[event.seat]} draws {count} cards in one turn"

    def _take_moment(self) -> list[str]:
        moment, self._moment = self._moment, ""
        if not moment or self._moments == MOST_MOMENTS:
            return []
        self._moments += 1
        return [f"  {moment}"]

    def _hand(self, event: HandOver) -> str:
        totals = zip(self._names, event.totals, event.lives, strict=True)
        score = ", ".join(standing(*line) for line in totals)
        return f"  hand {event.hand}: {self._ending(event)}; {score}"

    def _ending(self, event: HandOver) -> str:
        if event.winner is None:
            return "nobody can move" if event.reason == "blocked" else "the turn limit is reached"
        gained = event.points[event.winner]
        return f"{self._names[event.winner]} goes out with {self._last_card} and scores {gained}"


def standing(name: str, total: int, lives: int | None) -> str:
    """Return `name` with its points, and its lives where it has some."""
    return f"{name} {total}" if lives is None else f"{name} {total} (lives {lives})"


def opening(view: View) -> str:
    """Return the sentence that presents a table: who plays what, and to which end."""
    players = ", ".join(_player(seat) for seat in view.seats)
    kind, _, number = str(view.rules.options["match_end"]).partition(":")
    if kind == "lives":
        goal = f"{counted(int(number), 'life')} each"
    else:
        goal = f"to {counted(int(number), 'point')}"
    return f"{view.rules.preset}, {goal}: {players}"


def outcome(view: View) -> str:
    """Return the final score of a finished match in one line."""
    score = ", ".join(standing(seat.name, seat.total, seat.lives) for seat in view.seats)
    winners = [view.seats[seat].name for seat in view.result.winners] if view.result else []
    return f"{score}: {listed(winners) or 'nobody'} won"


def _player(seat: Seat) -> str:
    """Return a player with the level, where it has one that the name does not say already."""
    return seat.name if seat.level in (None, seat.name) else f"{seat.name} ({seat.level})"
