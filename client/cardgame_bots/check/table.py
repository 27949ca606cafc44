"""The house that a checked bot finds: a lobby with one table, just enough to sit down and play."""

from cardgame_protocol import (
    AddComputerRequest,
    AddComputerResult,
    CreateRequest,
    CreateResult,
    Goodbye,
    GoodbyeCode,
    HelloRequest,
    HelloResult,
    JoinRequest,
    JoinResult,
    ListRequest,
    ListResult,
    MoveRequest,
    Ok,
    QuitRequest,
    RecordRequest,
    RefusalCode,
    Refused,
    Request,
    Result,
    TableLine,
    ok,
)
from cardgame_rules import PRESETS

from .peer import BotPeer
from .steps import CheckFailedError

TABLE = 1
TABLE_NAME = "check"
TOKEN = "c0ffee" * 10 + "c0de"


class House:
    """Answers what a bot asks before it plays. `preset`: the one game there is, None: any."""

    def __init__(self, preset: str | None) -> None:
        self.presets = [preset] if preset else list(PRESETS)
        self.preset = preset or "classic"
        self.name = ""
        self.seats = min(3, PRESETS[self.preset].players[1])
        self.seated = False
        self._computers = 0

    def accept(self, peer: BotPeer, hello: HelloRequest) -> None:
        """Accept a hello; who comes with the token finds the seat again."""
        self.name = self.name or hello.name
        peer.wire.accept_hello()
        result = HelloResult(
            version=1,
            name=self.name,
            token=TOKEN,
            table=TABLE if self.seated else None,
            seat=0 if self.seated else None,
        )
        peer.say(ok(hello.id, result))

    def answer(self, peer: BotPeer, request: Request) -> None:
        """Answer a request that is no move, as a server would."""
        if isinstance(request, QuitRequest):
            peer.say(Ok(id=request.id))
            peer.say(Goodbye(code=GoodbyeCode.QUIT, text="Goodbye."))
            return
        if isinstance(request, RecordRequest):
            peer.say(_refused(request, RefusalCode.NO_RECORD))
            return
        peer.say(ok(request.id, self._result(peer, request)))

    def _result(self, peer: BotPeer, request: Request) -> Result | None:
        if isinstance(request, ListRequest):
            return ListResult(tables=[self._line()], page=1, pages=1, total=1)
        if isinstance(request, AddComputerRequest):
            self._computers += 1
            return AddComputerResult(seat=min(self._computers, self.seats - 1))
        if isinstance(request, JoinRequest):
            return self._joined(peer, request)
        if isinstance(request, CreateRequest):
            return self._created(peer, request)
        return None

    def _joined(self, peer: BotPeer, request: JoinRequest) -> Result:
        if request.table != TABLE:
            peer.say(_refused(request, RefusalCode.NO_SUCH_TABLE))
            raise CheckFailedError(f"it joined table {request.table}; the list has only {TABLE}")
        self.seated = True
        return JoinResult(table=TABLE, seat=0)

    def _created(self, peer: BotPeer, request: CreateRequest) -> Result:
        if request.preset not in self.presets:
            peer.say(_refused(request, RefusalCode.NO_SUCH_PRESET))
            offered = ", ".join(self.presets)
            raise CheckFailedError(
                f"it made a table of {request.preset!r}; the greeting offers {offered}"
            )
        low, high = PRESETS[request.preset].players
        if not low <= request.seats <= high:
            peer.say(_refused(request, RefusalCode.SEAT_COUNT))
            raise CheckFailedError(
                f"it asked for {request.seats} seats; {request.preset} seats {low} to {high}"
            )
        if not request.sit:
            raise CheckFailedError("it made a table and did not sit down: `sit` was false")
        self.preset, self.seats, self.seated = request.preset, request.seats, True
        return CreateResult(table=TABLE, seat=0)

    def _line(self) -> TableLine:
        return TableLine(
            table=TABLE,
            name=TABLE_NAME,
            preset=self.preset,
            seats=self.seats,
            free=1,
            people=0,
            computers=self.seats - 1,
            watching=0,
            state="waiting",
            host="Vega",
            password=False,
            spectators=True,
            options={},
        )


def _refused(request: Request, code: RefusalCode) -> Refused:
    text = f"This check refuses it: {code}."
    turn = 0 if isinstance(request, MoveRequest) else None
    return Refused(id=request.id, code=code, text=text, rule=None, turn=turn, wait=None)
