"""A match between bots in this process: no server, no sockets, the same views.

For measuring how strong a bot is, and for tests. A bot sees exactly what it would see at a table,
because its view comes from the same two functions.
"""

import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random

from msgspec import convert

from cardgame_protocol import (
    Event,
    HandSheet,
    MatchResult,
    Rules,
    Seat,
    ShownHand,
    View,
    You,
    read_event,
)
from cardgame_rules import Card, Match, RuleSet, event_for, own_view, public_view
from cardgame_rules import Event as RuleEvent

from .faults import BotFaultError, CrashError, IllegalChoiceError, NoChoiceError
from .levels import MEASURED_LEVELS
from .moment import Bot, Moment, chance, remembers, tell_the_end

MATCH = 1
"""The number of the match at its table, which is there for one match."""


class SeededHouse:
    """Chance from one generator: the same seed deals the same cards."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def shuffle(self, cards: Sequence[Card]) -> list[Card]:
        """Return the cards in a random order."""
        return self._rng.sample(list(cards), len(cards))

    def pick(self, count: int) -> int:
        """Return a number from 0 to `count` - 1."""
        return self._rng.randrange(count)


class LocalMatch:
    """One match of `rules` between `bots`, one for each seat.

    `deal` decides the cards, `seed` what the bots draw by lot: two matches with equal deals and
    seats exchanged are a fair pair. `levels` are what the seats say they are (a computer's level is
    public), None for a stranger's bot, `names` what they are called. `watch` is told what happened
    after each change. What a bot does wrong comes out as a BotFaultError with its seat.
    """

    def __init__(
        self,
        rules: RuleSet,
        bots: Sequence[Bot],
        deal: Random,
        *,
        seed: int | str = 0,
        levels: Sequence[str | None] | None = None,
        names: Sequence[str] | None = None,
        watch: Callable[[Sequence[RuleEvent]], None] | None = None,
    ) -> None:
        self.levels = list(levels or [None] * len(bots))
        self.match = Match(rules, [False] * len(bots), SeededHouse(deal), names=names)
        self._bots = bots
        self._seed = seed
        self._watch = watch
        self._remembering = [seat for seat, bot in enumerate(bots) if remembers(bot)]
        self._news: list[list[RuleEvent]] = [[] for _ in bots]
        # On the wire a range is a list: MessagePack knows no other sequence.
        options = {k: list(v) if isinstance(v, tuple) else v for k, v in rules.options().items()}
        self._rules = Rules(preset=rules.name, options=options)

    @classmethod
    def of_levels(
        cls,
        rules: RuleSet,
        levels: Sequence[str],
        deal: Random,
        *,
        seed: int | str = 0,
    ) -> "LocalMatch":
        """Make a match between levels, each with a fixed amount of work."""
        bots = [MEASURED_LEVELS[level]() for level in levels]
        return cls(rules, bots, deal, seed=seed, levels=levels, names=levels)

    def play_hand(self) -> list[int]:
        """Play the next hand to its end and return what each seat scored in it."""
        match = self.match
        before = list(match.totals)
        self.note(match.start_hand())
        while not match.hand_over:
            self.note(match.apply(*self.next_action()))
        self._show_the_end()
        if match.over:
            self._tell_the_end()
        return [now - then for now, then in zip(match.totals, before, strict=True)]

    def play(self) -> list[int]:
        """Play to the end of the match and return the seats that won it."""
        while not self.match.over:
            self.play_hand()
        return list(public_view(self.match)["result"]["winners"])

    def note(self, events: Sequence[RuleEvent]) -> None:
        """Keep what happened for those who want to hear of it."""
        for seat in self._remembering:
            self._news[seat] += events
        if self._watch is not None:
            self._watch(events)

    def next_action(self) -> tuple[int, str]:
        """Return who acts next and how: whoever catches or calls, else the seat on turn."""
        mover = self.match.to_move
        if mover is None:
            raise RuntimeError("no hand is being played: call play_hand first")
        view = self.view()
        for seat in (*(seat for seat in self._beside() if seat != mover), mover):
            action = self._ask(seat, view)
            if action is not None:
                return seat, action
        raise RuntimeError("the seat on turn has an action, or was blamed for having none")

    def _beside(self) -> Sequence[int]:
        """Return the seats to ask before the one on turn: all who could shout or only look."""
        return range(len(self._bots)) if self.match.uncalled else self._remembering

    def _ask(self, seat: int, view: View) -> str | None:
        you = self.you(seat)
        if not you.legal and seat not in self._remembering:
            return None
        with self._blaming(seat):
            action = self._bots[seat].choose(self.moment(seat, view, you))
            if action is not None and action not in you.legal:
                raise IllegalChoiceError(self.match.names[seat], action, you.legal)
            if action is None and seat == view.to_move:
                raise NoChoiceError(self.match.names[seat], you.legal)
        return action

    @contextmanager
    def _blaming(self, seat: int) -> Iterator[None]:
        """Let what the bot of `seat` raises come out as a fault of that seat."""
        try:
            yield
        except BotFaultError as fault:
            fault.seat = seat
            raise
        except Exception as error:
            what = "".join(traceback.format_exception_only(error)).strip()
            crash = CrashError(f"{self.match.names[seat]}: it raised {what}")
            crash.seat = seat
            raise crash from error

    def _show_the_end(self) -> None:
        """Let those who remember see how the hand, and perhaps the match, has ended."""
        if self._remembering:
            view = self.view()
            for seat in self._remembering:
                self._ask(seat, view)

    def _tell_the_end(self) -> None:
        view = self.view()
        for seat, bot in enumerate(self._bots):
            with self._blaming(seat):
                tell_the_end(bot, self.moment(seat, view, self.you(seat)))

    def moment(self, seat: int, view: View, you: You) -> Moment:
        """Return the moment of `seat`, and with it the events since its last one."""
        news = self._news[seat]
        events = [told for event in news if (told := _as_seen(event, seat)) is not None]
        news.clear()
        rng = chance(self._seed, MATCH, self.match.turn, seat)
        return Moment(view=view, you=you, events=events, rng=rng)

    def view(self) -> View:
        """Return the table as everybody sees it now."""
        public = public_view(self.match)
        seats = [
            Seat(
                name=self.match.names[number],
                kind="computer",
                level=self.levels[number],
                here=True,
                stand_in=False,
                ready=True,
                asked=False,
                **seat,
            )
            for number, seat in enumerate(public["seats"])
        ]
        # Hardly ever there, and asked for in every moment: hence not left to `convert`.
        sheet, result = public["last_hand"], public["result"]
        return View(
            table=1,
            name="local match",
            rules=self._rules,
            changed=[],
            state="over" if self.match.over else "between" if self.match.hand_over else "playing",
            host="",
            spectators=[],
            match=MATCH,
            next_in=None,
            **{
                **public,
                "last_hand": None if sheet is None else convert(sheet, HandSheet),
                "result": None if result is None else convert(result, MatchResult),
                "seats": seats,
            },
        )

    def you(self, seat: int) -> You:
        """Return what `seat` alone sees now."""
        own = own_view(self.match, seat)
        shown = own["shown"]
        return You(**{**own, "shown": None if shown is None else convert(shown, ShownHand)})


def _as_seen(event: RuleEvent, seat: int) -> Event | None:
    return read_event(event_for(event, seat))
