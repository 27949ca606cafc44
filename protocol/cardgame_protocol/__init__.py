"""The words of the wire: every message, and the way from messages to bytes and back. No I/O.

The document of this package is docs/protocol.md; its reference section is generated from the
types here. The modules, each importing only from those above it:

- `limits`, `codes`, `errors`: the numbers, the refusal and goodbye codes, the three errors
- `naming`: what a name may be
- `fields`, `requests`, `view`, `answers`, `results`, `events`, `table_events`: the messages, as
  frozen Structs that know each field's bounds and meaning
- `framing`, `plain`: bytes to payloads, payloads to plain data, for hostile input
- `codec`, `updates`: messages to frames and back; updates quickly
- `connection`: one end of a connection without its socket, with the handshake
- `reference`: writes docs/protocol.json and the reference in docs/protocol.md
"""

from cardgame_protocol import limits
from cardgame_protocol.answers import (
    Assign,
    Chat,
    Goodbye,
    Greeting,
    Ok,
    Ping,
    Refused,
    Removed,
    ServerMessage,
    Update,
)
from cardgame_protocol.codec import (
    Message,
    decode_request,
    decode_server_message,
    encode,
    ok,
    read_event,
    read_result,
    refusal,
    to_plain,
)
from cardgame_protocol.codes import GoodbyeCode, RefusalCode
from cardgame_protocol.connection import (
    ClientConnection,
    FromClient,
    FromServer,
    ServerConnection,
    shared_version,
)
from cardgame_protocol.errors import BadRequest, ProtocolError, UnsendableError, WireError
from cardgame_protocol.events import RULE_EVENTS, Event
from cardgame_protocol.framing import FrameReader, frame
from cardgame_protocol.plain import Encoded, decode_value, encode_value
from cardgame_protocol.requests import (
    AddComputerRequest,
    ChatRequest,
    CreateRequest,
    EndRequest,
    FairRequest,
    HelloRequest,
    JoinRequest,
    KickRequest,
    LeaveRequest,
    ListRequest,
    MoreTimeRequest,
    MoveRequest,
    PauseRequest,
    PingRequest,
    Pong,
    QuitRequest,
    ReadyRequest,
    RecordRequest,
    RematchRequest,
    RemoveComputerRequest,
    Request,
    ResumeRequest,
    SetLevelRequest,
    SpectateRequest,
    StartRequest,
)
from cardgame_protocol.results import (
    AddComputerResult,
    CreateResult,
    HelloResult,
    JoinResult,
    ListResult,
    RecordResult,
    Result,
    SpectateResult,
    TableLine,
)
from cardgame_protocol.table_events import TABLE_EVENTS
from cardgame_protocol.updates import encode_update
from cardgame_protocol.view import (
    Fair,
    HandSheet,
    MatchResult,
    Rules,
    Seat,
    ShownHand,
    View,
    Wait,
    You,
)

__version__ = "0.1.0"

__all__ = [
    "RULE_EVENTS",
    "TABLE_EVENTS",
    "AddComputerRequest",
    "AddComputerResult",
    "Assign",
    "BadRequest",
    "Chat",
    "ChatRequest",
    "ClientConnection",
    "CreateRequest",
    "CreateResult",
    "Encoded",
    "EndRequest",
    "Event",
    "Fair",
    "FairRequest",
    "FrameReader",
    "FromClient",
    "FromServer",
    "Goodbye",
    "GoodbyeCode",
    "Greeting",
    "HandSheet",
    "HelloRequest",
    "HelloResult",
    "JoinRequest",
    "JoinResult",
    "KickRequest",
    "LeaveRequest",
    "ListRequest",
    "ListResult",
    "MatchResult",
    "Message",
    "MoreTimeRequest",
    "MoveRequest",
    "Ok",
    "PauseRequest",
    "Ping",
    "PingRequest",
    "Pong",
    "ProtocolError",
    "QuitRequest",
    "ReadyRequest",
    "RecordRequest",
    "RecordResult",
    "RefusalCode",
    "Refused",
    "RematchRequest",
    "RemoveComputerRequest",
    "Removed",
    "Request",
    "Result",
    "ResumeRequest",
    "Rules",
    "Seat",
    "ServerConnection",
    "ServerMessage",
    "SetLevelRequest",
    "ShownHand",
    "SpectateRequest",
    "SpectateResult",
    "StartRequest",
    "TableLine",
    "UnsendableError",
    "Update",
    "View",
    "Wait",
    "WireError",
    "You",
    "decode_request",
    "decode_server_message",
    "decode_value",
    "encode",
    "encode_update",
    "encode_value",
    "frame",
    "limits",
    "ok",
    "read_event",
    "read_result",
    "refusal",
    "shared_version",
    "to_plain",
]
