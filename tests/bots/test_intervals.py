"""The arithmetic of an arena against values known from elsewhere."""

from math import inf, sqrt

import pytest

from cardgame_bots.arena.intervals import FEWEST_DEALS, Estimate, Sprt, elo, expected, mean
from cardgame_bots.arena.ratings import choices, rate, strengths
from tests.bots.kit import seeded


def test_a_mean_has_the_interval_of_a_large_sample() -> None:
    found = mean([0.0, 1.0] * 50)
    assert found is not None
    assert found.value == 0.5
    assert found.margin == pytest.approx(1.96 * sqrt(0.2525 / 100), abs=1e-4)


def test_one_sample_has_no_interval_and_none_no_mean() -> None:
    assert mean([0.3]) == Estimate(0.3, None)
    assert mean([]) is None


@pytest.mark.parametrize(("score", "value"), [(0.5, 0.0), (0.64, 100.0), (0.36, -100.0)])
def test_elo_is_four_hundred_for_a_factor_of_ten(score: float, value: float) -> None:
    assert elo(Estimate(score, 0.0))[1] == pytest.approx(value, abs=0.1)
    assert expected(value) == pytest.approx(score, abs=0.001)
    assert elo(Estimate(10 / 11, None))[1] == pytest.approx(400.0)


def test_elo_of_a_sweep_has_no_upper_end() -> None:
    low, value, high = elo(Estimate(0.99, 0.02))
    assert low < value < high == inf


def test_the_interval_holds_the_truth_nineteen_times_in_twenty() -> None:
    rng = seeded(1)
    held = 0
    for _ in range(1000):
        found = mean([rng.random() for _ in range(60)])
        assert found is not None
        assert found.margin is not None
        held += abs(found.value - 0.5) <= found.margin
    assert 0.93 <= held / 1000 <= 0.97


def verdict_of(share: float, seed: int) -> tuple[str | None, int]:
    """Test +0 against +20 Elo on deals won with this share; return the verdict and the deals."""
    rng, sprt = seeded(seed), Sprt(0.0, 20.0)
    for deal in range(1, 40_001):
        sprt.add((rng.random() < share) / 2 + (rng.random() < share) / 2)
        if sprt.verdict is not None:
            return sprt.verdict, deal
    return None, 40_000


def test_the_stop_rule_finds_a_clear_gain_and_a_clear_loss() -> None:
    better = [verdict_of(expected(20.0), seed) for seed in range(60)]
    worse = [verdict_of(expected(0.0), seed) for seed in range(60)]
    # Each verdict may be wrong once in twenty times: three of sixty, give or take.
    assert sum(verdict == "better" for verdict, _ in better) >= 52
    assert sum(verdict == "not better" for verdict, _ in worse) >= 52


def test_the_stop_rule_says_nothing_before_it_knows_the_spread() -> None:
    sprt = Sprt(0.0, 10.0)
    for _ in range(FEWEST_DEALS - 1):
        sprt.add(1.0)
        sprt.add(0.99)
        if sprt.verdict is not None:
            break
    assert sprt.verdict == "better"
    early = Sprt(0.0, 10.0)
    for _ in range(FEWEST_DEALS // 2 - 1):
        early.add(1.0)
        early.add(0.9)
    assert early.verdict is None


def test_strengths_of_two_are_their_odds() -> None:
    made = choices([[[0], [1]]] * 3000 + [[[1], [0]]] * 1000)
    first, second = strengths(made, 2)
    assert first - second == pytest.approx(400 * 0.4771, abs=1.0)
    assert first + second == pytest.approx(0.0, abs=1e-9)


def test_strengths_that_made_the_orders_are_found_again() -> None:
    rng, true = seeded(1), [4.0, 2.0, 1.0]
    orders = []
    for _ in range(6000):
        rest, order = [0, 1, 2], []
        while rest:
            chosen = rng.choices(rest, [true[player] for player in rest])[0]
            rest.remove(chosen)
            order.append([chosen])
        orders.append(order)
    found = rate([choices([order]) for order in orders], 3)
    for player, (stronger, elos) in enumerate([(2.0, 120.4), (1.0, 0.0), (0.5, -120.4)]):
        assert found[player].value == pytest.approx(elos, abs=12), stronger
        margin = found[player].margin
        assert margin is not None
        assert 3 < margin < 12


def test_equal_players_share_and_a_tie_of_all_says_nothing() -> None:
    assert choices([[[0, 1], [2]]]) == {((0, 1, 2), 0): 0.5, ((0, 1, 2), 1): 0.5}
    assert choices([[[0, 1, 2]]]) == {}


def test_who_never_wins_has_a_finite_rating() -> None:
    assert all(abs(elo) < 2000 for elo in strengths(choices([[[0], [1], [2]]] * 50), 3))
