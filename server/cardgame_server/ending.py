"""Ending a match by consent, a rematch, and the record of the match that was played last."""

from cardgame_protocol.codes import RefusalCode
from cardgame_protocol.limits import RECORD_PAGE_CHARS, REMATCH_SECONDS
from cardgame_protocol.results import RecordResult
from cardgame_server import rounds
from cardgame_server.effects import Change
from cardgame_server.identity import Player
from cardgame_server.refusal import Refusal
from cardgame_server.table import Table


def end(table: Table, change: Change, player: Player, *, agree: bool) -> None:
    """Agree to end the match, or take that back. It ends when all people who are there agree.

    Where only computers sit, the host decides alone.
    """
    alone = decides_alone(table, player)
    seat = None if alone else table.seat_of(player)
    if not table.in_match:
        raise Refusal(RefusalCode.NOT_PLAYING, "No match is being played that could end.")
    if seat is None:
        if agree:
            rounds.end_match(table, change)
        return
    if seat.asked != agree:
        seat.asked = agree
        table.note(change, "asked_end", seat=player.seat, agree=agree)
    rounds.reconsider(table, change)


def rematch(table: Table, change: Change, player: Player) -> None:
    """Ask for another match, same seats. It starts when all people who are there have asked.

    Where only computers sit, the host decides alone.
    """
    alone = decides_alone(table, player)
    seat = None if alone else table.seat_of(player)
    if table.state == "waiting":
        raise Refusal(RefusalCode.NOT_PLAYING, "No match has been played here that could be again.")
    if table.state != "over":
        raise Refusal(RefusalCode.MATCH_NOT_OVER, "A rematch comes after the match.")
    rounds.only_full(table)
    if seat is None:
        rounds.start_match(table, change)
        return
    if not seat.asked:
        seat.asked = True
        table.note(change, "asked_rematch", seat=player.seat)
    if table.vote_until is None:
        table.vote_until = change.now + REMATCH_SECONDS
    rounds.reconsider(table, change)


def lapse(table: Table, change: Change) -> None:
    """End the vote on a rematch: not everybody wanted one in time."""
    table.vote_until = None
    table.seats.reset_votes()
    table.note(change, "vote_lapsed")


def decides_alone(table: Table, player: Player) -> bool:
    """Whether a word of the player is enough: the host's, where only computers sit."""
    return player is table.host and not table.seats.people_hold_seats


def record(table: Table, page: int) -> RecordResult:
    """Return a page of the record of the last match."""
    if table.in_match:
        raise Refusal(
            RefusalCode.MATCH_NOT_OVER, "The match is going on; its record shows all cards."
        )
    text = table.record_text
    if not text:
        raise Refusal(RefusalCode.NO_RECORD, "No match has been played at this table.")
    pages = -(-len(text) // RECORD_PAGE_CHARS)
    if page > pages:
        raise Refusal(
            RefusalCode.PAGE_OUT_OF_RANGE,
            f"There is no page {page}; the record ends with page {pages}.",
        )
    start = (page - 1) * RECORD_PAGE_CHARS
    return RecordResult(text=text[start : start + RECORD_PAGE_CHARS], page=page, pages=pages)
