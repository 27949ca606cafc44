"""What a bot is asked with in a local match: each change as its seat saw it, lots that repeat."""

import pytest

from cardgame_bots.faults import IllegalChoiceError, NoChoiceError
from cardgame_bots.levels.random_level import RandomLevel
from cardgame_bots.local_match import LocalMatch
from cardgame_bots.moment import Bot, Moment
from cardgame_protocol.events import Dealt, Drew, HandStarted, MatchOver
from cardgame_rules import PRESETS
from tests.bots.kit import Always, seeded


class Keeper:
    """Plays as `random` does and keeps every moment."""

    def __init__(self) -> None:
        self.moments: list[Moment] = []
        self._level = RandomLevel()

    def choose(self, moment: Moment) -> str | None:
        self.moments.append(moment)
        return self._level.choose(moment)


class Forgetful(Keeper):
    """The same, but needs no moment in which there is nothing to do."""

    remembers = False


def a_match(*bots: Bot, preset: str = "classic", seed: int = 7) -> LocalMatch:
    return LocalMatch(PRESETS[preset], bots, seeded(1), seed=seed)


def test_a_bot_that_remembers_is_given_every_change_also_the_end() -> None:
    keeper = Keeper()
    match = a_match(keeper, RandomLevel())
    match.play()
    assert any(isinstance(event, HandStarted) for event in keeper.moments[0].events)
    assert any(not moment.legal for moment in keeper.moments)
    assert isinstance(keeper.moments[-1].events[-1], MatchOver)
    assert keeper.moments[-1].view.state == "over"


def test_rule_B11_it_sees_its_own_drawn_cards_and_of_others_the_count() -> None:
    keepers = [Keeper(), Keeper()]
    a_match(*keepers).play_hand()
    for seat, keeper in enumerate(keepers):
        told = [
            e for moment in keeper.moments for e in moment.events if isinstance(e, Drew | Dealt)
        ]
        assert any(event.seat == seat for event in told)
        assert all((event.cards is not None) == (event.seat == seat) for event in told)


def test_no_event_is_told_twice_and_none_is_lost() -> None:
    keepers = [Keeper(), Keeper(), Keeper()]
    a_match(*keepers).play_hand()
    counts = {sum(len(moment.events) for moment in keeper.moments) for keeper in keepers}
    assert len(counts) == 1


def test_a_bot_that_needs_no_memory_is_asked_only_where_it_has_a_choice() -> None:
    bot = Forgetful()
    a_match(bot, RandomLevel()).play()
    assert all(moment.legal and not moment.events for moment in bot.moments)


def test_what_is_left_out_for_a_bot_without_memory_changes_no_game() -> None:
    def record(bot: Bot) -> list[str]:
        match = a_match(bot, RandomLevel())
        match.play()
        return match.match.record

    assert record(Keeper()) == record(Forgetful())


def test_equal_games_draw_equal_lots_and_others_do_not() -> None:
    def lots(seed: int) -> list[float]:
        bot = Forgetful()
        a_match(bot, RandomLevel(), seed=seed).play_hand()
        return [moment.rng.random() for moment in bot.moments]

    assert lots(1) == lots(1)
    assert not set(lots(1)) & set(lots(2))


def test_who_decides_again_after_drawing_draws_another_lot() -> None:
    class Drawer(Forgetful):
        def choose(self, moment: Moment) -> str | None:
            self.moments.append(moment)
            return "draw" if "draw" in moment.legal else moment.legal[0]

    bot = Drawer()
    a_match(bot, RandomLevel(), preset="eights").play_hand()
    first = [moment.rng.random() for moment in bot.moments[:10]]
    assert len(set(first)) == 10


@pytest.mark.parametrize("odd", ["", "play ZZ", "leave", "DRAW"])
def test_bug_B10_an_odd_choice_is_told_with_what_was_legal(odd: str) -> None:
    with pytest.raises(IllegalChoiceError) as told:
        a_match(Always(odd), Always(odd)).play_hand()
    assert repr(odd) in str(told.value)
    assert "'draw'" in str(told.value)


def test_bug_B10_doing_nothing_on_turn_is_a_fault_of_its_own() -> None:
    with pytest.raises(NoChoiceError, match="None"):
        a_match(Always(None), Always(None)).play_hand()
