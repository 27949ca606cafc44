"""Stepping the level of computer players, the one thing that `L` does everywhere."""

from cardgame_client.model import Model


def level_after(model: Model, level: str | None) -> str | None:
    """Return the level after this one in the server's list, going round; None without any."""
    levels = list(model.greeting.levels) if model.greeting else []
    if not levels:
        return None
    return levels[(levels.index(level) + 1) % len(levels)] if level in levels else levels[0]


def next_levels(model: Model, only: int | None = None) -> list[str]:
    """Commands that move computers to their next level; `only` that seat, else all alike.

    None for a player who is not the host, because the server would refuse each of them.
    """
    if model.view is None or model.view.host != model.name:
        return []
    seats = [
        (number, seat)
        for number, seat in enumerate(model.view.seats)
        if seat.kind == "computer" and seat.level and only in (None, number)
    ]
    level = level_after(model, seats[0][1].level) if seats else None
    return [f"level {number} {level}" for number, _ in seats] if level else []
