"""The hand: grouped, signed, in the largest form that fits, and never out of reach."""

from itertools import islice

import pytest

from cardgame_client.screen.cells import plain, width
from cardgame_client.screen.glyphs import ASCII, UTF8
from cardgame_client.screen.hand import Held, grouped, hand_pane
from cardgame_rules.cards import DECKS, in_order

PANES = [(40, 2), (40, 3), (80, 1), (80, 4), (80, 9), (120, 20)]


def dealt(count: int, deck: str = "color108") -> list[Held]:
    cards = list(islice(DECKS[deck].cards, 0, None, max(1, len(DECKS[deck].cards) // count)))
    return [
        Held(card, playable=place % 3 == 0) for place, card in enumerate(in_order(cards[:count]))
    ]


def test_the_hand_is_grouped_by_colour_with_wild_cards_last() -> None:
    assert grouped(["W", "R3", "G7", "R5", "F"]) == ["R3", "R5", "G7", "W", "F"]
    assert grouped(["8H", "2C", "TH"]) == ["8H", "TH", "2C"]


def test_playable_and_risky_cards_are_marked_without_colour() -> None:
    held = [Held("R3"), Held("G7", playable=True), Held("F", playable=True, risky=True)]
    assert plain(hand_pane(held, None, (40, 1), UTF8)) == "  R3 │ G7*│ F!"


def test_the_chosen_card_is_marked_without_colour() -> None:
    held = [Held("R3"), Held("G7", playable=True)]
    assert plain(hand_pane(held, 1, (40, 1), ASCII)) == "  R3 |>G7*"
    assert "#G7 #" in plain(hand_pane(held, 1, (40, 4), ASCII))


def test_french_cards_show_letter_and_symbol() -> None:
    text = plain(hand_pane([Held("8H"), Held("TS")], None, (40, 1), UTF8))
    assert text == "  8H♥ │ TS♠"
    assert plain(hand_pane([Held("8H")], None, (40, 1), ASCII)) == "  8H"


@pytest.mark.parametrize("count", [1, 7, 30, 60, 101])
@pytest.mark.parametrize("size", PANES)
def test_bug_U15_every_card_of_any_hand_comes_into_sight_when_chosen(
    count: int, size: tuple[int, int]
) -> None:
    held = dealt(count)
    for chosen in range(len(held)):
        lines = hand_pane(held, chosen, size, UTF8)
        text = plain(lines)
        assert len(lines) <= size[1]
        assert all(width(line) <= size[0] for line in lines)
        card = held[chosen].card
        shown = (f"▸{card}", f"║{card:<3}║", f"║ {card:<4}║")
        assert any(form in text for form in shown)


def test_bug_U15_cards_out_of_sight_are_counted() -> None:
    text = plain(hand_pane(dealt(60), 0, (40, 3), UTF8))
    shown = sum(text.count(sign) for sign in ("R", "G", "Y", "B"))
    assert f"0 before, {60 - shown} after" in text


def test_an_empty_hand_says_so() -> None:
    assert plain(hand_pane([], None, (40, 2), UTF8)) == " no cards"
