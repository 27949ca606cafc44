"""The small rooms: names that count as the same, the bucket of requests."""

import pytest

from cardgame_protocol.limits import RATE_BURST, RATE_PER_SECOND
from cardgame_server.allowance import Allowance
from cardgame_server.limits import exempt
from cardgame_server.names import folded


def test_folding_makes_names_equal_that_differ_in_case_only() -> None:
    assert folded("STRASSE") == folded("straße")
    assert folded("Éva") == folded("e\u0301VA")
    assert folded("Ann") != folded("Anna")


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"])
def test_any_loopback_address_is_this_computer(address: str) -> None:
    assert exempt(address)


@pytest.mark.parametrize("address", ["10.0.0.1", "::ffff:10.0.0.1", "fe80::1%eth0", "::", ""])
def test_no_other_address_is_this_computer(address: str) -> None:
    assert not exempt(address)


def test_a_bucket_fills_again_by_itself_and_never_over_its_rim() -> None:
    bucket = Allowance(now=0.0)
    assert [bucket.take(0.0, 1) for _ in range(RATE_BURST)] == [0.0] * RATE_BURST
    wait = bucket.take(0.0, 1)
    assert wait == pytest.approx(1 / RATE_PER_SECOND)
    assert bucket.take(wait, 1) == 0.0
    assert [bucket.take(10_000.0, 1) for _ in range(RATE_BURST)] == [0.0] * RATE_BURST
    assert bucket.take(10_000.0, 1) > 0
