"""Just enough of SQLite's write-ahead log to see whether its tail is torn.

SQLite itself ends at the first page that does not fit its checksum and says nothing about what
comes behind. The format: https://www.sqlite.org/fileformat2.html#walformat
"""

from typing import Final

_HEADER: Final = 32
_FRAME_HEADER: Final = 24
_SALTS: Final = slice(16, 24)
_FRAME_SALTS: Final = slice(8, 16)
_PAGE_SIZE: Final = slice(8, 12)


def frames_written(log: bytes) -> int:
    """Return how many pages were written since the log was begun anew, whole or torn.

    Older pages that lie behind them, from the time before, have other salts.
    """
    if len(log) < _HEADER:
        return 0
    size = _FRAME_HEADER + int.from_bytes(log[_PAGE_SIZE], "big")
    salts = log[_SALTS]
    count = 0
    for start in range(_HEADER, len(log), size):
        if log[start : start + _FRAME_HEADER][_FRAME_SALTS] != salts:
            break
        count += 1
    return count
