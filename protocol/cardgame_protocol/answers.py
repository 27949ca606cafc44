"""What the server sends: answers, results inside answers, and messages of its own accord."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from cardgame_protocol.fields import Natural, Seconds, TableNumber
from cardgame_protocol.view import View, You


class ServerMessage(Struct, frozen=True, kw_only=True, tag_field="type"):
    """Base of everything the server sends."""


class Greeting(ServerMessage, frozen=True, kw_only=True, tag="greeting"):
    """The first message on every connection; the server sends it at once."""

    server: Annotated[str, Meta(description="The server's name, for people.")]
    server_id: Annotated[
        str, Meta(description="Stays the same over restarts; keep tokens by it and your name.")
    ]
    software: Annotated[str, Meta(description="Program and version, for logs.")]
    versions: Annotated[list[Natural], Meta(description="All protocol versions the server speaks.")]
    presets: Annotated[list[str], Meta(description="Rule sets for `create`.")]
    levels: Annotated[list[str], Meta(description="Computer players' levels, weakest first.")]


class Ok(ServerMessage, frozen=True, kw_only=True, tag="ok"):
    """The request was carried out."""

    id: Annotated[Natural, Meta(description="The request's `id`.")]
    result: Annotated[
        dict[str, Any], Meta(description="What that request's section lists; often empty.")
    ] = {}


class Refused(ServerMessage, frozen=True, kw_only=True, tag="refused"):
    """The request was not carried out and has changed nothing."""

    id: Annotated[Natural, Meta(description="The request's `id`; 0 if it could not be read.")]
    code: Annotated[str, Meta(description="One of the refusal codes; compare this.")]
    text: Annotated[str, Meta(description="The reason in words, fit to be shown.")]
    rule: Annotated[
        str | None, Meta(description="For `illegal`: id of the rule that forbids it, if any.")
    ] = None
    turn: Annotated[
        Natural | None, Meta(description="For a refused `move`: the `turn` that is open.")
    ] = None
    wait: Annotated[Seconds | None, Meta(description="For `rate_limited`: seconds to wait.")] = None


class Goodbye(ServerMessage, frozen=True, kw_only=True, tag="goodbye"):
    """The server closes the connection; nothing comes after this."""

    code: Annotated[str, Meta(description="One of the goodbye codes; compare this.")]
    text: Annotated[str, Meta(description="The reason in words, fit to be shown.")]


class Ping(ServerMessage, frozen=True, kw_only=True, tag="ping"):
    """Are you there? Answer with `pong` at once."""


class Update(ServerMessage, frozen=True, kw_only=True, tag="update"):
    """The table changed. Sent after every change to everybody at it, and on arrival."""

    turn: Annotated[
        Natural,
        Meta(
            description="Number of the turn decision that is open; a `move` repeats it. Rises "
            "only when a new turn decision opens."
        ),
    ]
    events: Annotated[
        list[dict[str, Any]],
        Meta(description="What happened since the last update, in order; see Events."),
    ]
    view: Annotated[View, Meta(description="The table as it is now, whole; see View.")]
    you: Annotated[You | None, Meta(description="Your seat as it is now; null for a spectator.")]


class Chat(ServerMessage, frozen=True, kw_only=True, tag="chat"):
    """Somebody said something. You get your own texts too."""

    scope: Annotated[
        Literal["table", "lobby"], Meta(description="Where: at your table, or in the lobby.")
    ]
    name: Annotated[str, Meta(description="Who.")]
    role: Annotated[
        Literal["player", "spectator", "computer", "visitor"],
        Meta(description="What they are there; a `visitor` is somebody in the lobby."),
    ]
    text: Annotated[str, Meta(description="What, 1 to 500 printable code points.")]


class Removed(ServerMessage, frozen=True, kw_only=True, tag="removed"):
    """You are in the lobby again without having asked for it."""

    table: Annotated[TableNumber, Meta(description="The table you were at.")]
    reason: Annotated[
        str,
        Meta(
            description="`kicked`: by the host. `table_ended`: the table is gone. `idle`: it is, "
            "because nobody did anything there for too long."
        ),
    ]


class Assign(ServerMessage, frozen=True, kw_only=True, tag="assign"):
    """For the server's own process of computer players only; see Internal."""

    token: Annotated[str, Meta(description="The token to say hello with.")]
    name: Annotated[str, Meta(description="The name that goes with it.")]
    level: Annotated[str, Meta(description="How to play.")]


SERVER_MESSAGES: tuple[type[ServerMessage], ...] = (
    Greeting,
    Ok,
    Refused,
    Goodbye,
    Ping,
    Update,
    Chat,
    Removed,
    Assign,
)
"""All server messages, in the order of the documentation."""
