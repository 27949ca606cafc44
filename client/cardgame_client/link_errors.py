"""How a link to a server can fail, each way by its own exception; `text` is fit for a person."""

from cardgame_protocol import Goodbye, Refused


class LinkError(Exception):
    """Base of what a `Link` raises over its peer or the network."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class CannotConnectError(LinkError):
    """There is no link to be had at the address, as without TLS where it was asked for."""


class UnansweredError(CannotConnectError):
    """Nothing answers at the address, or the host is not known."""


class NotACardServerError(LinkError):
    """Something answers, but not with a greeting of this protocol."""


class ServerChangedError(LinkError):
    """The server does not prove to be the one it was before (TLS); nothing was sent to it."""


class VersionRefusedError(LinkError):
    """Client and server share no version of the protocol; trying again is of no use."""


class RefusedError(LinkError):
    """One request was refused; the link is as good as before (docs/protocol.md, Refusals).

    `code` is what a program compares; `rule` the rule id of an `illegal` move, `turn` the open
    turn of a refused move, `wait` the seconds to wait when `rate_limited`.
    """

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.text)
        self.code = refused.code
        self.rule = refused.rule
        self.turn = refused.turn
        self.wait = refused.wait


class GoodbyeError(LinkError):
    """The server has ended the link and said why; `code` is what a program compares."""

    def __init__(self, goodbye: Goodbye) -> None:
        super().__init__(goodbye.text)
        self.code = goodbye.code


class LinkLostError(LinkError):
    """The link broke, fell silent, or was closed here; the token brings the seat back."""
