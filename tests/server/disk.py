"""A journal under the pure rooms, and what becomes of both when the process ends at any moment."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cardgame_server.effects import Change
from cardgame_server.folder import JOURNAL, Folder
from cardgame_server.loading import load
from cardgame_server.writes import Saved, Write
from tests.server.kit import Client, Plain, Rooms

PASSING = frozenset({"waits", "next_in"})
"""Parts of a view that time alone changes."""


class RealDisk:
    """A data folder whose journal takes every write at once. `commits` counts them."""

    def __init__(self, path: Path) -> None:
        self.folder = Folder(path)
        self.commits = 0

    def keep(self, writes: list[Write]) -> None:
        """Make writes durable."""
        self.folder.journal.write(self.folder.journal.prepare(writes))
        self.commits += 1

    def saved(self) -> Saved:
        """Return what a restart would find now."""
        loaded = load(self.folder.journal.db)
        assert not loaded.notes
        assert not loaded.damaged
        return loaded.saved

    def close(self) -> None:
        """Let go of the folder, as a process does that is ended."""
        self.folder.journal.close()
        self.folder.close()


@contextmanager
def disk_in(path: Path) -> Iterator[RealDisk]:
    """Open a data folder for a while."""
    disk = RealDisk(path)
    try:
        yield disk
    finally:
        disk.close()


def copy_of(source: Path, target: Path) -> Path:
    """Copy a data folder as a process that is killed would leave it."""
    target.mkdir()
    for file in source.iterdir():
        if file.name.startswith(JOURNAL) and not file.name.endswith("-shm"):
            shutil.copy(file, target)
    return target


def restarted(saved: Saved, disk: RealDisk | None = None, *, after: float = 0.0) -> Rooms:
    """Return another process' rooms, brought up from what was kept; none of it may be lost."""
    rooms = Rooms(seed=99, disk=disk)
    rooms.tokens = 1_000_000
    rooms.now = saved.now + after

    def restore(change: Change) -> None:
        assert rooms.session.restore(change, saved) == {}

    rooms.do(restore)
    return rooms


def back_in(rooms: Rooms, clients: list[Client]) -> list[Client]:
    """Have clients of the earlier process come back by their tokens, in order."""
    returned = []
    for client in clients:
        another = rooms.connect(client.address)
        another.hello("ignored", token=client.token)
        returned.append(another)
    return returned


def seen(client: Client) -> Plain:
    """Return all that a client sees now, but for what time alone changes."""
    view = {name: value for name, value in client.view.items() if name not in PASSING}
    return {"turn": client.last["turn"], "view": view, "you": client.last["you"]}
