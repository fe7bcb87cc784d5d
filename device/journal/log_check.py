"""Whether a log that a table left behind is whole: SQLite takes its first damaged page for its end and says nothing.

Each step is synced before the next one is written, so a power cut can tear no more than the last one. Where two ends of
steps stand behind the place at which SQLite stops reading, steps that were on record would be gone without a word.
"""

import os
import struct
from pathlib import Path

from device.journal.errors import DamagedError

_HEADER_BYTES = 32
_FRAME_HEADER_BYTES = 24
_VALID_FRAMES = slice(16, 20)
"""Where the index of the log (``-shm``) says how many pages of it are good, as this machine writes numbers."""


def require_whole(path: Path) -> None:
    """Raise DamagedError where the log of the journal at `path` holds steps that SQLite does not see; raises OSError.

    The caller is in a transaction, so that SQLite has read the log.
    """
    log, index = path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")
    try:
        with log.open("rb", buffering=0) as file, index.open("rb", buffering=0) as about:
            (good,) = struct.unpack("=I", about.read(_VALID_FRAMES.stop)[_VALID_FRAMES])
            unseen = _ends_of_steps(file.fileno(), good)
    except FileNotFoundError:
        return
    if unseen > 1:
        raise DamagedError(
            f"{path}: its log {log.name} is damaged at page {good + 1}: at least {unseen - 1} steps after it cannot be "
            "read: move both aside, keep them, and go on with a backup or a new journal"
        )


def _ends_of_steps(file: int, good: int) -> int:
    """How many steps end behind the first `good` pages of the log."""
    size = os.fstat(file).st_size
    header = os.pread(file, _HEADER_BYTES, 0)
    if size < _HEADER_BYTES + _FRAME_HEADER_BYTES:
        return 0
    page_bytes, salts = struct.unpack(">I4x8s", header[8:24])
    if not _is_header(header):  # nothing is known but what the pages say of themselves
        first = os.pread(file, _FRAME_HEADER_BYTES, _HEADER_BYTES)
        page_bytes, salts = (page_bytes if _is_page_size(page_bytes) else 4096), first[8:16]
    elif not _is_page_size(page_bytes):
        return 0
    ends = 0
    each = _FRAME_HEADER_BYTES + page_bytes
    for at in range(_HEADER_BYTES + good * each, size - _FRAME_HEADER_BYTES, each):
        about = os.pread(file, 16, at)
        ends += about[8:16] == salts and about[4:8] != bytes(4)
    return ends


def _is_page_size(page_bytes: int) -> bool:
    return 512 <= page_bytes <= 65536 and page_bytes & (page_bytes - 1) == 0


def _is_header(header: bytes) -> bool:
    """Whether the log's header is as it was written, by its own sum."""
    (magic,) = struct.unpack(">I", header[:4])
    if magic not in (0x377F0682, 0x377F0683):
        return False
    order = ">" if magic & 1 else "<"
    words = struct.unpack(f"{order}6I", header[:24])
    first = second = 0
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return header[24:32] == struct.pack(">2I", first, second)
