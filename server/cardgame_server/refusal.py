"""The one exception by which a room says no to a request."""

from cardgame_protocol.codes import RefusalCode


class Refusal(Exception):  # noqa: N818 - it is an answer of the protocol, not a fault
    """A request that is not carried out; whoever raises it has changed nothing.

    `text` is fit to be shown to the player. `rule` is the id of a rule of the game, `turn` the
    open turn decision, `wait` a number of seconds (docs/protocol.md, Refusals).
    """

    def __init__(
        self,
        code: RefusalCode,
        text: str,
        *,
        rule: str | None = None,
        turn: int | None = None,
        wait: float | None = None,
    ) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.rule = rule
        self.turn = turn
        self.wait = wait
