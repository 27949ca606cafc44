"""Typed commands that are moves: each becomes an action of the wire (K16), or a question."""

from collections.abc import Callable
from difflib import get_close_matches

from cardgame_client.command_words import NotUnderstood, Typed, no_more, usage
from cardgame_client.model import Model, Question
from cardgame_client.notation import (
    card_words,
    cards_words,
    colours_of,
    is_wild,
    read_card,
    read_colour,
    spellings,
)
from cardgame_client.people import find_seat
from cardgame_client.safe import safe
from cardgame_client.voice import listed


def play(rest: Typed, model: Model) -> str | Question:
    """Read `CARD [COLOUR] [to SEAT] [call]`."""
    if not rest.words:
        raise NotUnderstood("Play which card? For example: play r7. Type hand for your cards.")
    action = try_play(rest, model)
    if action is None:
        raise NotUnderstood(_which_card(rest, model))
    return action


def try_play(typed: Typed, model: Model) -> str | Question | None:
    """Read a play without its verb; None where no card begins."""
    found = _card(typed, model)
    if found is None:
        return None
    card, colour, rest = found
    _check_held(card, model)
    if colour is None and rest.words:
        colour = read_colour(rest.low[0], model.french)
        rest = rest.rest() if colour else rest
    tail = _tail(rest, model)
    if not is_wild(card) or len(model.hand) == 1:
        return " ".join(part for part in ("play", card, tail) if part)
    question = Question(model.turn, f"play {card}", tail, _which_colour(card, model))
    return question.answered(colour) if colour else question


def card_of(typed: Typed, model: Model) -> str | None:
    """Return the one card that the words mean, None where they mean none."""
    found = _card(typed, model)
    return found[0] if found else None


def _card(typed: Typed, model: Model) -> tuple[str, str | None, Typed] | None:
    """Return the card, a colour glued to it (`wg`, `8ch`) and the words that follow."""
    found = read_card(typed.low, model.french)
    if found is not None:
        return found[0], None, typed.rest(found[1])
    first = typed.low[0]
    colour = read_colour(first[-1], model.french)
    glued = read_card((first[:-1],), model.french)
    if glued is not None and colour is not None and is_wild(glued[0]):
        return glued[0], colour, typed.rest()
    return _only_match(typed, model)


def _only_match(typed: Typed, model: Model) -> tuple[str, None, Typed] | None:
    """Take a part of a card (`7`, `skip`) where only one kind in the hand has it."""
    part = typed.low[0]
    cards = _matching(part, model)
    return (cards[0], None, typed.rest()) if len(cards) == 1 else None


def _matching(part: str, model: Model) -> list[str]:
    kinds = dict.fromkeys(model.hand)
    return [card for card in kinds if part in card_words(card).lower().split()]


def _which_card(typed: Typed, model: Model) -> str:
    several = _matching(typed.low[0], model)
    if len(several) > 1:
        choices = listed((f"{card_words(card)} ({card.lower()})" for card in several), "or")
        return f"Which one: {choices}?"
    guess = close_card(typed, model)
    if guess:
        return guess
    held = f" You hold: {cards_words(model.hand)}." if model.hand else ""
    example = "play 8c h or play eight of clubs hearts" if model.french else "play r7 or play red 7"
    return f"{safe(typed.text)!r} is no card. Write for example {example}.{held}"


def close_card(typed: Typed, model: Model) -> str:
    """Return a question after the cards in the hand that the words nearly spell, or nothing."""
    spelled = {" ".join(way): card for way, card in spellings(model.french).items()}
    held = [way for way, card in spelled.items() if card in model.hand or not model.hand]
    near = get_close_matches(" ".join(typed.low), held, n=3, cutoff=0.75)
    cards = dict.fromkeys(spelled[way] for way in near)
    if not cards:
        return ""
    choices = listed((f"{card_words(card)} ({card.lower()})" for card in cards), "or")
    return f"{safe(typed.text)!r} is no card. Did you mean {choices}?"


def _which_colour(card: str, model: Model) -> str:
    colours = colours_of(model.french)
    choices = listed((f"{word} ({letter.lower()})" for letter, word in colours.items()), "or")
    thing = "suit" if model.french else "colour"
    return f"{card_words(card)}: which {thing}? {choices}."


def _check_held(card: str, model: Model) -> None:
    if model.you is not None and card not in model.hand:
        held = cards_words(model.hand) or "no cards"
        raise NotUnderstood(f"You do not hold {card_words(card)}. You hold: {held}.")


def _tail(rest: Typed, model: Model) -> str:
    """Read what may follow card and colour: `to SEAT`, `call`."""
    parts: list[str] = []
    if rest.low[:1] == ("to",) and len(rest.words) > 1:
        parts.append(f"to {find_seat(rest.words[1], model)}")
        rest = rest.rest(2)
    if rest.low in (("call",), ("uno",)):
        parts.append("call")
        rest = Typed(())
    if rest.words:
        raise NotUnderstood(f"{safe(rest.text)!r} is too much: type {usage('play')}")
    return " ".join(parts)


def draw(rest: Typed, model: Model) -> str:
    """Draw; where cards are pending that is taking them (C9)."""
    no_more("draw", rest)
    return "take" if "take" in model.legal and "draw" not in model.legal else "draw"


def draw_or_pass(rest: Typed, model: Model) -> str:
    """Draw, and once that is done pass: the one key P of `duel` (A17)."""
    no_more("p", rest)
    drawing = draw(Typed(()), model)
    return "pass" if "pass" in model.legal and drawing not in model.legal else drawing


def simple(verb: str) -> Callable[[Typed, Model], str]:
    """Return the reader of a move that is its verb alone."""

    def read(rest: Typed, _model: Model) -> str:
        no_more(verb, rest)
        return verb

    return read


def name_colour(rest: Typed, model: Model) -> str | Question:
    """Name the colour of a starting wild, or answer an open question in full."""
    colour = read_colour(rest.low[0], model.french) if len(rest.words) == 1 else None
    if colour is None:
        names = listed(colours_of(model.french).values(), "or")
        raise NotUnderstood(f"Name which colour? Type: name COLOUR, one of {names}.")
    question = model.question
    if question is not None and question.turn == model.turn:
        return question.answered(colour)
    return f"name {colour}"


def catch(rest: Typed, model: Model) -> str:
    """Catch the player named, or the only one who can be caught."""
    if rest.words:
        return f"catch {find_seat(rest.text, model)}"
    open_seats = [
        seat for seat in (model.view.uncalled if model.view else []) if seat != model.seat
    ]
    if len(open_seats) == 1:
        return f"catch {open_seats[0]}"
    if not open_seats:
        raise NotUnderstood("There is nobody to catch now.")
    names = listed((safe(model.seats[seat].name) for seat in open_seats), "or")
    raise NotUnderstood(f"Catch whom: {names}?")
