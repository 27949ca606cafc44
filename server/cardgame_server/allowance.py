"""How often one connection may ask: a bucket that fills again by itself."""

from typing import Final

from cardgame_protocol.limits import RATE_BURST, RATE_PER_SECOND
from cardgame_protocol.requests import (
    FairRequest,
    HelloRequest,
    JoinRequest,
    LeaveRequest,
    MoveRequest,
    PingRequest,
    QuitRequest,
    ReadyRequest,
    Request,
    SpectateRequest,
)
from cardgame_server.limits import RESTLESS_COST

COSTS: Final[dict[type[Request], int]] = {
    HelloRequest: 0,
    LeaveRequest: 0,
    PingRequest: 0,
    QuitRequest: 0,
    MoveRequest: 0,
    JoinRequest: RESTLESS_COST,
    SpectateRequest: RESTLESS_COST,
    ReadyRequest: RESTLESS_COST,
    FairRequest: RESTLESS_COST,
}
"""What a request costs before it is looked at; 1 if it is not listed. What costs nothing here
costs 1 if it is refused. Going away must always be possible, so it costs nothing."""


class Allowance:
    """A bucket of `RATE_BURST` that fills by `RATE_PER_SECOND`."""

    __slots__ = ("_at", "_left")

    def __init__(self, now: float) -> None:
        self._left = float(RATE_BURST)
        self._at = now

    def take(self, now: float, cost: int) -> float:
        """Take `cost` out and return 0.0, or take nothing and return the seconds to wait."""
        filled = self._left + (now - self._at) * RATE_PER_SECOND
        self._left = min(float(RATE_BURST), filled)
        self._at = now
        if self._left >= cost:
            self._left -= cost
            return 0.0
        return (cost - self._left) / RATE_PER_SECOND
