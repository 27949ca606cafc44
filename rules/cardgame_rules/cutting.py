"""Cutting for the first dealer (rule D2)."""

from __future__ import annotations

from collections.abc import Sequence

from . import events
from .cards import NUMBERS, Card, symbol_of
from .chance import House
from .events import Event


def cut_for_dealer(
    deck: Sequence[Card], seats: Sequence[int], house: House, log: list[Event]
) -> int:
    """Let each seat draw a card and return the seat with the highest number.

    Symbols count as zero; tied seats draw again. The cards go back before the deal.
    """
    contenders = list(seats)
    pile: list[Card] = []
    while len(contenders) > 1:
        if len(pile) < len(contenders):
            pile = house.shuffle(deck)
        drawn = {seat: pile.pop(0) for seat in contenders}
        log += [events.cut(seat, card) for seat, card in drawn.items()]
        highest = max(map(_number, drawn.values()))
        contenders = [seat for seat, card in drawn.items() if _number(card) == highest]
    return contenders[0]


def _number(card: Card) -> int:
    symbol = symbol_of(card)
    return int(symbol) if symbol in NUMBERS else 0
