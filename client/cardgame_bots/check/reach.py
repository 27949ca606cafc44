"""Reaching the server that is to be checked: what a user has to mend is no failure of a step."""

from collections.abc import Callable

from cardgame_client.address import Address
from cardgame_client.admission import VARIABLE
from cardgame_client.connection import LinkError
from cardgame_client.exits import Exit
from cardgame_protocol import GoodbyeCode, Ok, QuitRequest, RefusalCode

from ..online.ends import START_ONE, USE_TLS, advice, exit_of
from .client import Connected, NobodyError, SentOffError, greeted
from .server import a_name
from .steps import CheckFailedError, Transcript
from .trust import Trust


class UnreachableError(Exception):
    """There is nothing to check; `code` is how the check ends."""

    def __init__(self, code: Exit, text: str) -> None:
        super().__init__(text)
        self.code = code


def reach(
    address: Address, seconds: float, password: str | None, *, tls: bool
) -> Callable[[Transcript], Connected]:
    """Return how connections to a server are opened, after one that said hello.

    Raises UnreachableError where nobody is, or the server asks for TLS or a password. Whatever else
    is wrong with that first one is left to the steps, which show the bytes.
    """
    try:
        trust = Trust(address) if tls else None
    except LinkError as end:
        raise UnreachableError(exit_of(end), advice(end)) from end

    def opened(transcript: Transcript) -> Connected:
        return greeted(address, transcript, seconds, password, trust)

    try:
        _say_hello(opened(Transcript()), password)
    except NobodyError as error:
        raise UnreachableError(Exit.CANNOT_CONNECT, f"{error}; {START_ONE}") from error
    except SentOffError as error:
        text = USE_TLS if error.code == GoodbyeCode.TLS else str(error)
        raise UnreachableError(Exit.TURNED_AWAY, text) from error
    except CheckFailedError:
        pass  # a step will fail by it
    return opened


def _say_hello(connection: Connected, password: str | None) -> None:
    with connection as server:
        answer = server.request(server.a_hello(a_name()))
        if isinstance(answer, Ok):
            server.request(QuitRequest(id=1))
        elif answer.code == RefusalCode.WRONG_PASSWORD:
            how = f"give it by --password-file or {VARIABLE}" if password is None else answer.text
            raise UnreachableError(Exit.TURNED_AWAY, f"the server has a password: {how}")
