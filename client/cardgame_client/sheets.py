"""From the name of a page to the page itself."""

from collections.abc import Callable

from cardgame_client import fairness, guide, hand_pages, pages, reasons
from cardgame_client.model import Model, Sheet

_PAGES: dict[str, Callable[[str, Model], list[str]]] = {
    "state": lambda _, model: pages.state(model),
    "scores": lambda _, model: pages.scores(model),
    "hand": lambda _, model: hand_pages.hand(model),
    "hint": lambda _, model: hand_pages.hint(model),
    "why": reasons.why,
    "rules": guide.rules,
    "fair": lambda _, model: fairness.page(model),
    "help": lambda name, _: guide.commands_help(name),
}


def sheet(topic: str, argument: str, model: Model) -> Sheet:
    """Return the page `topic` about `argument`, as things stand in `model`."""
    return Sheet(topic, tuple(_PAGES[topic](argument, model)))
