"""One sentence for each event of the game: plays, draws, challenges, ends of hands."""

from collections.abc import Callable

from cardgame_client.notation import card_words, cards_words, colour_words
from cardgame_client.voice import Voice, counted, listed
from cardgame_protocol import events as on
from cardgame_protocol.events import Event


def _cut(event: on.Cut, voice: Voice) -> str:
    return f"{voice.does(event.seat, 'cut', card_words(event.card))} for the deal."


def _hand_started(event: on.HandStarted, voice: Voice) -> str:
    dealer = f" {voice.does(event.dealer, 'deal')}." if event.dealer is not None else ""
    return f"Hand {event.hand} begins.{dealer}"


def _dealt(event: on.Dealt, voice: Voice) -> str:
    if event.cards is None:
        return ""
    dealt = voice.does(event.seat, "are", f"dealt {counted(event.count, 'card')}")
    return f"{dealt}: {cards_words(event.cards)}."


def _turned(event: on.Turned, _voice: Voice) -> str:
    again = " It cannot start a hand, another is turned." if event.returned else ""
    return f"{card_words(event.card)} is turned up.{again}"


def _played(event: on.Played, voice: Voice) -> str:
    named = f", naming {colour_words(event.colour)}" if event.colour else ""
    play = voice.does(event.seat, "play", card_words(event.card) + named)
    return f"{play}. {_left(event, voice)}"


def _left(event: on.Played, voice: Voice) -> str:
    if event.left == 0:
        return f"{voice.does(event.seat, 'go', 'out')}."
    if event.left == 1:
        return "One card left, called." if event.call else "One card left."
    return f"{event.left} left."


def _foul(event: on.Foul, voice: Voice) -> str:
    return (
        f"{voice.does(event.seat, 'try', card_words(event.card))} while holding the colour in "
        "force: it goes back, four cards and the turn are the price."
    )


_DREW: dict[str, str] = {
    "turn": "",
    "penalty": " as a penalty",
    "starter": " because of the card turned up",
    "foul": " for the unlawful Wild Draw Four",
    "challenge": " after the challenge",
    "caught": " for the forgotten call",
    "last": " because of the last card",
}


def _drew(event: on.Drew, voice: Voice) -> str:
    what = counted(event.count, "card")
    if event.cards:
        what = cards_words(event.cards)
    drawn = voice.does(event.seat, "draw", what)
    return f"{drawn}{_DREW.get(event.reason, '')}."


def _passed(event: on.Passed, voice: Voice) -> str:
    return f"{voice.does(event.seat, 'pass')}."


def _missed(event: on.Missed, voice: Voice) -> str:
    return f"{voice.does(event.seat, 'miss', 'a turn')}."


def _reversed(event: on.Reversed, _voice: Voice) -> str:
    return f"Play goes {direction_words(event.direction)} now."


def direction_words(direction: int) -> str:
    """Return the direction of play: 1 is clockwise (K1)."""
    return "clockwise" if direction == 1 else "counter-clockwise"


def _pending(event: on.Pending, voice: Voice) -> str:
    return f"{counted(event.count, 'card')} pending on {voice.whom(event.seat)}."


def _named(event: on.Named, voice: Voice) -> str:
    return f"{voice.does(event.seat, 'name', colour_words(event.colour))}."


def _challenged(event: on.Challenged, voice: Voice) -> str:
    shown = ""
    if event.shown is not None:
        saw = voice.does(event.seat, "are", f"shown {voice.whose(event.of)} hand")
        shown = f" {saw}: {cards_words(event.shown)}."
    verdict = "guilty" if event.guilty else "innocent"
    whom = voice.whom(event.of)
    return f"{voice.does(event.seat, 'challenge', whom)}: {verdict}.{shown}"


def _called(event: on.Called, voice: Voice) -> str:
    return f"{voice.does(event.seat, 'call')}: one card left."


def _caught(event: on.Caught, voice: Voice) -> str:
    caught = voice.does(event.by, "catch", voice.whom(event.seat))
    return f"{caught}: one card left and not called."


def _reshuffled(event: on.Reshuffled, _voice: Voice) -> str:
    return f"The discard pile is shuffled into a new stock of {counted(event.count, 'card')}."


def _hand_over(event: on.HandOver, voice: Voice) -> str:
    how = {
        "blocked": "nobody can move",
        "limit": "the turn limit is reached",
    }.get(event.reason, "")
    if event.winner is None:
        return f"Hand {event.hand} is over: {how or 'nobody wins it'}. Nobody scores."
    points = event.points[event.winner] if event.winner < len(event.points) else 0
    score = voice.does(event.winner, "score", str(points))
    return f"Hand {event.hand} is over{': ' + how if how else ''}. {score}.{_lives(event, voice)}"


def _lives(event: on.HandOver, voice: Voice) -> str:
    said = []
    for seat in event.lives_lost:
        left = event.lives[seat] if seat < len(event.lives) else None
        said.append(f" {voice.does(seat, 'lose', 'a life')}, {left or 'none'} left.")
    return "".join(said)


def _seat_out(event: on.SeatOut, voice: Voice) -> str:
    return f"{voice.does(event.seat, 'are', 'out of the match')}."


def _match_over(event: on.MatchOver, voice: Voice) -> str:
    won = match_winners(event.winners, voice)
    totals = ", ".join(
        f"{voice.plain_name(seat)} {event.totals[seat]}"
        for group in event.ranking
        for seat in group
        if seat < len(event.totals)
    )
    return f"The match is over{_MATCH_ENDED.get(event.reason, '')}. {won} Final: {totals}."


_MATCH_ENDED = {"limit": ": the hand limit is reached", "agreed": ": the players agreed to end it"}


def match_winners(winners: list[int], voice: Voice) -> str:
    """Return who won a match, as in `Ana and Dot win together.`."""
    if not winners:
        return "Nobody wins."
    if len(winners) == 1:
        return f"{voice.does(winners[0], 'win')}."
    return f"{listed(voice.name(seat) for seat in winners)} win together."


HAND_SENTENCES: dict[type[Event], Callable[..., str]] = {
    on.Cut: _cut,
    on.HandStarted: _hand_started,
    on.Dealt: _dealt,
    on.Turned: _turned,
    on.Played: _played,
    on.Foul: _foul,
    on.Drew: _drew,
    on.Passed: _passed,
    on.Missed: _missed,
    on.Reversed: _reversed,
    on.Pending: _pending,
    on.Named: _named,
    on.Challenged: _challenged,
    on.Called: _called,
    on.Caught: _caught,
    on.Reshuffled: _reshuffled,
    on.HandOver: _hand_over,
    on.SeatOut: _seat_out,
    on.MatchOver: _match_over,
}
"""The sentence for each event of the game; it takes that event and a `Voice`."""
