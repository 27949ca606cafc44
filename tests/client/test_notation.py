"""Cards in words, and words back to cards."""

import pytest

from cardgame_client.notation import (
    card_words,
    cards_words,
    is_wild,
    read_card,
    read_colour,
    spellings,
)
from cardgame_rules.cards import CARDS
from cardgame_rules.cards import is_wild as rules_is_wild

FRENCH = sorted(card for card in CARDS if card[0] in "A23456789TJQK")
COLOURED = sorted(CARDS - set(FRENCH))


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("R7", "Red 7"),
        ("GS", "Green Skip"),
        ("YV", "Yellow Reverse"),
        ("BD", "Blue Draw Two"),
        ("W", "Wild"),
        ("F", "Wild Draw Four"),
        ("8H", "Eight of Hearts"),
        ("TC", "Ten of Clubs"),
        ("AS", "Ace of Spades"),
    ],
)
def test_a_card_is_said_in_words(card: str, words: str) -> None:
    assert card_words(card) == words


@pytest.mark.parametrize("card", [*FRENCH, *COLOURED])
def test_every_card_is_read_back_from_its_words_and_from_its_notation(card: str) -> None:
    french = card in FRENCH
    words = card_words(card).lower().split()
    assert read_card(words, french) == (card, len(words))
    assert read_card([card.lower()], french) == (card, 1)


@pytest.mark.parametrize("french", [True, False])
def test_every_spelling_means_a_card_of_its_deck(french: bool) -> None:
    assert set(spellings(french).values()) == set(FRENCH if french else COLOURED)


def test_wild_cards_are_those_of_the_rules() -> None:
    assert [card for card in CARDS if is_wild(card)] == [c for c in CARDS if rules_is_wild(c)]


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("r 7", "R7"),
        ("red seven", "R7"),
        ("rd2", "RD"),
        ("red +2", "RD"),
        ("blue rev", "BV"),
        ("wd4", "F"),
        ("wild draw 4", "F"),
        ("+4", "F"),
    ],
)
def test_colour_cards_are_read_in_many_ways(typed: str, card: str) -> None:
    words = typed.split()
    assert read_card(words, french=False) == (card, len(words))


@pytest.mark.parametrize(
    ("typed", "card"), [("10h", "TH"), ("10 of hearts", "TH"), ("eight club", "8C"), ("kd", "KD")]
)
def test_french_cards_are_read_in_many_ways(typed: str, card: str) -> None:
    words = typed.split()
    assert read_card(words, french=True) == (card, len(words))


def test_words_after_the_card_are_left_alone() -> None:
    assert read_card(["wild", "g"], french=False) == ("W", 1)
    assert read_card(["red", "draw", "call"], french=False) == ("RD", 2)
    assert read_card(["x"], french=False) is None


def test_a_letter_means_a_colour_in_one_game_and_a_suit_in_another() -> None:
    assert read_colour("R", french=False) == "R"
    assert read_colour("r", french=True) is None
    assert read_colour("diamond", french=True) == "D"


def test_a_list_of_cards_keeps_the_colours_apart() -> None:
    assert cards_words(["R3", "RS", "B0", "W", "F"]) == (
        "Red 3, Red Skip; Blue 0; Wild, Wild Draw Four"
    )
