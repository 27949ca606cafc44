"""Where the cards of a table come from, in sentences; and the check of a record afterwards."""

import sys
from pathlib import Path

from cardgame_client.exits import Exit
from cardgame_client.model import Model
from cardgame_client.safe import safe
from cardgame_protocol.view import Fair, View


def page(model: Model) -> list[str]:
    """Return what is known of where the cards come from."""
    view = model.view
    if view is None or view.fair is None:
        return ["There is no table whose cards could be explained."]
    return [
        *_revealed(view),
        *_committed(view, view.fair),
        "After the match: save FILE, then in a shell: cardgame-client verify FILE",
    ]


def _revealed(view: View) -> list[str]:
    past = view.revealed
    if past is None or past.secret is None:
        return []
    return [
        f"Match {past.match} is over. Its commitment was {safe(past.commitment)}.",
        f"Its secret was {safe(past.secret)}.",
    ]


def _committed(view: View, fair: Fair) -> list[str]:
    lines = [f"The cards of match {fair.match} follow from a secret of the server."]
    if view.seed is not None:
        lines = [f"This table has a seed, all its cards are known beforehand: {safe(view.seed)}"]
    lines.append(f"The server is committed to it by {safe(fair.commitment)}.")
    added = [
        f"{safe(seat.name)} adds: {safe(text)}"
        for seat, text in zip(view.seats, fair.texts, strict=False)
        if text
    ]
    if view.seed is None and view.state in ("waiting", "over"):
        added = added or ["Nobody has added anything. Type fair TEXT to do so."]
    return lines + added


def verify(path: str, commitment: str | None) -> Exit:
    """Check the cards of a record and say what was found, a sentence a line.

    `commitment` is the one that was shown before the deal, or its beginning, if it is to be
    compared. OK if no card was chosen after the fact, FAILED otherwise.
    """
    from cardgame_rules.verifying import verify as check  # noqa: PLC0415 - the rules' engine

    try:
        text = Path(path).expanduser().read_text(encoding="utf-8")
    except OSError as error:
        return _failed(f"cannot read {safe(path)}: {(error.strerror or str(error)).lower()}")
    except UnicodeDecodeError:
        return _failed(f"{safe(path)} is no record: it is not UTF-8 text")
    verdict = check(text, commitment)
    for sentence in verdict.faults or verdict.notes:
        print(safe(sentence))
    return Exit.FAILED if verdict.faults else Exit.OK


def _failed(reason: str) -> Exit:
    print(f"cardgame-client: {reason}", file=sys.stderr)
    return Exit.FAILED
