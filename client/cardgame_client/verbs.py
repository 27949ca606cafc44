"""The commands by name: what is typed, how it is used, what it does.

The one table behind the parser, `help` and the completion.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal

Place = Literal["game", "table", "lobby", "anywhere", "replay"]


@dataclass(frozen=True, slots=True)
class Verb:
    """One command: `usage` after its name, a line of `help`, where it makes sense, other names."""

    name: str
    usage: str
    help: str
    place: Place
    aliases: tuple[str, ...] = ()


VERBS: tuple[Verb, ...] = (
    Verb("play", "CARD [COLOUR] [call]", "play a card: r7, rs, rv, rd, w g, f b, 8c h", "game"),
    Verb("draw", "", "draw a card, or take what is pending", "game", ("d",)),
    Verb("take", "", "take the pending cards", "game", ("t",)),
    Verb("pass", "", "pass after drawing, or when nothing can be drawn", "game", ("x",)),
    Verb("p", "", "draw, or pass once you have drawn", "game"),
    Verb("challenge", "", "challenge the Wild Draw Four played on you", "game"),
    Verb("name", "COLOUR", "name the colour of a starting wild", "game", ("colour", "color")),
    Verb("call", "", "call that you hold one card; or add call to the play", "game", ("uno",)),
    Verb("catch", "[NAME]", "catch a player who has one card and did not call", "game"),
    Verb("hand", "", "your cards, and which of them you can play", "game", ("cards",)),
    Verb("hint", "", "everything you can do now", "game", ("legal", "moves")),
    Verb("state", "", "the table: seats, top card, colour in force, whose turn", "table", ("s",)),
    Verb("why", "[CARD]", "what the table waits for; why a card cannot be played", "table"),
    Verb("scores", "", "the points so far; between hands the last one, too", "table", ("score",)),
    Verb("rules", "[PRESET]", "the rules of this table in short", "anywhere"),
    Verb("fair", "[TEXT/no]", "where the cards come from; add a text to the next match's", "table"),
    Verb("list", "[PAGE] [TEXT]", "the tables, those with TEXT in them", "lobby", ("tables",)),
    Verb(
        "create",
        "PRESET [seats N] [target N] [call N] [limit N] [password X] [name X] [pace S] "
        "[turn S] [bank S] [late next/now] [seed X] [watch] [hidden] [closed]",
        "make a table; call is the penalty, limit the turn limit, turn and bank the clock, "
        "late whether one may join later, seed makes the same cards each time, "
        "closed means no spectators",
        "lobby",
        ("new",),
    ),
    Verb("join", "TABLE [password X] [seat N]", "sit down, by number or name", "lobby", ("sit",)),
    Verb("watch", "TABLE [password X]", "watch a table", "lobby", ("spectate",)),
    Verb("leave", "", "leave the table, for the lobby", "table"),
    Verb("add", "[LEVEL] [seat N]", "host: put a computer player on a free seat", "table"),
    Verb("remove", "NAME", "host: take a computer player off the table", "table"),
    Verb("level", "NAME LEVEL", "host: change a computer player's level", "table"),
    Verb("kick", "NAME", "host: send a person back to the lobby", "table"),
    Verb("start", "", "host: start the match", "table"),
    Verb("ready", "[no]", "say that you are ready, or not any more", "table", ("next",)),
    Verb("end", "[no]", "agree to end the match now, or take it back", "table"),
    Verb("pause", "[no]", "agree to a pause of the match, or take it back", "table"),
    Verb("resume", "", "go on after a pause", "table", ("continue",)),
    Verb("more", "NAME [SECONDS]", "host: give a seat more time", "table", ("time",)),
    Verb("rematch", "", "ask for another match with the same players", "table"),
    Verb("save", "[FILE]", "save the record of the finished match", "table", ("record",)),
    Verb("say", "TEXT", "chat at your table, or in the lobby", "anywhere", ("chat",)),
    Verb("retry", "", "try at once to get a lost connection back", "anywhere", ("reconnect",)),
    Verb("help", "[COMMAND]", "the commands, or one of them", "anywhere", ("?", "h")),
    Verb("quit", "", "leave the table and the server", "anywhere", ("exit", "bye")),
)

REPLAY_VERBS: tuple[Verb, ...] = (
    Verb("next", "[N]", "one step on, or N", "replay", ("n",)),
    Verb("back", "[N]", "one step back, or N", "replay", ("p", "previous")),
    Verb("hand", "[N]", "go to the deal of hand N; alone: the cards held", "replay", ("cards",)),
    Verb("step", "N", "go to step N", "replay", ("go",)),
    Verb("begin", "", "go to the beginning", "replay", ("home", "first")),
    Verb("end", "", "go to the end", "replay", ("last",)),
    Verb("seat", "SEAT", "look as a seat by number or name, all or spectator", "replay"),
    Verb("state", "", "the table: seats, top card, colour in force, whose turn", "replay", ("s",)),
    Verb("why", "[CARD]", "where this is; why a card could not be played", "replay"),
    Verb("scores", "", "the points so far; between hands the last one, too", "replay", ("score",)),
    Verb("rules", "[PRESET]", "the rules of this table in short", "replay"),
    Verb("help", "[COMMAND]", "the commands, or one of them", "replay", ("?", "h")),
    Verb("quit", "", "end the replay", "replay", ("exit", "bye", "q")),
)
"""The commands of a replay, a table of their own: `next`, `hand` and `end` mean something else
there."""

SHORTEST_PREFIX = 3
"""Letters from which a command may be cut short: two would collide with cards such as `rs`."""


def find_verb(word: str) -> Verb | None:
    """Return the command that `word` (lower case) names, or is the only possible beginning of."""
    return find_among(VERBS, word)


def find_among(verbs: Sequence[Verb], word: str) -> Verb | None:
    """Return the one of `verbs` that `word` (lower case) names, or is the only beginning of."""
    exact = [verb for verb in verbs if word == verb.name or word in verb.aliases]
    longer = [verb for verb in verbs if verb.name.startswith(word)]
    found = exact or (longer if len(word) >= SHORTEST_PREFIX else [])
    return found[0] if len(found) == 1 else None


def one_line(verb: Verb) -> str:
    """Return the line of `help` for a command."""
    usage = f" {verb.usage}" if verb.usage else ""
    return f"  {verb.name}{usage}: {verb.help}"


def verbs_from(prefix: str) -> list[Verb]:
    """Return the commands whose own name begins with `prefix`."""
    return [verb for verb in VERBS if verb.name.startswith(prefix)]


def similar_verbs(word: str) -> list[str]:
    """Return the names of commands that `word` may have been meant for."""
    starting = [verb.name for verb in verbs_from(word)] if len(word) > 1 else []
    return starting or get_close_matches(word, [verb.name for verb in VERBS], n=2)
