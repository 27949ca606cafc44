"""Bugs in fair cards, records, TLS and the server's password."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from cardgame_rules.fairness import FairHouse, Fairness
from cardgame_server import records, restoring, rounds, views
from cardgame_server.effects import Change, Record
from cardgame_server.filing import Filing
from cardgame_server.reception import Reception
from cardgame_server.records import RecordStore
from cardgame_server.session import Session
from cardgame_server.table import Table
from cardgame_server.tls import TlsPipe
from tests.simulation.plant import Plant


def _tells_the_secret(committed: Callable[[Fairness], Any]) -> Callable[[Fairness], Any]:
    return lambda fairness: {**committed(fairness), "secret": fairness.secret.hex()}


def _hides_the_secret_in_a_name(committed: Callable[[Fairness], Any]) -> Callable[[Fairness], Any]:
    def broken(fairness: Fairness) -> Any:
        return {**committed(fairness), "texts": [fairness.secret.hex()]}

    return broken


def _draws_a_new_secret(restore: Callable[..., None]) -> Callable[..., None]:
    def broken(table: Table, kept: dict[str, Any]) -> None:
        restore(table, kept)
        table.next_secret = table._draw_secret()

    return broken


def _reveals_another(_: object) -> Callable[[Table, Change], None]:
    def broken(table: Table, change: Change) -> None:
        fairness = table.fairness
        if fairness is not None:
            secret = bytes(reversed(fairness.secret)).hex()
            table.note(change, "revealed", commitment=fairness.commitment, secret=secret)

    return broken


def _favours_small_numbers(_: object) -> Callable[..., Any]:
    def broken(self: FairHouse, cards: Iterable[Any]) -> list[Any]:
        self._drawn += 1
        return sorted(cards, reverse=self._drawn % 2 == 0)

    return broken


def _counts_draws_anew(_: object) -> Callable[[Iterable[str]], int]:
    return lambda _: 0


def _changes_texts_in_play(texts: Callable[..., Any]) -> Callable[..., Any]:
    def broken(self: Table, match: int) -> Fairness:
        known: Fairness = texts(self, match)
        return Fairness(match, known.secret, tuple("" for _ in known.texts), known.seed)

    return broken


def _does_not_look(_: object) -> Callable[[RecordStore, Record], None]:
    def broken(self: RecordStore, record: Record) -> None:
        tail = f"-table{record.table}-match{record.match}.txt"
        records.write_whole(self._folder / f"{self._now():%Y%m%dT%H%M%S.%f}{tail}", record.text)

    return broken


def _writes_in_place(_: object) -> Callable[[Path, str], None]:
    def broken(file: Path, text: str) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    return broken


def _forgets_too_early(add: Callable[..., None]) -> Callable[..., None]:
    def broken(self: Filing, record: Record) -> None:
        self._filed(record)
        add(self, record)

    return broken


def _gives_up(made: Callable[..., Any]) -> Callable[..., Any]:
    async def broken(self: Filing, record: Record) -> bool:
        await made(self, record)
        return True

    return broken


def _keeps_drafts(_: object) -> Callable[[RecordStore], None]:
    return lambda _: None


def _takes_plain_for_sealed(_: object) -> Callable[[TlsPipe], Any]:
    async def broken(self: TlsPipe) -> None:
        if await self._speaks_tls():
            await self._stream.do_handshake()
        else:
            self._stream = self._bare  # type: ignore[assignment]
        self._open = True
        self._tried.set()

    return broken


def _lets_everybody_in(judged: Callable[..., None]) -> Callable[..., None]:
    def broken(self: Session, change: Change, conn: int, address: str, right: bool) -> None:
        judged(self, change, conn, address, right or True)

    return broken


def _lets_nobody_in(judged: Callable[..., None]) -> Callable[..., None]:
    def broken(self: Session, change: Change, conn: int, address: str, right: bool) -> None:
        judged(self, change, conn, address, right and conn % 3 > 0)

    return broken


def _hears_two_at_once(hello: Callable[..., None]) -> Callable[..., None]:
    def broken(self: Reception, change: Change, guest: Any, request: Any) -> None:
        knocking, guest.knocking = guest.knocking, None
        try:
            hello(self, change, guest, request)
        finally:
            guest.knocking = guest.knocking or knocking

    return broken


PLANTS = (
    Plant("P28 the secret in the view", "P28", views, "_committed", _tells_the_secret),
    Plant("P28 the secret elsewhere", "P28", views, "_committed", _hides_the_secret_in_a_name),
    Plant("another secret after a restart", "other chance|committed to", restoring,
          "_restore_chance", _draws_a_new_secret),
    Plant("another secret revealed", "has not committed to", rounds, "_reveal", _reveals_another),
    Plant("cards by no secret", "do not follow from", FairHouse, "shuffle", _favours_small_numbers),
    Plant("draws counted anew", "do not follow from", restoring, "draws_in", _counts_draws_anew),
    Plant("a text is dropped", "added the text", Table, "next_fairness", _changes_texts_in_play),
    Plant("a record twice", "is there twice", RecordStore, "keep", _does_not_look),
    Plant("a record torn", "is torn", records, "write_whole", _writes_in_place),
    Plant("a record lost by a crash", "have no file", Filing, "add", _forgets_too_early),
    Plant("a record given up", "have no file", Filing, "_made", _gives_up),
    Plant("half records stay", "is left among", RecordStore, "prune", _keeps_drafts),
    Plant("plain where TLS is", "without", TlsPipe, "_shake_hands", _takes_plain_for_sealed),
    Plant("any password", "without the password", Session, "password_judged", _lets_everybody_in),
    Plant("no password", "the right password", Session, "password_judged", _lets_nobody_in),
    Plant("two by one link", "which is not its", Reception, "hello", _hears_two_at_once),
)  # fmt: skip
