"""One sentence for each event around the game: people, seats, readiness."""

from collections.abc import Callable

from cardgame_client.safe import safe
from cardgame_client.voice import Voice
from cardgame_protocol import table_events as at
from cardgame_protocol.events import Event

COMMITMENT_SHOWN = 16
"""Digits of a commitment in the log: enough to tell it from any other that could be made."""


def level_words(kind: str, level: str | None) -> str:
    """Return the mark that goes with a computer player's name: ` (computer, simple)`."""
    if kind != "computer":
        return ""
    return f" (computer, {safe(level)})" if level else " (computer)"


def _sat(event: at.Sat, voice: Voice) -> str:
    if event.seat == voice.own:
        return f"You sit down at seat {event.seat}."
    mark = level_words(event.kind, event.level)
    return f"{safe(event.name)}{mark} sits down at seat {event.seat}."


_WENT = {
    "left": "leaves the table",
    "kicked": "is kicked by the host",
    "removed": "is taken off the table",
    "lost": "is gone: the connection is lost",
    "idle": "goes: nobody did anything here for too long",
}
"""How somebody went, by the reason that goes with it."""


def _stood(event: at.Stood, _voice: Voice) -> str:
    return f"{safe(event.name)} {_WENT.get(event.reason, _WENT['left'])}."


def _dropped(event: at.Dropped, _voice: Voice) -> str:
    return f"{safe(event.name)} has lost the connection."


def _returned(event: at.Returned, voice: Voice) -> str:
    return "You are back." if event.seat == voice.own else f"{safe(event.name)} is back."


def _took_over(event: at.TookOver, voice: Voice) -> str:
    if event.seat is not None and event.seat == voice.own:
        return "You go on from another connection."
    return f"{safe(event.name)} goes on from another connection."


def _stand_in(event: at.StandIn, voice: Voice) -> str:
    return f"A computer ({safe(event.level)}) plays for {voice.plain_name(event.seat)} meanwhile."


def _level_changed(event: at.LevelChanged, voice: Voice) -> str:
    return f"{voice.plain_name(event.seat)} plays at level {safe(event.level)} from now on."


def _watching(event: at.Watching, voice: Voice) -> str:
    return "You watch." if event.name == voice.me else f"{safe(event.name)} watches."


def _unwatched(event: at.Unwatched, _voice: Voice) -> str:
    if event.reason == "seated":
        return f"{safe(event.name)} comes in."
    if event.reason == "left":
        return f"{safe(event.name)} does not watch any more."
    return f"{safe(event.name)}, who watched, {_WENT.get(event.reason, _WENT['left'])}."


def _host_changed(event: at.HostChanged, voice: Voice) -> str:
    if event.name == voice.me:
        return "You are the host now."
    return f"{safe(event.name)} is the host now."


def _ready_changed(event: at.ReadyChanged, voice: Voice) -> str:
    return f"{voice.does(event.seat, 'are', 'ready' if event.ready else 'not ready yet')}."


def _agree(event: at.AskedEnd | at.AskedPause | at.AskedResume, voice: Voice, command: str) -> str:
    """Return how to agree, for those who are asked: seated, and not the one who asks."""
    asked = voice.own is not None and event.seat != voice.own
    return f" Type {command} to agree." if asked else ""


def _asked_end(event: at.AskedEnd, voice: Voice) -> str:
    if event.agree:
        return f"{voice.does(event.seat, 'want', 'to end the match')}.{_agree(event, voice, 'end')}"
    return f"{voice.does(event.seat, 'want', 'to go on')}."


def _asked_rematch(event: at.AskedRematch, voice: Voice) -> str:
    return f"{voice.does(event.seat, 'ask', 'for a rematch')}."


def _vote_lapsed(_event: at.VoteLapsed, _voice: Voice) -> str:
    return "Not everybody wanted a rematch in time. Type rematch to ask again."


def _asked_pause(event: at.AskedPause, voice: Voice) -> str:
    if event.agree:
        return f"{voice.does(event.seat, 'want', 'a pause')}.{_agree(event, voice, 'pause')}"
    return f"{voice.does(event.seat, 'want', 'no pause any more')}."


def _asked_resume(event: at.AskedResume, voice: Voice) -> str:
    return f"{voice.does(event.seat, 'want', 'to go on')}.{_agree(event, voice, 'resume')}"


def _pause_began(event: at.PauseBegan, _voice: Voice) -> str:
    if event.reason == "away":
        return "Pause: all the people are away. Nothing happens until one is back."
    return "Pause: all clocks stand still. Type resume to go on."


def _pause_ended(event: at.PauseEnded, _voice: Voice) -> str:
    return "The pause is over" + (", it was long enough." if event.reason == "limit" else ".")


def _time_up(event: at.TimeUp, voice: Voice) -> str:
    return f"{voice.does(event.seat, 'are', 'out of time')}: the server acts."


def _more_time(event: at.MoreTime, voice: Voice) -> str:
    return f"{voice.does(event.seat, 'get', f'{event.seconds:.0f} more seconds')}."


def _queued(event: at.Queued, voice: Voice) -> str:
    return f"{safe(event.name)} plays from the next hand on, for {voice.whom(event.seat)}."


def _match_started(event: at.MatchStarted, _voice: Voice) -> str:
    changed = ", with rules of this table's own" if event.changed else ""
    begun = f"Match {event.match} begins: {safe(event.preset)}{changed}."
    if not event.commitment:
        return begun
    return f"{begun} Commitment to its cards: {safe(event.commitment[:COMMITMENT_SHOWN])}."


def _fair_text(event: at.FairText, voice: Voice) -> str:
    if not event.text:
        return f"{voice.does(event.seat, 'add')} nothing to the chance of the next match any more."
    return f"{voice.does(event.seat, 'add')} to the chance of the next match: {safe(event.text)!r}."


def _revealed(event: at.Revealed, _voice: Voice) -> str:
    return f"The secret of these cards is out: {safe(event.secret)}. Type save, then verify it."


TABLE_SENTENCES: dict[type[Event], Callable[..., str]] = {
    at.Sat: _sat,
    at.Stood: _stood,
    at.Dropped: _dropped,
    at.Returned: _returned,
    at.TookOver: _took_over,
    at.StandIn: _stand_in,
    at.LevelChanged: _level_changed,
    at.Watching: _watching,
    at.Unwatched: _unwatched,
    at.HostChanged: _host_changed,
    at.ReadyChanged: _ready_changed,
    at.AskedEnd: _asked_end,
    at.AskedRematch: _asked_rematch,
    at.VoteLapsed: _vote_lapsed,
    at.AskedPause: _asked_pause,
    at.AskedResume: _asked_resume,
    at.PauseBegan: _pause_began,
    at.PauseEnded: _pause_ended,
    at.TimeUp: _time_up,
    at.MoreTime: _more_time,
    at.Queued: _queued,
    at.MatchStarted: _match_started,
    at.FairText: _fair_text,
    at.Revealed: _revealed,
}
"""The sentence for each event of the table; it takes that event and a `Voice`."""
