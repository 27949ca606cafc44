"""The three ways in which a message can be wrong. Nothing else leaves this package's functions."""

from cardgame_protocol.codes import GoodbyeCode, RefusalCode


class WireError(Exception):
    """Base of everything this package raises. `text` is fit to be shown to a person."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class ProtocolError(WireError):
    """The peer's bytes cannot be understood: the connection is over.

    `code` is the goodbye code to send. The peer is at fault, whichever side that is.
    """

    def __init__(self, code: GoodbyeCode, text: str) -> None:
        super().__init__(text)
        self.code = code


class BadRequest(WireError):  # noqa: N818 - named for what it reports; a connection hands it out
    """One request is wrong: refuse it and go on.

    `id` is the request's, or 0 if it could not be read. `field` is the path of the field at fault
    (`seat`, `versions[2]`), or "" if it is the message as a whole.
    """

    def __init__(self, code: RefusalCode, text: str, *, id: int = 0, field: str = "") -> None:  # noqa: A002 - the wire's word
        super().__init__(text)
        self.code = code
        self.id = id
        self.field = field


class UnsendableError(WireError):
    """One's own message cannot become a frame: a bug or unchecked input on this side.

    Raised before any byte is made: a text with a lone surrogate, a number beyond 64 bits, a type
    MessagePack does not have, or more than 65536 bytes.
    """
