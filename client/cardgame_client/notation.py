"""Cards and colours in words, and the many ways in which people type them.

A card on the wire is one or two characters (rules.md, Words): `R7 RS RV RD W F`, `8H TC`.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby

COLOURS: dict[str, str] = {"R": "red", "G": "green", "Y": "yellow", "B": "blue"}
SUITS: dict[str, str] = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
FRENCH_RANKS = "A23456789TJQK"

_DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_RANK_WORDS: dict[str, str] = {
    "A": "Ace", "T": "Ten", "J": "Jack", "Q": "Queen", "K": "King",
    **{str(n): _DIGITS[n].capitalize() for n in range(2, 10)},
}  # fmt: skip
_SYMBOL_WORDS: dict[str, str] = {"S": "Skip", "V": "Reverse", "D": "Draw Two"}
_WILD_WORDS: dict[str, str] = {"W": "Wild", "F": "Wild Draw Four"}

Spelling = tuple[str, ...]


def is_french(card: str) -> bool:
    """Tell whether `card` belongs to the French deck (rank, then suit)."""
    return len(card) == 2 and card[0] in FRENCH_RANKS


def is_wild(card: str) -> bool:
    """Tell whether playing `card` names a colour: Wild, Wild Draw Four, an eight (K2)."""
    return card in _WILD_WORDS or (is_french(card) and card[0] == "8")


def colour_words(colour: str) -> str:
    """Return the colour or suit in lower case: `red`, `hearts`."""
    return COLOURS.get(colour) or SUITS.get(colour) or colour


def card_words(card: str) -> str:
    """Return the card as it is said: `Red 7`, `Wild Draw Four`, `Eight of Hearts`."""
    if card in _WILD_WORDS:
        return _WILD_WORDS[card]
    if is_french(card):
        return f"{_RANK_WORDS[card[0]]} of {SUITS.get(card[1], card[1]).capitalize()}"
    colour = COLOURS.get(card[:1])
    if colour is None:
        return card
    return f"{colour.capitalize()} {_SYMBOL_WORDS.get(card[1:], card[1:])}"


def cards_words(cards: Iterable[str]) -> str:
    """Return a list of cards, groups of one colour apart: `Red 3, Red Skip; Wild`."""
    groups = groupby(cards, key=card_group)
    return "; ".join(", ".join(map(card_words, group)) for _, group in groups)


def card_group(card: str) -> str:
    """Return the colour, the suit, or `W` for both kinds of wild: what a hand is grouped by."""
    if is_french(card):
        return card[1]
    return "W" if card in _WILD_WORDS else card[:1]


def colours_of(french: bool) -> dict[str, str]:
    """Return letter -> word for the four colours, or suits, of a deck."""
    return SUITS if french else COLOURS


def read_colour(word: str, french: bool) -> str | None:
    """Return the letter of the colour (or suit) that `word` means, None if it means none."""
    wanted = word.lower()
    for letter, name in colours_of(french).items():
        if wanted in (letter.lower(), name, name.removesuffix("s")):
            return letter
    return None


def read_card(words: Sequence[str], french: bool) -> tuple[str, int] | None:
    """Read a card at the start of `words` (lower case); the longest spelling wins.

    Returns the card and the number of words it took, or None when none begins there.
    """
    known = spellings(french)
    for count in range(min(len(words), 4), 0, -1):
        card = known.get(tuple(words[:count]))
        if card is not None:
            return card, count
    return None


@lru_cache(maxsize=2)
def spellings(french: bool) -> dict[Spelling, str]:
    """Return every accepted spelling of every card of a deck, as tuples of lower-case words."""
    return _french_spellings() if french else _colour_spellings()


def _colour_spellings() -> dict[Spelling, str]:
    found: dict[Spelling, str] = {}
    for letter, name in COLOURS.items():
        for symbol, written in _symbols().items():
            for colour in (letter.lower(), name):
                for way in written:
                    found[colour, *way] = letter + symbol
                    found[colour + "".join(way), ] = letter + symbol  # fmt: skip
    for way in (("w",), ("wild",)):
        found[way] = "W"
    fours = ("four", "4", "+4")
    for way in (("f",), ("w4",), ("wd4",), ("+4",), ("wd", "4"), ("draw4",), ("wildd4",)):
        found[way] = "F"
    for four in fours:
        found["wild", "draw", four] = found["draw", four] = found["wild", four] = "F"
    return found


def _symbols() -> dict[str, list[Spelling]]:
    """Return symbol letter -> its spellings after a colour."""
    written: dict[str, list[Spelling]] = {
        str(n): [(str(n),), (word,)] for n, word in enumerate(_DIGITS)
    }
    written["S"] = [("s",), ("skip",)]
    written["V"] = [("v",), ("reverse",), ("rev",)]
    written["D"] = [("d",), ("d2",), ("+2",), ("draw",), ("draw2",), ("draw", "two"), ("draw", "2")]
    return written


def _french_spellings() -> dict[Spelling, str]:
    found: dict[Spelling, str] = {}
    for rank, rank_word in _RANK_WORDS.items():
        ranks = {rank.lower(), rank_word.lower()} | ({"10"} if rank == "T" else set())
        for suit, suit_word in SUITS.items():
            for spoken in ranks:
                for suit_way in (suit.lower(), suit_word, suit_word.removesuffix("s")):
                    found[spoken, suit_way] = found[spoken, "of", suit_way] = rank + suit
                    found[spoken + suit_way,] = rank + suit
    return found
