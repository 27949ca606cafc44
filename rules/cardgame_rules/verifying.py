"""Whether the cards of a record are those that its commitment allows, and no others.

The record is played again by the rules, which leaves no shuffle out and lets none in; then each
order is made anew from the revealed secret (docs/fairness.md).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .fairness import ALGORITHM, SECRET_BYTES, FairHouse, Fairness, secret_of_seed
from .match import Match
from .records import ORIGIN, RecordError, replay

DIGITS_SEEN: Final = 16
"""Digits of a commitment that must have been noted: fewer, and another secret could be found."""

_CARDS_FROM: Final = "shuffle "
_NUMBER_FROM: Final = "pick "


class Verdict(NamedTuple):
    """What was found: `faults` are sentences, none if all is well; `notes` say what was checked."""

    faults: list[str]
    notes: list[str]


class _Unverifiable(Exception):  # noqa: N818 - it carries a finding, nothing went wrong here
    """The record does not say enough to make its cards anew; the text says what is missing."""


def verify(text: str, commitment: str | None = None) -> Verdict:
    """Check every shuffle and pick of a record, and that it goes on to the end of its match.

    `commitment` is the one that was seen before the deal, or its first digits, if somebody has
    noted it: that the record has this one is what ties it to that evening.
    """
    try:
        match = replay(text)
        fairness, claimed = _origin(text, len(match.humans))
    except RecordError as error:
        return Verdict([f"The record does not follow the rules: {str(error).rstrip('.')}."], [])
    except _Unverifiable as error:
        return Verdict([str(error)], [])
    faults = _faults_of_origin(fairness, claimed, commitment)
    shown = _shown_to_its_player(text)
    if shown not in (None, claimed):
        faults.append(
            f"Whoever saved this record was shown another commitment at the table: {shown[:64]}."
        )
    wrong, counted = _faults_of_draws(text, FairHouse(fairness), len(match.humans))
    faults += wrong
    if not match.over:
        faults.append(_broken_off(match))
    noted = commitment or shown
    return Verdict(faults, [] if faults else _notes(fairness, match, counted, noted))


def _origin(text: str, seats: int) -> tuple[Fairness, str]:
    """Return what the record says that chance came from, and the commitment that it claims."""
    said: dict[str, str] = {}
    for line in _head(text):
        word, _, rest = line.partition(" ")
        if word not in ORIGIN:
            continue
        if word == "text":
            seat, _, rest = rest.partition(" ")
            word = f"text {seat}"
        if word in said:
            raise _Unverifiable(f"The record has two lines that begin with {word[:40]!r}.")
        said[word] = rest
    texts = [said.pop(f"text {seat}", "") for seat in range(seats)]
    if said.keys() - set(ORIGIN):
        raise _Unverifiable("A text of the record is of no seat of this match.")
    if "fair" not in said or "commitment" not in said:
        raise _Unverifiable(
            "The record has no commitment, so nothing can be said about its cards: it is older "
            "than commitments are, or not written by a server."
        )
    secret = _secret(said.get("secret", ""))
    match = _match_number(said["fair"])
    return Fairness(match, secret, tuple(texts), said.get("seed")), said["commitment"]


def _shown_to_its_player(text: str) -> str | None:
    """Return the commitment that the client was shown which saved the record, if one did."""
    lines = [line for line in _head(text) if line.startswith("seen ")]
    return lines[0].removeprefix("seen ").strip() if lines else None


def _match_number(text: str) -> int:
    algorithm, _, number = text.partition(" match ")
    if algorithm != str(ALGORITHM) or not (number.isascii() and number.isdigit()):
        raise _Unverifiable(
            f"'fair {text[:40]}' is not understood: this program knows algorithm {ALGORITHM} only."
        )
    return int(number[:10])


def _secret(text: str) -> bytes:
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        secret = b""
    if len(secret) != SECRET_BYTES:
        raise _Unverifiable("The secret is missing from the record, or is no 64 digits: no secret.")
    return secret


def _faults_of_origin(fairness: Fairness, claimed: str, seen: str | None) -> list[str]:
    faults = []
    if fairness.commitment != claimed:
        faults.append("The secret is not the one that was committed to: the commitment differs.")
    if fairness.seed is not None and fairness.secret != secret_of_seed(
        fairness.seed, fairness.match
    ):
        faults.append("The secret does not follow from the seed of the table.")
    if seen is not None and not _is_beginning(seen.strip().lower(), claimed):
        faults.append("The commitment of this record is not the one that you have noted.")
    return faults


def _broken_off(match: Match) -> str:
    """Return that lines are missing: no record is written before its match is over."""
    where = "after" if match.hand_over else "in"
    return (
        f"The record is not complete: it breaks off {where} hand {match.hand_number}, before the "
        "match was over."
    )


def _is_beginning(seen: str, claimed: str) -> bool:
    return len(seen) >= DIGITS_SEEN and claimed.startswith(seen)


def _faults_of_draws(text: str, house: FairHouse, seats: int) -> tuple[list[str], dict[str, int]]:
    """Make every draw anew; return the sentences about those that differ, and how many there are.

    Only the very first pick of a match exists, among all seats (A4).
    """
    faults = []
    counted = {"shuffle": 0, "pick": 0}
    for number, line in enumerate(text.split("\n"), start=1):
        bare = line.strip()
        word, _, rest = bare.partition(" ")
        if bare.startswith(_CARDS_FROM):
            fits = house.shuffle(rest.split()) == rest.split()
        elif bare.startswith(_NUMBER_FROM):
            fits = house.pick(seats) == int(rest)
        else:
            continue
        counted[word] += 1
        if not fits:
            faults.append(f"Line {number}: this {word} is not the one that was committed to.")
    return faults, counted


def _head(text: str) -> list[str]:
    """Return the lines of the head: chance can come from nothing that is said after the deal."""
    head = text.partition("\nhand ")[0]
    return [line.strip() for line in head.split("\n")]


def _notes(
    fairness: Fairness, match: Match, counted: dict[str, int], seen: str | None
) -> list[str]:
    added = [name for name, text in zip(match.names, fairness.texts, strict=True) if text]
    source = "the seed that the table shows" if fairness.seed is not None else "the secret"
    by = f" and the texts of {', '.join(added)}" if added else ""
    known = (
        "which is the one that was shown before"
        if seen
        else "to be compared with what was shown before"
    )
    notes = [
        f"The secret is the one that was committed to by {fairness.commitment}, {known}.",
        f"All shuffles ({counted['shuffle']}) and picks ({counted['pick']}) follow from "
        f"{source}{by}: no card was chosen after the fact.",
    ]
    if fairness.seed is not None:
        notes.append("The table had a seed: everybody could know its cards beforehand.")
    elif not added:
        notes.append("Nobody added a text: that the secret was drawn by chance is only promised.")
    return notes
