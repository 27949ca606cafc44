"""The sentences of docs/protocol.md that name a number name the one in the code."""

import re

import pytest

from cardgame_client import backoff
from cardgame_protocol import limits
from cardgame_protocol.limits import CATCH_SECONDS, NEXT_HAND_SECONDS, PACE_SECONDS
from cardgame_protocol.reference import DOCS
from cardgame_protocol.requests import PauseRequest
from cardgame_rules import PRESETS, RuleSet
from cardgame_server import limits as server_limits

PROSE = " ".join((DOCS / "protocol.md").read_text("utf-8").split())


@pytest.mark.parametrize(
    "sentence",
    [
        f"The port is {limits.DEFAULT_PORT} unless",
        f"N is 1 to {limits.FRAME_MAX}",
        f"nested at most {limits.DEPTH_MAX} deep",
        f"is 0 to {limits.INT_MAX}.",
        f"when you were silent for {limits.PING_SECONDS:g} seconds",
        f"held until {PACE_SECONDS:g} s after the decision opened, or {CATCH_SECONDS:g} s while",
        f"one of the server's computers | the same | {server_limits.COMPUTER_PATIENCE:g} s",
        f"where there is no clock | the same | {limits.BOT_SECONDS:g} s",
        f"for each turn ({limits.TURN_SECONDS_MIN:g} to {limits.TURN_SECONDS_MAX:g})",
        f"for each seat and match (up to {limits.BANK_SECONDS_MAX:g})",
        f"`return` | {limits.GRACE_SECONDS:g} s | `stand_in`",
        f"the {limits.GRACE_SECONDS:g} s of grace",
        f"`players` | {limits.WAITING_SECONDS / 60:g} minutes after the last thing",
        f"`rematch` | {limits.OVER_SECONDS / 60:g} minutes after the last thing",
        f"`rematch` | {limits.REMATCH_SECONDS:g} s | `lapses`",
        f"`resume` | {limits.PAUSE_SECONDS / 60:g} minutes | `resumes`",
        f"`return` | {limits.ALL_AWAY_SECONDS / 60:g} minutes | `ends`",
        f"`ready` | {NEXT_HAND_SECONDS:g} s | `next_hand`",
        f"and after {NEXT_HAND_SECONDS:g} s at the latest",
        f"A name is 1 to {limits.NAME_CELLS} terminal cells wide",
        f"at most {limits.NAME_CHARS} code points",
        f"with the newest {limits.RESUME_EVENTS} events",
        f"{limits.RATE_BURST} at once, and {limits.RATE_PER_SECOND:g} more every second",
        f"after {limits.FLOOD_REFUSALS} of those in a row",
        f"before you try again: {backoff.FIRST_SECONDS:g} s, then twice as long",
        f"each time up to {backoff.CAP_SECONDS:g} s",
        f"a connection that lasted {backoff.SETTLED_SECONDS:g} s",
        f"A chat text is at most {limits.CHAT_CHARS} code points",
        f"with {2 * limits.NAME_CELLS} cells and {2 * limits.NAME_CHARS} code points",
    ],
)
def test_a_sentence_with_a_number_says_what_the_code_does(sentence: str) -> None:
    assert sentence in PROSE


def test_the_numbers_in_the_texts_of_the_requests_are_the_limits() -> None:
    assert f"for {limits.PAUSE_SECONDS / 60:g} minutes at most" in (PauseRequest.__doc__ or "")
    assert f"a bank holds {limits.BANK_SECONDS_MAX:g} at most" in PROSE


def test_numbers_in_words_are_the_servers_too() -> None:
    words = {4: "four", 5: "five"}
    assert f"count {words[server_limits.RESTLESS_COST]} times" in PROSE
    assert f"for {words[int(server_limits.KICK_SECONDS / 60)]} minutes" in PROSE
    assert f"at most {words[server_limits.TABLES_PER_PERSON]} tables" in PROSE


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_the_table_of_games_names_seats_and_target_of_each_preset(rules: RuleSet) -> None:
    low, high = rules.players
    seats = f"{low}" if low == high else f"{low} to {high}"
    found = re.search(rf"\| `{rules.name}` \| {seats} \| ([^|]*)\|", PROSE)
    assert found is not None
    kind, _, number = rules.match_end.partition(":")
    assert {"points": f"to {number} points", "lives": "three lives"}[kind] in found[1]
