"""What the server was committed to when this client first saw it: nothing else may be revealed.

A server could change a commitment together with the record of its match, and the record alone would
verify. It cannot change what a client has been shown before, so the client remembers that.
"""

from cardgame_client.safe import safe
from cardgame_protocol.view import Fair, View

_END_OF_HEAD = "\nhand "
_SHOWN = 16
"""Digits in a sentence: enough to tell one commitment from any other that could be made."""


class Commitments:
    """The commitments of one table, by match, as each was first shown. Forget them in the lobby."""

    def __init__(self) -> None:
        self._seen: dict[int, str] = {}
        self._told: set[tuple[int, str]] = set()

    def forget(self) -> None:
        """Another table, or none: the numbers of matches begin anew."""
        self._seen.clear()
        self._told.clear()

    def look(self, view: View) -> list[str]:
        """Remember what a view shows; return what is wrong with it in sentences, each once."""
        wrong = []
        for fair in (view.fair, view.revealed):
            text = "" if fair is None else self._wrong_with(fair)
            if fair is not None and text and (fair.match, text) not in self._told:
                self._told.add((fair.match, text))
                wrong.append(text)
        return wrong

    def _wrong_with(self, fair: Fair) -> str:
        seen = self._seen.setdefault(fair.match, fair.commitment)
        if seen != fair.commitment:
            return (
                f"WARNING: the server has changed its commitment to the cards of match "
                f"{fair.match}, from {safe(seen[:_SHOWN])} to {safe(fair.commitment[:_SHOWN])}. "
                "Its cards may have been chosen after the fact: do not trust it."
            )
        if fair.secret is not None and committed_to(fair.match, fair.secret) != seen:
            return (
                f"WARNING: the secret of match {fair.match} is not the one that the server was "
                f"committed to by {safe(seen[:_SHOWN])}. Its cards may have been chosen after the "
                "fact: do not trust it."
            )
        return ""

    def signed(self, record: str, match: int) -> tuple[str, str]:
        """Return a record with a line that says which commitment was seen (docs/fairness.md).

        And a sentence if the record claims another one, else "".
        """
        seen = self._seen.get(match)
        head, end, hands = record.partition(_END_OF_HEAD)
        if seen is None or not end:
            return record, ""
        text = f"{head}\nseen {seen}{end}{hands}"
        if f"commitment {seen}" in head.split("\n"):
            return text, ""
        return text, (
            f"WARNING: this record claims another commitment than {safe(seen[:_SHOWN])}, which was "
            f"shown for match {match}. Its cards may have been chosen after the fact."
        )


def committed_to(match: int, secret: str) -> str:
    """Return the commitment to a secret of 64 hexadecimal digits; "" if it is none."""
    from cardgame_rules.fairness import Fairness  # noqa: PLC0415 - only at a match's end

    try:
        return Fairness(match, bytes.fromhex(secret)).commitment
    except ValueError:
        return ""
