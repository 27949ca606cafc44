"""What holds for every match and every table after every step (rules.md section 3; K, P and D).

Each check yields what is wrong, in words; nothing means that all is well.
"""

from collections import Counter
from collections.abc import Iterator

from cardgame_rules import Match, is_wild
from cardgame_rules.cards import DECKS
from cardgame_rules.hand import NAMING, Hand
from cardgame_server import deadlines
from cardgame_server.decisions import owed
from cardgame_server.session import Session
from cardgame_server.table import Table
from cardgame_server.waits import waits


def of_match(match: Match) -> Iterator[str]:
    """Check a match whose hand has been dealt."""
    hand = match.hand
    if hand is None:
        return
    yield from _of_cards(match, hand)
    if not match.hand_over:
        yield from _of_turn(match, hand)
        yield from _of_penalty(match, hand)
    elif match.last_sheet is not None and hand.reason is not None:
        yield from _of_end(match, hand)


def _of_cards(match: Match, hand: Hand) -> Iterator[str]:
    there = Counter(card for pile in (*hand.hands, hand.stock, hand.discard) for card in pile)
    deck = Counter(DECKS[match.rules.deck].cards)
    if there != deck:
        yield f"P1: missing {dict(deck - there)}, too many {dict(there - deck)}"
    if not hand.discard and match.rules.name != "eights":
        yield "P2: no card has been turned up"
    # The last card may have emptied the stock's last reserve: the hand is over before K6 acts.
    refills = match.rules.stock_empty == "reshuffle" and not match.hand_over
    if refills and not hand.stock and len(hand.discard) > 1:
        yield f"P4: the stock is empty beside {len(hand.discard)} discards"


def _of_turn(match: Match, hand: Hand) -> Iterator[str]:
    top = hand.top
    if match.to_move is None or match.to_move not in hand.seats:
        yield f"P6: seat {match.to_move} owes the decision, of {hand.seats}"
    elif not match.legal(match.to_move):
        yield f"P10: seat {match.to_move} has nothing it may do"
    if hand.direction not in (1, -1):
        yield f"P8: direction {hand.direction}"
    if top is not None and hand.phase != NAMING and hand.colour is None:
        yield f"P5: no colour is in force on {top}"
    if top is not None and hand.phase == NAMING and not is_wild(top):
        yield f"P5: {top} is to be named"


def _of_penalty(match: Match, hand: Hand) -> Iterator[str]:
    if hand.pending % 2 or hand.pending < 0:
        yield f"P9: {hand.pending} cards pending"
    open_challenge = match.rules.wd4_enforcement == "challenge"
    if hand.pending and match.rules.stacking == "none" and not open_challenge:
        yield f"P9: {hand.pending} cards pending where nothing stacks"


def _of_end(match: Match, hand: Hand) -> Iterator[str]:
    sheet = match.last_sheet
    if sheet is None:
        return
    if sheet.reason == "out" and sheet.winner is not None:
        empty = [seat for seat in hand.seats if not hand.hands[seat]]
        if empty != [sheet.winner]:
            yield f"P16: seat {sheet.winner} went out, and without cards are {empty}"
    if sheet.reason in ("blocked", "limit") and sheet.lives_lost:
        yield f"P21: lives {sheet.lives_lost} lost in a hand that was {sheet.reason}"


def of_table(table: Table, now: float) -> Iterator[str]:
    """Check that a table that is open waits for somebody, and wakes up in time."""
    if table.closed:
        yield "it is closed and still there"
        return
    yield from _of_waits(table, now)
    first = deadlines.first(table)
    if first is not None and not (table.alarms_set and table.alarms_set[0] <= first.at):
        yield f"no alarm is set for {first}"
    for held in table.held:
        if held.turn != table.turn:
            yield f"a move for turn {held.turn} is held in turn {table.turn}"
    yield from _of_seats(table)
    yield from _of_audience(table)


def _of_waits(table: Table, now: float) -> Iterator[str]:
    """Check that it waits for somebody, and that what it says of an end will come then."""
    shown = waits(table, now, None, owed(table))
    if not shown:
        yield "it waits for nobody: nothing will ever happen"
    ends = [(end.what, end.at) for end in deadlines.every(table)]
    for wait in shown:
        then, at = wait["then"], now + (wait["left"] or 0.0)
        # Nobody can be caught any more when the turn ends, by itself or by an action.
        if then not in (None, "passes") and not any(
            what == then and (abs(when - at) < 0.01 or when <= now) for what, when in ends
        ):
            yield f"it shows {wait}, and nothing ends then: {ends}"


def _of_seats(table: Table) -> Iterator[str]:
    for number, seat in enumerate(table.seats):
        owner = seat.owner
        if owner is not None and (owner.table, owner.seat) != (table.number, number):
            yield f"{owner.name} on seat {number} believes to be at {owner.table}, {owner.seat}"
        if table.in_match and owner is None:
            yield f"nobody owns seat {number} in a match (K17)"
        if seat.stand_in is not None and owner is not None and owner.conn is not None:
            yield f"a stand-in plays seat {number} though its owner is there"


def _of_audience(table: Table) -> Iterator[str]:
    for watcher in table.watchers:
        if (watcher.table, watcher.seat) != (table.number, None):
            yield f"{watcher.name} watches, and believes to be at {watcher.table}, {watcher.seat}"
    host = table.host
    people = [p for p in (*table.seats.owners(), *table.watchers) if p.person and p.conn]
    if people and (host is None or host.conn is None) and not table.host_expected:
        yield "people are there, and the host is not"


def of_rooms(session: Session) -> Iterator[str]:
    """Check that connections, players and tables agree about who is where."""
    seen: set[str] = set()
    for conn, guest in session.reception.guests.items():
        player = guest.player
        if player is None:
            continue
        if player.conn != conn:
            yield f"connection {conn} is {player.name}'s, who is at {player.conn}"
        if player.table is not None and player.table not in session.lobby.tables:
            yield f"{player.name} is at table {player.table}, which does not exist"
        if player.key.hex() in seen:
            yield f"{player.name} is behind two connections"
        seen.add(player.key.hex())
    players = session.lobby.premises.players
    for number in session.lobby.tables:
        for player in players.at_table(number):
            behind = None if player.conn is None else session.reception.guests.get(player.conn)
            if behind is not None and behind.player is not player:
                yield f"{player.name} counts as there by connection {player.conn}, which is not its"
