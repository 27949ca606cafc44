"""One sentence for each event around the game: people, seats, readiness."""

from collections.abc import Callable

from cardgame_client.safe import safe
from cardgame_client.voice import Voice
from cardgame_protocol import table_events as at
from cardgame_protocol.events import Event


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


def _stood(event: at.Stood, _voice: Voice) -> str:
    how = {"kicked": "is sent away by the host", "removed": "is taken off the table"}
    return f"{safe(event.name)} {how.get(event.reason, 'leaves the table')}."


def _dropped(event: at.Dropped, _voice: Voice) -> str:
    return f"{safe(event.name)} has lost the connection."


def _returned(event: at.Returned, voice: Voice) -> str:
    return "You are back." if event.seat == voice.own else f"{safe(event.name)} is back."


def _stand_in(event: at.StandIn, voice: Voice) -> str:
    return f"A computer ({safe(event.level)}) plays for {voice.plain_name(event.seat)} meanwhile."


def _level_changed(event: at.LevelChanged, voice: Voice) -> str:
    return f"{voice.plain_name(event.seat)} plays at level {safe(event.level)} from now on."


def _watching(event: at.Watching, voice: Voice) -> str:
    return "You watch." if event.name == voice.me else f"{safe(event.name)} watches."


def _unwatched(event: at.Unwatched, _voice: Voice) -> str:
    return f"{safe(event.name)} does not watch any more."


def _host_changed(event: at.HostChanged, voice: Voice) -> str:
    if event.name == voice.me:
        return "You are the host now."
    return f"{safe(event.name)} is the host now."


def _ready_changed(event: at.ReadyChanged, voice: Voice) -> str:
    return f"{voice.does(event.seat, 'are', 'ready' if event.ready else 'not ready yet')}."


def _asked_end(event: at.AskedEnd, voice: Voice) -> str:
    if event.agree:
        asked = voice.own is not None and event.seat != voice.own
        agree = " Type end to agree." if asked else ""
        return f"{voice.does(event.seat, 'want', 'to end the match')}.{agree}"
    return f"{voice.does(event.seat, 'want', 'to go on')}."


def _asked_rematch(event: at.AskedRematch, voice: Voice) -> str:
    return f"{voice.does(event.seat, 'ask', 'for a rematch')}."


def _match_started(event: at.MatchStarted, _voice: Voice) -> str:
    changed = ", with rules of this table's own" if event.changed else ""
    return f"Match {event.match} begins: {safe(event.preset)}{changed}."


TABLE_SENTENCES: dict[type[Event], Callable[..., str]] = {
    at.Sat: _sat,
    at.Stood: _stood,
    at.Dropped: _dropped,
    at.Returned: _returned,
    at.StandIn: _stand_in,
    at.LevelChanged: _level_changed,
    at.Watching: _watching,
    at.Unwatched: _unwatched,
    at.HostChanged: _host_changed,
    at.ReadyChanged: _ready_changed,
    at.AskedEnd: _asked_end,
    at.AskedRematch: _asked_rematch,
    at.MatchStarted: _match_started,
}
"""The sentence for each event of the table; it takes that event and a `Voice`."""
