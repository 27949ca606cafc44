"""Bugs in the rules and in what a viewer may see, by the property that they break (rules.md, 3)."""

from collections.abc import Callable, Sequence
from typing import Any

from cardgame_rules import Action, Event, Hand, Match, MoveRefusedError, moves
from cardgame_rules import match as matches
from cardgame_rules.actions import DRAW, PASS
from cardgame_rules.hand import PASS_ACTION
from cardgame_rules.laws import MISS
from cardgame_rules.standings import Standings
from cardgame_server import play, restoring, updates, views
from tests.simulation.plant import EntryPlant, Plant

Do = Callable[[Hand, int, Action], None]


def _loses_a_card(draw: Do) -> Do:
    def broken(hand: Hand, seat: int, action: Action) -> None:
        draw(hand, seat, action)
        if hand.turn % 7 == 0:
            hand.hands[seat].pop()

    return broken


def _takes_the_discards_away(open_turn: Callable[[Hand, int], None]) -> Any:
    def broken(hand: Hand, seat: int) -> None:
        open_turn(hand, seat)
        if hand.turn == 9:
            hand.stock[:0] = hand.discard
            hand.discard.clear()

    return broken


def _keeps_two_discards(refill: Callable[[Hand], None]) -> Callable[[Hand], None]:
    def broken(hand: Hand) -> None:
        before = len(hand.discard)
        refill(hand)
        if before > 1 and len(hand.discard) == 1 and len(hand.stock) > 1:
            hand.discard.insert(0, hand.stock.pop())

    return broken


def _never_refills(_: Callable[[Hand], None]) -> Callable[[Hand], None]:
    return lambda _: None


def _forgets_the_colour(lay_down: Callable[..., int]) -> Callable[..., int]:
    def broken(hand: Hand, seat: int, action: Action) -> int:
        left = lay_down(hand, seat, action)
        if action.colour is not None and left:
            hand.colour = None
        return left

    return broken


def _gives_turns_to_nobody(open_turn: Callable[[Hand, int], None]) -> Callable[[Hand, int], None]:
    def broken(hand: Hand, seat: int) -> None:
        open_turn(hand, seat if hand.turn % 20 else -1)

    return broken


def _skips_nobody(_: object) -> Callable[[Hand, int], None]:
    return lambda hand, seat: moves.open_turn(hand, hand.next_seat[seat])


def _turns_wrongly_at_once(deal: Callable[..., Hand]) -> Callable[..., Hand]:
    def broken(*what: Any, **more: Any) -> Hand:
        hand = deal(*what, **more)
        hand.next_seat = hand.rightward
        return hand

    return broken


def _owes_odd_numbers(penalise: Callable[..., None]) -> Callable[..., None]:
    return lambda hand, victim, count: penalise(hand, victim, count + 1)


def _offers_nothing(list_drawn: Callable[[Hand], Any]) -> Callable[[Hand], Any]:
    return lambda hand: () if hand.turn % 5 == 0 else list_drawn(hand)


def _takes_every_wild_for_lawful(_: object) -> Callable[[Hand, int], bool]:
    return lambda _hand, _seat: False


def _plays_any_card_after_a_draw(_: object) -> Callable[[Hand], Any]:
    def broken(hand: Hand) -> Any:
        draws, hand.draws = hand.draws, 0
        listed = [*hand._list_plays(), PASS_ACTION]
        hand.draws = draws
        return [action for action in listed if action.verb != DRAW]

    return broken


def _passes_at_will(list_plays: Callable[[Hand], Any]) -> Callable[[Hand], Any]:
    def broken(hand: Hand) -> Any:
        listed = list_plays(hand)
        return listed if PASS_ACTION in listed or not hand.discard else [*listed, PASS_ACTION]

    return broken


def _follows_nothing(list_plays: Callable[[Hand], Any]) -> Callable[[Hand], Any]:
    def broken(hand: Hand) -> Any:
        follow = hand.follow
        if hand.turn % 4 == 0:
            hand.follow = hand.laws.any_card
        listed = list_plays(hand)
        hand.follow = follow
        return listed

    return broken


def _goes_out_with_a_card(go_out: Callable[..., None]) -> Callable[..., None]:
    def broken(hand: Hand, seat: int, effect: int) -> None:
        if hand.stock:
            hand.hands[seat].append(hand.stock.pop())
        go_out(hand, seat, effect)

    return broken


def _scores_one_more(points_of: Callable[[Hand], list[int]]) -> Callable[[Hand], list[int]]:
    return lambda hand: [points + (points > 0) for points in points_of(hand)]


def _draws_nothing_at_the_end(_: object) -> Callable[[Hand, int, int], None]:
    return lambda hand, seat, _: moves.end(hand, "out", seat)


def _blocks_at_the_second_pass(passing: Do) -> Do:
    def broken(hand: Hand, seat: int, action: Action) -> None:
        passing(hand, seat, action)
        if hand.reason is None and hand.turn % 6 == 0:
            moves.end(hand, "blocked", None)

    return broken


def _takes_points_away(add: Callable[..., list[int]]) -> Callable[..., list[int]]:
    def broken(self: Standings, hand: int, points: Sequence[int], lost: Sequence[int]) -> list[int]:
        gone = add(self, hand, points, lost)
        if hand > 1:
            self.totals[0] -= 1
        return gone

    return broken


def _takes_two_lives(add: Callable[..., list[int]]) -> Callable[..., list[int]]:
    def broken(self: Standings, hand: int, points: Sequence[int], lost: Sequence[int]) -> list[int]:
        more = [seat for seat in lost if (self.lives[seat] or 0) > 1]
        add(self, hand, [0] * len(points), more)
        return add(self, hand, points, lost)

    return broken


def _begins_with_the_same(first_seat: Callable[..., int]) -> Callable[..., int]:
    def broken(self: Match, log: list[Event]) -> int:
        first = first_seat(self, log)
        seats = self.standings.seats
        return seats[seats.index(first) - 1] if self.hand_number > 1 else first

    return broken


def _names_a_hidden_card(apply: Callable[..., Any]) -> Callable[..., Any]:
    def broken(self: Match, seat: int, action: Any) -> Any:
        try:
            return apply(self, seat, action)
        except MoveRefusedError as error:
            hand = self.hand
            if hand is not None and hand.stock:
                error.text += f" ({hand.stock[-1]})"
            raise

    return broken


def _lists_what_others_may_do(own_view: Callable[..., Any]) -> Callable[..., Any]:
    def broken(match: Match, seat: int) -> Any:
        part = own_view(match, seat)
        mover = match.to_move
        if part is None or mover is None or match.hand is None:
            return part
        return {**part, "legal": [str(action) for action in match.legal(mover)]}

    return broken


def _turns_round_on_restart(restore: Callable[..., Any]) -> Callable[..., Any]:
    def broken(*what: Any) -> Any:
        match, told = restore(*what)
        if match.hand is not None and not match.hand_over:
            match.hand.next_seat = match.hand.rightward
        return match, told

    return broken


def _takes_stale_moves(check: Callable[..., Any]) -> Callable[..., Any]:
    return lambda table, _turn: check(table, table.turn)


def _shows_what_others_draw(_: object) -> Callable[..., dict[str, Any]]:
    def broken(event: Event, _: int | None) -> dict[str, Any]:
        return {"event": event.kind, **event.public, **(event.secret or {})}

    return broken


PLANTS = (
    EntryPlant("P1 a card gets lost", "P1: missing", moves._DO, DRAW, _loses_a_card),
    Plant("P2 nothing is on top", "P2:", moves, "open_turn", _takes_the_discards_away),
    Plant("P3 two discards stay", "P3:", moves, "_refill", _keeps_two_discards),
    Plant("P4 no reshuffle", "P4:", moves, "_refill", _never_refills),
    Plant("P5 no colour in force", "P5:", moves, "_lay_down", _forgets_the_colour),
    Plant("P6 nobody's turn", "P6:", moves, "open_turn", _gives_turns_to_nobody),
    EntryPlant("P7 a Skip skips nobody", "P7:", moves._FOLLOW_UP, MISS, _skips_nobody),
    Plant("P8 the other way round", "P8:", matches, "deal", _turns_wrongly_at_once),
    Plant("P9 an odd penalty", "P9:", moves, "penalise", _owes_odd_numbers),
    Plant("P10 nothing is allowed", "P10:", Hand, "_list_drawn", _offers_nothing),
    Plant("P11 no foul is seen", "P11:", moves, "_breaks_condition", _takes_every_wild_for_lawful),
    Plant("P12 not the drawn card", "P12:", Hand, "_list_drawn", _plays_any_card_after_a_draw),
    Plant("P14 a pass at will", "P14:", Hand, "_list_plays", _passes_at_will),
    Plant("P16 out with a card", "P16:", moves, "_go_out", _goes_out_with_a_card),
    Plant("P17 a point too many", "P17:", matches, "points_of", _scores_one_more),
    Plant("P18 no draw at the end", "P18:", moves, "_go_out", _draws_nothing_at_the_end),
    EntryPlant("P19 blocked for no reason", "P19:", moves._DO, PASS, _blocks_at_the_second_pass),
    Plant("P20 totals fall", "P20:", Standings, "add", _takes_points_away),
    Plant("P21 two lives at once", "P21:", Standings, "add", _takes_two_lives),
    Plant("P22 another begins", "P22:", Match, "_first_seat", _begins_with_the_same),
    Plant("K3 any card follows", "K3:", Hand, "_list_plays", _follows_nothing),
    Plant("P24 a refusal tells a card", "P24:", Match, "apply", _names_a_hidden_card),
    Plant("P25 draws for all to see", "P25:", updates, "event_for", _shows_what_others_draw),
    Plant("P26 what others may do", "never the case", views, "own_view", _lists_what_others_may_do),
    Plant("E2 another direction", "other game", restoring, "restore", _turns_round_on_restart),
    Plant("E3 a stale move", "E3:", play, "_check_open", _takes_stale_moves),
)
