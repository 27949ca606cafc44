"""What a seat remembers of a hand: all that it has seen, and nothing that it has not."""

import pickle

import pytest

from cardgame_bots.levels.steady_level import SteadyLevel
from cardgame_bots.local_match import LocalMatch
from cardgame_bots.moment import Moment
from cardgame_bots.thinking.position import HIDDEN, Imagined, as_seen
from cardgame_rules import PRESETS, Action
from tests.bots.kit import seeded


class Checker(SteadyLevel):
    """Plays as `steady` does and checks at each of its turns what it knows against the match."""

    def __init__(self) -> None:
        super().__init__()
        self.match: LocalMatch | None = None
        self.turns = 0

    def decide(self, moment: Moment) -> Action:
        assert self.match is not None
        hand = self.match.match.hand
        assert hand is not None
        seen = as_seen(self.knowledge, moment, Imagined(seeded(1)))
        assert self.knowledge.discard == hand.discard
        assert seen.hands[moment.you.seat] == moment.hand
        for name in ("colour", "follow", "mover", "phase", "pending", "draws", "drawn", "passes"):
            assert getattr(seen, name) == getattr(hand, name), name
        others = [cards for seat, cards in enumerate(seen.hands) if seat != moment.you.seat]
        assert {card for cards in others for card in cards} <= {HIDDEN}
        assert set(seen.stock) <= {HIDDEN}
        self.turns += 1
        return super().decide(moment)


@pytest.mark.parametrize(("preset", "seats"), [(p, 2) for p in PRESETS] + [("classic", 4)])
def test_the_hand_in_play_is_what_it_is_said_to_be(preset: str, seats: int) -> None:
    for number in range(6):
        bots = [Checker() for _ in range(seats)]
        game = LocalMatch(PRESETS[preset], bots, seeded(f"{preset} {number}"))
        for bot in bots:
            bot.match = game
        game.play_hand()
        assert sum(bot.turns for bot in bots) > 5


def test_the_choices_of_others_are_kept_with_what_was_known_then() -> None:
    bots = [SteadyLevel(), SteadyLevel()]
    game = LocalMatch(PRESETS["classic"], bots, seeded(1))
    game.play_hand()
    choices = bots[0].knowledge.choices
    assert {choice.seat for choice in choices} == {1}
    assert all(choice.card in choice.follow for choice in choices if choice.verb == "play")
    assert {"play", "draw"} <= {choice.verb for choice in choices}


def test_a_hand_later_nothing_of_it_is_left() -> None:
    bots = [SteadyLevel(), SteadyLevel()]
    game = LocalMatch(PRESETS["classic"], bots, seeded(1))
    game.play_hand()
    played = len(bots[0].knowledge.choices)
    game.note(game.match.start_hand())
    bots[0].choose(game.moment(0, game.view(), game.you(0)))
    assert played > len(bots[0].knowledge.choices) == 0
    assert len(bots[0].knowledge.discard) <= 2


def test_another_process_gets_the_same_knowledge() -> None:
    bots = [SteadyLevel(), SteadyLevel()]
    LocalMatch(PRESETS["classic"], bots, seeded(1)).play_hand()
    twin = pickle.loads(pickle.dumps(bots[0].knowledge))  # noqa: S301 - our own
    assert twin.choices == bots[0].knowledge.choices
    assert twin.laws is bots[0].knowledge.laws
