"""``python -m bench.restart_tables FOLDER TABLES``: a data folder full of running tables.

The rooms are the server's own and so is the journal; only the sockets are left out.
"""

import os
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgpack

from bench.wire import encode
from cardgame_server.effects import Change, Send
from cardgame_server.folder import Folder
from cardgame_server.outbox import frame_of
from cardgame_server.session import Session, greeting
from cardgame_server.writes import Write

SEATS = 4
MOVES = 40  # of each table: the middle of a hand
GROUP = 500  # writes of one commit, as many tables make them while the disk is busy


def token_of(table: int) -> str:
    """Return the token of who sits on the first seat of a table."""
    return f"{(table - 1) * SEATS + 1:064x}"


class House:
    """The rooms with a journal under them."""

    def __init__(self, folder: Path) -> None:
        self._folder = Folder(folder)
        # It is the file that counts here, not when it was safe.
        self._folder.journal.db.execute("PRAGMA synchronous = OFF")
        chance, tokens = random.Random(1), iter(range(1, 10**9))
        self._session = Session(
            greeting("bench", "bench"), lambda: chance.randbytes(32),
            lambda: f"{next(tokens):064x}", "nobody",
        )  # fmt: skip
        self._choose = chance.choice
        self._writes: list[Write] = []
        self._newest: dict[int, dict[str, Any]] = {}
        self._last_id = 0

    def _do(self, cause: Callable[..., None], *what: object) -> None:
        change = Change(1000.0)
        cause(change, *what)
        self._writes += change.writes
        for effect in change.effects:
            if isinstance(effect, Send):
                told = msgpack.unpackb(frame_of(effect.message)[4:])
                if told["type"] == "update":
                    self._newest[effect.conn] = told
                elif told["type"] == "refused":
                    raise RuntimeError(f"refused: {told}")
        if len(self._writes) >= GROUP:
            self.keep()

    def keep(self) -> None:
        """Have all writes so far committed."""
        journal = self._folder.journal
        journal.write(journal.prepare(self._writes))
        self._writes.clear()

    def _ask(self, conn: int, kind: str, **fields: object) -> None:
        self._last_id += 1
        data = encode({"type": kind, "id": self._last_id, **fields})
        self._do(self._session.receive, conn, data)

    def seat(self, table: int) -> None:
        """Make a table of `SEATS` persons and play at it up to the middle of a hand."""
        conns = [(table - 1) * SEATS + seat + 1 for seat in range(SEATS)]
        for conn in conns:
            # Limits hold for each address.
            self._do(self._session.connect, conn, f"10.{conn >> 16}.{conn >> 8 & 255}.{conn & 255}")
            self._ask(conn, "hello", versions=[1], name=f"player {conn}", software="bench")
        options = {"target": 100_000, "turn_seconds": 60.0}
        self._ask(conns[0], "create", preset="classic", seats=SEATS, **options)
        for conn in conns[1:]:
            self._ask(conn, "join", table=table)
        self._ask(conns[0], "start")
        for _ in range(MOVES):
            self._move(conns)

    def _move(self, conns: list[int]) -> None:
        update = self._newest[conns[0]]
        if update["view"]["state"] == "between":
            for conn in conns:
                self._ask(conn, "ready")
            return
        conn = conns[update["view"]["to_move"]]
        legal = self._newest[conn]["you"]["legal"]
        plays = [action for action in legal if action.startswith("play")]
        action = self._choose(plays or legal)
        self._ask(conn, "move", turn=update["turn"], action=action)


def main() -> None:
    """Make them, and end as a server does that is killed: nothing is closed or tidied up."""
    folder, tables = Path(sys.argv[1]), int(sys.argv[2])
    house = House(folder)
    for table in range(1, tables + 1):
        house.seat(table)
    house.keep()
    os._exit(0)


if __name__ == "__main__":
    main()
