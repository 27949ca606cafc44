"""What was promised about the cards, and whether it was kept (docs/fairness.md).

A commitment that somebody was shown stands for ever, over every crash; no secret is told before its
match is over; and each record has exactly the cards that follow from secret, texts and number, by
the second implementation of the document's algorithm.
"""

from collections.abc import Iterable, Iterator

from cardgame_server.effects import Record
from cardgame_server.table import Table
from tests.rules import second_opinion
from tests.simulation.strict import Plain

Place = tuple[int, int]
"""A table's number and that of a match at it."""


class Promises:
    """All commitments, texts and secrets that were told."""

    def __init__(self) -> None:
        self._commitments: dict[Place, str] = {}
        self._texts: dict[Place, list[str]] = {}
        self._revealed: set[Place] = set()
        self.verified = 0

    def told(self, update: Plain) -> Iterator[str]:
        """Look at an update that somebody got; yield what is wrong."""
        view = update["view"]
        number, fair, revealed = view["table"], view["fair"], view["revealed"]
        if fair is not None:
            place = (number, fair["match"])
            yield from self._committed(place, fair["commitment"])
            if view["state"] in ("playing", "between"):
                if fair["secret"] is not None:
                    yield f"the secret of match {place} is told while it is played"
                if self._texts.setdefault(place, fair["texts"]) != fair["texts"]:
                    yield f"the texts of match {place} have changed to {fair['texts']}"
        if revealed is not None:
            place = (number, revealed["match"])
            yield from self._opened(place, revealed["commitment"], revealed["secret"])
        for event in update["events"]:
            if event["event"] == "revealed":
                yield from self._fits(event["commitment"], event["secret"], number)

    def _committed(self, place: Place, commitment: str) -> Iterator[str]:
        known = self._commitments.setdefault(place, commitment)
        if known != commitment:
            yield f"match {place} was committed to {known:.16}, and now to {commitment:.16}"

    def _opened(self, place: Place, commitment: str, secret: str) -> Iterator[str]:
        yield from self._committed(place, commitment)
        if second_opinion.commitment_to(bytes.fromhex(secret), place[1]) != commitment:
            yield f"the secret revealed for match {place} is not the one committed to"
        self._revealed.add(place)

    def _fits(self, commitment: str, secret: str, number: int) -> Iterator[str]:
        """Look at an event, which names no match: its table has committed to that one day."""
        known = {place for place, text in self._commitments.items() if text == commitment}
        fitting = (
            place
            for place in known
            if place[0] == number
            and second_opinion.commitment_to(bytes.fromhex(secret), place[1]) == commitment
        )
        # Whoever came during the match may not have been told; somebody at the table was.
        if known and not any(fitting):
            yield f"table {number} revealed a secret that it has not committed to"

    def recorded(self, record: Record) -> Iterator[str]:
        """Look at the record of a match that has ended; yield what is wrong."""
        place = (record.table, record.match)
        head = dict[str, list[str]]()
        for line in record.text.partition("\nhand 1\n")[0].split("\n"):
            word, _, rest = line.partition(" ")
            head.setdefault(word, []).append(rest)
        (commitment,), (secret,) = head["commitment"], head["secret"]
        yield from self._opened(place, commitment, secret)
        if "seed" in head:
            expected = second_opinion.secret_from_seed(head["seed"][0], record.match).hex()
            if secret != expected:
                yield f"the secret of match {place} does not follow from its seed"
        told = self._texts.get(place)
        texts = [f"{seat} {text}" for seat, text in enumerate(told or ()) if text]
        recorded = head.get("text", [])
        if told is not None and texts != recorded:
            yield f"match {place} was played with the texts {texts}, recorded are {recorded}"
        wrong = second_opinion.wrong_draws(record.text)
        if wrong:
            yield f"{wrong} draws of match {place} do not follow from its secret"
        self.verified += 1


def secrets(tables: Iterable[Table]) -> Iterator[bytes]:
    """Yield all secrets that nobody may be told now, in each way they could be written."""
    for table in tables:
        if table.settings.seed is not None:
            continue
        now = [table.fairness.secret] if table.fairness is not None and table.in_match else []
        for secret in (*now, table.next_secret):
            yield secret
            yield secret.hex().encode()
