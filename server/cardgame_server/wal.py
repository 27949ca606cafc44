"""Just enough of SQLite's write-ahead log to see whether some of it cannot be read.

SQLite itself ends at the first page that does not fit its checksum, takes a log whose header does
not fit as empty, and says nothing about what comes behind.
The format: https://www.sqlite.org/fileformat2.html#walformat
"""

from typing import Final, NamedTuple

_HEADER: Final = 32
_FRAME_HEADER: Final = 24
_SALTS: Final = slice(16, 24)
_FRAME_SALTS: Final = slice(8, 16)
_PAGE_SIZE: Final = slice(8, 12)
_COMMIT: Final = slice(4, 8)
"""Pages of the whole file after a commit, in the last page of that commit; else 0."""
_SUMMED: Final = slice(0, 24)
_SUM: Final = slice(24, 32)
_MAGIC: Final = 0x377F0682
_USUAL_PAGE: Final = 4096
"""Size of SQLite's pages since 2016, which the journal does not change."""


class Unread(NamedTuple):
    """What of a log SQLite does not read: pages, and among them those that end a commit."""

    pages: int
    commits: int

    @property
    def was_acknowledged(self) -> bool:
        """Whether one of the commits was on disk: the next begins only after that."""
        return self.commits > 1


def unread(log: bytes, usable: int) -> Unread:
    """Return what was written to a log since it was begun anew and stands behind `usable` pages.

    Older pages that lie there, from the time before, have other salts; so has a page whose header
    is damaged, but behind it more of the newer ones follow. Under a header that is damaged itself
    all pages count: which of them are old cannot be told.
    """
    sound = _is_header(log[:_HEADER])
    size = _FRAME_HEADER + (int.from_bytes(log[_PAGE_SIZE], "big") if sound else _USUAL_PAGE)
    frames = [log[start : start + _FRAME_HEADER] for start in range(_HEADER, len(log), size)]
    newer = [
        place
        for place, frame in enumerate(frames)
        if place >= usable and (not sound or frame[_FRAME_SALTS] == log[_SALTS])
    ]
    commits = sum(any(frames[place][_COMMIT]) for place in newer)
    return Unread(newer[-1] + 1 - usable if newer else 0, commits)


def _is_header(header: bytes) -> bool:
    """Whether the header of a log is what SQLite has written: magic number and checksum."""
    if len(header) < _HEADER or int.from_bytes(header[:4], "big") & ~1 != _MAGIC:
        return False
    order: Final = "big" if header[3] & 1 else "little"
    first = second = 0
    words = header[_SUMMED]
    for start in range(0, len(words), 8):
        first = first + int.from_bytes(words[start : start + 4], order) + second & 0xFFFFFFFF
        second = second + int.from_bytes(words[start + 4 : start + 8], order) + first & 0xFFFFFFFF
    return header[_SUM] == first.to_bytes(4, "big") + second.to_bytes(4, "big")
