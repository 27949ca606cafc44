"""The pages about the table that are shown when asked for: state, scores, the lobby.

Each is a function of the model that returns whole sentences, one a line, so that a screen reader
reads what a screen shows.
"""

from cardgame_client.countdown import countdown_sentence
from cardgame_client.model import Model
from cardgame_client.notation import card_words, cards_words, colour_words
from cardgame_client.option_words import goal_words, option_words, table_terms
from cardgame_client.safe import safe
from cardgame_client.voice import counted
from cardgame_client.waiting_words import (
    NO_TABLE,
    own_decision,
    pause_words,
    voice_of,
    waiting_for,
    whose_turn,
)
from cardgame_client.words import direction_words, level_words, match_winners
from cardgame_protocol import HandSheet, ListResult, Seat, TableLine, View
from cardgame_rules.cards import ORDER


def turn_line(model: Model) -> str:
    """Return whose turn it is, and for the player what lies there to decide on."""
    view = model.view
    if view is None or view.to_move is None:
        return ""
    soon = countdown_sentence(view, model.passed)
    if view.paused:
        return pause_words(model) + soon
    if not model.my_turn:
        return whose_turn(model, view) + soon
    return f"{own_decision(model, view)} {table_line(view)}{soon}"


def table_line(view: View) -> str:
    """Return top card, colour in force, what is pending and the stock, in one line."""
    if view.top is None:
        top = "No card lies there yet, play any"
    else:
        top = f"Top card {card_words(view.top)}"
    force = f", {colour_words(view.colour)} in force" if view.colour else ""
    pending = f", {counted(view.pending, 'card')} pending" if view.pending else ""
    return f"{top}{force}{pending}, {view.stock} in stock."


def state(model: Model) -> list[str]:
    """Return the whole table: what is played, who sits where, what lies there, who is to move."""
    view = model.view
    if view is None:
        return [NO_TABLE]
    watching = f" Watching: {', '.join(map(safe, view.spectators))}." if view.spectators else ""
    lines = [f"Table {safe(view.name)}: {game_words(view)}.{watching}"]
    lines += [seat_line(model, number) for number in range(len(view.seats))]
    if view.state == "playing":
        lines.append(f"Hand {view.hand}, play goes {direction_words(view.direction)}.")
        lines.append(table_line(view))
    lines.append(waiting_for(model))
    return lines


def game_words(view: View) -> str:
    """Return the rule set with what is other than usual: `classic, to 100 points`."""
    words = [safe(view.rules.preset), *option_words(view.rules.options, view.changed)]
    return ", ".join([*words, *table_terms(view.turn_seconds, view.bank_seconds, view.latecomers)])


def seat_line(model: Model, number: int) -> str:
    """Return one seat: `Dot (computer, simple): 1 card, 310 points, called`."""
    seat = model.seats[number]
    if seat.kind == "empty":
        return f"Seat {number}: empty."
    you = " (you)" if number == model.addressed else ""
    host = ", host" if model.view and seat.name == model.view.host else ""
    facts = ", ".join(_seat_facts(model, number, seat))
    return f"{safe(seat.name)}{you}{level_words(seat.kind, seat.level)}{host}: {facts}."


def _seat_facts(model: Model, number: int, seat: Seat) -> list[str]:
    view = model.view
    if view is None or view.state == "waiting":
        return ["ready" if seat.ready else "not ready"] if seat.kind == "person" else ["seated"]
    facts = [counted(seat.cards, "card"), counted(seat.total, "point")]
    facts += [counted(seat.lives, "life")] if seat.lives is not None else []
    facts += ["not called"] if number in view.uncalled else []
    facts += ["out of the match"] if not seat.in_match else []
    facts += ["connection lost"] if not seat.here and seat.kind == "person" else []
    facts += ["played by a computer meanwhile"] if seat.stand_in else []
    facts += ["ready"] if seat.ready and view.state == "between" else []
    return [*facts, "to move"] if number == view.to_move else facts


def scores(model: Model) -> list[str]:
    """Return the points so far, with the sheet of a hand that has just ended."""
    view = model.view
    if view is None:
        return [NO_TABLE]
    lines = hand_sheet(view.last_hand, model) if view.last_hand else _standings(view, model)
    if view.result is not None:
        lines.append(f"The match is over. {match_winners(view.result.winners, voice_of(model))}")
    return lines


def hand_sheet(sheet: HandSheet, model: Model) -> list[str]:
    """Return one line for each seat: what it had left, scored, and has in all."""
    lines = [f"Hand {sheet.hand}, {_goal(model)}:"]
    for number, seat in enumerate(model.seats[: len(sheet.points)]):
        score = f"+{sheet.points[number]}, {seat.total} in all{_lives_left(seat)}"
        lines.append(f"{safe(seat.name)}: {_left(sheet, number)}; {score}.")
    return lines


def _standings(view: View, model: Model) -> list[str]:
    """Return one line for each seat while a hand is played, which has no sheet yet."""
    over = view.hand - 1
    if over < 1:
        return ["No hand is over yet."]
    return [f"After {counted(over, 'hand')}, {_goal(model)}:"] + [
        f"{safe(seat.name)}: {seat.total} in all{_lives_left(seat)}." for seat in model.seats
    ]


def _lives_left(seat: Seat) -> str:
    return f", {counted(seat.lives, 'life')} left" if seat.lives is not None else ""


def _left(sheet: HandSheet, number: int) -> str:
    cards = sheet.cards[number] if number < len(sheet.cards) else []
    if cards:
        return f"left with {cards_words(sorted(cards, key=place_in_hand))}"
    return "went out" if number == sheet.winner else "took no part"


def place_in_hand(card: str) -> int:
    """Return where a card stands in a sorted hand; one that no deck has goes last."""
    return ORDER.get(card, len(ORDER))


def _goal(model: Model) -> str:
    end = str(model.view.rules.options.get("match_end", "")) if model.view else ""
    kind, _, number = end.partition(":")
    return f"first to {number}" if kind == "points" else f"{goal_words(end)} in all"


def lobby(page: ListResult) -> list[str]:
    """Return one line for each table of a page of the lobby."""
    if not page.tables:
        return ["There is no table yet. Type create PRESET to make one."]
    lines = [_table(line) for line in page.tables]
    if page.pages > 1:
        lines.append(f"Page {page.page} of {page.pages}, {page.total} tables. Type list PAGE.")
    return lines


def _table(line: TableLine) -> str:
    facts = ", ".join(table_facts(line))
    host = f" Host {safe(line.host)}." if line.host else ""
    return f"Table {line.table}, {safe(line.name)}: {facts}.{host}"


def table_facts(line: TableLine) -> list[str]:
    """Return what a list says of a table: rules, state, seats, who is there, how one comes in."""
    people = f"{counted(line.people, 'person').replace('persons', 'people')}"
    facts = [
        ", ".join([safe(line.preset), *option_words(line.options)]),
        safe(line.state),
        f"{line.free} of {counted(line.seats, 'seat')} free",
        people,
        counted(line.computers, "computer"),
    ]
    facts += [f"{line.watching} watching"] if line.watching else []
    facts += table_terms(line.turn_seconds, line.bank_seconds, line.latecomers)
    facts += ["needs a password"] if line.password else []
    facts += [] if line.spectators else ["no spectators"]
    return facts
