"""The pages about the table that are shown when asked for: state, scores, the lobby.

Each is a function of the model that returns whole sentences, one a line, so that a screen reader
reads what a screen shows.
"""

from cardgame_client.countdown import countdown_sentence, pause_sentence
from cardgame_client.model import Model, Replay, Retry
from cardgame_client.notation import card_words, cards_words, colour_words
from cardgame_client.option_words import option_words
from cardgame_client.safe import safe
from cardgame_client.voice import Voice, counted, listed
from cardgame_client.words import direction_words, level_words, match_winners
from cardgame_protocol import HandSheet, ListResult, Seat, TableLine, View
from cardgame_rules.cards import ORDER

NO_TABLE = "You are in the lobby. Type list for the tables, create for a new one."


def voice_of(model: Model) -> Voice:
    """Return the voice that speaks to the player of this model."""
    return Voice(model.seats, model.addressed)


def turn_line(model: Model) -> str:
    """Return whose turn it is, and for the player what lies there to decide on."""
    view = model.view
    if view is None or view.to_move is None:
        return ""
    if view.paused:
        return pause_sentence(view)
    soon = countdown_sentence(view)
    if not model.my_turn:
        return f"{voice_of(model).plain_name(view.to_move)}'s turn.{soon}"
    return f"{_own_decision(view, model)} {table_line(view)}{soon}"


def _own_decision(view: View, model: Model) -> str:
    return {
        "name": "Name the colour of the wild card turned up: type name COLOUR.",
        "answer": "Take the four cards, or challenge: type take or challenge.",
    }.get(view.phase or "", f"Your turn, {safe(model.name)}.")


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
    return ", ".join([safe(view.rules.preset), *option_words(view.rules.options, view.changed)])


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


def waiting_for(model: Model) -> str:
    """Return what the table waits for, and what happens then: it never just waits."""
    if model.retry is not None:
        return retry_line(model.retry)
    if model.replay is not None:
        return replay_line(model.replay)
    return NO_TABLE if model.view is None else _waiting_at(model, model.view)


def _waiting_at(model: Model, view: View) -> str:
    return (pause_sentence(view) or _waiting_for_what(model, view)) + countdown_sentence(view)


def _waiting_for_what(model: Model, view: View) -> str:
    if view.state == "waiting":
        return _waiting_to_start(model, view)
    if view.state == "between":
        soon = f"in {view.next_in:.0f} seconds, or " if view.next_in is not None else ""
        ask = ": type ready." if model.seat is not None else "."
        return f"The next hand begins {soon}when all people are ready{ask}"
    if view.state == "over":
        rematch = "rematch, " if model.seat is not None else ""
        return f"The match is over. Type {rematch}save for the record, or leave."
    if model.my_turn:
        return _own_decision(view, model)
    return _waiting_for_seat(view)


def retry_line(retry: Retry) -> str:
    """Return how long it is until the next attempt to get a lost link back, and which it is."""
    when = f"in {counted(retry.seconds, 'second')}" if retry.seconds else "under way"
    return f"The connection is lost: attempt {retry.attempt} to get it back is {when}."


def replay_line(replay: Replay) -> str:
    """Return where in a recorded match one is."""
    return f"Step {replay.step} of {replay.steps}, hand {replay.hand} of {replay.hands}."


def _waiting_to_start(model: Model, view: View) -> str:
    free = sum(seat.kind == "empty" for seat in view.seats)
    hosting = view.host == model.name
    if free:
        fill = " Type add for a computer player." if hosting else ""
        return f"Waiting for players: {counted(free, 'seat')} free.{fill}"
    spoken = voice_of(model)
    late = [n for n, seat in enumerate(view.seats) if seat.kind == "person" and not seat.ready]
    if late == [model.seat]:
        return f"All seats are taken. Waiting for you: type ready{', or start' if hosting else ''}."
    names = listed(spoken.whom(number) for number in late) or "the host"
    start = "type start" if hosting else "the host to start"
    return f"All seats are taken. Waiting for {names} to be ready, or {start}."


def _waiting_for_seat(view: View) -> str:
    if view.to_move is None or view.to_move >= len(view.seats):
        return "The table goes on by itself in a moment."
    seat = view.seats[view.to_move]
    name = safe(seat.name)
    if seat.stand_in:
        return f"{name} is away; a computer plays that turn in a moment."
    if seat.kind == "computer":
        return f"Waiting for {name}, a computer: it plays in a moment."
    return f"Waiting for {name}."


def scores(model: Model) -> list[str]:
    """Return the last hand's sheet and the points so far."""
    view = model.view
    if view is None:
        return [NO_TABLE]
    lines = hand_sheet(view.last_hand, model) if view.last_hand else ["No hand is over yet."]
    if view.result is not None:
        lines.append(f"The match is over. {match_winners(view.result.winners, voice_of(model))}")
    return lines


def hand_sheet(sheet: HandSheet, model: Model) -> list[str]:
    """Return one line for each seat: what it had left, scored, and has in all."""
    lines = [f"Hand {sheet.hand}, {_goal(model)}:"]
    for number, seat in enumerate(model.seats[: len(sheet.points)]):
        lives = f", {counted(seat.lives, 'life')} left" if seat.lives is not None else ""
        score = f"+{sheet.points[number]}, {seat.total} in all"
        lines.append(f"{safe(seat.name)}: {_left(sheet, number)}; {score}{lives}.")
    return lines


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
    return f"first to {number}" if kind == "points" else f"{number} lives in all"


def lobby(page: ListResult) -> list[str]:
    """Return one line for each table of a page of the lobby."""
    if not page.tables:
        return ["There is no table yet. Type create PRESET to make one."]
    lines = [_table(line) for line in page.tables]
    if page.pages > 1:
        lines.append(f"Page {page.page} of {page.pages}, {page.total} tables. Type list PAGE.")
    return lines


def _table(line: TableLine) -> str:
    people = f"{counted(line.people, 'person').replace('persons', 'people')}"
    facts = [
        ", ".join([safe(line.preset), *option_words(line.options)]),
        safe(line.state),
        f"{line.free} of {counted(line.seats, 'seat')} free",
        people,
        counted(line.computers, "computer"),
    ]
    facts += [f"{line.watching} watching"] if line.watching else []
    facts += ["needs a password"] if line.password else []
    return f"Table {line.table}, {safe(line.name)}: {', '.join(facts)}. Host {safe(line.host)}."
