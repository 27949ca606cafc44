"""One sentence for each thing that happens: the same wording in the log and in `--plain`.

Every text that comes from elsewhere passes `safe`, so nothing a stranger writes reaches the
terminal as anything but text. Pages of several lines (state, hand, scores) are in `pages`.
"""

from cardgame_client.hand_words import HAND_SENTENCES, direction_words, match_winners
from cardgame_client.safe import safe
from cardgame_client.table_words import TABLE_SENTENCES, level_words
from cardgame_client.voice import Voice, counted, listed
from cardgame_protocol.answers import Chat
from cardgame_protocol.events import Event

__all__ = [
    "Voice", "chat_words", "counted", "direction_words", "event_words", "level_words", "listed",
    "match_winners", "removed_words",
]  # fmt: skip

_SENTENCES = {**HAND_SENTENCES, **TABLE_SENTENCES}


def event_words(event: Event, voice: Voice) -> str:
    """Return the sentence for one event at the table; empty for one that needs none."""
    sentence = _SENTENCES.get(type(event))
    return sentence(event, voice) if sentence else ""


def chat_words(chat: Chat) -> str:
    """Return one line of chat, marked with what its writer is: `Cem (watching): hello`."""
    marks = {"spectator": " (watching)", "computer": " (computer)", "visitor": " (lobby)"}
    return f"{safe(chat.name)}{marks.get(chat.role, '')}: {safe(chat.text)}"


def removed_words(reason: str) -> str:
    """Return why the player is in the lobby again without having asked for it."""
    why = {
        "kicked": "The host has kicked you from the table.",
        "idle": "The table has closed: nobody did anything there for too long.",
    }.get(reason, "The table has ended.")
    return f"{why} You are in the lobby."
