"""Every refusal code and every goodbye code, each with when it is sent and what to do about it.

Codes are stable: programs compare them, people read the text that comes with them. The tables in
docs/protocol.md are generated from here. A newer server may use a code that is not listed; treat
an unknown refusal as `bad_request` and an unknown goodbye as `internal`.
"""

from enum import StrEnum


class Code(StrEnum):
    """A text that programs compare; `when` it is sent, and `advice`: what its receiver does."""

    when: str
    advice: str

    def __new__(cls, code: str, when: str = "", advice: str = "") -> "Code":
        """Make the member a plain string that carries its two sentences.

        They have defaults only so that `RefusalCode("stale")` finds its member under a type
        checker; no member is without them.
        """
        member = str.__new__(cls, code)
        member._value_ = code
        member.when = when
        member.advice = advice
        return member


class RefusalCode(Code):
    """Why a request was refused. A refusal changes nothing and closes nothing."""

    BAD_REQUEST = (
        "bad_request",
        "A field is missing, has the wrong type or is out of its bounds; the text names it.",
        "Correct the program that sends it.",
    )
    UNKNOWN_TYPE = (
        "unknown_type",
        "No request of this type exists in the version in use.",
        "Do without it: the server is older than the client, or the type is misspelt.",
    )
    HELLO_FIRST = (
        "hello_first",
        "Any request before `hello` was accepted.",
        "Send `hello` first.",
    )
    ALREADY_HELLO = (
        "already_hello",
        "A second `hello` after one was accepted; name and token stay as they are.",
        "Open another connection to be somebody else.",
    )
    NAME_INVALID = (
        "name_invalid",
        "The name is blank, wider than 20 terminal cells (a table's: 40), longer than 40 code "
        "points (a table's: 80), or holds characters that cannot be printed or show nothing.",
        "Ask for another name and send the request again on the same connection.",
    )
    NAME_TAKEN = (
        "name_taken",
        "Somebody holds this name; upper and lower case count as the same.",
        "Choose another name, or send the token if the holder is you.",
    )
    BAD_TOKEN = (
        "bad_token",
        "The token belongs to nobody the server still knows.",
        "Forget it and send `hello` without a token.",
    )
    NO_SUCH_TABLE = (
        "no_such_table",
        "No table has this number (any more).",
        "List the tables again.",
    )
    TABLE_FULL = (
        "table_full",
        "No seat is free, or for a latecomer no computer's; or, to `spectate`, the table has 50 "
        "spectators already.",
        "Spectate, or choose another table.",
    )
    ALREADY_STARTED = (
        "already_started",
        "Not possible while a match is being played (`join`: at a table that takes no latecomers), "
        "or `start` when one has begun already.",
        "Spectate, or choose another table.",
    )
    WRONG_PASSWORD = (
        "wrong_password",
        "The table has a password and this is not it; at `hello`: the server has one.",
        "Ask the person who made the table, or whose server it is; then send it again.",
    )
    NO_SPECTATORS = (
        "no_spectators",
        "The table was made without spectators.",
        "Sit down, or choose another table.",
    )
    NOT_AT_TABLE = (
        "not_at_table",
        "The request needs a table and you are at none.",
        "Join, spectate or create one first.",
    )
    ALREADY_AT_TABLE = (
        "already_at_table",
        "You are at a table, and one connection is at one table only.",
        "Send `leave` first.",
    )
    NOT_HOST = (
        "not_host",
        "Only the host of the table may do this (`host` in the view says who that is); or, to "
        "`kick`, a host who only watches may not take this seat from its holder.",
        "Ask the host.",
    )
    NOT_SEATED = (
        "not_seated",
        "You watch this table and hold no seat.",
        "Leave and join while the table is waiting.",
    )
    SEAT_TAKEN = (
        "seat_taken",
        "Somebody sits on the seat that was asked for.",
        "Ask for another seat, or for none.",
    )
    NO_SUCH_SEAT = (
        "no_such_seat",
        "The table has no seat of this number.",
        "Use a number from 0 to the table's seats less one.",
    )
    NOT_COMPUTER = (
        "not_computer",
        "The seat is empty, or held by a person or a bot from outside: it has no level.",
        "Use `kick` for whoever holds it.",
    )
    NO_SUCH_PLAYER = (
        "no_such_player",
        "Nobody of this name is at the table, or it is yourself or one of the server's computers.",
        "Use a name from the view; for a computer `remove_computer`.",
    )
    NO_SUCH_PRESET = (
        "no_such_preset",
        "The server does not know this rule set.",
        "Use one of `presets` of the greeting.",
    )
    NO_SUCH_LEVEL = (
        "no_such_level",
        "The server has no computer player of this level.",
        "Use one of `levels` of the greeting.",
    )
    SEAT_COUNT = (
        "seat_count",
        "The rule set cannot be played with so many seats; the text says with how many.",
        "Choose another number of seats.",
    )
    BAD_OPTION = (
        "bad_option",
        "An option's value is impossible in this rule set; the text says which and why.",
        "Change it, or leave it out.",
    )
    SEATS_EMPTY = (
        "seats_empty",
        "The match cannot start while a seat is empty.",
        "Wait for somebody, or add computers.",
    )
    NOT_PLAYING = (
        "not_playing",
        "No match is being played here; or (`ready`) there is nothing to be ready for, or "
        "(`rematch`) none was played yet.",
        "Wait for `state` in the view.",
    )
    PAUSED = (
        "paused",
        "The match is paused, and nobody moves; a computer player's move is held instead.",
        "Send `resume`, or wait: `waits` in the view says for whom and how long.",
    )
    NOT_PAUSED = (
        "not_paused",
        "There is no pause that could end.",
        "Play on.",
    )
    NO_CLOCK = (
        "no_clock",
        "The table was made without `turn_seconds`, so nobody needs more time.",
        "Make a table with a clock.",
    )
    SEEDED = (
        "seeded",
        "The table was made with a seed, from which all its cards follow.",
        "Make a table without one.",
    )
    HAND_OVER = (
        "hand_over",
        "The hand ended before the move arrived.",
        "Wait for the next `update` in which it is your turn.",
    )
    NOT_YOUR_TURN = (
        "not_your_turn",
        "The turn decision belongs to another seat.",
        "Wait; `to_move` in the view says whose it is.",
    )
    STALE = (
        "stale",
        "The move names a `turn` that is not the open one: the table went on meanwhile.",
        "Decide again from the newest `update`; the answer carries the turn that is open.",
    )
    NOT_NOTATION = (
        "not_notation",
        "The text is no action of the notation.",
        "Send one of the texts in `legal`.",
    )
    AMBIGUOUS = (
        "ambiguous",
        "A wild card that could be played was played without its colour.",
        "Add the colour: `play W G`.",
    )
    ILLEGAL = (
        "illegal",
        "The rules forbid this action now; `rule` and the text say which rule and why.",
        "Send another of the texts in `legal`.",
    )
    TOO_LATE = (
        "too_late",
        "A level can be changed only before you have played your first card of the hand.",
        "Change it when the next hand has begun.",
    )
    RATE_LIMITED = (
        "rate_limited",
        "Too many requests in too short a time, and this one was not looked at; or you were kicked "
        "from that table.",
        "Wait `wait` seconds before you ask again.",
    )
    MATCH_NOT_OVER = (
        "match_not_over",
        "The match is still going on.",
        "Ask again when `state` is `over`.",
    )
    NO_RECORD = (
        "no_record",
        "No finished match of this table was recorded.",
        "Play one.",
    )
    PAGE_OUT_OF_RANGE = (
        "page_out_of_range",
        "There is no such page; the text says how many there are.",
        "Ask for a page from 1 to `pages`.",
    )
    TOO_MANY_TABLES = (
        "too_many_tables",
        "You have made five tables that are still there, or the server has as many as it takes.",
        "Join one, or wait until one has ended.",
    )
    TEXT_INVALID = (
        "text_invalid",
        "The text is blank, too long, or holds characters that cannot be printed.",
        "Shorten it or take them out.",
    )
    DISK_FAILED = (
        "disk_failed",
        "The server cannot write to its disk now, and changes nothing that it could not keep; "
        "whatever was not answered before is not lost, but waits.",
        "Send it again after `wait` seconds; look at the newest `update` first.",
    )
    RESERVED = (
        "reserved",
        "A field or message for the server's own computer players, or one of them asked for "
        "anything but play.",
        "Leave it out.",
    )


class GoodbyeCode(Code):
    """Why the server closes the connection. Nothing comes after a goodbye."""

    VERSION = (
        "version",
        "The hello names no protocol version that the server speaks; the text names both sides'.",
        "Update the older side. Do not retry.",
    )
    PROTOCOL = (
        "protocol",
        "The bytes are not this protocol: no MessagePack map, text that is not UTF-8, a key that "
        "is not text, an extension type, nesting deeper than 8, an empty frame.",
        "Correct the program. Do not retry.",
    )
    TOO_LONG = (
        "too_long",
        "A header announces more than 65536 bytes.",
        "Correct the program. Do not retry.",
    )
    TLS = (
        "tls",
        "The server speaks TLS only, and the client does not; sent as plain bytes in place of the "
        "greeting, after 5 s if the client says nothing.",
        "Connect with TLS.",
    )
    TIMEOUT = (
        "timeout",
        "No accepted hello within 10 s, a frame not finished within 20 s, or silence for 60 s.",
        "Connect again with the token.",
    )
    SLOW = (
        "slow",
        "The peer did not read what it was sent: nothing for 20 s, or too much has piled up.",
        "Read all the time, also while thinking. Connect again with the token.",
    )
    REPLACED = (
        "replaced",
        "Another connection came with the same token and took over.",
        "Do not retry: the two would push each other out for ever.",
    )
    SHUTDOWN = (
        "shutdown",
        "The server is being stopped.",
        "Retry later, with growing pauses.",
    )
    INTERNAL = (
        "internal",
        "A fault of the server; it is in the server's log.",
        "Connect again with the token, and tell the host.",
    )
    QUIT = (
        "quit",
        "The answer to `quit`.",
        "Nothing: the name is free again and the token forgotten.",
    )
    FLOOD = (
        "flood",
        "The peer went on sending in spite of 200 `rate_limited` refusals in a row.",
        "Correct the program: honour `wait`.",
    )
    FULL = (
        "full",
        "The server has as many connections as it takes; sent in place of the greeting.",
        "Retry later, with growing pauses.",
    )
    SEAT_CLOSED = (
        "seat_closed",
        "The seat this computer player was made for is gone, or its owner is back.",
        "Nothing: the connection has done its work.",
    )
