"""The arithmetic of an arena against values known from elsewhere."""

from math import sqrt

import pytest

from cardgame_bots.arena.intervals import FEWEST_DEALS, Estimate, Sprt, elo, expected, mean, share
from cardgame_bots.arena.ratings import choices, rate, strengths
from tests.bots.kit import seeded


def test_a_mean_has_the_interval_of_a_large_sample() -> None:
    found = mean([0.0, 1.0] * 50)
    assert found is not None
    assert found.value == 0.5
    assert found.margin == pytest.approx(1.96 * sqrt(0.2525 / 100), abs=1e-4)


def test_few_samples_or_all_alike_have_a_mean_without_an_interval() -> None:
    assert mean([]) is None
    assert mean([0.3]) == Estimate(0.3)
    assert mean([0.0, 1.0] * (FEWEST_DEALS // 2 - 1)) == Estimate(0.5)
    assert mean([7.0] * 500) == Estimate(7.0)


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    # From the published tables of Wilson's interval; the ends of a sweep are n / (n + 3.8415).
    [
        (0, 5, 0.0, 0.4345),
        (1, 1, 0.2065, 1.0),
        (1, 2, 0.0945, 0.9055),
        (5, 10, 0.2366, 0.7634),
        (8, 10, 0.4902, 0.9433),
        (10, 10, 0.7225, 1.0),
        (0, 10, 0.0, 0.2775),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_a_share_of_deals_won_or_lost_has_wilsons_interval(
    won: int, of: int, low: float, high: float
) -> None:
    found = share([1.0] * won + [0.0] * (of - won))
    assert found is not None
    assert found.value == pytest.approx(won / of)
    assert found.low == pytest.approx(low, abs=1e-4)
    assert found.high == pytest.approx(high, abs=1e-4)


def test_a_share_without_deals_is_none() -> None:
    assert share([]) is None


def test_deals_whose_games_even_out_leave_a_narrower_interval_but_never_none() -> None:
    even, split = share([0.5] * 10), share([0.0, 1.0] * 5)
    assert even is not None
    assert split is not None
    assert even.margin is not None
    assert split.margin is not None
    # Ten deals and 3.84 imagined ones of variance 1/4: 0.0694, for 36 deals won or lost.
    assert even.margin == pytest.approx(0.155, abs=0.001)
    assert split.margin == pytest.approx(0.263, abs=0.001)


@pytest.mark.parametrize(
    ("deals", "value"), [(500, 0.5), (820, 0.958), (5_960, 0.681), (10_000, 0.655)]
)
def test_large_samples_have_the_interval_of_the_plain_arithmetic(deals: int, value: float) -> None:
    rng = seeded(deals)
    samples = [((rng.random() < value) + (rng.random() < value)) / 2 for _ in range(deals)]
    found, plain = share(samples), mean(samples)
    assert found is not None
    assert plain is not None
    assert found.value == plain.value
    assert found.margin is not None
    assert plain.margin is not None
    assert 100 * found.margin == pytest.approx(100 * plain.margin, abs=0.05)


@pytest.mark.parametrize("deals", [2, 5, 10, 30])
@pytest.mark.parametrize("chance", [0.5, 0.8, 0.95])
@pytest.mark.parametrize("evens_out", [0.0, 0.5])
def test_the_interval_of_a_share_holds_the_truth_with_few_deals_and_at_the_edges(
    deals: int, chance: float, evens_out: float
) -> None:
    """Two games a deal; some deals are so uneven that whoever has their good seat wins."""
    rng = seeded(f"{deals} {chance} {evens_out}")
    truth = evens_out / 2 + (1 - evens_out) * chance
    held = 0
    for _ in range(2000):
        found = share(
            [
                0.5
                if rng.random() < evens_out
                else ((rng.random() < chance) + (rng.random() < chance)) / 2
                for _ in range(deals)
            ]
        )
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        assert 0.0 <= found.low <= found.value <= found.high <= 1.0
        held += found.low <= truth <= found.high
    assert held / 2000 >= 0.93


@pytest.mark.parametrize(("score", "value"), [(0.5, 0.0), (0.64, 100.0), (0.36, -100.0)])
def test_elo_is_four_hundred_for_a_factor_of_ten(score: float, value: float) -> None:
    assert elo(Estimate(score))[1] == pytest.approx(value, abs=0.1)
    assert expected(value) == pytest.approx(score, abs=0.001)
    assert elo(Estimate(10 / 11))[1] == pytest.approx(400.0)


def test_elo_of_a_sweep_has_one_bound_and_no_value() -> None:
    all_won, none_won = share([1.0] * 10), share([0.0] * 10)
    assert all_won is not None
    assert none_won is not None
    # 0.7225 against 0.2775 is 2.603 to 1.
    assert elo(all_won)[1:] == elo(none_won)[:2] == (None, None)
    assert elo(all_won)[0] == pytest.approx(166.2, abs=0.1)
    assert elo(none_won)[2] == pytest.approx(-166.2, abs=0.1)


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


@pytest.mark.parametrize(
    ("score", "verdict", "deals"),
    [(1.0, "better", FEWEST_DEALS), (0.0, "not better", FEWEST_DEALS), (0.5, "not better", 100)],
)
def test_the_stop_rule_ends_where_all_deals_are_alike(
    score: float, verdict: str, deals: int
) -> None:
    sprt = Sprt(0.0, 10.0)
    for _ in range(deals):
        sprt.add(score)
    assert sprt.verdict == verdict


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


def test_who_never_wins_has_a_finite_rating_without_an_interval() -> None:
    assert all(abs(elo) < 2000 for elo in strengths(choices([[[0], [1], [2]]] * 50), 3))
    deals = [choices([[[0], [1], [2]]]), choices([[[0], [2], [1]]]), choices([[[0], [1], [2]]])]
    first, second, third = rate(deals * 10, 3)
    assert first.margin is None
    assert second.margin is not None
    assert third.margin is not None


def test_deals_that_are_all_alike_leave_no_interval_of_a_rating() -> None:
    assert all(found.margin is None for found in rate([choices([[[0], [1], [2]]])] * 40, 3))


def test_few_deals_have_ratings_without_intervals() -> None:
    deals = [choices([[[0], [1], [2]]]), choices([[[2], [1], [0]]]), choices([[[1], [0], [2]]])]
    assert all(found.margin is None for found in rate(deals, 3))
    assert all(found.margin is not None for found in rate(deals * 7, 3))
