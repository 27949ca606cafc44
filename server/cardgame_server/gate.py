"""Nobody hears of a change before it is on disk: changes wait here, in their order, for that.

While one group of changes is being written, whatever arrives is collected, and written together
when that is done and nobody has more to say: no timer, and a group is as large as the disk is slow.
A change that writes nothing and tells nothing of a table goes out at once, unless something for one
of its connections waits already: so no connection hears things in another order than they happened.

When the disk fails, the group is tried again until it works. What waits is told to nobody
meanwhile, and the rooms are to take no new changes (`failure` says why). Refusals, lists and chat
pass it by then: who waits for an answer that may never come must hear why.
"""

from collections.abc import Callable
from typing import Protocol

from cardgame_protocol.answers import Ping
from cardgame_server.effects import Change, Disconnect, Effect, Send, TableUpdate
from cardgame_server.writes import Write

Done = Callable[[Exception | None], None]


class Storage(Protocol):
    """Where writes go. One call at a time."""

    def commit(self, writes: list[Write], done: Done) -> None:
        """Make writes durable, all or none; then call `done` with None, or with what failed.

        `done` is called in the caller's thread, within this call or later. After a failure the
        same list comes again, perhaps with more behind it.
        """
        ...


class Gate:
    """Holds changes until they are durable, then has them carried out by `release`.

    `storage` is None where nothing is kept. `sweep` brings in what has been said and not been read
    yet: to write costs the same for one change and for fifty. `failed` is called when the disk
    begins to fail and `recovered` when it works again; `again` has `retry` called after a while.
    """

    def __init__(
        self,
        storage: Storage | None,
        release: Callable[[Change], None],
        *,
        sweep: Callable[[], None],
        failed: Callable[[Exception], None],
        recovered: Callable[[], None],
        again: Callable[[], None],
    ) -> None:
        self.failure: Exception | None = None
        self._storage = storage
        self._release = release
        self._sweep = sweep
        self._sweeping = False
        self._failed = failed
        self._recovered = recovered
        self._again = again
        self._writing: list[Change] = []
        self._waiting: list[Change] = []
        # The connections that something waits for. None: to be found out when it is asked for,
        # which is hardly ever while moves are all there is.
        self._targets: set[int] | None = None

    @property
    def idle(self) -> bool:
        """Whether nothing waits."""
        return not self._writing

    def offer(self, change: Change) -> None:
        """Have a change carried out as soon as it may be."""
        if self._storage is None or self._passes(change):
            self._release(change)
            return
        self._waiting.append(change)
        self._targets = None
        self._write()

    def gather(self) -> None:
        """Bring in what there is to be read, and have it written as one group."""
        if self._sweeping:
            return
        self._sweeping = True
        try:
            self._sweep()
        finally:
            self._sweeping = False
        self._write()

    def _passes(self, change: Change) -> bool:
        if change.writes:
            return False
        # In the middle of a sweep what has been collected waits though nothing is being written.
        nothing_waits = not self._writing and not self._waiting
        return nothing_waits or all(map(self._overtakes, change.effects))

    def _overtakes(self, effect: Effect) -> bool:
        """Whether an effect may be carried out before what waits."""
        if type(effect) is Send:
            if type(effect.message) is TableUpdate:
                return False
            if type(effect.message) is Ping:
                return True
        elif type(effect) is not Disconnect:
            return True
        return self.failure is not None or effect.conn not in self._waited_for()

    def _waited_for(self) -> set[int]:
        if self._targets is None:
            self._targets = {
                effect.conn
                for change in (*self._writing, *self._waiting)
                for effect in change.effects
                if type(effect) is Send or type(effect) is Disconnect
            }
        return self._targets

    def _write(self) -> None:
        if self._sweeping or self._storage is None:
            return
        while self._waiting and not self._writing:
            self._writing, self._waiting = self._waiting, []
            writes = [write for change in self._writing for write in change.writes]
            if writes:
                self._storage.commit(writes, self._done)
            else:
                self._let_go()

    def retry(self) -> None:
        """Write again what could not be written, and what has arrived since."""
        if self.failure is None or self._storage is None:
            return
        self._writing += self._waiting
        self._waiting = []
        self._storage.commit([w for change in self._writing for w in change.writes], self._done)

    def _done(self, error: Exception | None) -> None:
        if error is not None:
            if self.failure is None:
                self.failure = error
                self._failed(error)
            self._again()
            return
        if self.failure is not None:
            self.failure = None
            self._recovered()
        self._let_go()
        self.gather()

    def _let_go(self) -> None:
        durable, self._writing = self._writing, []
        for change in durable:
            self._release(change)
        self._targets = None
