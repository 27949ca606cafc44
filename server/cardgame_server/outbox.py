"""What waits for a peer that does not read: frames in order, and at most one update of a table."""

from cardgame_protocol.codec import encode
from cardgame_server.effects import Outgoing, Shown, TableUpdate
from cardgame_server.limits import BACKLOG_EVENTS


def frame_of(message: Outgoing) -> bytes:
    """Return the bytes of a message, header included."""
    return message.frame if isinstance(message, TableUpdate) else encode(message)


class Outbox:
    """Messages that could not be sent at once, oldest first.

    A newer update takes the place of an older one of the same table: the older view is superseded,
    its events go into the newer one, oldest dropped beyond `BACKLOG_EVENTS`. `size` is the number
    of bytes that wait, updates not counted: there is one of them at most for each table.
    """

    __slots__ = ("_messages", "_next", "_torn", "_update", "size")

    def __init__(self) -> None:
        self._messages: dict[int, bytes | TableUpdate] = {}
        self._next = 0
        self._update: int | None = None
        self._torn = b""
        self.size = 0

    def __bool__(self) -> bool:
        return bool(self._torn or self._messages)

    def tear(self, rest: bytes) -> None:
        """Keep the rest of bytes of which some were taken: it comes before all else."""
        self._torn = rest
        self.size += len(rest)

    def add(self, message: Outgoing) -> None:
        """Put a message behind the others."""
        if isinstance(message, TableUpdate):
            self._add_update(message)
        else:
            data = encode(message)
            self.size += len(data)
            self._put(data)

    def _put(self, item: bytes | TableUpdate) -> int:
        place = self._next
        self._messages[place] = item
        self._next += 1
        return place

    def _add_update(self, update: TableUpdate) -> None:
        older = None if self._update is None else self._messages.get(self._update)
        if self._update is not None and isinstance(older, TableUpdate):
            if older.shown.table == update.shown.table:
                del self._messages[self._update]
                update = _merged(older, update)
            else:
                # The peer has gone to another table; what it was last told of the first stays.
                data = self._messages[self._update] = older.frame
                self.size += len(data)
        self._update = self._put(update)

    def take(self, most: int) -> bytes:
        """Take out about `most` bytes, whole frames, at least one; empty when nothing waits."""
        parts = [self._torn]
        taken = len(self._torn)
        self.size -= taken
        self._torn = b""
        while self._messages and taken < most:
            item = self._messages.pop(next(iter(self._messages)))
            if isinstance(item, TableUpdate):
                item = item.frame
            else:
                self.size -= len(item)
            parts.append(item)
            taken += len(item)
        return b"".join(parts)

    def drop_whole_frames(self) -> None:
        """Forget all but the rest of a frame that is on its way: a goodbye can follow only that."""
        self._messages.clear()
        self._update = None
        self.size = len(self._torn)


def _merged(older: TableUpdate, newer: TableUpdate) -> TableUpdate:
    before, now = older.shown, newer.shown
    events = [*before.events, *now.events][-BACKLOG_EVENTS:]
    return TableUpdate(Shown(now.table, now.turn, events, now.view), newer.you)
